import { agentTypes, idleSubjects, pageSubjectProperties, pageTypes } from '../model/page-types.ts';
import type { JsonDocument, JsonObject } from './json-document.ts';
import { itemsOf, propertyOf, topLevelNodes, typesOf } from './top-level-nodes.ts';

/**
 * What a JSON-LD document does on its page: it is a record, it describes the page or site, or it describes the person
 * or organisation the page is about, which makes it a record where the page has no better.
 */
export type PageRole = 'record' | 'page-subject' | 'furniture';

/**
 * Says what role a document plays, by the types its text shows. One node that is a record makes the whole a record,
 * and so does a node of unknown or no type: only what is surely furniture may be left out.
 * @param isPage whether an IRI, perhaps relative, is that of the page
 */
export function roleOf(document: JsonDocument, isPage: (iri: string) => boolean): PageRole {
  const roles = new Set(topLevelNodes(document).map((node) => roleOfNode(node, isPage)));
  if (roles.has('record')) return 'record';
  return roles.has('page-subject') ? 'page-subject' : 'furniture';
}

/**
 * The types of what a document that is no record describes: all of them are types of pages, sites
 * and publishers.
 */
export function furnitureTypes(document: JsonDocument): readonly string[] {
  return [...new Set(topLevelNodes(document).flatMap((node) => typesOf(node)))];
}

function roleOfNode(node: JsonObject, isPage: (iri: string) => boolean): PageRole {
  // Only what is described for its own sake has a metadata record of its own (CDIF discovery: subjectOf).
  if (propertyOf(node, 'subjectOf').length > 0) return 'record';
  const types = typesOf(node);
  if (!types.every((type) => pageTypes.has(type) || agentTypes.has(type))) return 'record';
  if (types.length === 0) return 'record';
  if (types.some((type) => agentTypes.has(type))) {
    return namesPage(node, isPage) ? 'page-subject' : 'furniture';
  }
  return hasSubject(node) ? 'record' : 'furniture';
}

/** A page about an organisation and a page with the publisher's logo differ only in whom the node says it is. */
function namesPage(node: JsonObject, isPage: (iri: string) => boolean): boolean {
  const named = [
    node['@id'],
    node['id'],
    propertyOf(node, 'mainEntityOfPage'),
    propertyOf(node, 'url'),
  ].flat();
  const iris = named.concat(itemsOf(named).map((item) => item['@id']));
  // `#publisher` is a part of every page it stands on.
  return iris.some((iri) => typeof iri === 'string' && /^[^#]/u.test(iri) && isPage(iri));
}

/** A WebPage that carries what it is about inside it is how some repositories wrap their datasets. */
function hasSubject(node: JsonObject): boolean {
  return pageSubjectProperties
    .flatMap((property) => itemsOf(propertyOf(node, property)))
    .flatMap((subject) => typesOf(subject))
    .some((type) => !pageTypes.has(type) && !agentTypes.has(type) && !idleSubjects.has(type));
}
