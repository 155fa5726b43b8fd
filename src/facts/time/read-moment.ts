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

/** What most are, in which nothing else is to be looked for. */
const wholeDay = /^\d{4}-\d{2}-\d{2}$/u;
/** A date, then a `T` or, before hours and minutes, something else, then a time of day. */
const withClock = /^(.*?\d)(?:(T)(?=\d|$)|[\s,T]+(?=\d{1,2}:\d{2}))(.*)$/isu;
/** An xsd:date can have a zone; it does not matter to a day. */
const withZone = /^([+-]?\d{4,}-\d{2}-\d{2})\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/iu;
/** The name of a zone that is none of ISO 8601's; many mean several. */
const otherZone = / ?(?<![A-Z])(?!(?:UTC?|GMT|[AP]M)$)[A-Z]{2,5}$/iu;
/** Microsoft's JSON: milliseconds since 1970, and a zone for showing it. */
const epochForm = /^\\?\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\\?\/$/u;
const year1970 = firstSecond({ year: 1970 });

/**
 * Reads a moment: a year, month, day, or a time of a day, in ISO 8601 (2004, 4.1 to 4.3) or in any other way that is met and
 * has one meaning. A time without a zone is taken as UTC, or in the zone that is given.
 * @param zone minutes east of UTC, for a time that has none
 * @returns undefined where the text is nothing of that kind
 */
export function readMoment(text: string, zone = 0): MomentReading | undefined {
  if (text.length > maxCharacters) return undefined;
  return wholeDay.test(text) ? readDay(text) : readOther(text, zone);
}

function readOther(text: string, zone: number): MomentReading | undefined {
  const epoch = epochForm.exec(text);
  if (epoch !== null) return epochMoment(Number(epoch[1]) / 1000);
  const parts = withClock.exec(text);
  if (parts === null) return readDay(withZone.exec(text)?.[1] ?? text);
  const [, date = '', letter, time = ''] = parts;
  const day = readDay(date);
  if (day === undefined || isFault(day)) return day;
  return atClock(day, time, letter === undefined ? ['separator'] : [], zone);
}

/** The moment that a number of seconds since 1970 means (POSIX). */
export function epochMoment(seconds: number): ReadMoment {
  const moment = momentAt(year1970 + Math.floor(seconds));
  return { first: moment, last: moment, repairs: ['epoch'] };
}

function atClock(
  day: ReadMoment,
  time: string,
  before: readonly TimeRepair[],
  zone: number,
): MomentReading | undefined {
  const clock = readClock(time.replace(otherZone, ''));
  if (clock === 'impossible') return impossible;
  if (clock === undefined && time !== '') return undefined;
  if (clock === undefined || !hasClock(day) || otherZone.test(time)) {
    return { ...day, repairs: [...day.repairs, 'time-dropped'] };
  }
  const { offset = zone } = clock;
  const repairs = [...day.repairs, ...before, ...clock.repairs];
  const given = clock.offset === undefined ? {} : { offset: clock.offset };
  return { ...rangeOf(day.first, clock, offset), repairs, ...given };
}

/** Whether a time of day means something: of a day, and not of a week, a year or of geology. */
function hasClock({ first, last }: ReadMoment): boolean {
  return precisionOf(first) === 'day' && first === last && first.year >= earliestYear;
}

function rangeOf(
  day: Moment,
  { second, length }: Clock,
  offset: number,
): Pick<ReadMoment, 'first' | 'last'> {
  const first = firstSecond(day) + second - offset * 60;
  return { first: momentAt(first), last: momentAt(first + length - 1) };
}
