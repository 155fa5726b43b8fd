import type {
  AgeRange,
  Period,
  TimeAsText,
  TimeFault,
  TimeRepair,
} from '../../model/search-facts.ts';
import { isNil } from '../text/missing-values.ts';
import { ageBetween, yearsAgo } from './age.ts';
import {
  addDuration,
  firstSecond,
  lastSecond,
  type MomentRange,
  momentText,
  readDuration,
  subtractDuration,
} from './calendar.ts';
import {
  earliestCalendarYear,
  isMomentFault,
  type ReadMoment,
  readMoment,
  trailingYearEra,
} from './read-moment.ts';

/** The result of reading a calendar time. */
export type PeriodReading =
  | { readonly kind: 'period'; readonly period: Period; readonly repairs: readonly TimeRepair[] }
  /** Years before the range of the calendar. */
  | { readonly kind: 'age'; readonly age: AgeRange; readonly repairs: readonly TimeRepair[] }
  | { readonly kind: 'unusable'; readonly reason: TimeFault }
  | { readonly kind: 'as-text'; readonly reason: TimeAsText };

/** Longer texts are prose. */
const maxCharacters = 200;

const dashes = /[\u2010-\u2015\u2212]/gu;
/** Words and signs for approximate times (EDTF, ISO 8601-2). */
const about = /^(?:circa|ca?\.|ca|approx(?:imately|\.)?|about|~) ?(?=\d)|(?<=\d)[~?%]$/iu;
/** Recurring times: `R5/…` (ISO 8601:2004, 4.5), a month or day without year (XML Schema). */
const cycle = /^R\d*\/|^--\d|^---\d/iu;
/** An open or missing end beside a slash. */
const openForm = /^(?:\.\.)? ?\/[^/]*$|^[^/]*\/ ?(?:\.\.)?$/u;
const onlyNumber = /^[+-]?\d+(?:\.\d+)?$/u;
const openEnd =
  /^(?:present|now|today|ongoing|on-going|current|continuing|continuous|to date|date)$/iu;

/**
 * Reads an instant or interval of the calendar: all forms of ISO 8601, and others in use with a
 * single meaning. Never throws; linear time.
 * @returns undefined for texts that do not look like a calendar time
 */
export function readPeriod(text: string): PeriodReading | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters) return undefined;
  if (isUnknownTime(trimmed)) return unusablePeriod('null');
  const plain = trimmed.replaceAll(dashes, '-').replaceAll(/\s+/gu, ' ');
  if (cycle.test(plain)) return { kind: 'as-text', reason: 'cycle' };
  const exact = plain.replace(about, '');
  return addRepairs(readExact(exact), exact === plain ? [] : ['about']);
}

function readExact(text: string): PeriodReading | undefined {
  const short = readYearAndDigits(text);
  if (typeof short === 'string') return unusablePeriod(short);
  if (short !== undefined) return addRepairs(readExact(short.text), [short.repair]);
  // Readers of single dates would ignore the signs.
  const single = openForm.test(text) ? undefined : readLongMoment(text);
  if (single !== undefined)
    return isMomentFault(single) ? unusablePeriod(single.fault) : createFromMoment(single);
  if (onlyNumber.test(text)) return unusablePeriod('number');
  const range = splitRange(text);
  return range === undefined ? undefined : addRepairs(readRange(range), range.repairs);
}

/** As `readMoment`, but a year of three digits is a fault. */
function readLongMoment(text: string): ReturnType<typeof readMoment> {
  const reading = readMoment(text);
  const isShort = reading !== undefined && 'isShort' in reading;
  return isShort ? { fault: 'year-digits' } : reading;
}

/** Reads an interval; one end may be open, unknown or a duration. */
function readRange({ start, end }: RangeTexts): PeriodReading | undefined {
  const opening = readOpenEnd(start);
  const closing = openEnd.test(end) ? ['open-end' as const] : readOpenEnd(end);
  if (opening !== undefined && closing !== undefined) return unusablePeriod('null');
  if (opening !== undefined) return readHalfOpen(end, opening, 'end');
  if (closing !== undefined) return readHalfOpen(start, closing, 'start');
  return readWithDuration(start, end) ?? readTwoEnds(start, end);
}

/** The repairs of an open end; undefined if the end is not open. */
function readOpenEnd(text: string): readonly TimeRepair[] | undefined {
  if (text === '..') return [];
  if (text === '') return ['open-end'];
  return isUnknownTime(text) ? ['end-unknown'] : undefined;
}

