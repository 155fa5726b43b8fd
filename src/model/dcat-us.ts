/** The DCAT-US schema, in any version and location. */
const schema =
  /^https?:\/\/(?:project-open-data\.cio\.gov\/v1\.|resources\.data\.gov\/[^"]*dcat-us)/iu;

/** Whether an IRI identifies the DCAT-US schema, as in the `conformsTo` of a catalogue. */
export function isDcatUsSchema(iri: string): boolean {
  return schema.test(iri.trim());
}

/**
 * Fields that distinguish a DCAT-US catalogue in plain JSON from other lists; all but the last are
 * required in each entry.
 */
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
