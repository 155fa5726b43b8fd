import type { TimeFault, TimeRepair } from '../../model/search-facts.ts';
import {
  type CalendarMoment,
  dayNumber,
  daysInMonth,
  daysInYear,
  dayWithNumber,
  firstSecond,
  momentAt,
  type MomentRange,
  precisionOf,
  secondsInDay,
  weekStart,
} from './calendar.ts';

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
  if (day === undefined || isMomentFault(day)) return day;
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
  const clock = readTimeOfDay(time.replace(otherZone, ''));
  if (clock === 'impossible') return impossibleMoment;
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
  return precisionOf(first) === 'day' && first === last && first.year >= earliestCalendarYear;
}

function rangeOfTimeOfDay(
  day: CalendarMoment,
  { second, length }: TimeOfDay,
  offset: number,
): Pick<ReadMoment, 'first' | 'last'> {
  const first = firstSecond(day) + second - offset * 60;
  return { first: momentAt(first), last: momentAt(first + length - 1) };
}

/** A calendar moment, or why a text that looks like one cannot be read. */
type MomentReading = MomentFault | ReadMoment;

/** A calendar moment as read from a text; a range for a week, quarter or time of day. */
export interface ReadMoment extends MomentRange {
  readonly repairs: readonly TimeRepair[];
  /** Minutes east of UTC, if a zone was given. */
  readonly offset?: number;
  /** Whether the year has three digits without sign or era. */
  readonly isShort?: true;
}

interface MomentFault {
  readonly fault: TimeFault;
}

const impossibleMoment: MomentFault = { fault: 'impossible' };

/** Earlier years are geologic times. */
export const earliestCalendarYear = -99_999;
const latestYear = 99_999;

/** A complete year, month or day, if it exists in the calendar. */
function validateMoment(
  moment: CalendarMoment,
  repairs: readonly TimeRepair[] = [],
): MomentReading {
  const { year, month = 1, day = 1 } = moment;
  if (year > latestYear) return { fault: 'year-digits' };
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return impossibleMoment;
  return { first: moment, last: moment, repairs };
}

/** Whether a reading failed. */
export function isMomentFault(reading: MomentReading): reading is MomentFault {
  return 'fault' in reading;
}

type MatchGroups = readonly (string | undefined)[];

/** A numeric form of a day, month or year, and its reader. */
interface DayForm {
  readonly form: RegExp;
  readonly read: (groups: MatchGroups) => MomentReading;
}

