import { agentTypes, idleSubjects, pageSubjectProperties, pageTypes } from '../model/page-types.ts';
import type { JsonDocument, JsonObject } from './json-document.ts';
import { itemsOf, propertyOf, topLevelNodes, typesOf } from './top-level-nodes.ts';

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
export function roleOf(document: JsonDocument, isPage: (iri: string) => boolean): PageRole {
  const roles = new Set(topLevelNodes(document).map((node) => detectNodeRole(node, isPage)));
  if (roles.has('record')) return 'record';
  return roles.has('page-subject') ? 'page-subject' : 'furniture';
}

/** The types in a document that is no record: all of pages, sites and publishers. */
export function furnitureTypes(document: JsonDocument): readonly string[] {
  return [...new Set(topLevelNodes(document).flatMap((node) => typesOf(node)))];
}

function detectNodeRole(node: JsonObject, isPage: (iri: string) => boolean): PageRole {
  // Only records have a metadata record of their own (CDIF discovery: subjectOf).
  if (propertyOf(node, 'subjectOf').length > 0) return 'record';
  const types = typesOf(node);
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
  const named = [
    node['@id'],
    node['id'],
    propertyOf(node, 'mainEntityOfPage'),
    propertyOf(node, 'url'),
  ].flat();
  const iris = named.concat(itemsOf(named).map((item) => item['@id']));
  // `#publisher` is a part of every page.
  return iris.some((iri) => typeof iri === 'string' && /^[^#]/u.test(iri) && isPage(iri));
}

/** Some repositories wrap their datasets in a WebPage. */
function hasSubject(node: JsonObject): boolean {
  return pageSubjectProperties
    .flatMap((property) => itemsOf(propertyOf(node, property)))
    .flatMap((subject) => typesOf(subject))
    .some((type) => !pageTypes.has(type) && !agentTypes.has(type) && !idleSubjects.has(type));
}
