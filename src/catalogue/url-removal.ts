import { isNamedByContent, recordName } from '../model/record.ts';
import {
  emptyReceipt,
  mergeVisit,
  type PendingRemoval,
  type Receipt,
  type Removal,
  type UrlRemoval,
  type UrlVisitEnd,
  type VisitEnd,
} from '../model/url-update.ts';
import type { TextLookup } from '../text/text-set.ts';
import { describedNameKeys } from './find-urls.ts';
import { keepFormerSources, listsSameSources, sourceNames } from './history/former-versions.ts';
import { removeList, storageKey } from './keys.ts';
import type { CatalogueData } from './layout.ts';
import { removeProblems } from './problem-rows.ts';
import { type CommitTally, graphsOfUrlExcept, RecordWriter } from './record-writer.ts';
import { equalAsJson, type GraphFacts, type OutcomeRow } from './rows.ts';

/** What a visit found, and what may be removed because it was not found. */
interface LookGiven {
  readonly url: string;
  readonly given: Pick<UrlVisitEnd, 'graphs' | 'someGraphs'>;
  /** Whether the URL is gone with everything it had. */
  readonly isGone: boolean;
  readonly because: Removal;
  readonly waits?: UrlVisitEnd['waits'];
}

/**
 * Handles the records that a visit did not find: removes them, marks them as pending removal, or
 * keeps them. Where a found record is the same under another key, the old graph is removed without
 * a tombstone, as it was only renamed.
 * @returns with the removed graphs in the order of their IRIs
 */
export function removeUnseenGraphs(
  data: CatalogueData,
  { url, given: { graphs, someGraphs }, isGone, because, waits }: LookGiven,
  writer: RecordWriter,
): Omit<Receipt, 'graphs'> {
  const given = graphs ?? someGraphs;
  const others = Array.from(graphsOfUrlExcept(data, url, given));
  if (others.length === 0) return emptyReceipt;
  const renamed = given === undefined ? [] : formerGraphs(data, url, given);
  writer.removeGraphs(renamed);
  const isRenamed = new Set(renamed);
  const rest = others.filter(({ graph }) => !isRenamed.has(graph));
  if (isGone) return mark(data, { url, graphs: irisOf(rest), reason: 'gone' });
  stay(data, irisOf(rest));
  if (graphs === undefined) {
    const kept = rest.filter(({ graph }) => !data.leaving.doesExist(storageKey(graph))).length;
    return { removed: renamed, kept, leaving: 0 };
  }
  const waiting =
    waits === undefined
      ? new Set<string>()
      : new Set(irisOf(waitingOf(rest, waits, namesOf(data, url, graphs))));
  writer.removeGraphs(irisOf(rest.filter(({ graph }) => !waiting.has(graph))), because);
  mark(data, { url, graphs: [...waiting], reason: 'dropped' });
  const removed = irisOf(others).filter((graph) => !waiting.has(graph));
  return { removed, kept: 0, leaving: waiting.size };
}

const irisOf = (records: readonly GraphFacts[]): string[] => records.map(({ graph }) => graph);

/** The names of the records of a URL that a visit found. */
function namesOf(
  data: Pick<CatalogueData, 'facts'>,
  url: string,
  given: TextLookup,
): ReadonlySet<string | undefined> {
  const records = Array.from(graphsOfUrlExcept(data, url)).filter(({ graph }) => given.has(graph));
  return new Set(records.map((facts) => recordName(facts)));
}

/**
 * The records that a complete visit did not find and that become pending: see `UrlVisitEnd.waits`. Each
 * found record of the same name replaces one of them.
 * @param names of the found records
 */
function waitingOf(
  gone: readonly GraphFacts[],
  { rewritten }: NonNullable<UrlVisitEnd['waits']>,
  names: ReadonlySet<string | undefined>,
): readonly GraphFacts[] {
  let left = rewritten;
  return gone.filter((facts) => {
    const name = recordName(facts);
    if (name !== undefined && names.has(name)) return false;
    if (left === 0 || !isNamedByContent(facts)) return true;
    left -= 1;
    return false;
  });
}

interface Marked {
  readonly url: string;
  readonly graphs: readonly string[];
  readonly reason: PendingRemoval['reason'];
}

/** Marks records as pending removal until the end of the run. */
function mark(
  { leaving }: Pick<CatalogueData, 'leaving'>,
  { url, graphs, reason }: Marked,
): Omit<Receipt, 'graphs'> {
  for (const graph of graphs) leaving.putSync(storageKey(graph), { graph, url, reason });
  return { removed: [], kept: 0, leaving: graphs.length };
}

/** Cancels pending removals that were marked because the URL was gone: it answers again. */
function stay({ leaving }: Pick<CatalogueData, 'leaving'>, graphs: readonly string[]): void {
  for (const graph of graphs) {
    const key = storageKey(graph);
    if (leaving.get(key)?.reason === 'gone') leaving.removeSync(key);
  }
}

/**
 * Removes records of a URL, or the whole URL where no other source lists it.
 * @returns the removed graphs
 */
