import { dcat, schema } from '../../rdf/vocabularies.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isNode, isReference, textOf, type NodeView, type NodeViews } from './node-view.ts';
import { isDataset } from './record-node.ts';

/** The properties of lists, feeds and catalogues for their items (schema.org; DCAT 3 §6.3). */
export const membershipProperties: readonly string[] = [
  schema.itemListElement,
  schema.dataFeedElement,
  schema.dataset,
  dcat.dataset,
];
const containerTypes: ReadonlySet<string> = new Set([
  schema.DataCatalog,
  schema.DataFeed,
  schema.ItemList,
  dcat.Catalog,
]);
/** Types of nodes that only wrap an item. */
const wrappers: ReadonlySet<string> = new Set([schema.ListItem, schema.DataFeedItem]);

/** An item of a list: a description, a reference, or something invalid. */
export type Member =
  | { readonly kind: 'node'; readonly node: JsonObject }
  | { readonly kind: 'reference'; readonly iri: string }
  | { readonly kind: 'invalid'; readonly found: string };

/**
 * Whether a node is a list, feed or catalogue of records. Breadcrumbs list pages, and a dataset has
 * parts.
 */
export function isContainer(view: NodeView): boolean {
  if (view.types.includes(schema.BreadcrumbList)) return false;
  if (isDataset(view) && !view.types.some((type) => containerTypes.has(type))) return false;
  return membershipProperties.some((property) => view.values(property).length > 0);
}

/** The items of a list, in document order. */
export function membersOf(view: NodeView, views: NodeViews): readonly Member[] {
  return membershipProperties
    .flatMap((property) => view.values(property))
    .flatMap((value) => readValue(value, views));
}

function readValue(value: JsonValue, views: NodeViews): readonly Member[] {
  if (!isNode(value)) return [toReference(value)];
  const view = views(value);
  const items = view.values(schema.item);
  const isWrapper = items.length > 0 || view.types.some((type) => wrappers.has(type));
  if (!isWrapper) return [readMember(value, views)];
  // Nested wrappers do not occur.
  const wrapped = items.length > 0 ? items : view.values(schema.url);
  return wrapped.length > 0
    ? wrapped.map((item) => readMember(item, views))
    : [{ kind: 'invalid', found: excerpt(value) }];
}

function readMember(value: JsonValue, views: NodeViews): Member {
  if (!isNode(value) || isReference(value)) return toReference(value);
  return readEmptyNode(value, views) ?? { kind: 'node', node: value };
}

/**
 * A node with only a type and a place is a reference to the place; one without a place is invalid.
 */
function readEmptyNode(node: JsonObject, views: NodeViews): Member | undefined {
  const { '@id': id } = node;
  const [url, ...more] = views(node).values(schema.url);
  const said = Object.keys(node).filter((name) => !name.startsWith('@'));
  if (said.length > (url === undefined ? 0 : 1) || more.length > 0) return undefined;
  if (url !== undefined) return toReference(url);
  return typeof id === 'string'
    ? { kind: 'reference', iri: id }
    : { kind: 'invalid', found: excerpt(node) };
}

function toReference(value: JsonValue): Member {
  const iri = textOf(value)?.trim();
  // A plain number or word is not a reference.
  const isPlace = iri !== undefined && (isNode(value) || /[:/]/u.test(iri));
  return !isPlace || iri === ''
    ? { kind: 'invalid', found: excerpt(value) }
    : { kind: 'reference', iri };
}

/** The beginning of a value, to find it by. */
function excerpt(value: JsonValue): string {
  return JSON.stringify(value).slice(0, 200);
}
