import { ProblemCounter } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import { clockProblems } from './clock-set-back.ts';
import { sourcesOf } from './former-sources.ts';
import { pausing } from './in-turns.ts';
import { identityOf, type MeetingLook } from './kept-problems.ts';
import { sourceIri } from './own-terms.ts';
import { remembered } from '../text/remembered.ts';
import type { GraphFacts, ProblemsRow } from './rows.ts';
import { RecordSharing, sharedNames } from './shared-names.ts';
import type { SourceRun } from './run-reader.ts';
import type { Snapshot } from './snapshot.ts';
import { latestConfigured } from './last-runs.ts';
import { readUnconfiguredSources } from './unconfigured-sources.ts';

/** A problem of the latest visits, or of the catalogue as a whole. */
export interface FoundProblem {
  readonly problem: Problem;
  /** Separates equal problems of different origins, such as visiting a URL and listing a source. */
  readonly scope: string;
  /** The sources that list the URL, or the source whose listing has the problem; sorted. */
  readonly sources: readonly string[];
  /** The visit that met the problem first; absent for problems of the catalogue as a whole. */
  readonly first?: MeetingLook;
}

/**
 * All problems, each once, in a fixed order: those of the latest visit to each URL with those of
 * its records, by IRI; names that records share, by name; those of the latest listing of each
 * source; sources that are not configured any more; a clock that was set back. Every count and list
 * of problems uses this order.
 */
export function foundProblems(snapshot: Snapshot): Generator<FoundProblem> {
  return withoutPauses(pausingProblems(snapshot));
}

/** Drops the pauses. */
export function* withoutPauses(found: Iterable<FoundProblem | undefined>): Generator<FoundProblem> {
  for (const each of found) if (each !== undefined) yield each;
}

/** `foundProblems` with pauses: yields undefined at each pause. */
export function* pausingProblems(snapshot: Snapshot): Generator<FoundProblem | undefined> {
  const sourcesFor = remembered((url) => sourcesOf(snapshot.listingsOf(url)), 1);
  for (const row of snapshot.problems()) yield* inRow(row, sourcesFor(row.url));
  yield* pausingSharedNames(snapshot);
  yield* listingProblems(snapshot);
  const unconfigured = yield* pausing(readUnconfiguredSources(snapshot));
  for (const problem of [...unconfigured, ...clockProblems(snapshot)]) {
    const sources = 'source' in problem ? [problem.source] : [];
    yield { problem, scope: 'catalogue', sources };
  }
}

/** The names that several records share, as one problem per record; undefined at each pause. */
export function* pausingSharedNames(snapshot: Snapshot): Generator<FoundProblem | undefined> {
  const sourcesFor = remembered((url) => sourcesOf(snapshot.listingsOf(url)), 1);
  for (const problem of sharedNames(snapshot)) {
    if (problem === undefined) yield undefined;
    else yield { problem, scope: 'catalogue', sources: sourcesFor(problem.url) };
  }
}

/** Limit of shared-name problems that are yielded one by one. They are computed, not stored. */
const maxShared = 100_000;

/** Limits the shared-name problems to what the engine can hold; the rest is counted by source. */
export function* boundedProblems(found: Iterable<FoundProblem>): Generator<FoundProblem> {
  let shared = 0;
  const cut = new Map<string, ProblemCounter>();
  for (const each of found) {
    shared += Number(each.first === undefined);
    const [source] = each.sources;
    if (shared <= maxShared || each.first !== undefined || source === undefined) {
      yield each;
      continue;
    }
    const counter = cut.get(source) ?? new ProblemCounter();
    cut.set(source, counter);
    counter.add(each.problem);
  }
  for (const [source, counter] of cut) {
    for (const [of, count] of counter.entries()) {
      const problem = { kind: 'problems-omitted', url: sourceIri(source), of, count } as const;
      yield { problem, scope: 'catalogue', sources: [source] };
    }
  }
}

/**
 * The problems of one URL and its records, then the names that the records share; undefined at each
 * pause, since a URL may have very many records.
 */
