import {
  agentTypes,
  ignoredPageSubjects,
  pageSubjectProperties,
  pageTypes,
} from '../model/page-types.ts';
import { parseUrl } from '../text/parsed-url.ts';
import { type JsonContainer, type JsonObject } from '../text/json.ts';
import { localTypes, nodeObjectsIn, propertyValues, topLevelNodes } from './json-document.ts';

/**
 * The role of a JSON-LD document on its page: a record, boilerplate about the page or site, or the
 * description of the agent that the page is about, which is a record where the page has no better.
 */
export type PageRole = 'record' | 'page-subject' | 'furniture';

/**
 * Detects the role of a document by the types in its text. One node that is a record, or has an
 * unknown or no type, makes the whole a record: only certain boilerplate is ignored.
 * @param isPage whether an IRI, perhaps relative, is that of the page
 */
export function detectPageRole(
  document: JsonContainer,
  isPage: (iri: string) => boolean,
): PageRole {
  const roles = new Set(topLevelNodes(document).map((node) => detectNodeRole(node, isPage)));
  if (roles.has('record')) return 'record';
  return roles.has('page-subject') ? 'page-subject' : 'furniture';
}

/** The types in a document that is no record: all of pages, sites and publishers. */
export function boilerplateTypes(document: JsonContainer): readonly string[] {
  return [...new Set(topLevelNodes(document).flatMap((node) => localTypes(node)))];
}

function detectNodeRole(node: JsonObject, isPage: (iri: string) => boolean): PageRole {
  // Only records have a metadata record of their own (CDIF discovery: subjectOf).
  if (propertyValues(node, 'subjectOf').length > 0) return 'record';
  const types = localTypes(node);
  if (!types.every((type) => pageTypes.has(type) || agentTypes.has(type))) return 'record';
  if (types.length === 0) return 'record';
  if (types.some((type) => agentTypes.has(type))) {
    return isAboutPage(node, isPage) ? 'page-subject' : 'furniture';
  }
  return hasSubject(node) ? 'record' : 'furniture';
}

/**
 * Only the identity of the node distinguishes a page about an organisation from a page with its
 * publisher's logo.
 */
function isAboutPage(node: JsonObject, isPage: (iri: string) => boolean): boolean {
  const links = ['mainEntityOfPage', 'url'].flatMap((name) => propertyValues(node, name));
  const named = [node['@id'], node['id'], ...links].flat();
  const iris = named.concat(nodeObjectsIn(named).map((item) => item['@id']));
  // `#publisher` is a part of every page.
  return iris.some((iri) => typeof iri === 'string' && /^[^#]/u.test(iri) && isPage(iri));
}

/** Some repositories wrap their datasets in a WebPage. */
function hasSubject(node: JsonObject): boolean {
  return pageSubjectProperties
    .flatMap((property) => nodeObjectsIn(propertyValues(node, property)))
    .flatMap((subject) => localTypes(subject))
    .some(
      (type) => !pageTypes.has(type) && !agentTypes.has(type) && !ignoredPageSubjects.has(type),
    );
}

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
export function resolveBaseIri(href: string | undefined, finalUrl: string): string {
  const base = href === undefined ? undefined : parseUrl(href, finalUrl);
  return base === undefined || ['data:', 'javascript:'].includes(base.protocol)
    ? finalUrl
    : base.href;
}

/**
 * Creates a test of whether an IRI is that of the page, regardless of scheme, trailing slash and
 * fragment, which publishers write inconsistently.
 */
export function createPageMatcher(page: PageIdentity): (iri: string) => boolean {
  // Computed lazily: most pages need no comparison.
  let own: ReadonlySet<string | undefined> | undefined;
  return (iri) => {
    own ??= new Set([page.url, page.finalUrl].map((url) => comparableUrl(url, page.baseIri)));
    const place = comparableUrl(iri, page.baseIri);
    return place !== undefined && own.has(place);
  };
}

function comparableUrl(iri: string, base: string): string | undefined {
  const url = parseUrl(iri, base);
  return url && `${url.host}${url.pathname.replace(/\/$/u, '')}${url.search}`;
}
