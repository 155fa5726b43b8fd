/** Media types by file name extension, for files that can hold metadata. */
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['jsonld', 'application/ld+json'],
  ['json', 'application/json'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['xhtml', 'application/xhtml+xml'],
  ['ttl', 'text/turtle'],
  ['trig', 'application/trig'],
  ['nt', 'application/n-triples'],
  ['nq', 'application/n-quads'],
  ['rdf', 'application/rdf+xml'],
]);

/**
 * The media type of a file name or URL by its extension, in any case; undefined where it cannot
 * hold metadata.
 */
export function mediaTypeOfFile(name: string): string | undefined {
  const ending = /\.([a-z]+)$/iu.exec(name)?.[1] ?? '';
  return mediaTypes.get(ending.toLowerCase());
}
