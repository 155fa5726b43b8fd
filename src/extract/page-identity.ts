import { parsedUrl } from '../text/parsed-url.ts';

/** How a page is called and what its links are resolved against. */
export interface PageIdentity {
  /** As listed or linked. */
  readonly url: string;
  /** What answered after redirects. */
  readonly finalUrl: string;
  /** The base of relative IRIs: the final URL, or what `<base>` says. */
  readonly baseIri: string;
}

/**
 * The base of a page. As in HTML, a `<base>` that cannot be resolved, and one that would make every link `data:` or
 * `javascript:`, is left alone (WHATWG HTML §4.2.3).
 */
export function baseIriOf(href: string | undefined, finalUrl: string): string {
  const base = href === undefined ? undefined : parsedUrl(href, finalUrl);
  return base === undefined || ['data:', 'javascript:'].includes(base.protocol)
    ? finalUrl
    : base.href;
}

/**
 * Makes a test of whether an IRI is that of the page. Publishers are loose with the scheme, a slash at the end and
 * fragments, none of which makes another page here.
 */
export function createPageMatcher({
  url,
  finalUrl,
  baseIri,
}: PageIdentity): (iri: string) => boolean {
  // Most pages have nothing that has to be compared.
  let own: ReadonlySet<string | undefined> | undefined;
  return (iri) => {
    own ??= new Set([url, finalUrl].map((name) => placeOf(name, baseIri)));
    const place = placeOf(iri, baseIri);
    return place !== undefined && own.has(place);
  };
}

function placeOf(iri: string, base: string): string | undefined {
  const url = parsedUrl(iri, base);
  return url && `${url.host}${url.pathname.replace(/\/$/u, '')}${url.search}`;
}
