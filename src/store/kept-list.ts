import type { Database, Transaction } from 'lmdb';
import { storageKey, type KeyRange } from './storage-key.ts';

/** Lists are stored in parts of this many items, so that one part can be read and written alone. */
export const itemsAPart = 500;

/** List parts by list name and part number. */
export type ListDatabase<Item> = Database<readonly Item[], string>;

/**
 * Stores a list in place of the previous one of that name; unchanged parts are not written.
 * @returns whether anything was written
 */
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

/** @returns whether the list existed */
export function removeList(database: ListDatabase<unknown>, name: string): boolean {
  return removeParts(database, name, 0);
}

/** The items of a stored list, in order. */
export function* itemsOf<Item>(
  database: ListDatabase<Item>,
  name: string,
  options: { readonly transaction?: Transaction } = {},
): Generator<Item> {
  for (const { value } of database.getRange({ ...partRange(name), ...options })) yield* value;
}

/** The key of a part; keys sort by part number. */
export function partKey(name: string, part: number): string {
  return `${storageKey(name)} ${part.toString(16).padStart(8, '0')}`;
}

/** The key of the list name within the key of a part. */
export function listKeyOf(key: string): string {
  return key.slice(0, key.lastIndexOf(' '));
}

/** The key range of the parts of a list. */
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
