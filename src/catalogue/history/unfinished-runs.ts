import { hasEnded } from '../run-rows.ts';
import type { Snapshot } from '../snapshot.ts';
import type { RunPlan, RunStart } from '../store.ts';
import type { LatestTimeOf } from './run-times.ts';

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

/** The runs that a new run continues. */
export type UnfinishedRuns = Pick<RunStart, 'continues' | 'unfinished'>;

/** For a run that continues none. */
export const noUnfinishedRuns: UnfinishedRuns = { continues: [], unfinished: new Map() };

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
      if (full === true && head.full !== true) continue;
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
