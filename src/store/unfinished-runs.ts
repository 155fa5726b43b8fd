import type { RunFacts } from './rows.ts';
import type { Snapshot } from './snapshot.ts';
import { sourcesOfRun } from './sources-of-run.ts';
import type { RunPlan } from './store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A night later what was done is as good as done; later it is worth another look. */
const maxPauseMs = 36 * hourMs;
/** A run that is ended every night would never look at the same URL again. */
const maxAgeMs = 7 * dayMs;
/** Of runs that began longer ago nothing is asked: by default a run asks the Web for a week at most. */
const longestAgoMs = 28 * dayMs;

/** Of one source, the runs to go on with that were found so far. */
interface Search {
  readonly runs: Set<string>;
  /** When the run began that follows on those that are still to be judged. */
  before: number;
  isOver: boolean;
}

/**
 * The runs that a new one goes on with, by source: the latest one for the source where it did not come to its end, be it that
 * it was interrupted or ended by force, and those before it of which that is true, too. None where too long went by since it
 * last worked. A run that asks for everything goes on only with such as did.
 */
export function unfinishedRuns(
  snapshot: Snapshot,
  { sources, full }: RunPlan,
  now: Date,
): ReadonlyMap<string, ReadonlySet<string>> {
  const searches = new Map<string, Search>();
  for (const source of sources) {
    searches.set(source, { runs: new Set(), before: now.getTime(), isOver: false });
  }
  const wanted = { full: full === true, lastWorkOf: lastWork(snapshot), now };
  for (const facts of snapshot.latestRuns()) {
    if (now.getTime() - Date.parse(facts.startedAt) > longestAgoMs) break;
    for (const [source, search] of searches) {
      if (!search.isOver && isFor(facts, source)) takeOrEnd(search, facts, wanted);
    }
    if ([...searches.values()].every(({ isOver }) => isOver)) break;
  }
  return new Map(Array.from(searches, ([source, { runs }]) => [source, runs]));
}

interface Wanted {
  readonly full: boolean;
  readonly lastWorkOf: (run: RunFacts) => number;
  readonly now: Date;
}

function takeOrEnd(search: Search, facts: RunFacts, { full, lastWorkOf, now }: Wanted): void {
  search.isOver = isFinished(facts) || isLongAgo(lastWorkOf(facts), search, now);
  search.before = Date.parse(facts.startedAt);
  // What was not looked at in full is not what a full run wants.
  if (!search.isOver && (!full || facts.full === true)) search.runs.add(facts.run);
}

/** The runs of all sources together, the latest first. */
export function allRuns(bySource: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const all = new Set<string>();
  for (const runs of bySource.values()) for (const run of runs) all.add(run);
  return [...all].toSorted().toReversed();
}

/** Runs of older programs do not say for which sources they were; it may be this one. */
function isFor(facts: RunFacts, name: string): boolean {
  return sourcesOfRun(facts)?.includes(name) ?? true;
}

function isFinished({ report }: RunFacts): boolean {
  return report !== undefined && !report.interrupted;
}

function isLongAgo(worked: number, { before }: Search, now: Date): boolean {
  return before - worked > maxPauseMs || now.getTime() - worked > maxAgeMs;
}

/** When a run did something last: it ended, or, where it was ended by force, asked for a URL that nobody has asked for since. */
function lastWork(snapshot: Snapshot): (run: RunFacts) => number {
  let visited: ReadonlyMap<string, number> | undefined;
  return ({ run, startedAt, report }) => {
    if (report !== undefined) return Date.parse(report.endedAt);
    visited ??= lastVisits(snapshot);
    return Math.max(Date.parse(startedAt), visited.get(run) ?? 0);
  };
}

/** By run, when it last asked for a URL. Reads all visits, which is done only after a run that was ended by force. */
function lastVisits(snapshot: Snapshot): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  for (const { run, at } of snapshot.visits()) {
    latest.set(run, Math.max(latest.get(run) ?? 0, Date.parse(at)));
  }
  return latest;
}
