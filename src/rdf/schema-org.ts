/** The namespace of schema.org in the spelling that record graphs and the index have. */
export const schemaOrgNamespace = 'http://schema.org/';

const anySpelling = /^https?:\/\/(?:www\.)?schema\.org\//iu;

/**
 * An IRI that stands where only terms of a vocabulary stand (predicate, class, datatype) with schema.org's namespace in
 * its one spelling, `http://schema.org/`.
 */
export function canonicalTerm(iri: string): string {
  return iri.replace(anySpelling, schemaOrgNamespace);
}
