import { wellFormed } from '../text/well-formed.ts';

// RFC 3986 appendix B. A serialised URL has a scheme.
const parts = /^([^:]*:)(\/\/[^/?#]*)?([^#]*)/u;

/**
 * The IRI of the graph that holds our copy of a record: the place it came from, so that two places can never
 * overwrite each other whatever identifiers they claim.
 * @param documentUrl the URL as listed or linked, absolute and normalised; a fragment is dropped
 * @param key tells the records of one document apart; any text
 * @throws {TypeError} when `documentUrl` is not an absolute URL
 */
export function graphIri(documentUrl: string, key?: string): string {
  const [, scheme = '', authority = '', path = ''] = parts.exec(new URL(documentUrl).href) ?? [];
  const place = scheme + encode(authority, /[<>"{}|\\^`]/gu) + encode(path, /[<>"{}|\\^`[\] ]/gu);
  return key === undefined ? place : `${place}#${encodeURIComponent(wellFormed(key))}`;
}

/**
 * A URL may keep characters that an IRI may not have (RFC 3987 §2.2), and per cent signs that encode nothing. Brackets
 * are allowed around an IPv6 address only.
 */
function encode(text: string, forbidden: RegExp): string {
  return text.replaceAll(forbidden, encodeURIComponent).replaceAll(/%(?![\dA-Fa-f]{2})/gu, '%25');
}
