import { agentTypes, pageTypes } from '../model/page-types.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { isObject, type JsonContainer, type JsonObject } from '../text/json.ts';
import { parseUrl } from '../text/parsed-url.ts';

/** Whether a JSON value is a non-empty object. */
export function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

/** Describes a JSON value that is not metadata, in a few words. */
export function describeJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty array' : 'an array without objects';
  return typeof value === 'object' ? 'an empty object' : `a ${typeof value}`;
}

/**
 * The top-level nodes of a JSON-LD document, read without applying contexts: the object, the items
 * of an array or of `@graph`. Good for telling kinds of documents apart, not for their meaning.
 */
export function topLevelNodes(document: JsonContainer): readonly JsonObject[] {
  return nodeObjectsIn(document).flatMap((node) => {
    const graph = node['@graph'];
    if (graph === undefined) return [node];
    const members = nodeObjectsIn(graph);
    return localTypes(node).length === 0 ? members : [node].concat(members);
  });
}

/** The local names of a node's types, whatever prefix or namespace spelling. */
export function localTypes(node: JsonObject): readonly string[] {
  return valuesOf(node['@type'] ?? node['type'])
    .filter((type) => typeof type === 'string')
    .map((type) => localName(type));
}

/** The values of a property by local name, with any prefix or as an IRI. None for null. */
export function propertyValues(node: JsonObject, name: string): readonly unknown[] {
  if (node[name] !== undefined) return valuesOf(node[name]);
  // Comparing the end first takes a tenth of the time.
  const spelling = Object.keys(node).find((key) => key.endsWith(name) && localName(key) === name);
  return spelling === undefined ? [] : valuesOf(node[spelling]);
}

/** The objects in a value or array of values. */
export function nodeObjectsIn(value: unknown): readonly JsonObject[] {
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

/** Properties that lead from a description to its resource (CDIF discovery, both drafts). */
const subjectProperties = ['about', 'mainEntity'] as const;
const nameProperties = ['identifier', 'sameAs'] as const;
/** Where the text of a node value is. */
const textProperties = ['@id', '@value', 'value', 'url'] as const;
const maxNames = 1000;

/**
 * The names of the single resource that a JSON-LD document describes, read without applying
 * contexts: `@id`, identifiers and URLs in a comparable spelling (`identifierName`).
 * @returns undefined where it may describe several
 */
export function readResourceNames(
  document: JsonContainer,
  baseIri: string,
): ReadonlySet<string> | undefined {
  const described = topLevelNodes(document).filter((node) => !isAccessory(node));
  const [node] = described;
  if (node === undefined || described.length > 1) return undefined;
  return new Set(namesWithSubjects(node, baseIri).slice(0, maxNames));
}

/** The names of all resources that a document describes at its top: see `readResourceNames`. */
export function readDocumentNames(document: JsonContainer, baseIri: string): readonly string[] {
  const names = topLevelNodes(document).flatMap((node) => namesWithSubjects(node, baseIri));
  return names.slice(0, maxNames);
}

function namesWithSubjects(node: JsonObject, baseIri: string): readonly string[] {
  const subjects = subjectProperties.flatMap((property) =>
    nodeObjectsIn(propertyValues(node, property)),
  );
  return [node, ...subjects].flatMap((each) => readNodeNames(each, baseIri));
}

/** Agents, pages and places in `@graph` are only referenced by a dataset. */
function isAccessory(node: JsonObject): boolean {
  const types = localTypes(node);
  return types.length > 0 && types.every((type) => pageTypes.has(type) || agentTypes.has(type));
}

function readNodeNames(node: JsonObject, baseIri: string): readonly string[] {
  const iris = [node['@id'], node['id'], propertyValues(node, 'url')].flat();
  const others = nameProperties.flatMap((property) => propertyValues(node, property));
  const names = iris.flatMap(readTexts).map((iri) => parseUrl(iri, baseIri)?.href ?? iri);
  // An identifier may look like a relative reference without being one.
  return names.concat(others.flatMap(readTexts)).map(identifierName);
}

function readTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!isObject(value)) return [];
  return textProperties
    .flatMap((name) => [[value[name]], propertyValues(value, name)].flat())
    .filter((text) => typeof text === 'string');
}
