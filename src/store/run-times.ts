import type { RunHead } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/** The latest time of a run by its own clock, in milliseconds since 1970. */
export type LatestTimeOf = (run: RunHead) => number;

/**
 * Tells when runs did something last: when they began or ended, whichever is later, or, where their
 * process was killed, when they last visited a URL that nobody has visited since. For the first
 * such run all visits are read.
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

/** By run, when it last visited a URL. */
function lastVisits(snapshot: Snapshot): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  for (const { run, at } of snapshot.visits()) {
    const time = Date.parse(at);
    latest.set(run, Math.max(latest.get(run) ?? time, time));
  }
  return latest;
}
