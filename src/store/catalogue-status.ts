import type { Problem, ProblemKind } from '../model/problem.ts';
import type { LookState } from '../model/run.ts';
import { noLooks } from '../model/url-states.ts';
import { formatVersion } from './catalogue-layout.ts';
import { engineUse } from './engine-use.ts';
import { latestListings } from './own-statements.ts';
import type { Snapshot } from './snapshot.ts';
import { sourceSizes } from './source-sizes.ts';
import type { CatalogueSizes, CatalogueStatus, SourceStatus } from './store.ts';

const maxRuns = 10;

type Counts = Partial<Record<ProblemKind, number>>;

/** A `SourceStatus` while it is counted. */
interface SourceCount {
  readonly source: string;
  readonly urls: Record<LookState, number>;
  records: number;
  quads: number;
  lastLook?: string;
  readonly problems: Counts;
}

/** What is in a catalogue. Reads all of it but the texts. */
export function statusOf(snapshot: Snapshot, sizes: CatalogueSizes): CatalogueStatus {
  const totals = snapshot.totals();
  const problems: Counts = {};
  const sources = new Map<string, SourceCount>();
  const countOf = (source: string): SourceCount => {
    const count = sources.get(source) ?? newCount(source);
    sources.set(source, count);
    return count;
  };
  const runs = [...snapshot.latestRuns(maxRuns)];
  for (const { report } of runs) report?.sources.forEach(({ source }) => countOf(source));
  for (const outcome of snapshot.outcomes()) {
    countProblems(problems, outcome.problems);
    for (const { source } of outcome.listings) {
      const count = countOf(source);
      count.urls[outcome.state] += 1;
      countProblems(count.problems, outcome.problems);
      if (count.lastLook === undefined || count.lastLook < outcome.at) count.lastLook = outcome.at;
    }
  }
  for (const { source, listingProblems } of latestListings(snapshot).map((each) => each.source)) {
    // Others were taken out of the configuration long ago.
    const count = sources.get(source);
    if (count === undefined) continue;
    countProblems(count.problems, listingProblems);
    countProblems(problems, listingProblems);
  }
  for (const size of sourceSizes(snapshot)) {
    const count = countOf(size.source);
    count.records = size.records;
    count.quads = size.quads;
  }
  return {
    records: totals.graphs,
    quads: totals.quads,
    change: totals.change,
    formatVersion,
    engine: engineUse(totals),
    sources: [...sources.keys()].toSorted().map((name): SourceStatus => countOf(name)),
    runs,
    problems,
    sizes,
  };
}

function countProblems(counts: Counts, problems: readonly Problem[]): void {
  for (const { kind } of problems) counts[kind] = (counts[kind] ?? 0) + 1;
}

function newCount(source: string): SourceCount {
  return {
    source,
    urls: noLooks(),
    records: 0,
    quads: 0,
    problems: {},
  };
}
