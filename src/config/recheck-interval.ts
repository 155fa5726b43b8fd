import type { RevisitCounts } from '../model/run.ts';
import type { Recheck } from './recheck-schema.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const longestAdaptedMs = 30 * dayMs;
/** The chance that a URL has changed since the last visit when it becomes due. */
const missedShare = 0.05;

/** The time after a visit in which a revisit policy postpones the next one, in milliseconds. */
export function recheckMs(recheck: Recheck, rechecks: RevisitCounts): number {
  if (recheck === 'always') return 0;
  // A nightly run may be a little early.
  return recheck === 'adaptive' ? adaptedMs(rechecks) : 0.95 * recheck * hourMs;
}

/**
 * The time, in milliseconds, until a URL has changed with a chance of one in twenty, if changes are
 * as frequent as observed for its source and come at random (a Poisson process). Half a change is
 * added to the observed ones, so that one run without changes does not count too much.
 */
export function adaptedMs({ looks, days, changed }: RevisitCounts): number {
  if (looks === 0) return 0;
  const daysPerChange = days / (changed + 0.5);
  return Math.min(-Math.log(1 - missedShare) * daysPerChange * dayMs, longestAdaptedMs);
}
