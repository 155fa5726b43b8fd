import { addKeptRecords, type KeptRecords, keptRecordsOfUrl } from '../model/kept-records.ts';
import { type ProblemCounts, ProblemCounter } from '../model/problem-tally.ts';
import type { NotDueCounts } from '../model/revisit.ts';
import {
  type RunReport,
  type VisitState,
  emptyVisitCounts,
  type SourceSize,
} from '../model/run.ts';
import type { RunMoment, OutcomeRow } from './rows.ts';
import type { UrlVisit } from '../model/url-update.ts';
import { memoize } from '../text/collections.ts';
import { problemsWithPauses } from './found-problems.ts';
import { type InterruptibleReading, readWithoutPauses } from './interruptible-reading.ts';
import { formatVersion, type CatalogueData, treeStats, type TreeStats } from './layout.ts';
import { OrderEvidence, type OrderSuggestion } from './order-suggestion.ts';
import type { PushedStore } from './push-ledger.ts';
import { completeRun } from './run-rows.ts';
import type { Snapshot } from './snapshot.ts';
import { dataFile } from './catalogue-directory.ts';
import { formerImages } from './catalogue-files.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** What is in a catalogue. */
export interface CatalogueStatus {
  readonly records: number;
  /** Records of old programs without search facts; `rebuild` adds these. */
  readonly unsearchedRecords: number;
  readonly quads: number;
  readonly change: number;
  readonly formatVersion: number;
  /** Total length of their N-Quads. */
  readonly characters: number;
  /** Sources of the latest runs, and those that still have URLs; sorted by name. */
  readonly sources: readonly SourceStatus[];
  /** Newest first, at most ten. A run without report is in progress or was killed. */
  readonly runs: readonly {
    readonly run: string;
    readonly startedAt: string;
    readonly behind?: RunMoment;
    readonly report?: RunReport;
  }[];
  /** All problems, each once: see `problemsWithPauses`. */
  readonly problems: ProblemCounts;
  readonly sizes: CatalogueSizes;
  /** The SPARQL stores that the catalogue was pushed to, by name. */
  readonly stores: readonly PushedStore[];
}

/** The part of a catalogue that one source lists. */
export interface SourceStatus {
  readonly source: string;
  readonly urls: Readonly<Record<VisitState, number>>;
  readonly records: number;
  readonly quads: number;
  /** The time of the latest visit to one of its URLs, ISO 8601 in UTC. */
  readonly lastLook?: string;
  /** Problems of its URLs and records, and of its listing. */
  readonly problems: ProblemCounts;
  /** Absent where no order is frequent enough, or where it is configured. */
  readonly order?: OrderSuggestion;
  /** Absent if no URL fails. */
  readonly failing?: FailingUrls;
  /** Records that the latest visits did not give; absent if there are none. */
  readonly kept?: KeptRecords;
  /** Records pending removal, until fewer are affected or `--allow-removals` is given. */
  readonly leaving: number;
  /** Records that were removed and have not come back. */
  readonly removed: number;
  /** URLs that were not due in the latest run of the source; absent if there were none. */
  readonly notDue?: NotDueCounts;
  /**
   * Present if the configuration of the latest run lacks the source, with the latest run that
   * harvested it.
   */
  readonly notConfigured?: { readonly lastRun?: string };
}

/** URLs whose latest visit failed. */
export interface FailingUrls {
  readonly urls: number;
  /** The start of the longest series of failures, ISO 8601 in UTC. */
  readonly since: string;
  /** The largest number of consecutive failures of one URL. */
  readonly longestStreak: number;
  /** How many of them have records from earlier visits. */
  readonly withRecords: number;
  /** The oldest last success among these. Absent where it is not known. */
  readonly oldestGood?: string;
}

/** Bytes on disk. */
export interface CatalogueSizes {
  /** The size of the file. */
  readonly total: number;
  /** Free pages in the file, which `compact` releases. */
  readonly free: number;
  readonly graphs: number;
  readonly documents: number;
  /** Everything else: facts, names, outcomes, runs, former statements, tombstones. */
  readonly other: number;
  /** Unused files of earlier versions beside the catalogue, which `compact` removes. */
  readonly formerImages: number;
}