function readHalfOpen(
  text: string,
  repairs: readonly TimeRepair[],
  side: 'end' | 'start',
): PeriodReading | undefined {
  const reading = readLongMoment(text);
  if (reading === undefined) return undefined;
  if (isMomentFault(reading)) return unusablePeriod(reading.fault);
  const all = [...reading.repairs, ...repairs];
  const { first, last } = reading;
  if (side === 'start' && first.year < earliestCalendarYear)
    return createAge(first.year, undefined, all);
  if (side === 'end' && last.year < earliestCalendarYear) return unusablePeriod('number');
  const period = side === 'start' ? { start: momentText(first) } : { end: momentText(last) };
  return { kind: 'period', period, repairs: all };
}

/** A start or end with a duration (ISO 8601:2004, 4.4.4.3 and 4.4.4.4). */
function readWithDuration(start: string, end: string): PeriodReading | undefined {
  const after = readDuration(end);
  const duration = after ?? readDuration(start);
  if (duration === undefined) return undefined;
  const reading = readLongMoment(after === undefined ? end : start);
  if (reading === undefined) return undefined;
  if (isMomentFault(reading)) return unusablePeriod(reading.fault);
  const { first, last, repairs } = reading;
  if (first.year < earliestCalendarYear) return unusablePeriod('number');
  const range =
    after === undefined
      ? { first: subtractDuration(last, duration), last }
      : { first, last: addDuration(first, duration) };
  return { kind: 'period', period: formatRange(range), repairs };
}

function readTwoEnds(startText: string, endText: string): PeriodReading | undefined {
  const count = /^\d+$/u.test(startText) ? trailingYearEra(endText) : undefined;
  const start = readMoment(count === undefined ? startText : `${startText} ${count}`);
  if (start === undefined) return undefined;
  const end = readMoment(
    completeIntervalEnd(startText, endText),
    isMomentFault(start) ? 0 : start.offset,
  );
  if (end === undefined) return undefined;
  if (isMomentFault(start)) return unusablePeriod(start.fault);
  if (isMomentFault(end)) return unusablePeriod(end.fault);
  if (start.isShort !== end.isShort) return unusablePeriod('year-digits');
  return createFromTwo(start, end);
}

function createFromTwo(start: ReadMoment, end: ReadMoment): PeriodReading {
  const repairs = [...start.repairs, ...end.repairs];
  if (Math.min(start.first.year, end.first.year) < earliestCalendarYear) {
    return createAge(start.first.year, end.first.year, repairs);
  }
  const isReversed = firstSecond(start.first) > lastSecond(end.last);
  const range = isReversed
    ? { first: end.first, last: start.last }
    : { first: start.first, last: end.last };
  const all: readonly TimeRepair[] = isReversed ? [...repairs, 'reversed'] : repairs;
  return { kind: 'period', period: formatRange(range), repairs: all };
}

function createFromMoment(moment: ReadMoment): PeriodReading {
  const { first, repairs } = moment;
  if (first.year < earliestCalendarYear) return createAge(first.year, first.year, repairs);
  return { kind: 'period', period: formatRange(moment), repairs };
}

/** @param end undefined if the time continues */
function createAge(
  start: number,
  end: number | undefined,
  repairs: readonly TimeRepair[],
): PeriodReading {
  const [first, last] = [yearsAgo(start), end === undefined ? 0 : yearsAgo(end)];
  const between = ageBetween({ older: first, younger: first }, { older: last, younger: last });
  return { kind: 'age', age: between.age, repairs: [...repairs, ...between.repairs] };
}

function formatRange({ first, last }: MomentRange): Period {
  return { start: momentText(first), end: momentText(last) };
}

function unusablePeriod(reason: TimeFault): PeriodReading {
  return { kind: 'unusable', reason };
}

function addRepairs(
  reading: PeriodReading | undefined,
  repairs: readonly TimeRepair[],
): PeriodReading | undefined {
  if (reading === undefined || !('repairs' in reading)) return reading;
  return { ...reading, repairs: [...new Set([...repairs, ...reading.repairs])] };
}

/** The two ends of a range. */
interface RangeTexts {
  /** Empty or `..` if open. */
  readonly start: string;
  readonly end: string;
  readonly repairs: readonly TimeRepair[];
}

/** A range in words, or with a dash between blanks. */
const wordedRange = /^(?:from |between )?(\S.*?) (?:to|until|till|through|thru|and|-) (\S.*)$/isu;
const dottedRange = /^([^.]+)\.\.([^.]+)$/u;
const sinceThen = /^(?:since|from|after) (\S.*)$/iu;
const onwards = /^(\S.*?) (?:onwards?|and later|and after)$/iu;
const untilThen = /^(?:until|till|to|up to|before) (\S.*)$/iu;

