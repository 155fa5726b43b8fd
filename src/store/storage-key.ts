import { createHash } from 'node:crypto';

/** LMDB's own limit is 1,978 bytes; what is put behind a key needs some of them. */
const maxKeyBytes = 1900;
const prefixBytes = 1800;
/** Of a SHA-256 in hexadecimal. */
const hashCharacters = 64;

/** A half-open range of keys. */
export interface KeyRange {
  readonly start: string;
  readonly end: string;
}

/**
 * The key for an IRI, URL or name: the text itself, or, where that is too long, its beginning and a hash. So the order of
 * keys depends on nothing but the texts. A blank, which no IRI can hold, keeps the two kinds apart.
 */
export function storageKey(text: string): string {
  // No character has more than three bytes a code unit.
  if (text.length * 3 <= maxKeyBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxKeyBytes) return text;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return `${bytes.toString('utf8', 0, prefixBytes)} ${hash}`;
}

/** Whether a key is the text that it stands for. */
export function isWhole(key: string): boolean {
  return key.at(-hashCharacters - 1) !== ' ';
}

/**
 * Where the graphs of a URL are that have a key of their own (`URL#…`). Of a very long URL there may be graphs of others
 * among them.
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

/** Where the documents of a URL are. Keys of another length are those of a longer URL. */
export function documentRange(url: string): KeyRange & { readonly length: number } {
  const key = storageKey(url);
  return { start: `${key} `, end: `${key}!`, length: key.length + 1 + hashCharacters };
}

/** The key of the URL that a document's key begins with. */
export function urlKeyOf(key: string): string {
  return key.slice(0, -hashCharacters - 1);
}

/** The hash that a document's key ends with. */
export function sha256Of(key: string): string {
  return key.slice(-hashCharacters);
}
