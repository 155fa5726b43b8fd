import { ProblemCounter } from '../model/problem-tally.ts';
import type { Problem, ProblemOf } from '../model/problem.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { memoize } from '../text/collections.ts';
import { sourceIri } from './derived/derived-terms.ts';
import { latestConfiguredSources } from './find-runs.ts';
import { sourceNames } from './history/former-versions.ts';
import { clockProblems } from './history/run-times.ts';
import { type InterruptibleReading, yieldPauses } from './interruptible-reading.ts';
import { storageKey } from './keys.ts';
import { type FirstVisit, problemIdentity } from './problem-rows.ts';
import { nameKeys, nameRoleOfKey, sharedNamePart } from './record-names.ts';
import type { GraphFacts, ProblemsRow } from './rows.ts';
import type { SourceRun } from './run-rows.ts';
import { NameGroup, type SharingKind, type SharingProblem } from './run-reports.ts';
import type { Snapshot } from './snapshot.ts';

/** A problem of the latest visits, or of the catalogue as a whole. */
export interface FoundProblem {
  readonly problem: Problem;
  /** Separates equal problems of different origins, such as visiting a URL and listing a source. */
  readonly scope: string;
  /** The sources that list the URL, or the source whose listing has the problem; sorted. */
  readonly sources: readonly string[];
  /** The visit that met the problem first; absent for problems of the catalogue as a whole. */
  readonly first?: FirstVisit;
}

/**
 * All problems, each once, in a fixed order: those of the latest visit to each URL with those of
 * its records, by IRI; names that records share, by name; those of the latest listing of each
 * source; sources that are not configured any more; a clock that was set back. Every count and list
 * of problems uses this order.
 */
export function foundProblems(snapshot: Snapshot): Generator<FoundProblem> {
  return dropPauses(problemsWithPauses(snapshot));
}

/** Drops the pauses. */
export function* dropPauses(found: Iterable<FoundProblem | undefined>): Generator<FoundProblem> {
  for (const each of found) if (each !== undefined) yield each;
}

/** `foundProblems` with pauses: yields undefined at each pause. */
export function* problemsWithPauses(snapshot: Snapshot): Generator<FoundProblem | undefined> {
  const sourcesFor = createSourceFinder(snapshot);
  for (const row of snapshot.problems()) yield* inRow(row, sourcesFor(row.url));
  yield* sharedNamesWithPauses(snapshot);
  yield* listingProblems(snapshot);
  const unconfigured = yield* yieldPauses(readUnconfiguredSources(snapshot));
  for (const problem of [...unconfigured, ...clockProblems(snapshot)]) {
    const sources = 'source' in problem ? [problem.source] : [];
    yield { problem, scope: 'catalogue', sources };
  }
}

/** Creates a function that gives the sources of a URL; consecutive problems are often of one URL. */
export function createSourceFinder(snapshot: Snapshot): (url: string) => readonly string[] {
  return memoize((url) => sourceNames(snapshot.listingsOf(url)), 1);
}

/** The names that several records share, as one problem per record; undefined at each pause. */
export function* sharedNamesWithPauses(snapshot: Snapshot): Generator<FoundProblem | undefined> {
  const sourcesFor = createSourceFinder(snapshot);
  for (const problem of sharedNames(snapshot)) {
    if (problem === undefined) yield undefined;
    else yield { problem, scope: 'catalogue', sources: sourcesFor(problem.url) };
  }
}

/** Limit of shared-name problems that are yielded one by one. They are computed, not stored. */
const maxShared = 100_000;