const maxRuns = 10;

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** A `SourceStatus` under construction. */
interface SourceCount extends Mutable<
  Omit<SourceStatus, 'failing' | 'notDue' | 'order' | 'problems' | 'urls'>
> {
  notDue?: SourceStatus['notDue'] | undefined;
  readonly urls: Record<VisitState, number>;
  readonly problems: ProblemCounter;
  readonly orders: OrderEvidence;
  readonly failing: Mutable<FailingUrls>;
}

/** The status of a catalogue without its sizes on disk. */
export type CatalogueContent = Omit<CatalogueStatus, 'sizes' | 'stores'>;

/** Counts the content of a catalogue. Reads everything but texts. */
export function* readStatus(snapshot: Snapshot): InterruptibleReading<CatalogueContent> {
  const totals = snapshot.totals();
  const problems = new ProblemCounter();
  const sources = new Map<string, SourceCount>();
  const countOf = (source: string): SourceCount => {
    const count = sources.get(source) ?? newCount(source);
    sources.set(source, count);
    return count;
  };
  const reader = snapshot.runs();
  const runs = Array.from(reader.latest(maxRuns), (head) => completeRun(reader, head));
  // Oldest first, so that the values of the latest run win.
  for (const { report } of runs.toReversed()) {
    for (const { source, notDue } of report?.sources ?? []) countOf(source).notDue = notDue;
  }
  for (const outcome of snapshot.outcomes()) {
    countVisit(outcome, snapshot, countOf);
    yield;
  }
  for (const found of problemsWithPauses(snapshot)) {
    yield;
    if (found === undefined) continue;
    problems.add(found.problem);
    for (const source of found.sources) {
      const { problems: ofSource, orders } = countOf(source);
      ofSource.add(found.problem);
      orders.add(found.problem);
    }
    if (found.problem.kind !== 'source-not-configured') continue;
    const { source, lastRun } = found.problem;
    countOf(source).notConfigured = lastRun === undefined ? {} : { lastRun };
  }
  for (const size of yield* sourceSizesWithPauses(snapshot)) {
    const count = countOf(size.source);
    count.records = size.records;
    count.quads = size.quads;
  }
  countRemovals(snapshot, countOf);
  return {
    records: totals.graphs,
    unsearchedRecords: snapshot.unsearchedRecords(),
    quads: totals.quads,
    change: totals.change,
    formatVersion,
    characters: totals.characters,
    sources: [...sources.keys()].toSorted().map((name) => statusOfSource(countOf(name))),
    runs,
    problems: problems.counts(),
  };
}

type CountOf = (source: string) => SourceCount;

function countVisit(row: OutcomeRow, snapshot: Snapshot, countOf: CountOf): void {
  const { url, at, state, listings } = row;
  const visit = snapshot.visitOf(url);
  const visitedAt = visit?.at ?? at;
  const fails = visit?.failures !== undefined;
  const [record] = fails ? snapshot.factsOfUrl(url) : [];
  const kept = keptRecordsAt(row, snapshot, fails);
  for (const { source } of listings) {
    const count = countOf(source);
    count.urls[state] += 1;
    if ((count.lastLook ?? '') < visitedAt) count.lastLook = visitedAt;
    if (fails) countFailure(count.failing, visit, record !== undefined);
    if (kept !== undefined) count.kept = addKeptRecords(count.kept, kept);
  }
}

/** The records of a URL that are only kept; few URLs have any, so others are not read. */
function keptRecordsAt(
  { url, state, kept = 0 }: OutcomeRow,
  snapshot: Snapshot,
  fails: boolean,
): KeptRecords | undefined {
  if (!fails && kept === 0 && state !== 'disallowed') return undefined;
  const outcome = snapshot.outcomeOf(url);
  let records = 0;
  for (const { graph } of snapshot.factsOfUrl(url)) if (!snapshot.isLeaving(graph)) records += 1;
  return outcome && keptRecordsOfUrl({ outcome, visit: snapshot.visitOf(url) }, records);
}