export function removeUrl(data: CatalogueData, removal: UrlRemoval, tally: CommitTally): Receipt {
  const { url, because: reason, graphs, sources = [] } = removal;
  const writer = new RecordWriter(data, tally);
  const before = data.outcomes.get(storageKey(url));
  if (before === undefined) return emptyReceipt;
  const because = { ...reason, sources: sourceNames(before.listings) };
  if (graphs !== undefined) {
    const documents = new Set(graphs.map((each) => data.facts.get(storageKey(each))?.document));
    writer.removeGraphs(graphs, because);
    writer.removeDocumentsBut(url, { has: (sha256) => !documents.has(sha256) });
    return { ...emptyReceipt, removed: graphs };
  }
  const gone = new Set(sources);
  const listings = before.listings.filter(({ source }) => !gone.has(source));
  if (listings.length > 0) {
    // The URL must be re-processed without the wishes of the removed source.
    const { answer: _, negotiated: __, ...rest } = before;
    writeOutcome(data, before, { ...rest, listings }, tally);
    return emptyReceipt;
  }
  const all = Array.from(graphsOfUrlExcept(data, url), ({ graph }) => graph);
  writer.removeGraphs(all, because);
  writer.removeDocumentsBut(url, new Set());
  removeOutcome(data, before, tally);
  return { ...emptyReceipt, removed: all };
}

/**
 * After a partly failed visit everything stays. But a found record may have another key than
 * before, because it is or is no longer the only one: then its old graph is removed.
 * @param given the graphs that the latest visit found
 * @returns the IRIs of the old graphs, sorted
 */
function formerGraphs(
  data: Pick<CatalogueData, 'facts'>,
  url: string,
  given: TextLookup,
): readonly string[] {
  /**
   * The graph that has a name; undefined where several have it, since they cannot be told apart.
   */
  const bearers = new Map<string, string | undefined>();
  for (const facts of graphsOfUrlExcept(data, url, given)) {
    const name = recordName(facts);
    if (name !== undefined) bearers.set(name, bearers.has(name) ? undefined : facts.graph);
  }
  if (bearers.size === 0) return [];
  const counts = new Map<string, number>();
  for (const facts of graphsOfUrlExcept(data, url)) {
    const name = recordName(facts);
    if (name === undefined || !bearers.has(name) || !given.has(facts.graph)) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(bearers).flatMap(([name, graph]) =>
    graph !== undefined && counts.get(name) === 1 ? [graph] : [],
  );
}

type Databases = Pick<
  CatalogueData,
  'facts' | 'outcomes' | 'problems' | 'names' | 'formerSources' | 'visits' | 'leads'
>;

/**
 * Stores the outcome of a URL in place of the previous one, with the names by which it is found.
 * This and the following functions must run inside a transaction.
 */
export function writeOutcome(
  data: Pick<Databases, 'facts' | 'outcomes' | 'names' | 'formerSources'>,
  before: OutcomeRow | undefined,
  after: OutcomeRow,
  tally: CommitTally,
): void {
  const { outcomes, names, formerSources } = data;
  const keys = describedNameKeys(after);
  if (before !== undefined) {
    for (const key of describedNameKeys(before)) if (!keys.has(key)) names.removeSync(key);
  }
  // Also for unchanged outcomes: catalogues may be older than these names.
  for (const key of keys) if (!names.doesExist(key)) names.putSync(key, after.url);
  if (before !== undefined && equalAsJson(before, after)) return;
  keepFormerSources({ formerSources }, before, after.listings, tally.change);
  outcomes.putSync(storageKey(after.url), after);
  if (before !== undefined) touchRecords(data, before, after, tally);
  if (before === undefined || !equalAsJson(readOf(before), readOf(after))) tally.changed = true;
}

/** Which record is shown for a resource depends on the sources that list it. */
function touchRecords(
  data: Pick<Databases, 'facts'>,
  before: OutcomeRow,
  after: OutcomeRow,
  { touched }: CommitTally,
): void {
  if (listsSameSources(before.listings, after.listings)) return;
  for (const { graph } of graphsOfUrlExcept(data, after.url)) touched.add(graph);
}

/**
 * The part of an outcome that other data is derived from; changes of the rest are not reported to
 * readers.
 */
function readOf(outcome: OutcomeRow): Partial<OutcomeRow> {
  const {
    answer: _,
    negotiated: __,
    steps: ___,
    failed: ____,
    kept: _____,
    at: ______,
    run: _______,
    ...read
  } = outcome;
  return read;
}

/** Records a visit to a URL. @param hasRecords whether the catalogue has records of it */
export function writeVisit(
  { visits }: Pick<Databases, 'visits'>,
  url: string,
  end: VisitEnd,
  hasRecords: boolean,
): void {
  const key = storageKey(url);
  visits.putSync(key, mergeVisit(visits.get(key), end, hasRecords));
}

/** Removes the outcome, visit and leads of a URL. */
export function removeOutcome(
  { outcomes, problems, names, formerSources, visits, leads }: Databases,
  before: OutcomeRow,
  tally: CommitTally,
): void {
  for (const key of describedNameKeys(before)) names.removeSync(key);
  keepFormerSources({ formerSources }, before, [], tally.change);
  const key = storageKey(before.url);
  outcomes.removeSync(key);
  removeProblems({ problems }, { url: before.url }, tally);
  visits.removeSync(key);
  removeList(leads, before.url);
  tally.changed = true;
}
