import { identifierName } from '../rdf/identifier-name.ts';
import { isObject, type JsonDocument, type JsonObject } from './json-document.ts';
import { parsedUrl } from '../text/parsed-url.ts';
import { agentTypes, pageTypes } from '../model/page-types.ts';
import { itemsOf, propertyOf, topLevelNodes, typesOf } from './top-level-nodes.ts';

/** By these a description says what it describes, where it is not that itself (CDIF discovery, both drafts). */
const subjectProperties = ['about', 'mainEntity'] as const;
const nameProperties = ['identifier', 'sameAs'] as const;
/** Where a value that is a node has its text. */
const textProperties = ['@id', '@value', 'value', 'url'] as const;
const maxNames = 1000;

/**
 * What the one resource that a JSON-LD document describes is called, as its text shows it: `@id`, identifiers and URLs,
 * each under the one spelling by which they can be compared (see `identifierName`). Contexts are not applied.
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
  const names = [node, ...subjects].flatMap((each) => namesOfNode(each, baseIri));
  return new Set(names.slice(0, maxNames));
}

/** Agents, pages and places stand beside a dataset in `@graph`, since it refers to them. */
function isAccessory(node: JsonObject): boolean {
  const types = typesOf(node);
  return types.length > 0 && types.every((type) => pageTypes.has(type) || agentTypes.has(type));
}

function namesOfNode(node: JsonObject, baseIri: string): readonly string[] {
  const iris = [node['@id'], node['id'], propertyOf(node, 'url')].flat();
  const others = nameProperties.flatMap((property) => propertyOf(node, property));
  const names = iris.flatMap(textsOf).map((iri) => parsedUrl(iri, baseIri)?.href ?? iri);
  // An identifier may look like a relative reference and be none.
  return names.concat(others.flatMap(textsOf)).map(identifierName);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!isObject(value)) return [];
  return textProperties
    .flatMap((name) => [value[name]].concat(propertyOf(value, name)))
    .filter((text) => typeof text === 'string');
}
