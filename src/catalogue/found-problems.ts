import { ProblemCounter } from '../model/problem-tally.ts';
import type { Problem, ProblemOf, Sharing } from '../model/problem.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { memoize } from '../text/collections.ts';
import { parseUrl } from '../text/parsed-url.ts';
import { sourceIri } from './derived/derived-terms.ts';
import { clockProblems, latestConfiguredSources } from './find-runs.ts';
import { sourceNames } from './history.ts';
import { type InterruptibleReading, yieldPauses } from './interruptible-reading.ts';
import { nameKeys, nameRoleOfKey, sharedNamePart, storageKey } from './keys.ts';
import { problemIdentity } from './problem-rows.ts';
import type { FirstVisit, GraphFacts, ProblemsRow } from './rows.ts';
import type { SourceRun } from './run-rows.ts';
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
 * of problems uses this order. Yields undefined at each pause.
 */
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

/** Drops the pauses. */
export function* dropPauses(found: Iterable<FoundProblem | undefined>): Generator<FoundProblem> {
  for (const each of found) if (each !== undefined) yield each;
}

/** Creates a function that gives the sources of a URL; it remembers the last URL. */
export function createSourceFinder(snapshot: Snapshot): (url: string) => readonly string[] {
  return memoize((url) => sourceNames(snapshot.listingsOf(url)), 1);
}

/** Limit of shared-name problems that are yielded one by one. They are computed, not stored. */
const maxShared = 100_000;

/**
 * Limits the shared-name problems to what the engine can hold; the rest is counted by source.
 * Pauses (undefined) stay.
 */
export function* limitSharedNames(
  found: Iterable<FoundProblem | undefined>,
): Generator<FoundProblem | undefined> {
  let shared = 0;
  const cut = new Map<string, ProblemCounter>();
  for (const each of found) {
    shared += Number(each !== undefined && each.first === undefined);
    const [source] = each?.sources ?? [];
    if (
      each === undefined ||
      shared <= maxShared ||
      each.first !== undefined ||
      source === undefined
    ) {
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

/**
 * Finds record IRIs that several records claim, and resources that several records describe, in any
 * spelling: one problem for each of the records, in the order of the names. Computed from the names
 * database, not stored. Undefined at each pause.
 */
export function* sharedNamesWithPauses(snapshot: Snapshot): Generator<FoundProblem | undefined> {
  const sourcesFor = createSourceFinder(snapshot);
  for (const part of sharedParts(snapshot)) {
    if (part === undefined) {
      yield undefined;
      continue;
    }
    const group = groupOf(snapshot, part);
    for (const graph of snapshot.graphsOfPart(part)) {
      const facts = snapshot.factsOf(graph);
      if (facts !== undefined) yield* sharedName(facts, part, group, sourcesFor(facts.documentUrl));
    }
  }
}

/** Limit of the groups that are cached while records are read one by one. */
const maxRemembered = 1000;

/** Creates a function that finds the shared names of single records. */
function createSharedNameReader(snapshot: Snapshot) {
  // Cached, so that a group of many records is read once; `memoize` leaves out long names.
  const groups = new Map<string, NameGroup>();
  const find = (part: string): NameGroup => {
    if (groups.size >= maxRemembered) groups.clear();
    const group = groups.get(part) ?? groupOf(snapshot, part);
    groups.set(part, group);
    return group;
  };
  return (facts: GraphFacts, sources: readonly string[]) => sharedNamesOf(facts, sources, find);
}

/** The names by which a record is found, and its document. */
export type RecordNames = Pick<GraphFacts, 'graph' | 'documentUrl' | 'recordIri' | 'describes'>;

/** The key parts of the names of a record that no other record should have. */
export function unsharedParts(names: RecordNames): readonly string[] {
  const parts = new Set(Array.from(nameKeys(names), sharedNamePart));
  return [...parts].filter((part) => sharingKind(part) !== undefined);
}

/**
 * The problems of the names that a record shares with others.
 * @param groupOfPart the records with a name, by its key part
 */
export function* sharedNamesOf(
  names: RecordNames,
  sources: readonly string[],
  groupOfPart: (part: string) => NameGroup | undefined,
): Generator<FoundProblem> {
  for (const part of unsharedParts(names)) {
    const group = groupOfPart(part);
    if (group !== undefined && group.size > 1) yield* sharedName(names, part, group, sources);
  }
}

function* sharedName(
  { graph, documentUrl: url, recordIri, describes }: RecordNames,
  part: string,
  group: NameGroup,
  sources: readonly string[],
): Generator<FoundProblem> {
  const kind = sharingKind(part);
  if (kind === undefined) return;
  const iris = kind === 'record-iri-shared' ? [recordIri] : describes.map(({ iri }) => iri);
  const name = part.slice(0, part.indexOf('\t'));
  const iri = iris.find((each) => each !== undefined && storageKey(identifierName(each)) === name);
  const problem = { kind, url, record: graph, ...group.sharingOf(graph, iri ?? name) };
  yield { problem, scope: 'catalogue', sources };
}

/** The kind of problem that sharing a name is; undefined where it is none. */
function sharingKind(part: string): 'record-iri-shared' | 'resource-shared' | undefined {
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

/** How many of the other records are named to each record that shares a name. */
const maxOthers = 10;

/**
 * The records that share one name in one role. Gives the same result in whatever order records are
 * added.
 */
export class NameGroup {
  #records = 0;
  /** The first graph IRIs, sorted; one more than are named, since a record does not name itself. */
  #first: string[] = [];
  readonly #bySite = new Map<string, number>();

  /** The number of records. */
  get size(): number {
    return this.#records;
  }

  add(graph: string): void {
    this.#records += 1;
    const site = siteOf(graph);
    this.#bySite.set(site, (this.#bySite.get(site) ?? 0) + 1);
    const last = this.#first[maxOthers];
    if (last !== undefined && graph > last) return;
    this.#first = [...this.#first, graph].toSorted().slice(0, maxOthers + 1);
  }

  /** The problem facts for one of the records. @param iri the name as that record writes it */
  sharingOf(graph: string, iri: string): Sharing {
    const others = this.#first.filter((each) => each !== graph).slice(0, maxOthers);
    return { iri, records: this.#records, onSite: this.#bySite.get(siteOf(graph)) ?? 1, others };
  }
}

/** The site of a record as far as its URL tells: host and port. */
function siteOf(graph: string): string {
  return parseUrl(graph)?.host ?? graph;
}
