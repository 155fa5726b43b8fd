import type { Transaction } from 'lmdb';
import type { FormerFacts } from './rows.ts';
import { storageKey, type KeyRange } from './storage-key.ts';

/** What a graph said once. */
export interface FormerText extends FormerFacts {
  readonly nquads: string;
}

/** Has room for every number that is exact. */
const changeDigits = 16;

/** The key of what a graph or URL was until a change; keys of one lie side by side in the order of the changes. */
export function formerKey(text: string, until: number): string {
  return `${storageKey(text)} ${String(until).padStart(changeDigits, '0')}`;
}

/** The change in a key. */
export function untilOf(key: string): number {
  return Number(key.slice(-changeDigits));
}

/** The key of the graph or URL that a key begins with. */
export function subjectKeyOf(key: string): string {
  return key.slice(0, -changeDigits - 1);
}

/** A database by `formerKey`. */
interface FormerDatabase<Value> {
  getRange(
    options: KeyRange & { readonly transaction?: Transaction },
  ): Iterable<{ readonly key: string; readonly value: Value }>;
}

/** The first that a graph or URL was until after a change: what it was as at that change, unless it came later. */
export function firstAfter<Value>(
  former: FormerDatabase<Value>,
  text: string,
  change: number,
  transaction?: Transaction,
): Value | undefined {
  const options = transaction === undefined ? {} : { transaction };
  const subject = storageKey(text);
  const range = { start: formerKey(text, change + 1), end: `${subject}!` };
  for (const { key, value } of former.getRange({ ...range, ...options })) {
    // Behind a URL that is cut off there may be a longer one.
    if (subjectKeyOf(key) === subject) return value;
  }
  return undefined;
}

/** A former text as it is kept: its facts on the first line, and behind it the statements. */
export function writeFormer({ graph, documentUrl, from }: FormerFacts, nquads: string): string {
  return `${JSON.stringify({ graph, documentUrl, from })}\n${nquads}`;
}

/** @param kept what `writeFormer` made */
export function readFormer(kept: string): FormerText {
  const end = kept.indexOf('\n');
  // Only `writeFormer` writes what is read here.
  const facts = JSON.parse(kept.slice(0, end)) as FormerFacts;
  return { ...facts, nquads: kept.slice(end + 1) };
}
