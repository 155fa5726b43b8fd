import { isObject, type JsonObject } from '../json-document.ts';
import { propertyOf } from '../top-level-nodes.ts';
import { hashOf, noHash } from './hash.ts';
import { isListName } from './list-names.ts';

/** What has to be known of an item to tell which others belong to it. All texts are hashed: see `hashOf`. */
export interface ItemFacts {
  /** Its own `@id` as written, or `noHash`. */
  readonly id: number;
  /** What it is called, or `noHash`; see `nameOf`. */
  readonly name: number;
  /** Whether it lists other things, which then are no parts of it. */
  readonly isList: boolean;
  /** The `@id`s that are mentioned inside. */
  readonly references: ReadonlySet<number>;
}

/** Properties whose value may be a mere text where the context makes it an IRI. */
const referringNames = /(?:^|[:/#])(?:about|mainEntity|subjectOf)$/u;

/** Finds out what an item is called, and where `inGraph` what it refers to. */
export function factsOf(item: unknown, inGraph: boolean): ItemFacts {
  const id = isObject(item) ? idOf(item) : undefined;
  const name = nameOf(item);
  return {
    id: id === undefined ? noHash : hashOf(id),
    name: name === undefined ? noHash : hashOf(name),
    isList: isObject(item) && Object.keys(item).some((key) => isListName(key)),
    references: inGraph ? referencesIn(item) : new Set(),
  };
}

/** The `@id` of a node as written. */
export function idOf(node: JsonObject): string | undefined {
  const id = node['@id'] ?? node['id'];
  return typeof id === 'string' ? id : undefined;
}

/**
 * What an item is called: its `@id`, else that of its `item` (ListItem, DataFeedItem) or of what it is about, else
 * the identifier or url of one of these. A blank node label is no name.
 */
function nameOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item.trim();
  if (!isObject(item)) return undefined;
  const nodes = [item, ...propertyOf(item, 'item'), ...propertyOf(item, 'about')];
  const objects = nodes.filter((node) => isObject(node));
  return (
    firstOf(objects, (node) => usable(idOf(node))) ??
    firstOf(objects, (node) => textOf(node, 'identifier') ?? textOf(node, 'url'))
  );
}

function textOf(node: JsonObject, property: string): string | undefined {
  return firstOf(propertyOf(node, property), (value) => {
    if (!isObject(value)) return usable(value);
    const [inPropertyValue] = propertyOf(value, 'value');
    return usable(value['@value']) ?? usable(inPropertyValue) ?? usable(idOf(value));
  });
}

function usable(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.startsWith('_:') ? undefined : text;
}

function firstOf<T, R>(values: readonly T[], find: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The `@id`s inside an item but its own. What it lists as a catalogue does is no part of it. */
function referencesIn(item: unknown): ReadonlySet<number> {
  const references = new Set<number>();
  const pending: unknown[] = [item];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) for (const entry of value) noteContainer(entry, pending);
    else if (isObject(value)) noteMembers(value, value === item, { references, pending });
  }
  return references;
}

function noteMembers(
  node: JsonObject,
  isItem: boolean,
  to: { readonly references: Set<number>; readonly pending: unknown[] },
): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') {
      const isOwnOf = key === '@id' || key === 'id';
      if (isOwnOf ? !isItem : referringNames.test(key)) to.references.add(hashOf(value));
    } else if (typeof value === 'object' && value !== null && isPart(key)) {
      to.pending.push(value);
      if (Array.isArray(value) && referringNames.test(key)) noteTexts(value, to.references);
    }
  }
}

function isPart(key: string): boolean {
  return key !== '@context' && !isListName(key);
}

function noteTexts(values: readonly unknown[], references: Set<number>): void {
  for (const value of values) if (typeof value === 'string') references.add(hashOf(value));
}

function noteContainer(value: unknown, pending: unknown[]): void {
  if (typeof value === 'object' && value !== null) pending.push(value);
}
