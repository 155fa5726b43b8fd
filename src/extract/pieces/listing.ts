import { isObject, type JsonObject } from '../json-document.ts';
import { propertyOf, typesOf } from '../top-level-nodes.ts';
import { isListName, isKeyword } from './list-names.ts';
import { idOf } from './record-text.ts';

/** One thing that a list, feed or catalogue among the items of a graph lists. */
export interface ListedMember {
  /** The property by which it is listed, as written. */
  readonly key: string;
  readonly value: unknown;
  /** The names of what it is or stands for, as written. */
  readonly names: readonly string[];
}

const containerTypes: ReadonlySet<string> = new Set([
  'DataCatalog',
  'DataFeed',
  'ItemList',
  'Catalog',
]);
const wrapperTypes: ReadonlySet<string> = new Set(['ListItem', 'DataFeedItem']);

/** Whether a node is a list, feed or catalogue of others; the expand stage has the rules. */
export function isContainer(node: JsonObject): boolean {
  if (!mayContain(node)) return false;
  return Object.entries(node).some(
    ([key, value]) => isListName(key) && openLists(value).length > 0,
  );
}

/** Whether what a node lists would be items of it: breadcrumbs are a list of pages, and a dataset has parts. */
export function mayContain(node: JsonObject): boolean {
  const types = typesOf(node);
  if (types.includes('BreadcrumbList')) return false;
  return !types.includes('Dataset') || types.some((type) => containerTypes.has(type));
}

/** What a container lists, in document order. */
export function membersOf(container: JsonObject): readonly ListedMember[] {
  return Object.entries(container)
    .filter(([key]) => isListName(key))
    .flatMap(([key, values]) =>
      openLists(values).map((value) => ({ key, value, names: namesIn(value) })),
    );
}

/** A container and those that stand among its members, directly or not. */
export function containersIn(container: JsonObject): readonly JsonObject[] {
  const found = [container];
  // An array visits what is added to it while it is visited.
  for (const each of found) {
    for (const { value } of membersOf(each)) {
      if (isObject(value) && isContainer(value)) found.push(value);
    }
  }
  return found;
}

/** What a container says of itself. */
export function headOf(container: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(container).filter(([key]) => !isListName(key)));
}

/** Whether a container says nothing of itself that would make it a record. */
export function isBare(container: JsonObject): boolean {
  const types = typesOf(container);
  if (types.length > 0 && types.every((type) => type === 'ItemList')) return true;
  return Object.keys(container).every((key) => isKeyword(key) || isListName(key));
}

/** A container with some of its members, and nothing else but its keywords. */
export function listingOf(container: JsonObject, members: readonly ListedMember[]): JsonObject {
  const listing: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(container)) if (isKeyword(key)) listing[key] = value;
  for (const key of new Set(members.map((member) => member.key))) {
    listing[key] = members.filter((member) => member.key === key).map(({ value }) => value);
  }
  return listing;
}

function namesIn(value: unknown): readonly string[] {
  if (!isObject(value)) return named(value);
  const items = propertyOf(value, 'item');
  const isWrapper = items.length > 0 || typesOf(value).some((type) => wrapperTypes.has(type));
  if (!isWrapper) return named(value);
  return (items.length > 0 ? items : propertyOf(value, 'url')).flatMap((item) => named(item));
}

function named(value: unknown): readonly string[] {
  const name = isObject(value) ? (idOf(value) ?? value['@value']) : value;
  return typeof name === 'string' ? [name.trim()] : [];
}

function openLists(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => {
    const inside = isObject(each) ? (each['@list'] ?? each['@set']) : undefined;
    return inside === undefined ? [each] : openLists(inside);
  });
}
