import type { Database, Transaction } from 'lmdb';
import { storageKey, type KeyRange } from './storage-key.ts';

/** A list is kept in parts of so many items, so that a part can be read and written by itself. */
export const itemsAPart = 500;

/** By the name of a list and the number of a part. */
export type ListDatabase<Item> = Database<readonly Item[], string>;

/** Keeps a list in place of the one of that name. What is kept already is not written. @returns whether anything was */
export function putList<Item>(
  database: ListDatabase<Item>,
  name: string,
  items: readonly Item[],
): boolean {
  let changed = false;
  let parts = 0;
  for (let at = 0; at < items.length; at += itemsAPart) {
    changed = putPart(database, partKey(name, parts), items.slice(at, at + itemsAPart)) || changed;
    parts += 1;
  }
  return removeParts(database, name, parts) || changed;
}

/** @returns whether there was any */
export function removeList(database: ListDatabase<unknown>, name: string): boolean {
  return removeParts(database, name, 0);
}

/** The items of a list in their order. */
export function* itemsOf<Item>(
  database: ListDatabase<Item>,
  name: string,
  options: { readonly transaction?: Transaction } = {},
): Generator<Item> {
  for (const { value } of database.getRange({ ...partRange(name), ...options })) yield* value;
}

/** The key of a part, so that parts are in the order of their numbers. */
export function partKey(name: string, part: number): string {
  return `${storageKey(name)} ${part.toString(16).padStart(8, '0')}`;
}

/** The key of the name of a list, in that of a part. */
export function listKeyOf(key: string): string {
  return key.slice(0, key.lastIndexOf(' '));
}

/** Where the parts of a list are. */
export function partRange(name: string, from = 0): KeyRange {
  return { start: partKey(name, from), end: `${storageKey(name)} g` };
}

function putPart<Item>(database: ListDatabase<Item>, key: string, items: readonly Item[]): boolean {
  const before = database.get(key);
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(items)) return false;
  database.putSync(key, items);
  return true;
}

function removeParts(database: ListDatabase<unknown>, name: string, from: number): boolean {
  const gone = [...database.getKeys(partRange(name, from))];
  for (const key of gone) database.removeSync(key);
  return gone.length > 0;
}
