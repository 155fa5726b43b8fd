/** The files that can hold metadata: their media types by their endings. */
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

/** What a file is by the ending of its name or URL, in any case; undefined where it can hold no metadata. */
export function mediaTypeOfFile(name: string): string | undefined {
  const ending = /\.([a-z]+)$/iu.exec(name)?.[1] ?? '';
  return mediaTypes.get(ending.toLowerCase());
}
