import type { RunHead } from './rows.ts';
import { hasEnded } from './run-reader.ts';
import type { LatestTimeOf } from './run-times.ts';
import type { Snapshot } from './snapshot.ts';
import type { RunPlan, RunStart } from './store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A night later what was done is as good as done; later it is worth another look. */
const maxPauseMs = 36 * hourMs;
/** A run that is ended every night would never look at the same URL again. */
const maxAgeMs = 7 * dayMs;
/** Of runs that began longer ago nothing is asked: by default a run asks the Web for a week at most. */
const longestAgoMs = 28 * dayMs;

/** The runs that a new run continues. */
export type UnfinishedRuns = Pick<RunStart, 'continues' | 'unfinished'>;

/** Where a new run continues none. */
export const noUnfinishedRuns: UnfinishedRuns = { continues: [], unfinished: new Map() };

/** Of one source, the runs to go on with that were found so far. */
interface Search {
  readonly runs: Set<string>;
  /** When the run began that follows on those that are still to be judged. */
  before: number;
}

/**
 * The runs that a new one goes on with, by source: the latest one for the source where it did not
 * come to its end, whether it was interrupted or ended by force, and those before it of which
 * that is true, too. None where too long lies between their times, in either direction: what a
 * clock far ahead calls done may be of any time. A run that asks for everything goes on only with
 * such as did. Reads as many plans as it takes until each source is settled.
 */
export function unfinishedRuns(
  snapshot: Snapshot,
  { sources, full }: RunPlan,
  { now, latestTimeOf }: { readonly now: Date; readonly latestTimeOf: LatestTimeOf },
): UnfinishedRuns {
  const newSearch = (): Search => ({ runs: new Set(), before: now.getTime() });
  const searches = new Map(sources.map((source) => [source, newSearch()]));
  const continues = new Set<string>();
  const open = new Map(searches);
  const runs = snapshot.runs();
  for (const head of runs.latest()) {
    const isOver = open.size === 0 || timeBetween(now, head.startedAt) > longestAgoMs;
    if (isOver) break;
    // Runs of older programs do not say for which sources they were; it may be any.
    for (const source of runs.planOf(head.number).sources ?? [...open.keys()]) {
      const search = open.get(source);
      if (search === undefined) continue;
      if (isFinished(head) || isLongAgo(latestTimeOf(head), search, now)) {
        open.delete(source);
        continue;
      }
      search.before = Date.parse(head.startedAt);
      // What was not looked at in full is not what a full run wants.
      if (full === true && head.full !== true) continue;
      search.runs.add(head.run);
      continues.add(head.run);
    }
  }
  const unfinished = new Map(Array.from(searches, ([source, search]) => [source, search.runs]));
  return { continues: [...continues], unfinished };
}

function isFinished(head: RunHead): boolean {
  return hasEnded(head) && !head.interrupted;
}

function isLongAgo(worked: number, { before }: Search, now: Date): boolean {
  const age = Math.abs(now.getTime() - worked);
  return Math.abs(before - worked) > maxPauseMs || age > maxAgeMs;
}

function timeBetween(now: Date, at: string): number {
  return Math.abs(now.getTime() - Date.parse(at));
}
