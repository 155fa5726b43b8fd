import type { Database, Transaction } from 'lmdb';
import type { Listing } from '../model/target.ts';
import { storageKey } from './keys.ts';
import type { CatalogueData } from './layout.ts';
import type { FormerFacts, OutcomeRow, GraphFacts, Totals } from './rows.ts';
import type { Removal, Tombstone } from '../model/url-update.ts';
import { replaceLoneSurrogates } from '../text/clean-text.ts';

/** A record graph as it was before a change. */
interface FormerGraph extends FormerFacts {
  readonly nquads: string;
}

/** Enough for every safe integer. */
const changeDigits = 16;

/**
 * The key of the version of a graph or URL that ended with a change; the versions of one are
 * adjacent and in the order of the changes.
 */
export function historyKey(text: string, until: number): string {
  return `${storageKey(text)} ${String(until).padStart(changeDigits, '0')}`;
}

/** The change number in a key. */
export function changeInHistoryKey(key: string): number {
  return Number(key.slice(-changeDigits));
}

/** The key of the graph or URL that starts a history key. */
export function subjectInHistoryKey(key: string): string {
  return key.slice(0, -changeDigits - 1);
}

/**
 * The first version that ended after a change, which is the version as of that change unless it was
 * added later.
 * @param former a database with keys made by `historyKey`
 */
export function versionAtChange<Value>(
  former: Database<Value, string>,
  text: string,
  change: number,
  options: { readonly transaction: Transaction },
): Value | undefined {
  const subject = storageKey(text);
  const range = { start: historyKey(text, change + 1), end: `${subject}!` };
  for (const { key, value } of former.getRange({ ...range, ...options })) {
    // The range of a truncated URL may contain entries of a longer one.
    if (subjectInHistoryKey(key) === subject) return value;
  }
  return undefined;
}

/** Serialises a former graph: its facts on the first line, then the statements. */
export function writeFormerGraph(
  { graph, documentUrl, from }: FormerFacts,
  nquads: string,
): string {
  return `${JSON.stringify({ graph, documentUrl, from })}\n${nquads}`;
}

/** @param kept text written by `writeFormerGraph` */
export function readFormerGraph(kept: string): FormerGraph {
  const end = kept.indexOf('\n');
  // Only `writeFormerGraph` writes what is read here.
  const facts = JSON.parse(kept.slice(0, end)) as FormerFacts;
  return { ...facts, nquads: kept.slice(end + 1) };
}

/**
 * Records which sources listed a URL until this change, if the list of sources changes. Not
 * recorded for new URLs, which had no records before.
 */
export function keepFormerSources(
  { formerSources }: Pick<CatalogueData, 'formerSources'>,
  before: OutcomeRow | undefined,
  after: readonly Listing[],
  change: number,
): void {
  if (before === undefined || listsSameSources(before.listings, after)) return;
  const key = historyKey(before.url, change);
  // An intermediate state within one commit was never visible.
  if (formerSources.doesExist(key)) return;
  formerSources.putSync(key, sourceNames(before.listings));
}

/** The names of the sources of listings, in their order. */
export function sourceNames(listings: readonly Listing[]): string[] {
  return listings.map(({ source }) => source);
}

/** Whether the same sources list a URL. */
export function listsSameSources(one: readonly Listing[], other: readonly Listing[]): boolean {
  // Listings are sorted by source.
  return one.length === other.length && one.every(({ source }, at) => source === other[at]?.source);
}

/**
 * Limit for records that describe thousands of resources; more are not needed to find the
 * tombstone.
 */
const maxDescribed = 20;
const maxTitleCharacters = 300;

/**
 * The tombstone of a removed record.
 * @param copiedAt when its document was retrieved
 */
export function tombstoneOf(
  { graph, documentUrl, recordIri, describes }: GraphFacts,
  { reason, at, run, sources }: Removal,
  copiedAt?: string,
): Tombstone {
  const title = replaceLoneSurrogates(
    describes[0]?.name?.trim().slice(0, maxTitleCharacters) ?? '',
  );
  return {
    graph,
    documentUrl,
    ...(recordIri === undefined ? {} : { recordIri }),
    describes: describes.flatMap(({ iri }) => iri ?? []).slice(0, maxDescribed),
    ...(title === '' ? {} : { title }),
    ...(copiedAt === undefined ? {} : { copiedAt }),
    reason,
    at,
    ...(run === undefined ? {} : { run }),
    sources,
  };
}

/**
 * Renames a source in the tombstones or, without a new name, removes it; tombstones without a
 * source are deleted. Must run inside a transaction.
 */
export function renameInTombstones(
  { tombstones }: Pick<CatalogueData, 'tombstones'>,
  name: string,
  newName?: string,
): void {
  const all = [...tombstones.getRange()];
  for (const { key, value } of all) {
    if (!value.sources.includes(name)) continue;
    const others = value.sources.filter((source) => source !== name);
    const sources = newName === undefined ? others : [...others, newName].toSorted();
    if (sources.length === 0) tombstones.removeSync(key);
    else tombstones.putSync(key, { ...value, sources });
  }
}

/**
 * Bound of the change log: a change weighs one, plus one for each graph that it touched. A reader
 * that is further behind reads everything.
 */
export const maxChangeLogWeight = 100_000;

/**
 * Appends a change to the log and drops the oldest ones beyond the limit; the latest always stays.
 * @param before the totals, with `graphs` and `quads` as after the change
 * @returns the totals after the change
 */
export function logChange(
  { changes }: Pick<CatalogueData, 'changes'>,
  before: Totals,
  touched: readonly string[],
  limit = maxChangeLogWeight,
): Totals {
  const change = before.change + 1;
  let { oldestChange } = before;
  let memory = before.memory + changeWeight(touched);
  changes.putSync(change, touched);
  while (memory > limit && oldestChange < change) {
    memory -= changeWeight(changes.get(oldestChange) ?? []);
    changes.removeSync(oldestChange);
    oldestChange += 1;
  }
  return { ...before, change, oldestChange, memory };
}

/** The weight of a change that touched these graphs. */
export function changeWeight(touched: readonly string[]): number {
  return touched.length + 1;
}
