import { UsageFault } from '../model/fault.ts';
import type { ProblemOf } from '../model/problem.ts';
import { noRevisits, type RevisitCounts, type SourceReport } from '../model/run.ts';
import { escapeControls } from '../text/printable.ts';
import { runIri } from './derived/derived-terms.ts';
import type { InterruptibleReading } from './interruptible-reading.ts';
import type { RunHead, RunMoment } from './rows.ts';
import { type EndedRun, hasEnded, type RunPlan, type RunStart } from './run-rows.ts';
import type { Snapshot } from './snapshot.ts';

/** How many runs a message lists. */
const maxNamed = 10;
const maxLatest = 3;

/**
 * Resolves a run name: its id, a unique prefix of it, or `last` for the latest.
 * @throws {UsageFault} where there is none
 */
export function resolveRunName(snapshot: Snapshot, name: string): RunHead {
  const runs = [...snapshot.runs().latest()];
  const [first] = runs;
  if (first === undefined) throw new UsageFault('The catalogue has no runs yet.');
  return name === 'last' ? first : findOnlyMatch(runs, name);
}

/**
 * The one run whose id equals a text or starts with it.
 * @param runs latest first
 * @throws {UsageFault} unless exactly one matches
 */
export function findOnlyMatch(runs: readonly RunHead[], name: string): RunHead {
  const exact = runs.find(({ run }) => run === name);
  const found = exact === undefined ? runs.filter(({ run }) => run.startsWith(name)) : [exact];
  const [first, ...others] = found;
  const shown = escapeControls(name);
  if (first === undefined || name === '') {
    const what =
      name === '' ? 'No run is named' : `No run has an identifier that begins with "${shown}"`;
    throw new UsageFault(`${what}; ${latestText(runs)}`);
  }
  if (others.length === 0) return first;
  const named = found.slice(0, maxNamed).map(({ run }) => run);
  const more = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : '';
  throw new UsageFault(
    `${found.length} runs begin with ${shown}: ${named.join(', ')}${more}. Name one of them.`,
  );
}

function latestText(runs: readonly RunHead[]): string {
  const named = runs.slice(0, maxLatest).map(({ run }) => run);
  if (named.length === 0) return 'the catalogue has no completed run yet.';
  const more = runs.length > maxLatest ? '; cdif-graph status lists more' : '';
  return `the latest ${named.length === 1 ? 'run is' : 'runs are'} ${named.join(', ')}${more}.`;
}

/** A finished run, as far as it concerns one source. */
export interface LastRun {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly endedAt: string;
  readonly source: SourceReport;
}

/** Whether a finished run with a report about the source counts. */
export type IsWantedRun = (run: EndedRun, source: SourceReport) => boolean;

/**
 * The latest finished run of each of these sources that `isWanted` accepts; sources without one are
 * left out. Reads the reports about a source from the latest one on until it is found.
 */
export function* latestRunsOfSources(
  snapshot: Snapshot,
  sources: readonly string[],
  isWanted: IsWantedRun,
): InterruptibleReading<ReadonlyMap<string, LastRun>> {
  const found = new Map<string, LastRun>();
  const runs = snapshot.runs();
  for (const name of sources) {
    yield;
    for (const { run, source } of runs.reportsOfSource(name, ({ interrupted }) => !interrupted)) {
      yield;
      if (!isWanted(run, source)) continue;
      found.set(name, { run: run.run, endedAt: run.endedAt, source });
      break;
    }
  }
  return found;
}

/**
 * The source names in the configuration of the latest run; undefined where it did not record them.
 */
