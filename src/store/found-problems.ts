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

/** A problem of the latest looks, or of the catalogue as a whole. */
export interface FoundProblem {
  readonly problem: Problem;
  /** Tells apart what is met twice, as in looking at a URL and in listing a source. */
  readonly scope: string;
  /** Those that list the URL, or the one whose listing has it; sorted. */
  readonly sources: readonly string[];
  /** The look that met it first; absent for what is true of the catalogue as a whole. */
  readonly first?: MeetingLook;
}

/**
 * All problems, each once, in a fixed order: those of the latest look at each URL, with those of
 * its records, by their IRIs; names that records share, by the names; those of the latest listing
 * of each source; sources that nobody harvests; a clock that was set back. Whatever counts or tells
 * problems of the catalogue takes them from here.
 */
export function foundProblems(snapshot: Snapshot): Generator<FoundProblem> {
  return withoutPauses(pausingProblems(snapshot));
}

/** What is found between pauses. */
export function* withoutPauses(found: Iterable<FoundProblem | undefined>): Generator<FoundProblem> {
  for (const each of found) if (each !== undefined) yield each;
}

/** The same; undefined at each pause. */
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

/** The names that records share, told of each of them; undefined at each pause. */
export function* pausingSharedNames(snapshot: Snapshot): Generator<FoundProblem | undefined> {
  const sourcesFor = remembered((url) => sourcesOf(snapshot.listingsOf(url)), 1);
  for (const problem of sharedNames(snapshot)) {
    if (problem === undefined) yield undefined;
    else yield { problem, scope: 'catalogue', sources: sourcesFor(problem.url) };
  }
}

/**
 * So many problems that are not kept, since the catalogue tells them at any time, are told one by
 * one.
 */
const maxShared = 100_000;

/**
 * The same with no more of shared names than the engine can well hold; the rest are counted for
 * each source.
 */
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
 * Those of one URL and its records, then the names that the records share; undefined at each pause,
 * since a URL may have very many records.
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
 * Those of records, each followed by the names that it shares; not those of their URLs. Undefined at
 * each pause.
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

/** Those of URLs that belong to none of their records. */
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
 * So many runs are searched for the last one that has a source, and for the first one that met a
 * problem.
 */
const maxRuns = 100;

/** What the last run that has a source says of its listing; undefined at each pause. */
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
  /** By what makes them the same: the first of the runs one after the other that met them. */
  readonly first: Map<string, MeetingLook>;
}

/** Asked for only where no run says what was configured. */
function sourcesOfLatestRuns(snapshot: Snapshot): ReadonlySet<string> {
  const runs = snapshot.runs();
  const plans = Array.from(runs.latest(maxRuns), ({ number }) => runs.planOf(number));
  return new Set(plans.flatMap(({ sources = [] }) => sources));
}

/** @param runs those of one source, the latest first */
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
