import { isFault } from '../../facts/time/moment-reading.ts';
import { readMoment } from '../../facts/time/read-moment.ts';
import { readPeriod } from '../../facts/time/read-period.ts';
import type { TimeRepair } from '../../model/time-remarks.ts';

/** A time that is asked for. */
export type AskedTime = AskedEnds | AskedTimeFault;

/** Its two ends, each a moment or `..` where it is open. */
interface AskedEnds {
  readonly begin: string;
  readonly end: string;
}

interface AskedTimeFault {
  readonly fault: 'ambiguous' | 'impossible' | 'no-time';
}

/** With these, a reader of records makes the best of what is there; who asks can be asked back. */
const refused: ReadonlySet<TimeRepair> = new Set(['about', 'end-unknown', 'reversed']);

/**
 * Reads one time, or two with a slash between, of which one may be left out; or any other text that is read as a time where a
 * record has it, such as `2001-2004` and `2004/P1Y`.
 * @returns the ends, of which the start can be behind the end, as it was written; or why there are none
 */
export function readAskedTime(text: string): AskedTime {
  return readTwoEnds(text) ?? readAnyPeriod(text);
}

function readTwoEnds(text: string): AskedEnds | undefined {
  const [begin = '', end = begin, ...more] = text.split('/').map((part) => part.trim());
  if (more.length > 0 || begin + end === '' || ![begin, end].every(isEnd)) return undefined;
  return { begin: begin || '..', end: end || '..' };
}

/** Two digits beside a slash can be a month as well. */
function isEnd(text: string): boolean {
  if (text === '' || text === '..') return true;
  const reading = /^\d{1,2}$/u.test(text) ? undefined : readMoment(text);
  return reading !== undefined && !isFault(reading);
}

function readAnyPeriod(text: string): AskedTime {
  const reading = readPeriod(text);
  if (reading?.kind === 'period') {
    const { period, repairs } = reading;
    if (repairs.includes('short-end')) return { fault: 'ambiguous' };
    if (repairs.some((repair) => refused.has(repair))) return { fault: 'no-time' };
    return { begin: period.start ?? '..', end: period.end ?? '..' };
  }
  const reason = reading?.kind === 'unusable' ? reading.reason : undefined;
  if (reason === 'impossible') return { fault: reason };
  return { fault: reason === 'ambiguous' || reason === 'year-digits' ? 'ambiguous' : 'no-time' };
}
