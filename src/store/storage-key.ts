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
export function isWhole(key: string): boolean {
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
export function urlKeyOf(key: string): string {
  return key.slice(0, -hashCharacters - 1);
}

/** The hash at the end of a document key. */
export function sha256Of(key: string): string {
  return key.slice(-hashCharacters);
}
