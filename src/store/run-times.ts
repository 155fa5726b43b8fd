import type { RunHead } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/** The latest time of a run by its own clock, in milliseconds since 1970. */
export type LatestTimeOf = (run: RunHead) => number;

/**
 * Creates a function that gives the latest activity of a run: its start or end, whichever is later,
 * or, where its process was killed, its last visit to a URL that no later run visited. The first
 * killed run costs a read of all visits.
 */
export function latestTimes(snapshot: Snapshot): LatestTimeOf {
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
