import type { RunHead } from '../../../store/rows.ts';
import { duration } from '../../../text/amounts.ts';

/**
 * How a run ended, in words.
 * @param isLatest there is one writer at a time, so only the latest run can be under way
 */
export function runState(
  { startedAt, endedAt, interrupted }: Pick<RunHead, 'startedAt' | 'endedAt' | 'interrupted'>,
  isLatest: boolean,
): string {
  if (endedAt === undefined) {
    return isLatest ? 'under way, or ended by force' : 'ended by force';
  }
  return `${interrupted === true ? 'interrupted' : 'finished'} after ${duration(startedAt, endedAt)}`;
}
