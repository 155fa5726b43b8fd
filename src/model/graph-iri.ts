import { isUtf8 } from 'node:buffer';
import { replaceLoneSurrogates } from '../text/clean-text.ts';
import { parseUrl } from '../text/parsed-url.ts';

// RFC 3986 appendix B. A serialised URL has a scheme.
const parts = /^([^:]*:)(\/\/[^/?#]*)?([^#]*)/u;

/**
 * The canonical spelling of a URL for requests, memory and graph names: absolute, normalised
 * (WHATWG), without fragment, since that is not sent, and a valid IRI (RFC 3987), since it names a
 * graph.
 * @param base for a relative URL
 * @returns undefined when it is no http or https URL, or contains user information
 */
export function targetUrl(text: string, base?: string): string | undefined {
  const url = parseUrl(text, base);
  if (url === undefined) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return withoutForbidden(url.href);
}

/** The characters of nearly all URLs, which need no encoding. */
const harmless = /^[\w:/?.~!$&'()*+,;=@-]*$/u;

/**
 * Percent-encodes characters that a serialised URL may contain and an IRI may not (RFC 3987 §2.2),
 * and stray per cent signs; drops the fragment.
 */
function withoutForbidden(href: string): string {
  if (harmless.test(href)) return href;
  const [, scheme = '', authority = '', path = ''] = parts.exec(href) ?? [];
  // Brackets are allowed around an IPv6 address only.
  return scheme + encode(authority, /[<>"{}|\\^`]/gu) + encode(path, /[<>"{}|\\^`[\] ]/gu);
}

function encode(text: string, forbidden: RegExp): string {
  return text.replaceAll(forbidden, encodeURIComponent).replaceAll(/%(?![\dA-Fa-f]{2})/gu, '%25');
}

/**
 * The IRI of the graph that holds our copy of a record. It is derived from the place of the record,
 * so that two places never overwrite each other, whatever identifiers they claim.
 * @param documentUrl the URL as listed or linked, absolute; in the spelling of `targetUrl` it is
 * itself the graph IRI
 * @param key separates the records of one document; any text
 * @throws {TypeError} when `documentUrl` is not an absolute URL
 */
export function graphIri(documentUrl: string, key?: string): string {
  const place = withoutForbidden(new URL(documentUrl).href);
  return key === undefined ? place : `${place}#${encodeURIComponent(replaceLoneSurrogates(key))}`;
}

/** Characters that a path segment may contain unencoded (RFC 3986 §3.3, `pchar`). */
const encodedInVain = /%(?:24|26|2B|2C|3A|3B|3D|40)/gu;

/**
 * Encodes the name of a file or folder as a URL path segment, in the spelling of `targetUrl`.
 * Percent-decoding restores its bytes, so different names give different segments.
 */
export function encodePathSegment(name: Buffer): string {
  if (isUtf8(name)) {
    return encodeURIComponent(name.toString()).replaceAll(encodedInVain, decodeURIComponent);
  }
  return Array.from(name, (byte) => {
    const character = String.fromCharCode(byte);
    const digits = byte.toString(16).toUpperCase().padStart(2, '0');
    return /[\w.~-]/u.test(character) ? character : `%${digits}`;
  }).join('');
}

/** Decodes a path segment; undefined where it is not a name in the spelling of `encodePathSegment`. */
export function decodePathSegment(segment: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(segment);
  } catch {
    // The decoded bytes are not UTF-8.
    return undefined;
  }
  const isName = name !== '' && !/[/\0]/u.test(name);
  return isName && encodePathSegment(Buffer.from(name)) === segment ? name : undefined;
}
