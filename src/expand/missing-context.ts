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

/** A document as it is expanded. */
export interface SettledDocument {
  readonly kind: 'settled';
  readonly document: JsonContainer;
  /** `context-assumed`, of nodes that were given a context. */
  readonly assumed?: Finding;
  /** `context-missing`, of nodes that were taken out. */
  readonly lost?: Finding;
}

/**
 * Finds the nodes at the top of a document (its root, the items of an array, of `@graph`s) whose
 * terms have no meaning, since neither they nor what they stand in have a context that defines any:
 * without one JSON-LD drops properties and resolves types against the base. Such nodes are taken
 * out, in place; of a list without a context the items with one of their own stay, as items of a
 * list. Documents that need no context, such as expanded JSON-LD, are left as they are.
 * @param missing the context that the nodes get in place of none, where the source says so
 */
export function settleMissingContexts(
  document: JsonContainer,
  missing: MissingContext | undefined,
): SettledDocument | Refused {
  const found: ContextlessNode[] = [];
  const kept = settle(document, false, (node, term) => {
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
  /** A type or property of it. */
  readonly term: string;
}

/** What takes the place of a node without a context; undefined for nothing. */
type Replacement = (node: JsonObject, term: string) => JsonObject | undefined;

function settle(value: JsonValue, inContext: boolean, replace: Replacement): JsonValue | undefined {
  if (Array.isArray(value)) {
    let kept = 0;
    for (const item of value) {
      const settled = settle(item, inContext, replace);
      if (settled === undefined) continue;
      value[kept] = settled;
      kept += 1;
    }
    value.length = kept;
    return value;
  }
  if (!isObject(value)) return value;
  const hasContext = '@context' in value ? defines(value['@context'], inContext) : inContext;
  const term = hasContext ? undefined : termOf(value);
  if (term !== undefined) return replace(value, term);
  const { '@graph': graph } = value;
  if (graph !== undefined) value['@graph'] = settle(graph, hasContext, replace) ?? [];
  return value;
}

/** Says nothing of terms. */
const otherKeywords: ReadonlySet<string> = new Set([
  '@base',
  '@direction',
  '@language',
  '@propagate',
  '@protected',
  '@version',
]);

/** Whether terms have a meaning within a context. @param before whether they have one around it */
function defines(context: JsonValue | undefined, before: boolean): boolean {
  return asArray(context ?? null).reduce<boolean>((hasMeaning, each) => {
    if (each === null) return false;
    if (typeof each === 'string') return hasMeaning || each.trim() !== '';
    // What is no context at all is told by expansion.
    if (!isObject(each)) return true;
    return hasMeaning || Object.keys(each).some((name) => !otherKeywords.has(name));
  }, before);
}

/**
 * The term that shows that a node has no meaning without a context: all its types or all its
 * properties are terms. Where some are IRIs, or have a prefix, the node is meant to be read as it
 * is.
 */
function termOf(node: JsonObject): string | undefined {
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
  const said = asArray(node['@context'] ?? []).filter((context) => isObject(context));
  node['@context'] = ['https://schema.org/', ...said];
  return node;
}

/** The list that has only those items of a node without context that have a context themselves. */
function itemsWithContext(node: JsonObject): JsonObject | undefined {
  const items = Object.entries(node)
    .filter(([name]) => name === '@graph' || holdsItems(name))
    .flatMap(([, value]) => outermostWithContext(value));
  if (items.length === 0) return undefined;
  // The list has a context for its own sake, so that each item starts with an empty one.
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
