import type { Transaction } from 'lmdb';
import type { FormerFacts } from './rows.ts';
import { storageKey, type KeyRange } from './storage-key.ts';

/** A record graph as it was before a change. */
export interface FormerText extends FormerFacts {
  readonly nquads: string;
}

/** Enough for every safe integer. */
const changeDigits = 16;

/**
 * The key of the version of a graph or URL that ended with a change; the versions of one are
 * adjacent and in the order of the changes.
 */
export function formerKey(text: string, until: number): string {
  return `${storageKey(text)} ${String(until).padStart(changeDigits, '0')}`;
}

/** The change number in a key. */
export function untilOf(key: string): number {
  return Number(key.slice(-changeDigits));
}

/** The key of the graph or URL that starts a history key. */
export function subjectKeyOf(key: string): string {
  return key.slice(0, -changeDigits - 1);
}

/** A database with keys made by `formerKey`. */
interface FormerDatabase<Value> {
  getRange(
    options: KeyRange & { readonly transaction?: Transaction },
  ): Iterable<{ readonly key: string; readonly value: Value }>;
}

/**
 * The first version that ended after a change, which is the version as of that change unless it was
 * added later.
 */
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
    // The range of a truncated URL may contain entries of a longer one.
    if (subjectKeyOf(key) === subject) return value;
  }
  return undefined;
}

/** Serialises a former graph: its facts on the first line, then the statements. */
export function writeFormer({ graph, documentUrl, from }: FormerFacts, nquads: string): string {
  return `${JSON.stringify({ graph, documentUrl, from })}\n${nquads}`;
}

/** @param kept text written by `writeFormer` */
export function readFormer(kept: string): FormerText {
  const end = kept.indexOf('\n');
  // Only `writeFormer` writes what is read here.
  const facts = JSON.parse(kept.slice(0, end)) as FormerFacts;
  return { ...facts, nquads: kept.slice(end + 1) };
}
