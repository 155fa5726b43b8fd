import { ProblemCounter } from '../model/problem-tally.ts';
import { emptyVisitCounts, type SourceSize, type VisitState } from '../model/run.ts';
import type { UrlVisit } from '../model/url-update.ts';
import { memoize } from '../text/collections.ts';
import { problemsWithPauses } from './found-problems.ts';
import { type InterruptibleReading, readWithoutPauses } from './interruptible-reading.ts';
import { formatVersion } from './layout.ts';
import type { OutcomeRow } from './rows.ts';
import { completeRun } from './run-rows.ts';
import type { Snapshot } from './snapshot.ts';
import type { CatalogueStatus, FailingUrls, SourceStatus } from './status.ts';

const maxRuns = 10;

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** A `SourceStatus` under construction. */
interface SourceCount extends Mutable<
  Omit<SourceStatus, 'failing' | 'notDue' | 'problems' | 'urls'>
> {
  notDue?: SourceStatus['notDue'] | undefined;
  readonly urls: Record<VisitState, number>;
  readonly problems: ProblemCounter;
  readonly failing: Mutable<FailingUrls>;
}

/** The status of a catalogue without its sizes on disk. */
export type CatalogueContent = Omit<CatalogueStatus, 'sizes'>;

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
  const kept = snapshot.runs();
  const runs = Array.from(kept.latest(maxRuns), (head) => completeRun(kept, head));
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
    for (const source of found.sources) countOf(source).problems.add(found.problem);
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

function countVisit(
  { url, at, state, listings }: OutcomeRow,
  snapshot: Snapshot,
  countOf: CountOf,
): void {
  const visit = snapshot.visitOf(url);
  const lookedAt = visit?.at ?? at;
  const fails = visit?.failures !== undefined;
  const [record] = fails ? snapshot.factsOfUrl(url) : [];
  for (const { source } of listings) {
    const count = countOf(source);
    count.urls[state] += 1;
    if (count.lastLook === undefined || count.lastLook < lookedAt) count.lastLook = lookedAt;
    if (fails) countFailure(count.failing, visit, record !== undefined);
  }
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
    failing: { urls: 0, since: '', longestStreak: 0, withRecords: 0 },
    leaving: 0,
    removed: 0,
  };
}

function statusOfSource({ failing, problems, notDue, ...count }: SourceCount): SourceStatus {
  const status = { ...count, problems: problems.counts(), ...(notDue && { notDue }) };
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
