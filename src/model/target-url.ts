import { parsedUrl } from '../text/parsed-url.ts';

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
  const url = parsedUrl(text, base);
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
export function withoutForbidden(href: string): string {
  if (harmless.test(href)) return href;
  const [, scheme = '', authority = '', path = ''] = parts.exec(href) ?? [];
  // Brackets are allowed around an IPv6 address only.
  return scheme + encode(authority, /[<>"{}|\\^`]/gu) + encode(path, /[<>"{}|\\^`[\] ]/gu);
}

function encode(text: string, forbidden: RegExp): string {
  return text.replaceAll(forbidden, encodeURIComponent).replaceAll(/%(?![\dA-Fa-f]{2})/gu, '%25');
}
