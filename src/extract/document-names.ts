import { identifierName } from '../rdf/identifier-name.ts';
import { isObject, type JsonDocument, type JsonObject } from './json-document.ts';
import { parsedUrl } from '../text/parsed-url.ts';
import { agentTypes, pageTypes } from '../model/page-types.ts';
import { itemsOf, propertyOf, topLevelNodes, typesOf } from './top-level-nodes.ts';

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
export function namesOfResource(
  document: JsonDocument,
  baseIri: string,
): ReadonlySet<string> | undefined {
  const described = topLevelNodes(document).filter((node) => !isAccessory(node));
  const [node] = described;
  if (node === undefined || described.length > 1) return undefined;
  const subjects = subjectProperties.flatMap((property) => itemsOf(propertyOf(node, property)));
  const names = [node, ...subjects].flatMap((each) => readNodeNames(each, baseIri));
  return new Set(names.slice(0, maxNames));
}

/** Agents, pages and places in `@graph` are only referenced by a dataset. */
function isAccessory(node: JsonObject): boolean {
  const types = typesOf(node);
  return types.length > 0 && types.every((type) => pageTypes.has(type) || agentTypes.has(type));
}

function readNodeNames(node: JsonObject, baseIri: string): readonly string[] {
  const iris = [node['@id'], node['id'], propertyOf(node, 'url')].flat();
  const others = nameProperties.flatMap((property) => propertyOf(node, property));
  const names = iris.flatMap(readTexts).map((iri) => parsedUrl(iri, baseIri)?.href ?? iri);
  // An identifier may look like a relative reference without being one.
  return names.concat(others.flatMap(readTexts)).map(identifierName);
}

function readTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!isObject(value)) return [];
  return textProperties
    .flatMap((name) => [value[name]].concat(propertyOf(value, name)))
    .filter((text) => typeof text === 'string');
}
