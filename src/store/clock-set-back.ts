import type { ProblemOf } from '../model/problem.ts';
import { runIri } from './own-terms.ts';
import type { RunHead, RunMoment } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The latest time of the last run, where that is later than a time: a clock was set back between
 * them, or was ahead in that run.
 */
export function momentAhead(snapshot: Snapshot, now: Date): RunMoment | undefined {
  for (const head of snapshot.runs().latest(1)) {
    const at = new Date(latestTimeOf(head, snapshot));
    return at > now ? { run: head.run, at: at.toISOString() } : undefined;
  }
  return undefined;
}

/**
 * The latest time of a run by its own clock: when it ended or, where its process was killed, when it
 * last visited a URL that nobody has visited since. Reads all visits after such a run.
 */
function latestTimeOf({ run, startedAt, endedAt }: RunHead, snapshot: Snapshot): number {
  let latest = Math.max(Date.parse(startedAt), Date.parse(endedAt ?? startedAt));
  if (endedAt !== undefined) return latest;
  for (const visit of snapshot.visits()) {
    if (visit.run === run) latest = Math.max(latest, Date.parse(visit.at));
  }
  return latest;
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