export function latestConfiguredSources(snapshot: Snapshot): readonly string[] | undefined {
  const runs = snapshot.runs();
  for (const { number } of runs.latest()) {
    const { configured } = runs.planOf(number);
    if (configured !== undefined) return configured;
  }
  return undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * Longest pause between a run and its continuation: after a night the visits still count, later
 * they are repeated.
 */
const maxPauseMs = 36 * hourMs;
/** A run that is interrupted every night must not skip the same URLs for ever. */
const maxAgeMs = 7 * dayMs;
/** Runs that began longer ago are ignored: by default a run may fetch for a week at most. */
const longestAgoMs = 28 * dayMs;

/** The earlier runs that concern a new run. */
interface EarlierRuns {
  readonly continued: Omit<RunStart, 'run'>;
  /** The latest time of the last run, if that is in the future: a clock was set back. */
  readonly behind?: RunMoment;
}

/**
 * Finds the runs that a new run continues, and whether the last run was ahead of the clock.
 * @param plan without it, the new run continues none
 */
export function readEarlierRuns(
  snapshot: Snapshot,
  now: Date,
  plan: RunPlan | undefined,
): EarlierRuns {
  const latestTimeOf = createRunClock(snapshot);
  const { sources = [] } = plan ?? {};
  const continued = findUnfinishedRuns(
    snapshot,
    { sources, full: plan?.full === true },
    { now, latestTimeOf },
  );
  const [last] = snapshot.runs().latest(1);
  if (last === undefined) return { continued };
  const at = new Date(latestTimeOf(last));
  return at > now ? { continued, behind: { run: last.run, at: at.toISOString() } } : { continued };
}

/** The search for the runs to continue, for one source. */
interface Search {
  readonly runs: Set<string>;
  /** The start of the run after those that are still to be examined. */
  before: number;
}

/**
 * Finds the runs that a new run continues, by source: the latest run of the source if it was
 * interrupted or killed, and those directly before it likewise. None if their times are too far
 * apart, in either direction: times of a clock far ahead are meaningless. A full run continues only
 * full runs. Reads plans until each source is settled.
 */
function findUnfinishedRuns(
  snapshot: Snapshot,
  { sources, full }: { readonly sources: readonly string[]; readonly full: boolean },
  { now, latestTimeOf }: { readonly now: Date; readonly latestTimeOf: LatestTimeOf },
): EarlierRuns['continued'] {
  const newSearch = (): Search => ({ runs: new Set(), before: now.getTime() });
  const searches = new Map(sources.map((source) => [source, newSearch()]));
  const continues = new Set<string>();
  const open = new Map(searches);
  const runs = snapshot.runs();
  for (const head of runs.latest()) {
    const age = Math.abs(now.getTime() - Date.parse(head.startedAt));
    if (open.size === 0 || age > longestAgoMs) break;
    // Runs of old programs did not record their sources; any is possible.
    for (const source of runs.planOf(head.number).sources ?? [...open.keys()]) {
      const search = open.get(source);
      if (search === undefined) continue;
      const isFinished = hasEnded(head) && !head.interrupted;
      if (isFinished || isLongAgo(latestTimeOf(head), search, now)) {
        open.delete(source);
        continue;
      }
      search.before = Date.parse(head.startedAt);
      // A full run cannot reuse visits of a run that was not full.
      if (full && head.full !== true) continue;
      search.runs.add(head.run);
      continues.add(head.run);
    }
  }
  const unfinished = new Map(Array.from(searches, ([source, search]) => [source, search.runs]));
  return { continues: [...continues], unfinished };
}

function isLongAgo(worked: number, { before }: Search, now: Date): boolean {
  const age = Math.abs(now.getTime() - worked);
  return Math.abs(before - worked) > maxPauseMs || age > maxAgeMs;
}

/** Gives the latest time of a run by its own clock, in milliseconds since 1970. */
type LatestTimeOf = (run: RunHead) => number;

/**
 * Creates a function that gives the latest activity of a run: its start or end, whichever is later,
 * or, where its process was killed, its last visit to a URL that no later run visited. The first
 * killed run costs a read of all visits.
 */
function createRunClock(snapshot: Snapshot): LatestTimeOf {
  let visited: ReadonlyMap<string, number> | undefined;
  return ({ run, startedAt, endedAt }) => {
    const began = Date.parse(startedAt);
    if (endedAt !== undefined) return Math.max(began, Date.parse(endedAt));
    visited ??= lastVisits(snapshot);
    return Math.max(began, visited.get(run) ?? began);
  };
}

/** The time of the last visit, by run. */
function lastVisits(snapshot: Snapshot): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  for (const { run, at } of snapshot.visits()) {
    const time = Date.parse(at);
    latest.set(run, Math.max(latest.get(run) ?? time, time));
  }
  return latest;
}

/**
 * The `clock-set-back` problem of the latest run, if its clock was behind that of the run before
 * it.
 */
export function clockProblems(snapshot: Snapshot): readonly ProblemOf<'clock-set-back'>[] {
  const [last] = snapshot.runs().latest(1);
  if (last?.behind === undefined) return [];
  const { run, startedAt, behind } = last;
  const before = { lastRun: behind.run, lastAt: behind.at };
  return [{ kind: 'clock-set-back', url: runIri(run), startedAt, ...before }];
}

/** How many of the latest runs of a source count; older runs say little about today. */
const maxRuns = 10;
const maxRead = 10 * maxRuns;

/**
 * Counts of revisits to URLs of a source, over its latest runs. A run that began later than a
 * following one had a clock that was ahead: its days are ignored.
 */
export function rechecksOf(snapshot: Snapshot, name: string): RevisitCounts {
  const sum = { ...noRevisits };
  let runs = 0;
  let read = 0;
  // ISO 8601 in UTC, so texts sort like times.
  const [last] = snapshot.runs().latest(1);
  let earliest = last?.startedAt ?? '';
  for (const { run, source } of snapshot.runs().reportsOfSource(name)) {
    if (runs === maxRuns || read === maxRead) break;
    read += 1;
    const isAhead = run.startedAt > earliest;
    if (!isAhead) earliest = run.startedAt;
    const { looks, days, changed, announced } = source.rechecks;
    if (looks === 0 || isAhead) continue;
    sum.looks += looks;
    sum.days += days;
    sum.changed += changed;
    sum.announced += announced;
    runs += 1;
  }
  return sum;
}