const forms: readonly DayForm[] = [
  // ISO 8601: 20170308, 2017, 2017-03, 2017-03-08, -13000; also with single digits.
  { form: /^(\d{4})(\d{2})(\d{2})$/u, read: completeDayReader([]) },
  { form: /^([+-]?)(\d+)(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/u, read: readYearFirst },
  // Other separators, only for complete dates, since 2017.09 may be a number.
  { form: /^(\d{4})\.(\d{1,2})\.(\d{1,2})\.?$/u, read: completeDayReader(['separator']) },
  { form: /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/u, read: completeDayReader(['separator']) },
  { form: /^(\d{4})-(\d{3})$/u, read: readOrdinalDay },
  { form: /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/iu, read: readWeekDate },
  { form: /^(\d{4})[-\s]?Q([1-4])$/iu, read: readQuarter },
  { form: /^(\d{1,2})([-./\s])(\d{1,2})\2(\d{4})$/u, read: readYearLast },
  {
    form: /^(\d{1,2})[-./](\d{4})$/u,
    read: ([, month, year]) => {
      return validateMoment({ year: Number(year), month: Number(month) }, ['day-order']);
    },
  },
];

/**
 * Reads a day, week, month, quarter or year in any supported form.
 * @param text without a time of day
 * @returns undefined for other texts
 */
function readDay(text: string): MomentReading | undefined {
  for (const { form, read } of forms) {
    const groups = form.exec(text);
    if (groups !== null) return read(groups);
  }
  return readYearWithEra(text) ?? readNamedMonth(text);
}

function readYearFirst([, sign = '', digits = '', ...rest]: MatchGroups): MomentReading {
  const fault = yearFault(sign, digits.length);
  if (fault !== undefined) return { fault };
  const [month, day] = rest;
  const isPadded = digits.length < 4 || rest.some((part) => part?.length === 1);
  // Adding 0 avoids -0.
  const year = 0 + Number(sign + digits);
  const reading = validateMoment(
    {
      year,
      ...(month !== undefined && { month: Number(month) }),
      ...(day !== undefined && { day: Number(day) }),
    },
    isPadded ? ['digits'] : [],
  );
  const isShort = sign === '' && digits.length < 4;
  return isShort && !isMomentFault(reading) ? { ...reading, isShort } : reading;
}

/**
 * A year without sign has four digits (ISO 8601, 4.1.2.4). Three digits may be a year, two can be
 * anything.
 */
function yearFault(sign: string, count: number): TimeFault | undefined {
  if (count > 10) return 'number';
  if (sign !== '' || count === 3 || count === 4) return undefined;
  return count < 3 ? 'number' : 'year-digits';
}

/** A complete date, in another form than the extended one of ISO 8601. */
function completeDayReader(repairs: readonly TimeRepair[]): (groups: MatchGroups) => MomentReading {
  return ([, year, month, day]) => {
    return validateMoment({ year: Number(year), month: Number(month), day: Number(day) }, repairs);
  };
}

function readOrdinalDay([, year, day]: MatchGroups): MomentReading {
  const ofYear = Number(day);
  if (ofYear < 1 || ofYear > daysInYear(Number(year))) return impossibleMoment;
  return validateMoment(
    dayWithNumber(dayNumber({ year: Number(year), month: 1, day: 1 }) + ofYear - 1),
  );
}

function readWeekDate([, year, week, weekday]: MatchGroups): MomentReading {
  const start = weekStart(Number(year), Number(week));
  const isInYear = Number(week) > 0 && start < weekStart(Number(year) + 1, 1);
  if (!isInYear) return impossibleMoment;
  if (weekday !== undefined) return validateMoment(dayWithNumber(start + Number(weekday) - 1));
  return { first: dayWithNumber(start), last: dayWithNumber(start + 6), repairs: [] };
}

function readQuarter([, text, number]: MatchGroups): MomentReading {
  const year = Number(text);
  const month = Number(number) * 3;
  return { first: { year, month: month - 2 }, last: { year, month }, repairs: ['separator'] };
}

/**
 * With dots the day comes first. Otherwise the month may come first, as in America, so the date is
 * only readable if one of the two numbers cannot be a month.
 */
function readYearLast([, left = '', separator, right = '', year]: MatchGroups): MomentReading {
  const isDayFirst = separator === '.' || Number(left) > 12 || left === right;
  if (!isDayFirst && Number(right) <= 12) return { fault: 'ambiguous' };
  const [day, month] = isDayFirst ? [left, right] : [right, left];
  return validateMoment({ year: Number(year), month: Number(month), day: Number(day) }, [
    'day-order',
  ]);
}

const months: ReadonlyMap<string, number> = new Map(
  'january february march april may june july august september october november december'
    .split(' ')
    .flatMap((name, before) => [
      [name, before + 1] as const,
      [name.slice(0, 3), before + 1] as const,
    ])
    .concat([['sept', 9]]),
);
/** Words without further information. */
const ignoredWord =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|st|nd|rd|th|of|the)$/u;
const allowed = /^[a-z\d\s,./-]+$/u;

/**
 * Reads a day or month with an English month name: `2008-Jan-1`, `12 June 2007`, `Fri Dec 04 2020`,
 * `May 2011`.
 */
function readNamedMonth(text: string): MomentReading | undefined {
  const lower = text.toLowerCase();
  if (!allowed.test(lower)) return undefined;
  const words = (lower.match(/[a-z]+|\d+/gu) ?? []).filter((word) => !ignoredWord.test(word));
  const numbers = words.filter((word) => /^\d/u.test(word));
  const [name = '', ...others] = words.filter((word) => !/^\d/u.test(word));
  const month = months.get(name);
  if (month === undefined || others.length > 0 || numbers.length > 2) return undefined;
  return readWithMonth(month, numbers);
}

function readWithMonth(month: number, numbers: readonly string[]): MomentReading | undefined {
  const years = numbers.filter((number) => number.length === 4);
  const day = numbers.find((number) => number.length < 3);
  const [year, ...more] = years;
  // In `3 May 07`, either number may be the year.
  if (year === undefined) return numbers.length === 2 ? { fault: 'ambiguous' } : undefined;
  if (more.length > 0 || (day === undefined && numbers.length === 2)) return undefined;
  const moment = { year: Number(year), month };
  return validateMoment(day === undefined ? moment : { ...moment, day: Number(day) }, [
    'month-name',
  ]);
}

const beforeChrist = String.raw`b\.?\s?c\.?(?:\s?e\.?)?`;
const afterChrist = String.raw`a\.?\s?d\.?|c\.?\s?e\.?`;
const wordFirst = new RegExp(`^(?:(${beforeChrist})|${afterChrist})\\s*(\\d{1,6})$`, 'iu');
const wordLast = new RegExp(`^(\\d{1,6})\\s*(?:(${beforeChrist})|${afterChrist})$`, 'iu');

