import type { ProblemOf } from '../model/problem.ts';
import { runIri } from './own-terms.ts';
import type { RunMoment } from './rows.ts';
import type { LatestTimeOf } from './run-times.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The latest time of the last run, if that is after `now`: the clock was set back in between, or
 * was ahead in that run.
 */
export function momentAhead(
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