/** Limits the shared-name problems to what the engine can hold; the rest is counted by source. */
export function* limitSharedNames(found: Iterable<FoundProblem>): Generator<FoundProblem> {
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
export function* urlProblemsWithPauses(
  snapshot: Snapshot,
  url: string,
): Generator<FoundProblem | undefined> {
  const sources = sourceNames(snapshot.listingsOf(url));
  yield* inRow(snapshot.problemsOf({ url }), sources);
  for (const row of snapshot.recordProblems(url)) yield* inRow(row, sources);
  const sharedBy = createSharedNameReader(snapshot);
  for (const facts of snapshot.factsOfUrl(url)) {
    yield undefined;
    yield* sharedBy(facts, sources);
  }
}

/**
 * The problems of records, each followed by the names that it shares, without those of their URLs;
 * undefined at each pause.
 */
export function* recordProblemsWithPauses(
  snapshot: Snapshot,
  graphs: Iterable<string>,
): Generator<FoundProblem | undefined> {
  const sharedBy = createSharedNameReader(snapshot);
  const sourcesFor = createSourceFinder(snapshot);
  for (const graph of graphs) {
    yield undefined;
    const facts = snapshot.factsOf(graph);
    if (facts === undefined) continue;
    const { documentUrl: url } = facts;
    const sources = sourcesFor(url);
    yield* inRow(snapshot.problemsOf({ url, record: graph }), sources);
    yield* sharedBy(facts, sources);
  }
}

/** The problems of URLs that belong to none of their records. */
export function* problemsOfUrls(
  snapshot: Snapshot,
  urls: Iterable<string>,
): Generator<FoundProblem> {
  for (const url of urls) {
    yield* inRow(snapshot.problemsOf({ url }), sourceNames(snapshot.listingsOf(url)));
  }
}

function* inRow(row: ProblemsRow | undefined, sources: readonly string[]): Generator<FoundProblem> {
  if (row === undefined) return;
  for (const { problem, ...first } of row.problems) {
    yield { problem, scope: row.url, sources, first };
  }
}

/**
 * How many runs are searched for the last one with a source, and for the first one that met a
 * problem.
 */
const maxRuns = 100;

/** The listing problems of the latest run of each source; undefined at each pause. */
function* listingProblems(snapshot: Snapshot): Generator<FoundProblem | undefined> {
  const names = new Set(latestConfiguredSources(snapshot) ?? sourcesOfLatestRuns(snapshot));
  for (const source of [...names].toSorted()) {
    yield undefined;
    const { problems, firsts } = latestListing(snapshot.runs().reportsOfSource(source));
    for (const problem of problems) {
      const first = firsts.get(problemIdentity(problem));
      yield { problem, scope: `listing ${source}`, sources: [source], ...(first && { first }) };
    }
  }
}

/** Only needed where no run recorded its configuration. */
function sourcesOfLatestRuns(snapshot: Snapshot): ReadonlySet<string> {
  const runs = snapshot.runs();
  const plans = Array.from(runs.latest(maxRuns), ({ number }) => runs.planOf(number));
  return new Set(plans.flatMap(({ sources = [] }) => sources));
}

/**
 * The problems of the latest listing of a source and, by problem identity, the first of the
 * consecutive runs that met each.
 * @param runs of one source, latest first
 */
function latestListing(runs: Iterable<SourceRun>) {
  let problems: readonly Problem[] = [];
  const firsts = new Map<string, FirstVisit>();
  let open = new Set<string>();
  let read = 0;
  for (const { run, source } of runs) {
    const met = new Set(source.listingProblems.map(problemIdentity));
    if (read === 0) {
      problems = source.listingProblems;
      open = met;
    }
    open = new Set([...open].filter((identity) => met.has(identity)));
    const { change } = run;
    const first = { run: run.run, at: run.endedAt, ...(change === undefined ? {} : { change }) };
    for (const identity of open) firsts.set(identity, first);
    read += 1;
    if (open.size === 0 || read === maxRuns) break;
  }
  return { problems, firsts };
}

/** Limit of the groups that are cached while records are read one by one. */
const maxRemembered = 1000;

/**
 * Finds record IRIs that several records claim, and resources that several records describe, in any
 * spelling: one problem for each of the records, in the order of the names. Computed from the names
 * database, not stored. Undefined at each pause.
 */
export function* sharedNames(snapshot: Snapshot): Generator<SharingProblem | undefined> {
  for (const part of sharedParts(snapshot)) {
    if (part === undefined) {
      yield undefined;
      continue;
    }
    const group = groupOf(snapshot, part);
    for (const graph of snapshot.graphsOfPart(part)) {
      const facts = snapshot.factsOf(graph);
      if (facts !== undefined) yield* sharedNameProblems(facts, part, group);
    }
  }
}

/** Creates a function that finds the shared names of single records. */
function createSharedNameReader(snapshot: Snapshot) {
  // Cached, so that a group of many records is read once; `memoize` leaves out long names.
  const groups = new Map<string, NameGroup>();
  return function* (facts: GraphFacts, sources: readonly string[]): Generator<FoundProblem> {
    for (const part of new Set(Array.from(nameKeys(facts), sharedNamePart))) {
      if (sharingKind(part) === undefined) continue;
      if (groups.size >= maxRemembered) groups.clear();
      const group = groups.get(part) ?? groupOf(snapshot, part);
      groups.set(part, group);
      if (group.size < 2) continue;
      for (const problem of sharedNameProblems(facts, part, group)) {
        yield { problem, scope: 'catalogue', sources };
      }
    }
  };
}

/** The shared-name problems of one of the records with a name. */
export function* sharedNameProblems(
  facts: Pick<GraphFacts, 'graph' | 'documentUrl' | 'recordIri' | 'describes'>,
  part: string,
  group: NameGroup,
): Generator<SharingProblem> {
  const kind = sharingKind(part);
  if (kind === undefined) return;
  const { graph, documentUrl: url, recordIri, describes } = facts;
  const iris = kind === 'record-iri-shared' ? [recordIri] : describes.map(({ iri }) => iri);
  const name = part.slice(0, part.indexOf('\t'));
  const iri = iris.find((each) => each !== undefined && storageKey(identifierName(each)) === name);
  yield { kind, url, record: graph, ...group.sharingOf(graph, iri ?? name) };
}

/** The kind of problem that sharing a name is; undefined where it is none. */
export function sharingKind(part: string): SharingKind | undefined {
  const role = nameRoleOfKey(part);
  if (role === 'record') return 'record-iri-shared';
  return role === 'resource' ? 'resource-shared' : undefined;
}

/** Rows that are read between two pauses. */
const rowsAPause = 1000;

/** The key parts that several records have; these are adjacent. Undefined at each pause. */
function* sharedParts(snapshot: Snapshot): Generator<string | undefined> {
  let rows = 0;
  let last: string | undefined;
  let isYielded = false;
  for (const { key } of snapshot.names()) {
    const part = sharedNamePart(key);
    if (part !== last) {
      last = part;
      isYielded = false;
    } else if (!isYielded && sharingKind(part) !== undefined) {
      isYielded = true;
      yield part;
    }
    rows += 1;
    if (rows % rowsAPause === 0) yield undefined;
  }
}

function groupOf(snapshot: Snapshot, part: string): NameGroup {
  const group = new NameGroup();
  for (const graph of snapshot.graphsOfPart(part)) group.add(graph);
  return group;
}

/**
 * The sources that list URLs but are missing from the configuration of the latest run, sorted by
 * name: nothing refreshes their records. Empty where that configuration was not recorded. Reads the
 * outcomes of all URLs.
 */
export function* readUnconfiguredSources(
  snapshot: Snapshot,
): InterruptibleReading<readonly ProblemOf<'source-not-configured'>[]> {
  const names = latestConfiguredSources(snapshot);
  if (names === undefined) return [];
  const configured = new Set(names);
  const sizes = new Map<string, { urls: number; records: number }>();
  for (const { url, listings } of snapshot.outcomes()) {
    for (const { source } of listings) {
      if (configured.has(source)) continue;
      const size = sizes.get(source) ?? { urls: 0, records: 0 };
      size.urls += 1;
      for (const _ of snapshot.factsOfUrl(url)) {
        size.records += 1;
        yield;
      }
      sizes.set(source, size);
    }
    yield;
  }
  const latest = latestRunsFor(snapshot, sizes.keys());
  const sources = [...sizes].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sources.map(([source, size]) => {
    const lastRun = latest.get(source);
    const problem = { kind: 'source-not-configured', url: sourceIri(source), source } as const;
    return Object.assign(problem, size, lastRun && { lastRun });
  });
}

/** The latest run of each source. Killed runs of old programs did not record their sources. */
function latestRunsFor(snapshot: Snapshot, names: Iterable<string>): ReadonlyMap<string, string> {
  const wanted = new Set(names);
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  const runs = snapshot.runs();
  for (const { number, run } of runs.latest()) {
    const { sources = [] } = runs.planOf(number);
    for (const name of sources) {
      if (wanted.delete(name)) found.set(name, run);
    }
    if (wanted.size === 0) break;
  }
  return found;
}
