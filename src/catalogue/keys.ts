import type { Database, Transaction } from 'lmdb';
import { createHash } from 'node:crypto';

/** LMDB's limit is 1,978 bytes; suffixes of keys need some of them. */
const maxKeyBytes = 1900;
const prefixBytes = 1800;
/** Length of a hexadecimal SHA-256. */
const hashCharacters = 64;

/** A half-open range of keys. */
export interface KeyRange {
  readonly start: string;
  readonly end: string;
}

/**
 * The key for an IRI, URL or name: the text itself or, if that is too long, its beginning and a
 * hash. So the order of keys depends only on the texts. A blank, which no IRI contains, separates
 * the two kinds.
 */
export function storageKey(text: string): string {
  // No code unit takes more than three bytes in UTF-8.
  if (text.length * 3 <= maxKeyBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxKeyBytes) return text;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return `${bytes.toString('utf8', 0, prefixBytes)} ${hash}`;
}

/** Whether a key is the complete text. */
export function isCompleteKey(key: string): boolean {
  return key.at(-hashCharacters - 1) !== ' ';
}

/**
 * The key range of the graphs of a URL with a key of their own (`URL#…`). For a very long URL it
 * may include graphs of others.
 */
export function graphRange(url: string): KeyRange {
  const bytes = Buffer.from(url, 'utf8');
  if (bytes.length < prefixBytes) return { start: `${url}#`, end: `${url}$` };
  const start = bytes.toString('utf8', 0, prefixBytes);
  return { start, end: `${start}\u{10FFFF}` };
}

/** The key of a document. */
export function documentKey(url: string, sha256: string): string {
  return `${storageKey(url)} ${sha256}`;
}

/** The key range of the documents of a URL. Keys of another length belong to a longer URL. */
export function documentRange(url: string): KeyRange & { readonly length: number } {
  const key = storageKey(url);
  return { start: `${key} `, end: `${key}!`, length: key.length + 1 + hashCharacters };
}

/** The URL key at the start of a document key. */
export function urlKeyOfDocument(key: string): string {
  return key.slice(0, -hashCharacters - 1);
}

/** The hash at the end of a document key. */
export function sha256OfDocumentKey(key: string): string {
  return key.slice(-hashCharacters);
}

/** Lists are stored in parts of this many items, so that one part can be read and written alone. */
export const itemsPerPart = 500;

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
  for (let at = 0; at < items.length; at += itemsPerPart) {
    changed =
      putPart(database, partKey(name, parts), items.slice(at, at + itemsPerPart)) || changed;
    parts += 1;
  }
  return removeParts(database, name, parts) || changed;
}

/** @returns whether the list existed */
export function removeList(database: ListDatabase<unknown>, name: string): boolean {
  return removeParts(database, name, 0);
}

/** The items of a stored list, in order. */
export function* readStoredList<Item>(
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
export function listKeyOfPart(key: string): string {
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
