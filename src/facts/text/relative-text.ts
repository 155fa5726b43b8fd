/**
 * Tells what stood in a document where an IRI was made of it by being taken for a relative reference: what follows the
 * folder of the base. Undefined where the IRI begins otherwise.
 */
export type RelativeText = (iri: string) => string | undefined;

/** All up to the last slash of a path. */
const folderOf = /^[a-z][a-z\d+.-]*:\/\/[^?#]*\//iu;

/** @param base the IRI that relative references were resolved against, in the spelling that `URL` gives it */
export function createRelativeText(base: string): RelativeText {
  const [folder] = folderOf.exec(base) ?? [];
  return (iri) => {
    // An empty text is a reference to the document itself (RFC 3986 §4.4).
    if (iri === base) return '';
    return folder !== undefined && iri.startsWith(folder) ? iri.slice(folder.length) : undefined;
  };
}
