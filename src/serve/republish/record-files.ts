import type { GraphFacts } from '../../catalogue/rows.ts';
import type { CatalogueState } from '../open-catalogue.ts';

/** A part of the records, for one file of a sitemap or one page of a list. */
export interface RecordFile {
  /** From 1. */
  readonly number: number;
  /** How many files have all records. */
  readonly count: number;
}

/** A record in a file. */
export interface FiledRecord {
  /** Its page key. */
  readonly key: string;
  readonly facts: GraphFacts;
}

/**
 * How many files the records of a catalogue need: a power of two, so that each file is split in two
 * when the number grows, and no record moves otherwise.
 * @param most the number of records of a file, on average
 */
export function countRecordFiles({ snapshot }: CatalogueState, most: number): number {
  const { graphs } = snapshot.totals();
  return 2 ** Math.ceil(Math.log2(Math.max(1, graphs / most)));
}

/** The digits of a page key that decide the file of a record. */
const digits = 8;

/**
 * The records of a file, in the order of their page keys. The page key is a hash, so that the files
 * have about the same size, and a record stays in its file while others come and go. Must be called
 * before the state is replaced; what it returns reads the snapshot, which must be held.
 */
export function recordsOfFile(
  { keys, snapshot }: CatalogueState,
  { number, count }: RecordFile,
): Iterable<FiledRecord> {
  const all = keys.graphsBetween(lowestKey(number - 1, count), lowestKey(number, count));
  return (function* read() {
    for (const [key, graph] of all) {
      const facts = snapshot.factsOf(graph);
      if (facts !== undefined) yield { key, facts };
    }
  })();
}

/** The lowest key of the file after `before` others; after the last one, a text above all keys. */
function lowestKey(before: number, count: number): string {
  if (before === count) return 'g';
  return Math.floor((before * 16 ** digits) / count)
    .toString(16)
    .padStart(digits, '0');
}

/**
 * Reads the number of a file from its name, such as `sitemap-3.xml`.
 * @returns undefined where there is no such file
 */
export function readFileNumber(name: string, count: number): number | undefined {
  const number = Number(/-([1-9]\d{0,8})\.\w+$/u.exec(name)?.[1]);
  return number <= count ? number : undefined;
}