/** Reads a year with era: `500 BC`, `500 BCE`, `AD 79`. 1 BC is the year 0 of ISO 8601. */
function readYearWithEra(text: string): MomentReading | undefined {
  const first = wordFirst.exec(text);
  const last = wordLast.exec(text);
  if (first === null && last === null) return undefined;
  const count = Number(first?.[2] ?? last?.[1]);
  if (count === 0) return impossibleMoment;
  const isBefore = (first?.[1] ?? last?.[2]) !== undefined;
  return validateMoment({ year: isBefore ? 1 - count : count }, ['year-count']);
}

/** The BC era at the end of a text, which may apply to a whole range: `500-300 BC`. */
export function trailingYearEra(text: string): string | undefined {
  return wordLast.exec(text)?.[2];
}

/** A time of day. */
interface TimeOfDay {
  /** Seconds since midnight; 86,400 for 24:00. */
  readonly second: number;
  /** Precision in seconds: an hour, a minute or a second. */
  readonly length: number;
  /** Minutes east of UTC, if a zone was given. */
  readonly offset?: number;
  readonly repairs: readonly TimeRepair[];
}

/** Groups: hours, minutes, seconds, rest. */
const clockForms = [
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?!\d)(.*)$/u,
  /^(\d{2})(?:(\d{2})(?:(\d{2})(?:[.,]\d+)?)?)?(?!\d)(.*)$/u,
];
const halfForm = /^\s*([ap])\.?m\.?(?![a-z])/iu;

/**
 * Reads a time of day: `12`, `12:27`, `12:27:09.5`, `122709`, with or without zone. A leap second
 * becomes the second before, since xsd:dateTime has none; fractions are dropped.
 * @returns 'impossible' for times that do not exist; undefined for other texts
 */
function readTimeOfDay(text: string): TimeOfDay | 'impossible' | undefined {
  const groups = clockForms.map((form) => form.exec(text)).find((found) => found !== null);
  if (groups === undefined) return undefined;
  const [, hours, minutes, seconds, rest = ''] = groups;
  const half = halfForm.exec(rest);
  const second = parseSecond(parseHour(Number(hours), half), minutes, seconds);
  const zone = readZone(half === null ? rest : rest.slice(half[0].length));
  if (second === undefined || zone === 'impossible') return 'impossible';
  if (zone === undefined) return undefined;
  const repairs: readonly TimeRepair[] =
    half === null ? zone.repairs : [...zone.repairs, 'separator'];
  return { ...zone, second, length: second === secondsInDay ? 1 : clockPrecision(groups), repairs };
}

function parseHour(hour: number, half: MatchGroups | null): number {
  if (half === null) return hour;
  return (hour % 12) + (half[1]?.toLowerCase() === 'p' ? 12 : 0);
}

function parseSecond(hour: number, minutes = '0', seconds = '0'): number | undefined {
  const minute = Number(minutes);
  const second = Number(seconds);
  const total = hour * 3600 + minute * 60 + Math.min(second, 59);
  return minute > 59 || second > 60 || total > secondsInDay ? undefined : total;
}

function clockPrecision([, , minutes, seconds]: MatchGroups): number {
  if (seconds !== undefined) return 1;
  return minutes === undefined ? 3600 : 60;
}

type Zone = Pick<TimeOfDay, 'offset' | 'repairs'>;

/** Zones of ISO 8601. */
const plainForm = /^(?:z|[+-]\d{2}(?::?\d{2})?)$/iu;
/** A zone at the start of a text: letters, an offset, or both. */
const zoneForm = /^\s*(?:utc?|gmt|z)?\s*(?:([+-])(\d{2}):?(\d{2})?(?!\d))?/iu;
/** Zone names as written by JavaScript, or a misplaced fraction. */
const behindZone = /^(?:\s*\([^()]*\)|\.\d+)?$/u;
const minutesInDay = 1440;

/**
 * Reads the text after a time: empty, or a zone. Of two zones the first counts.
 * @returns 'impossible' for offsets of a day or more; undefined for other texts
 */
function readZone(text: string): Zone | 'impossible' | undefined {
  if (text === '') return { repairs: [] };
  const [matched, sign, hours, minutes] = zoneForm.exec(text) ?? [''];
  if (matched.trim() === '' || !isAllowedAfterZone(text.slice(matched.length))) return undefined;
  const east = parseOffset(hours, minutes);
  if (east === undefined) return 'impossible';
  return { offset: sign === '-' ? -east : east, repairs: plainForm.test(text) ? [] : ['zone'] };
}

function parseOffset(hours = '0', minutes = '0'): number | undefined {
  const east = Number(hours) * 60 + Number(minutes);
  return Number(minutes) > 59 || east >= minutesInDay ? undefined : east;
}

function isAllowedAfterZone(text: string): boolean {
  return behindZone.test(text) || behindZone.test(text.replace(zoneForm, ''));
}
