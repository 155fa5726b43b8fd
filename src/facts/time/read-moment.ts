import type { TimeRepair } from '../../model/time-remarks.ts';
import { momentAt, type Moment, firstSecond, precisionOf } from './moment.ts';
import {
  earliestYear,
  impossible,
  isFault,
  type MomentReading,
  type ReadMoment,
} from './moment-reading.ts';
import { type Clock, readClock } from './read-clock.ts';
import { readDay } from './read-day.ts';

/** Longer texts are no moments. */
const maxCharacters = 100;

/** Quick test for the usual form. */
const isoDay = /^\d{4}-\d{2}-\d{2}$/u;
/** A date, then a `T` or, before hours and minutes, another separator, then a time of day. */
const withClock = /^(.*?\d)(?:(T)(?=\d|$)|[\s,T]+(?=\d{1,2}:\d{2}))(.*)$/isu;
/** An xsd:date with a zone, which is ignored. */
const withZone = /^([+-]?\d{4,}-\d{2}-\d{2})\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/iu;
/** A zone name outside of ISO 8601; many are ambiguous. */
const otherZone = / ?(?<![A-Z])(?!(?:UTC?|GMT|[AP]M)$)[A-Z]{2,5}$/iu;
/** Microsoft JSON: milliseconds since 1970, with a display zone. */
const epochForm = /^\\?\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\\?\/$/u;
const year1970 = firstSecond({ year: 1970 });

/**
 * Reads a moment: a year, month, day or time of a day, in ISO 8601 (2004, 4.1 to 4.3) or another
 * form in use with a single meaning. Times without zone are taken as UTC, or in the given zone.
 * @param zone minutes east of UTC, for times without zone
 * @returns undefined for other texts
 */
export function readMoment(text: string, zone = 0): MomentReading | undefined {
  if (text.length > maxCharacters) return undefined;
  return isoDay.test(text) ? readDay(text) : readOtherForm(text, zone);
}

function readOtherForm(text: string, zone: number): MomentReading | undefined {
  const epoch = epochForm.exec(text);
  if (epoch !== null) return epochMoment(Number(epoch[1]) / 1000);
  const parts = withClock.exec(text);
  if (parts === null) return readDay(withZone.exec(text)?.[1] ?? text);
  const [, date = '', letter, time = ''] = parts;
  const day = readDay(date);
  if (day === undefined || isFault(day)) return day;
  return addTimeOfDay(day, time, letter === undefined ? ['separator'] : [], zone);
}

/** The moment of a number of seconds since 1970 (POSIX time). */
export function epochMoment(seconds: number): ReadMoment {
  const moment = momentAt(year1970 + Math.floor(seconds));
  return { first: moment, last: moment, repairs: ['epoch'] };
}

function addTimeOfDay(
  day: ReadMoment,
  time: string,
  before: readonly TimeRepair[],
  zone: number,
): MomentReading | undefined {
  const clock = readClock(time.replace(otherZone, ''));
  if (clock === 'impossible') return impossible;
  if (clock === undefined && time !== '') return undefined;
  if (clock === undefined || !canHaveTimeOfDay(day) || otherZone.test(time)) {
    return { ...day, repairs: [...day.repairs, 'time-dropped'] };
  }
  const { offset = zone } = clock;
  const repairs = [...day.repairs, ...before, ...clock.repairs];
  const given = clock.offset === undefined ? {} : { offset: clock.offset };
  return { ...rangeOfTimeOfDay(day.first, clock, offset), repairs, ...given };
}

/** A time of day only applies to a day, not to a week, year or geologic time. */
function canHaveTimeOfDay({ first, last }: ReadMoment): boolean {
  return precisionOf(first) === 'day' && first === last && first.year >= earliestYear;
}

function rangeOfTimeOfDay(
  day: Moment,
  { second, length }: Clock,
  offset: number,
): Pick<ReadMoment, 'first' | 'last'> {
  const first = firstSecond(day) + second - offset * 60;
  return { first: momentAt(first), last: momentAt(first + length - 1) };
}
