import { isObject, type JsonDocument, type JsonObject } from './json-document.ts';

/**
 * The nodes a JSON-LD document is made of, as its text shows them: the object, the items of an array, the items of
 * `@graph`. Contexts are not applied, so this is a view for telling kinds of documents apart, not for their meaning.
 */
export function topLevelNodes(document: JsonDocument): readonly JsonObject[] {
  return itemsOf(document).flatMap((node) => {
    const graph = node['@graph'];
    if (graph === undefined) return [node];
    const members = itemsOf(graph);
    return typesOf(node).length === 0 ? members : [node].concat(members);
  });
}

/** The local names of a node's types, whatever prefix or spelling of the namespace they have. */
export function typesOf(node: JsonObject): readonly string[] {
  return valuesOf(node['@type'] ?? node['type'])
    .filter((type) => typeof type === 'string')
    .map((type) => localName(type));
}

/** The values of a property that is given by name, with a prefix or as an IRI. None for null. */
export function propertyOf(node: JsonObject, name: string): readonly unknown[] {
  if (node[name] !== undefined) return valuesOf(node[name]);
  // What is only compared at its end costs a tenth.
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

/** `https://schema.orgDataset`, without its slash, is a mistake that whole repositories make. */
function localName(term: string): string {
  return term.replace(/^https?:\/\/(?:www\.)?schema\.org[/#]?/iu, '').replace(/^.*[/#:]/su, '');
}