function countRemovals(snapshot: Snapshot, countOf: CountOf): void {
  for (const { url } of snapshot.pendingRemovals()) {
    for (const { source } of snapshot.outcomeOf(url)?.listings ?? []) countOf(source).leaving += 1;
  }
  for (const { sources } of snapshot.tombstones()) {
    for (const source of sources) countOf(source).removed += 1;
  }
}

function newCount(source: string): SourceCount {
  return {
    source,
    urls: emptyVisitCounts(),
    records: 0,
    quads: 0,
    problems: new ProblemCounter(),
    orders: new OrderEvidence(),
    failing: { urls: 0, since: '', longestStreak: 0, withRecords: 0 },
    leaving: 0,
    removed: 0,
  };
}

function statusOfSource({
  failing,
  problems,
  orders,
  notDue,
  ...count
}: SourceCount): SourceStatus {
  const order = orders.suggestion(count.records);
  const status = {
    ...count,
    problems: problems.counts(),
    ...(order && { order }),
    ...(notDue && { notDue }),
  };
  return failing.urls === 0 ? status : { ...status, failing };
}

/** @param hasRecords whether the catalogue has records of the URL from earlier visits */
function countFailure(
  count: Mutable<FailingUrls>,
  { at, failures = 1, failingSince = at, goodAt }: UrlVisit,
  hasRecords: boolean,
): void {
  count.since = count.urls === 0 || failingSince < count.since ? failingSince : count.since;
  count.urls += 1;
  count.longestStreak = Math.max(count.longestStreak, failures);
  if (!hasRecords) return;
  count.withRecords += 1;
  if (goodAt === undefined) return;
  if (count.oldestGood === undefined || goodAt < count.oldestGood) count.oldestGood = goodAt;
}

/** `sourceSizesWithPauses` without pauses. */
export function sourceSizes(snapshot: Snapshot): readonly SourceSize[] {
  return readWithoutPauses(sourceSizesWithPauses(snapshot));
}

/** The size of each source, most statements first. Reads the facts of all records. */
export function* sourceSizesWithPauses(
  snapshot: Snapshot,
): InterruptibleReading<readonly SourceSize[]> {
  const sizes = new Map<string, { source: string; records: number; quads: number }>();
  const outcomeOf = memoize((url) => snapshot.outcomeOf(url), 1);
  for (const { documentUrl, quads } of snapshot.facts()) {
    for (const { source } of outcomeOf(documentUrl)?.listings ?? []) {
      const size = sizes.get(source) ?? { source, records: 0, quads: 0 };
      size.records += 1;
      size.quads += quads;
      sizes.set(source, size);
    }
    yield;
  }
  return [...sizes.values()].toSorted(
    (one, other) => other.quads - one.quads || (one.source < other.source ? -1 : 1),
  );
}

/** How many bytes of the file each kind of content takes. */
export function catalogueSizes(data: CatalogueData, path: string): CatalogueSizes {
  const { environment, meta: _, nquads, documents, ...others } = data;
  // The package does not type this object: see `mdb_stat` and `mdb_env_info`.
  const stats = environment.getStats() as EnvironmentStats;
  const bytesOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: Pages): number =>
    (treeBranchPageCount + treeLeafPageCount + overflowPages) * stats.pageSize;
  const sizeOf = (database: Parameters<typeof treeStats>[0]): number =>
    bytesOf(treeStats(database));
  const graphs = sizeOf(nquads);
  const kept = sizeOf(documents);
  const rest = Object.values(others).reduce((sum, each) => sum + sizeOf(each), 0);
  const other = rest + bytesOf(stats.root) + bytesOf(stats.free) + 2 * stats.pageSize;
  const total = statSync(join(path, dataFile)).size;
  return {
    total,
    free: Math.max(0, total - graphs - kept - other),
    graphs,
    documents: kept,
    other,
    formerImages: formerImages(path).reduce((sum, file) => sum + statSync(file).size, 0),
  };
}

type Pages = Omit<TreeStats, 'entryCount'>;

interface EnvironmentStats {
  readonly pageSize: number;
  readonly root: Pages;
  readonly free: Pages;
}
