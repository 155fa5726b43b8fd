/**
 * Tells what stood in a document where an IRI was made of it by being taken for a relative reference: what follows the
 * folder of the base. Undefined where the IRI begins otherwise.
 */
export type RelativeText = (iri: string) => string | undefined;

/** @param base the IRI that relative references were resolved against */
export function createRelativeText(base: string): RelativeText {
  const folder = URL.canParse('.', base) ? new URL('.', base).href : undefined;
  return (iri) =>
    folder !== undefined && iri.startsWith(folder) ? iri.slice(folder.length) : undefined;
}
