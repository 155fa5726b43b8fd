import { eraNamed } from '../facts/time/era-named.ts';
import { isFault } from '../facts/time/moment-reading.ts';
import { readAge } from '../facts/time/read-age.ts';
import { momentText } from '../facts/time/moment.ts';
import { readMoment } from '../facts/time/read-moment.ts';
import { periodYears } from '../facts/time/period-bounds.ts';
import { readPeriod } from '../facts/time/read-period.ts';
import type { AgeRange } from '../model/search-facts.ts';
import type { TimeRepair } from '../model/time-remarks.ts';

/** A time condition. */
export type AskedTime = TimeConditionEnds | TimeConditionFault;

/** Both ends in the format of `Period`, or `..` if open. */
interface TimeConditionEnds {
  readonly begin: string;
  readonly end: string;
}

interface TimeConditionFault {
  readonly fault: 'ambiguous' | 'impossible' | 'no-time';
}

/** Repairs that are fine for records, but not for a condition, which the user can correct. */
const refusedRepairs: ReadonlySet<TimeRepair> = new Set(['about', 'end-unknown', 'reversed']);

/**
 * Reads a time condition: one time, or two separated by a slash, of which one may be missing; or
 * any other form that is read in records, such as `2001-2004` and `2004/P1Y`.
 * @returns both ends, perhaps in the wrong order; or why there are none
 */
export function readAskedTime(text: string): AskedTime {
  return readTwoEnds(text) ?? readAnyPeriod(text);
}

/** The ends of a time condition as decimal years. */
export function yearsOfEnds({ begin, end }: TimeConditionEnds): ReturnType<typeof periodYears> {
  return periodYears({
    ...(begin === '..' ? {} : { start: begin }),
    ...(end === '..' ? {} : { end }),
  });
}

/**
 * Reads ages with their unit, or the name of an era.
 * @returns undefined for other texts
 */
export function readAskedAge(text: string): AgeRange | undefined {
  return readAge(text)?.age ?? eraNamed(text);
}

function readTwoEnds(text: string): TimeConditionEnds | undefined {
  const [begin = '', end = begin, ...more] = text.split('/').map((part) => part.trim());
  if (more.length > 0 || begin + end === '') return undefined;
  const [first, last] = [readEnd(begin)?.first, readEnd(end)?.last];
  return first === undefined || last === undefined ? undefined : { begin: first, end: last };
}

/**
 * The first and last moment of an end. Two digits beside a slash are rejected, since they may be a
 * month.
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
    if (repairs.some((repair) => refusedRepairs.has(repair))) return { fault: 'no-time' };
    return { begin: period.start ?? '..', end: period.end ?? '..' };
  }
  const reason = reading?.kind === 'unusable' ? reading.reason : undefined;
  if (reason === 'impossible') return { fault: reason };
  return { fault: reason === 'ambiguous' || reason === 'year-digits' ? 'ambiguous' : 'no-time' };
}
