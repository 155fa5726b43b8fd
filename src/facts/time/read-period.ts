import type { AgeRange, Period } from '../../model/search-facts.ts';
import type { TimeAsText, TimeFault, TimeRepair } from '../../model/time-remarks.ts';
import { endOf, readDuration, startOf } from './duration.ts';
import { firstSecond, lastSecond, type MomentRange, momentText } from './moment.ts';
import { earliestYear, isFault, type ReadMoment } from './moment-reading.ts';
import { yearsAgo } from './age-units.ts';
import { ageBetween } from './read-age.ts';
import { countBehind } from './read-counted-year.ts';
import { readMoment } from './read-moment.ts';
import { completeEnd, yearAndDigits } from './short-end.ts';
import { type RangeTexts, splitRange } from './split-range.ts';
import { isUnknownTime } from './unknown-time.ts';

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
  const short = yearAndDigits(text);
  if (typeof short === 'string') return unusablePeriod(short);
  if (short !== undefined) return addRepairs(readExact(short.text), [short.repair]);
  // Readers of single dates would ignore the signs.
  const single = openForm.test(text) ? undefined : readMoment(text);
  if (single !== undefined)
    return isFault(single) ? unusablePeriod(single.fault) : createFromMoment(single);
  if (onlyNumber.test(text)) return unusablePeriod('number');
  const range = splitRange(text);
  return range === undefined ? undefined : addRepairs(readRange(range), range.repairs);
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
  const reading = readMoment(text);
  if (reading === undefined) return undefined;
  if (isFault(reading)) return unusablePeriod(reading.fault);
  if (reading.isShort === true) return unusablePeriod('year-digits');
  const all = [...reading.repairs, ...repairs];
  const { first, last } = reading;
  if (side === 'start' && first.year < earliestYear) return createAge(first.year, undefined, all);
  if (side === 'end' && last.year < earliestYear) return unusablePeriod('number');
  const period = side === 'start' ? { start: momentText(first) } : { end: momentText(last) };
  return { kind: 'period', period, repairs: all };
}

/** A start or end with a duration (ISO 8601:2004, 4.4.4.3 and 4.4.4.4). */
function readWithDuration(start: string, end: string): PeriodReading | undefined {
  const after = readDuration(end);
  const duration = after ?? readDuration(start);
  if (duration === undefined) return undefined;
  const reading = readMoment(after === undefined ? end : start);
  if (reading === undefined) return undefined;
  if (isFault(reading)) return unusablePeriod(reading.fault);
  const { first, last, repairs } = reading;
  if (reading.isShort === true) return unusablePeriod('year-digits');
  if (first.year < earliestYear) return unusablePeriod('number');
  const range =
    after === undefined
      ? { first: startOf(last, duration), last }
      : { first, last: endOf(first, duration) };
  return { kind: 'period', period: formatRange(range), repairs };
}

function readTwoEnds(startText: string, endText: string): PeriodReading | undefined {
  const count = /^\d+$/u.test(startText) ? countBehind(endText) : undefined;
  const start = readMoment(count === undefined ? startText : `${startText} ${count}`);
  if (start === undefined) return undefined;
  const end = readMoment(completeEnd(startText, endText), isFault(start) ? 0 : start.offset);
  if (end === undefined) return undefined;
  if (isFault(start)) return unusablePeriod(start.fault);
  if (isFault(end)) return unusablePeriod(end.fault);
  if (start.isShort !== end.isShort) return unusablePeriod('year-digits');
  return createFromTwo(start, end);
}

function createFromTwo(start: ReadMoment, end: ReadMoment): PeriodReading {
  const repairs = [...start.repairs, ...end.repairs];
  if (Math.min(start.first.year, end.first.year) < earliestYear) {
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
  if (moment.isShort === true) return unusablePeriod('year-digits');
  const { first, repairs } = moment;
  if (first.year < earliestYear) return createAge(first.year, first.year, repairs);
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
