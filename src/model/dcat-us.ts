/** The schema of DCAT-US, in any version and place. */
const schema =
  /^https?:\/\/(?:project-open-data\.cio\.gov\/v1\.|resources\.data\.gov\/[^"]*dcat-us)/iu;

/** Whether an IRI is that of the schema of DCAT-US, as the `conformsTo` of a catalogue has it. */
export function isDcatUsSchema(iri: string): boolean {
  return schema.test(iri.trim());
}

/** By these a catalogue of bare JSON is told from a list of something else; they are required of each entry, but the last. */
export const dcatUsTellingFields = [
  'accessLevel',
  'bureauCode',
  'contactPoint',
  'identifier',
  'keyword',
  'modified',
  'publisher',
  'distribution',
] as const;
