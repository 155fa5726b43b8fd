import { eraNamed } from '../facts/time/era-named.ts';
import { isFault } from '../facts/time/moment-reading.ts';
import { readAge } from '../facts/time/read-age.ts';
import { momentText } from '../facts/time/moment.ts';
import { readMoment } from '../facts/time/read-moment.ts';
import { periodYears } from '../facts/time/period-bounds.ts';
import { readPeriod } from '../facts/time/read-period.ts';
import type { AgeRange } from '../model/search-facts.ts';
import type { TimeRepair } from '../model/time-remarks.ts';

/** A time that is asked for. */
export type AskedTime = AskedEnds | AskedTimeFault;

/** Its two ends, each a moment as a `Period` has it, or `..` where it is open. */
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
 * Reads one time, or two with a slash between, of which one may be left out; or any other text that
 * is read as a time where a record has it, such as `2001-2004` and `2004/P1Y`.
 * @returns the ends, of which the start can be behind the end; or why there are none
 */
export function readAskedTime(text: string): AskedTime {
  return readTwoEnds(text) ?? readAnyPeriod(text);
}

/** The ends of a time that is asked for, in years and their parts. */
export function yearsOfEnds({ begin, end }: AskedEnds): ReturnType<typeof periodYears> {
  return periodYears({
    ...(begin === '..' ? {} : { start: begin }),
    ...(end === '..' ? {} : { end }),
  });
}

/**
 * Reads ages with their unit, or the name of an era of the chart.
 * @returns undefined where the text is neither
 */
export function readAskedAge(text: string): AgeRange | undefined {
  return readAge(text)?.age ?? eraNamed(text);
}

function readTwoEnds(text: string): AskedEnds | undefined {
  const [begin = '', end = begin, ...more] = text.split('/').map((part) => part.trim());
  if (more.length > 0 || begin + end === '') return undefined;
  const [first, last] = [readEnd(begin)?.first, readEnd(end)?.last];
  return first === undefined || last === undefined ? undefined : { begin: first, end: last };
}

/**
 * The moment with which an end begins, and that with which it ends. Two digits beside a slash can be
 * a month as well.
 */
function readEnd(text: string): { readonly first: string; readonly last: string } | undefined {
  if (text === '' || text === '..') return { first: '..', last: '..' };
  const reading = /^\d{1,2}$/u.test(text) ? undefined : readMoment(text);
  if (reading === undefined || isFault(reading)) return undefined;
  return { first: momentText(reading.first), last: momentText(reading.last) };
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
