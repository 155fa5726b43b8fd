import type { RunFacts } from './graph-facts.ts';

const hourMs = 3_600_000;
/** A night later what was done is as good as done; later it is worth another look. */
const maxPauseMs = 36 * hourMs;
/** A run that is ended every night would never look at the same URL again. */
const maxAgeMs = 7 * 24 * hourMs;

/**
 * The runs that a new one goes on with: the latest one where it did not come to its end, be it that it was interrupted or
 * ended by force, and those that it went on with. None where that was too long ago.
 * @param latest all runs, the latest first
 */
export function unfinishedRuns(latest: Iterable<RunFacts>, now: Date): readonly string[] {
  const unfinished: string[] = [];
  let before = now.getTime();
  for (const { run, startedAt, report } of latest) {
    const began = Date.parse(startedAt);
    const isOver = report !== undefined && !report.interrupted;
    if (isOver || before - began > maxPauseMs || now.getTime() - began > maxAgeMs) break;
    unfinished.push(run);
    before = began;
  }
  return unfinished;
}
