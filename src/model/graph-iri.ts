/**
 * The IRI of the graph that holds our copy of a record: the place it came from, so that two places can never
 * overwrite each other whatever identifiers they claim.
 * @param documentUrl the URL as listed or linked, absolute and normalised; a fragment is dropped
 * @param key tells the records of one document apart; any text
 * @throws {TypeError} when `documentUrl` is not an absolute URL
 */
export function graphIri(documentUrl: string, key?: string): string {
  const url = new URL(documentUrl);
  const origin = url.href.slice(0, url.href.indexOf(url.host) + url.host.length);
  // A URL may keep characters in path and query that an IRI may not have (RFC 3987 §2.2).
  const place = origin + encodeForbidden(url.pathname + url.search);
  return key === undefined ? place : `${place}#${encodeURIComponent(wellFormed(key))}`;
}

function encodeForbidden(text: string): string {
  return text
    .replaceAll(/[<>"{}|\\^`[\]\s]/gu, encodeURIComponent)
    .replaceAll(/%(?![\dA-Fa-f]{2})/gu, '%25');
}

/** `encodeURIComponent` refuses lone surrogates; they become U+FFFD. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
