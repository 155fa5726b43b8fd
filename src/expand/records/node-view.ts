import { remembered } from '../../text/remembered.ts';
import { asArray, isObject, type JsonObject, type JsonValue } from '../json.ts';
import { canonicalTerm } from '../../rdf/schema-org.ts';
import { withSlashBeforeTerm } from '../schema-org/namespace.ts';
import { withNamespace } from '../undeclared-prefix.ts';

/**
 * A node object of expanded JSON-LD, read by canonical IRIs whatever spelling was published, and
 * with undeclared well-known prefixes expanded.
 */
export interface NodeView {
  readonly node: JsonObject;
  /** `@id` as expanded: an IRI, or a blank node label. */
  readonly id: string | undefined;
  readonly types: readonly string[];
  /** The values of a property, with lists opened, in document order. */
  values(property: string): readonly JsonValue[];
}

/** Returns the view of a node of one document, each created once. */
export type NodeViews = (node: JsonObject) => NodeView;

export function createNodeViews(): NodeViews {
  const views = new Map<JsonObject, NodeView>();
  return (node) => {
    const known = views.get(node);
    if (known !== undefined) return known;
    const view = createView(node);
    views.set(node, view);
    return view;
  };
}

/** Whether a value is a node object or a reference to one. */
export function isNode(value: JsonValue): value is JsonObject {
  return isObject(value) && !('@value' in value) && !('@list' in value);
}

/** Whether a node object has nothing but its name. */
export function isReference(node: JsonObject): boolean {
  if (!('@id' in node)) return false;
  // Called for every node of every graph, so listing the names would be slow.
  for (const name in node) if (name !== '@id' && name !== '@index') return false;
  return true;
}

/** The text of a literal or the IRI of a node; undefined for others. */
export function textOf(value: JsonValue): string | undefined {
  if (!isObject(value)) return undefined;
  const { '@value': literal, '@id': id } = value;
  if (typeof literal === 'number') return String(literal);
  const text = literal ?? id;
  return typeof text === 'string' ? text : undefined;
}

const none: readonly JsonValue[] = [];

function createView(node: JsonObject): NodeView {
  const { '@id': id, '@type': types } = node;
  let properties: ReadonlyMap<string, readonly JsonValue[]> | undefined;
  return {
    node,
    id: typeof id === 'string' ? id : undefined,
    types: types === undefined ? [] : asArray(types).filter(isText).map(canonicalName),
    values: (property) => (properties ??= propertiesOf(node)).get(property) ?? none,
  };
}

function propertiesOf(node: JsonObject): ReadonlyMap<string, readonly JsonValue[]> {
  const properties = new Map<string, readonly JsonValue[]>();
  for (const [name, value] of Object.entries(node)) {
    if (name.startsWith('@')) continue;
    const property = canonicalName(name);
    const values = expandLists(asArray(value));
    const before = properties.get(property);
    properties.set(property, before === undefined ? values : before.concat(values));
  }
  return properties;
}

function expandLists(values: readonly JsonValue[]): readonly JsonValue[] {
  const hasList = values.some((value) => isObject(value) && '@list' in value);
  return hasList ? values.flatMap(itemsOf) : values;
}

function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (!isObject(value) || !('@list' in value)) return [value];
  return asArray(value['@list'] ?? null);
}

/** Most documents share a few hundred names. */
const canonicalName = remembered((iri) => canonicalTerm(withSlashBeforeTerm(withNamespace(iri))));

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}
