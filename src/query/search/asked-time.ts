import { isFault } from '../../facts/time/moment-reading.ts';
import { readMoment } from '../../facts/time/read-moment.ts';
import { readPeriod } from '../../facts/time/read-period.ts';
import type { TimeRepair } from '../../model/time-remarks.ts';

/** The two ends of a time that is asked for, each a moment or `..` where it is open. */
export interface AskedTime {
  readonly begin: string;
  readonly end: string;
}

/** With these, a reader of records makes the best of what is there; who asks can be asked back. */
const refused: ReadonlySet<TimeRepair> = new Set(['reversed', 'end-unknown', 'about']);

/**
 * Reads one time, or two with a slash between, of which one may be left out; or any other text that is read as a time where a
 * record has it, such as `2001-2004` and `2004/P1Y`.
 * @returns undefined where it is no time of the calendar. A start behind its end is returned as it was written.
 */
export function readAskedTime(text: string): AskedTime | undefined {
  return readTwoEnds(text) ?? readAnyPeriod(text);
}

function readTwoEnds(text: string): AskedTime | undefined {
  const [begin = '', end = begin, ...more] = text.split('/').map((part) => part.trim());
  if (more.length > 0 || begin + end === '' || ![begin, end].every(isEnd)) return undefined;
  return { begin: begin || '..', end: end || '..' };
}

function readAnyPeriod(text: string): AskedTime | undefined {
  const reading = readPeriod(text);
  if (reading?.kind !== 'period') return undefined;
  if (reading.repairs.some((repair) => refused.has(repair))) return undefined;
  return { begin: reading.period.start ?? '..', end: reading.period.end ?? '..' };
}

function isEnd(text: string): boolean {
  if (text === '' || text === '..') return true;
  const reading = readMoment(text);
  return reading !== undefined && !isFault(reading);
}
