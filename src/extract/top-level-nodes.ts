import { isObject, type JsonDocument, type JsonObject } from './json-document.ts';

/**
 * The top-level nodes of a JSON-LD document, read without applying contexts: the object, the items
 * of an array or of `@graph`. Good for telling kinds of documents apart, not for their meaning.
 */
export function topLevelNodes(document: JsonDocument): readonly JsonObject[] {
  return itemsOf(document).flatMap((node) => {
    const graph = node['@graph'];
    if (graph === undefined) return [node];
    const members = itemsOf(graph);
    return typesOf(node).length === 0 ? members : [node].concat(members);
  });
}

/** The local names of a node's types, whatever prefix or namespace spelling. */
export function typesOf(node: JsonObject): readonly string[] {
  return valuesOf(node['@type'] ?? node['type'])
    .filter((type) => typeof type === 'string')
    .map((type) => localName(type));
}

/** The values of a property by local name, with any prefix or as an IRI. None for null. */
export function propertyOf(node: JsonObject, name: string): readonly unknown[] {
  if (node[name] !== undefined) return valuesOf(node[name]);
  // Comparing the end first takes a tenth of the time.
  const spelling = Object.keys(node).find((key) => key.endsWith(name) && localName(key) === name);
  return spelling === undefined ? [] : valuesOf(node[spelling]);
}

/** The objects in a value or array of values. */
export function itemsOf(value: unknown): readonly JsonObject[] {
  return valuesOf(value).filter((item) => isObject(item));
}

function valuesOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** `https://schema.orgDataset`, without its slash, is a mistake of whole repositories. */
function localName(term: string): string {
  return term.replace(/^https?:\/\/(?:www\.)?schema\.org[/#]?/iu, '').replace(/^.*[/#:]/su, '');
}