export function* pausingProblemsOfUrl(
  snapshot: Snapshot,
  url: string,
): Generator<FoundProblem | undefined> {
  const sources = sourcesOf(snapshot.listingsOf(url));
  yield* inRow(snapshot.problemsOf({ url }), sources);
  for (const row of snapshot.recordProblems(url)) yield* inRow(row, sources);
  const sharing = new RecordSharing(snapshot);
  for (const facts of snapshot.factsOfUrl(url)) {
    yield undefined;
    yield* sharedBy(facts, sharing, sources);
  }
}

/**
 * The problems of records, each followed by the names that it shares, without those of their URLs;
 * undefined at each pause.
 */
export function* pausingProblemsOfRecords(
  snapshot: Snapshot,
  graphs: Iterable<string>,
): Generator<FoundProblem | undefined> {
  const sharing = new RecordSharing(snapshot);
  const sourcesFor = remembered((url) => sourcesOf(snapshot.listingsOf(url)), 1);
  for (const graph of graphs) {
    yield undefined;
    const facts = snapshot.factsOf(graph);
    if (facts === undefined) continue;
    const { documentUrl: url } = facts;
    const sources = sourcesFor(url);
    yield* inRow(snapshot.problemsOf({ url, record: graph }), sources);
    yield* sharedBy(facts, sharing, sources);
  }
}

/** The problems of URLs that belong to none of their records. */
export function* problemsOfUrls(
  snapshot: Snapshot,
  urls: Iterable<string>,
): Generator<FoundProblem> {
  for (const url of urls) {
    yield* inRow(snapshot.problemsOf({ url }), sourcesOf(snapshot.listingsOf(url)));
  }
}

function* inRow(row: ProblemsRow | undefined, sources: readonly string[]): Generator<FoundProblem> {
  if (row === undefined) return;
  for (const { problem, ...first } of row.problems) {
    yield { problem, scope: row.url, sources, first };
  }
}

function* sharedBy(
  facts: GraphFacts,
  sharing: RecordSharing,
  sources: readonly string[],
): Generator<FoundProblem> {
  for (const problem of sharing.problemsOf(facts)) {
    yield { problem, scope: 'catalogue', sources };
  }
}

/**
 * How many runs are searched for the last one with a source, and for the first one that met a
 * problem.
 */
const maxRuns = 100;

/** The listing problems of the latest run of each source; undefined at each pause. */
function* listingProblems(snapshot: Snapshot): Generator<FoundProblem | undefined> {
  const names = new Set(latestConfigured(snapshot) ?? sourcesOfLatestRuns(snapshot));
  for (const source of [...names].toSorted()) {
    yield undefined;
    const listing = latestListing(snapshot.runs().reportsOfSource(source));
    const { problems = [], first } = listing ?? {};
    for (const problem of problems) {
      const met = first?.get(identityOf(problem));
      yield {
        problem,
        scope: `listing ${source}`,
        sources: [source],
        ...(met && { first: met }),
      };
    }
  }
}

/** The latest listing of a source. */
interface LatestListing {
  readonly problems: readonly Problem[];
  /** By problem identity: the first of the consecutive runs that met it. */
  readonly first: Map<string, MeetingLook>;
}

/** Only needed where no run recorded its configuration. */
function sourcesOfLatestRuns(snapshot: Snapshot): ReadonlySet<string> {
  const runs = snapshot.runs();
  const plans = Array.from(runs.latest(maxRuns), ({ number }) => runs.planOf(number));
  return new Set(plans.flatMap(({ sources = [] }) => sources));
}

/** @param runs of one source, latest first */
function latestListing(runs: Iterable<SourceRun>): LatestListing | undefined {
  let latest: LatestListing | undefined;
  let open = new Set<string>();
  let read = 0;
  for (const { run, source } of runs) {
    const { listingProblems: problems } = source;
    const met = new Set(problems.map(identityOf));
    open = latest === undefined ? met : new Set([...open].filter((identity) => met.has(identity)));
    latest ??= { problems, first: new Map() };
    const { change } = run;
    const look = { run: run.run, at: run.endedAt, ...(change === undefined ? {} : { change }) };
    for (const identity of open) latest.first.set(identity, look);
    read += 1;
    if (open.size === 0 || read === maxRuns) break;
  }
  return latest;
}
