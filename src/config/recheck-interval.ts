import type { RevisitCounts } from '../model/run.ts';
import type { Recheck } from './recheck-schema.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const longestAdaptedMs = 30 * dayMs;
/** The chance that a URL has changed unseen, when it is due again. */
const missedShare = 0.05;

/** How long after a visit a URL is left alone by a rule, in milliseconds. */
export function recheckMs(recheck: Recheck, rechecks: RevisitCounts): number {
  if (recheck === 'always') return 0;
  // A nightly run may be a little early.
  return recheck === 'adaptive' ? adaptedMs(rechecks) : 0.95 * recheck * hourMs;
}

/**
 * How long a URL can be left alone, in milliseconds: until the chance that it has changed is one in
 * twenty, by how often URLs of its source were found changed. Where changes come at random that is
 * in proportion to the mean time between them. Half a change more than were seen is supposed, so
 * that one quiet night does not say too much.
 */
export function adaptedMs({ looks, days, changed }: RevisitCounts): number {
  if (looks === 0) return 0;
  const daysPerChange = days / (changed + 0.5);
  return Math.min(-Math.log(1 - missedShare) * daysPerChange * dayMs, longestAdaptedMs);
}
