import type { MissingContext } from '../model/missing-context.ts';
import { schemaOrgNamespace } from '../rdf/schema-org.ts';
import type { Finding, Refused } from './findings.ts';
import {
  asArray,
  isContainer,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from './json.ts';
import { membershipProperties } from './records/membership.ts';

/** A document in which every node has a context. */
export interface SettledDocument {
  readonly kind: 'settled';
  readonly document: JsonContainer;
  /** `context-assumed`, for nodes that were given a context. */
  readonly assumed?: Finding;
  /** `context-missing`, for nodes that were removed. */
  readonly lost?: Finding;
}

/**
 * Finds top-level nodes (the root, items of arrays and `@graph`s) whose terms are undefined, since
 * no context applies: JSON-LD would drop their properties and resolve their types against the base.
 * They are removed in place; of a list without a context, items with their own stay, as items of a
 * list. Documents that need no context, such as expanded JSON-LD, are not changed.
 * @param missing the context to assume, where the source configures one
 */
export function settleMissingContexts(
  document: JsonContainer,
  missing: MissingContext | undefined,
): SettledDocument | Refused {
  const found: ContextlessNode[] = [];
  const kept = resolveNodes(document, false, (node, term) => {
    found.push({ node, term });
    return missing === undefined ? itemsWithContext(node) : withSchemaOrg(node);
  });
  const [first] = found;
  if (first === undefined) return { kind: 'settled', document };
  const facts = { term: first.term, ...idOf(first.node), nodes: found.length };
  if (missing !== undefined && hasNodes(kept)) {
    return { kind: 'settled', document: kept, assumed: { kind: 'context-assumed', ...facts } };
  }
  const lost = { kind: 'context-missing', ...facts } as const;
  return hasNodes(kept)
    ? { kind: 'settled', document: kept, lost }
    : { kind: 'refused', reason: lost };
}

interface ContextlessNode {
  readonly node: JsonObject;
  /** One of its types or properties. */
  readonly term: string;
}

/** Replaces a node without a context; undefined removes it. */
type Replacement = (node: JsonObject, term: string) => JsonObject | undefined;

function resolveNodes(
  value: JsonValue,
  inContext: boolean,
  replace: Replacement,
): JsonValue | undefined {
  if (Array.isArray(value)) {
    let kept = 0;
    for (const item of value) {
      const settled = resolveNodes(item, inContext, replace);
      if (settled === undefined) continue;
      value[kept] = settled;
      kept += 1;
    }
    value.length = kept;
    return value;
  }
  if (!isObject(value)) return value;
  const hasContext = '@context' in value ? defines(value['@context'], inContext) : inContext;
  const term = hasContext ? undefined : findUndefinedTerm(value);
  if (term !== undefined) return replace(value, term);
  const { '@graph': graph } = value;
  if (graph !== undefined) value['@graph'] = resolveNodes(graph, hasContext, replace) ?? [];
  return value;
}

/** Keywords that define no terms. */
const otherKeywords: ReadonlySet<string> = new Set([
  '@base',
  '@direction',
  '@language',
  '@propagate',
  '@protected',
  '@version',
]);

/**
 * Whether a context defines terms.
 * @param before whether the surrounding context does
 */
function defines(context: JsonValue | undefined, before: boolean): boolean {
  return asArray(context ?? null).reduce<boolean>((hasMeaning, each) => {
    if (each === null) return false;
    if (typeof each === 'string') return hasMeaning || each.trim() !== '';
    // Expansion reports invalid contexts.
    if (!isObject(each)) return true;
    return hasMeaning || Object.keys(each).some((name) => !otherKeywords.has(name));
  }, before);
}

/**
 * A term that shows that a node needs a context: all its types or all its properties are terms. A
 * node with some IRIs or compact IRIs is taken as it is.
 */
function findUndefinedTerm(node: JsonObject): string | undefined {
  const types = asArray(node['@type'] ?? []).filter((type) => typeof type === 'string');
  const properties = Object.keys(node).filter((name) => !name.startsWith('@'));
  for (const names of [types, properties]) {
    if (names.length > 0 && names.every(isTerm)) return names[0];
  }
  return undefined;
}

function isTerm(name: string): boolean {
  return !/[:/#@]/u.test(name) && name.trim() !== '';
}

function idOf({ '@id': id }: JsonObject): { readonly id?: string } {
  return typeof id === 'string' ? { id } : {};
}

function withSchemaOrg(node: JsonObject): JsonObject {
  const ownContexts = asArray(node['@context'] ?? []).filter((context) => isObject(context));
  node['@context'] = ['https://schema.org/', ...ownContexts];
  return node;
}

/** A list with only those items of a node without context that have a context themselves. */
function itemsWithContext(node: JsonObject): JsonObject | undefined {
  const items = Object.entries(node)
    .filter(([name]) => name === '@graph' || holdsItems(name))
    .flatMap(([, value]) => outermostWithContext(value));
  if (items.length === 0) return undefined;
  // The list needs a context for itself; null keeps it from its items.
  for (const item of items) item['@context'] = [null, ...asArray(item['@context'] ?? null)];
  const list = { '@context': 'https://schema.org/', '@type': 'ItemList', itemListElement: items };
  return { ...list, ...('@id' in node ? { '@id': node['@id'] ?? null } : {}) };
}

function holdsItems(term: string): boolean {
  return membershipProperties.includes(`${schemaOrgNamespace}${term}`);
}

function outermostWithContext(value: JsonValue): JsonObject[] {
  const found: JsonObject[] = [];
  const pending = [value];
  for (const next of pending) {
    if (isObject(next) && defines(next['@context'], false)) found.push(next);
    else if (isContainer(next)) pending.push(...Object.values<JsonValue>(next));
  }
  return found;
}

function hasNodes(value: JsonValue | undefined): value is JsonContainer {
  if (Array.isArray(value)) return value.some(hasNodes);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) =>
    name === '@graph' ? hasNodes(member) : name !== '@context' && name !== '@id',
  );
}
