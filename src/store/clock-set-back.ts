import type { ProblemOf } from '../model/problem.ts';
import { runIri } from './own-terms.ts';
import type { RunMoment } from './rows.ts';
import type { LatestTimeOf } from './run-times.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The latest time of the last run, where that is later than a time: a clock was set back between
 * them, or was ahead in that run.
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

/** Says of the latest run that its clock was behind that of the run before it. */
export function clockProblems(snapshot: Snapshot): readonly ProblemOf<'clock-set-back'>[] {
  for (const { run, startedAt, behind } of snapshot.runs().latest(1)) {
    if (behind === undefined) return [];
    const before = { lastRun: behind.run, lastAt: behind.at };
    return [{ kind: 'clock-set-back', url: runIri(run), startedAt, ...before }];
  }
  return [];
}
