import type { ProblemOf } from '../../model/problem.ts';
import { runIri } from '../derived/derived-terms.ts';
import type { RunHead, RunMoment } from '../rows.ts';
import type { Snapshot } from '../snapshot.ts';

/** The latest time of a run by its own clock, in milliseconds since 1970. */
export type LatestTimeOf = (run: RunHead) => number;

/**
 * Creates a function that gives the latest activity of a run: its start or end, whichever is later,
 * or, where its process was killed, its last visit to a URL that no later run visited. The first
 * killed run costs a read of all visits.
 */
export function createRunClock(snapshot: Snapshot): LatestTimeOf {
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
 * The latest time of the last run, if that is after `now`: the clock was set back in between, or
 * was ahead in that run.
 */
export function latestRunAhead(
  snapshot: Snapshot,
  now: Date,
  latestTimeOf: LatestTimeOf,
): RunMoment | undefined {
  for (const head of snapshot.runs().latest(1)) {
    const at = new Date(latestTimeOf(head));
    return at > now ? { run: head.run, at: at.toISOString() } : undefined;
  }
  return undefined;
}

/**
 * The `clock-set-back` problem of the latest run, if its clock was behind that of the run before
 * it.
 */
export function clockProblems(snapshot: Snapshot): readonly ProblemOf<'clock-set-back'>[] {
  for (const { run, startedAt, behind } of snapshot.runs().latest(1)) {
    if (behind === undefined) return [];
    const before = { lastRun: behind.run, lastAt: behind.at };
    return [{ kind: 'clock-set-back', url: runIri(run), startedAt, ...before }];
  }
  return [];
}
