import { parsedUrl } from '../text/parsed-url.ts';

// RFC 3986 appendix B. A serialised URL has a scheme.
const parts = /^([^:]*:)(\/\/[^/?#]*)?([^#]*)/u;

/**
 * The one spelling of a URL under which it is fetched, remembered and named: absolute, normalised (WHATWG), without
 * fragment, since that is not sent, and a valid IRI (RFC 3987), since it names a graph.
 * @param base what a relative one is resolved against
 * @returns undefined when it is no http or https URL, or carries user information
 */
export function targetUrl(text: string, base?: string): string | undefined {
  const url = parsedUrl(text, base);
  if (url === undefined) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return withoutForbidden(url.href);
}

/** What nearly all URLs are made of; none of it needs a closer look. */
const harmless = /^[\w:/?.~!$&'()*+,;=@-]*$/u;

/**
 * Percent-encodes what a serialised URL may hold and an IRI may not (RFC 3987 §2.2), and per cent signs that encode
 * nothing; drops the fragment.
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
