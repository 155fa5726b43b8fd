import { parsedUrl } from '../text/parsed-url.ts';

/** The URLs of a page. */
export interface PageIdentity {
  /** As listed or linked. */
  readonly url: string;
  readonly finalUrl: string;
  /** The base of relative IRIs: the final URL, or that of `<base>`. */
  readonly baseIri: string;
}

/**
 * The base of a page. An invalid `<base>`, or one with a `data:` or `javascript:` URL, is ignored,
 * as in HTML (WHATWG HTML §4.2.3).
 */
export function baseIriOf(href: string | undefined, finalUrl: string): string {
  const base = href === undefined ? undefined : parsedUrl(href, finalUrl);
  return base === undefined || ['data:', 'javascript:'].includes(base.protocol)
    ? finalUrl
    : base.href;
}

/**
 * Creates a test of whether an IRI is that of the page, regardless of scheme, trailing slash and
 * fragment, which publishers write inconsistently.
 */
export function createPageMatcher({
  url,
  finalUrl,
  baseIri,
}: PageIdentity): (iri: string) => boolean {
  // Computed lazily: most pages need no comparison.
  let own: ReadonlySet<string | undefined> | undefined;
  return (iri) => {
    own ??= new Set([url, finalUrl].map((name) => comparableUrl(name, baseIri)));
    const place = comparableUrl(iri, baseIri);
    return place !== undefined && own.has(place);
  };
}

function comparableUrl(iri: string, base: string): string | undefined {
  const url = parsedUrl(iri, base);
  return url && `${url.host}${url.pathname.replace(/\/$/u, '')}${url.search}`;
}
