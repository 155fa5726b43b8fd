/**
 * Returns the relative reference that an IRI was resolved from; undefined if it is not below the
 * folder of the base.
 */
export type RelativeText = (iri: string) => string | undefined;

/** Everything up to the last slash of the path. */
const folderOf = /^[a-z][a-z\d+.-]*:\/\/[^?#]*\//iu;

/**
 * Creates a reader of relative references.
 * @param base the base IRI, in the spelling of `URL`
 */
export function createRelativeText(base: string): RelativeText {
  const [folder] = folderOf.exec(base) ?? [];
  return (iri) => {
    // An empty reference denotes the document itself (RFC 3986 §4.4).
    if (iri === base) return '';
    return folder !== undefined && iri.startsWith(folder) ? iri.slice(folder.length) : undefined;
  };
}
