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
import { describedNameKeys, removeList, storageKey } from './keys.ts';
import { keepFormerSources, listsSameSources, sourceNames } from './history.ts';
import type { CatalogueData } from './layout.ts';
import { removeProblems } from './problem-rows.ts';
import { type CommitTally, graphsOfUrlExcept, RecordWriter } from './record-writer.ts';
import { equalAsJson, type GraphFacts, type OutcomeRow } from './rows.ts';

/** What a visit found, and why records may be removed that it did not find. */
interface VisitFindings {
  readonly url: string;
  readonly given: Pick<UrlVisitEnd, 'graphs' | 'someGraphs'>;
  /** Whether the URL is gone with everything it had. */
  readonly isGone: boolean;
  readonly because: Removal;
  readonly waits?: UrlVisitEnd['waits'] | undefined;
}

/**
 * Handles the records that a visit did not find: removes them, marks them as pending removal, or
 * keeps them. Where a found record is the same under another key, the old graph is removed without
 * a tombstone, as it was only renamed.
 * @returns with the removed graphs in the order of their IRIs
 */
export function removeUnseenGraphs(
  data: CatalogueData,
  { url, given: { graphs, someGraphs }, isGone, because, waits }: VisitFindings,
  writer: RecordWriter,
): Omit<Receipt, 'graphs'> {
  const given = graphs ?? someGraphs;
  const others = Array.from(graphsOfUrlExcept(data, url, given));
  if (others.length === 0) return emptyReceipt;
  const renamed = given === undefined ? [] : formerGraphs(data, url, given);
  writer.removeGraphs(renamed);
  const isRenamed = new Set(renamed);
  const rest = others.filter(({ graph }) => !isRenamed.has(graph));
  if (isGone) return mark(data, url, irisOf(rest), 'gone');
  stay(data, irisOf(rest));
  if (graphs === undefined) {
    const kept = rest.filter(({ graph }) => !data.leaving.doesExist(storageKey(graph))).length;
    return { removed: renamed, kept, leaving: 0 };
  }
  const pending = waits === undefined ? [] : waitingOf(rest, waits, namesOf(data, url, graphs));
  const waiting = new Set(irisOf(pending));
  writer.removeGraphs(irisOf(rest.filter(({ graph }) => !waiting.has(graph))), because);
  mark(data, url, [...waiting], 'dropped');
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
 * The records that a complete visit did not find and that become pending: see `UrlVisitEnd.waits`.
 * Each found record of the same name replaces one of them.
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

/** Marks records as pending removal until the end of the run. */
function mark(
  { leaving }: Pick<CatalogueData, 'leaving'>,
  url: string,
  graphs: readonly string[],
  reason: PendingRemoval['reason'],
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
  return { ...emptyReceipt, removed: removeWholeUrl(data, url, tally, because) };
}

/**
 * Removes a URL with its records, documents and visits.
 * @param because as for `RecordWriter.removeGraphs`
 * @returns the removed graphs
 */
export function removeWholeUrl(
  data: CatalogueData,
  url: string,
  tally: CommitTally,
  because?: Removal,
): readonly string[] {
  const writer = new RecordWriter(data, tally);
  const graphs = irisOf([...graphsOfUrlExcept(data, url)]);
  writer.removeGraphs(graphs, because);
  writer.removeDocumentsBut(url, new Set());
  const key = storageKey(url);
  const before = data.outcomes.get(key);
  if (before === undefined) return graphs;
  for (const name of describedNameKeys(before)) data.names.removeSync(name);
  keepFormerSources(data, before, [], tally.change);
  data.outcomes.removeSync(key);
  removeProblems(data, { url }, tally);
  data.visits.removeSync(key);
  removeList(data.leads, url);
  tally.changed = true;
  return graphs;
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

/**
 * Stores the outcome of a URL in place of the previous one, with the names by which it is found.
 * This and the following functions must run inside a transaction.
 */
export function writeOutcome(
  data: Pick<CatalogueData, 'facts' | 'outcomes' | 'names' | 'formerSources'>,
  before: OutcomeRow | undefined,
  after: OutcomeRow,
  tally: CommitTally,
): void {
  // Also for unchanged outcomes: catalogues may be older than these names.
  putDescribedNames(data, before, after);
  if (before !== undefined && equalAsJson(before, after)) return;
  keepFormerSources(data, before, after.listings, tally.change);
  data.outcomes.putSync(storageKey(after.url), after);
  if (before !== undefined && !listsSameSources(before.listings, after.listings)) {
    // Which record is shown for a resource depends on the sources that list it.
    for (const { graph } of graphsOfUrlExcept(data, after.url)) tally.touched.add(graph);
  }
  if (before === undefined || !equalAsJson(readOf(before), readOf(after))) tally.changed = true;
}

function putDescribedNames(
  { names }: Pick<CatalogueData, 'names'>,
  before: OutcomeRow | undefined,
  after: OutcomeRow,
): void {
  const keys = describedNameKeys(after);
  for (const key of before === undefined ? [] : describedNameKeys(before)) {
    if (!keys.has(key)) names.removeSync(key);
  }
  for (const key of keys) if (!names.doesExist(key)) names.putSync(key, after.url);
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

/** Changes the outcome of a URL; does nothing for a URL without outcome. */
export function changeOutcome(
  data: CatalogueData,
  url: string,
  tally: CommitTally,
  change: (outcome: OutcomeRow) => OutcomeRow,
): void {
  const before = data.outcomes.get(storageKey(url));
  if (before !== undefined) writeOutcome(data, before, change(before), tally);
}

/** Records a visit to a URL. @param hasRecords whether the catalogue has records of it */
export function writeVisit(
  { visits }: Pick<CatalogueData, 'visits'>,
  url: string,
  end: VisitEnd,
  hasRecords: boolean,
): void {
  const key = storageKey(url);
  visits.putSync(key, mergeVisit(visits.get(key), end, hasRecords));
}