/**
 * Splits a range at the slash of ISO 8601 (2004, 4.4.2), or at a common substitute. Does not check
 * whether the parts are times.
 * @param text with single blanks
 */
export function splitRange(text: string): RangeTexts | undefined {
  return (
    splitAtMiddle(text, '/', []) ?? splitAtWords(text) ?? splitAtMiddle(text, '-', ['separator'])
  );
}

/** Splits at the middle one of an odd number of separators, since dates may contain some. */
function splitAtMiddle(
  text: string,
  sign: string,
  repairs: readonly TimeRepair[],
): RangeTexts | undefined {
  const parts = text.split(sign);
  if (parts.length % 2 === 1) return undefined;
  const half = parts.length / 2;
  return {
    start: parts.slice(0, half).join(sign).trim(),
    end: parts.slice(half).join(sign).trim(),
    repairs,
  };
}

function splitAtWords(text: string): RangeTexts | undefined {
  const both = wordedRange.exec(text) ?? dottedRange.exec(text);
  if (both !== null) return createRange(both[1], both[2], ['separator']);
  const since = sinceThen.exec(text) ?? onwards.exec(text);
  if (since !== null) return createRange(since[1], '..', ['open-end']);
  const until = untilThen.exec(text);
  if (until !== null) return createRange('..', until[1], ['open-end']);
  const [start, end, ...more] = text.split('--');
  return end === undefined || more.length > 0 ? undefined : createRange(start, end, ['separator']);
}

function createRange(start = '', end = '', repairs: readonly TimeRepair[] = []): RangeTexts {
  return { start: start.trim(), end: end.trim(), repairs };
}

const yearForm = /^(\d{2})(\d{2})([/-])(\d{2})$/u;
const startForm = /^([+-]?\d{4,}(?:-\d{2}){0,2})(?:[T ](.*))?$/iu;
const dateEnd = /^(\d{2}(?:-\d{2})?)((?:[T ].*)?)$/iu;
const clockEnd = /^(?:T\d{2}|\d{2}:\d{2})/iu;

/**
 * Interprets a year with two digits: a month (`2017/09`), or years if that is impossible
 * (`1998/99`). With a hyphen only months are valid in ISO 8601.
 * @returns undefined for other texts
 */
function readYearAndDigits(
  text: string,
): { readonly text: string; readonly repair: TimeRepair } | TimeFault | undefined {
  const [, century = '', year = '', sign, digits = ''] = yearForm.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const isMonth = Number(digits) >= 1 && Number(digits) <= 12;
  if (isMonth && sign === '-') return undefined;
  const isLater = Number(digits) > Number(year);
  if (isLater === isMonth) return isMonth ? 'ambiguous' : 'impossible';
  return isMonth
    ? { text: `${century}${year}-${digits}`, repair: 'separator' }
    : { text: `${century}${year}/${century}${digits}`, repair: 'short-end' };
}

/**
 * Completes an abbreviated end of an interval by its start (ISO 8601:2004, 4.4.5): `1889-06/07`,
 * `2007-11-13/15`, `2007-12-14T13:30/15:30`.
 */
function completeIntervalEnd(start: string, end: string): string {
  const [, date, clock] = startForm.exec(start) ?? [];
  if (date === undefined) return end;
  if (clock !== undefined && clockEnd.test(end)) return `${date}T${end.replace(/^T/iu, '')}`;
  const [, digits = '', rest = ''] = dateEnd.exec(end) ?? [];
  const known = date.match(/[+-]?\d{4,}|\d{2}/gu) ?? [];
  const given = digits.split('-');
  if (digits === '' || given.length >= known.length) return end;
  return [...known.slice(0, known.length - given.length), ...given].join('-') + rest;
}

/** What programs write for unknown times only. */
const notATime = /^(?:nat|invalid date|not set|<none>|0000-00-00(?:[T ]00:00:00(?:\.0+)?)?Z?)$/iu;

/** Whether a text states an unknown time, or nothing. */
function isUnknownTime(text: string): boolean {
  return isNil(text) || notATime.test(text.trim());
}

/**
 * Reads a date of publication, modification etc. in any supported form (`readMoment`). Never
 * throws; linear time.
 * @returns the date in the format of a start of `Period`, in the stated precision; undefined for
 * other texts, and for ambiguous dates
 */
export function readDate(text: string): string | undefined {
  const date = text.trim();
  if (isUnknownTime(date)) return undefined;
  const reading = readLongMoment(date);
  if (reading === undefined || isMomentFault(reading)) return undefined;
  if (reading.first.year < earliestCalendarYear) return undefined;
  return momentText(reading.first);
}
