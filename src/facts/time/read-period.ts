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

/** What a text of a time of the calendar says. */
export type PeriodReading =
  | { readonly kind: 'period'; readonly period: Period; readonly repairs: readonly TimeRepair[] }
  /** Years so long ago that no calendar counts them. */
  | { readonly kind: 'age'; readonly age: AgeRange; readonly repairs: readonly TimeRepair[] }
  | { readonly kind: 'unusable'; readonly reason: TimeFault }
  | { readonly kind: 'as-text'; readonly reason: TimeAsText };

/** Longer texts are prose. */
const maxCharacters = 200;

const dashes = /[\u2010-\u2015\u2212]/gu;
/** Words and signs (EDTF, ISO 8601-2) for what is only about right. */
const about = /^(?:circa|ca?\.|ca|approx(?:imately|\.)?|about|~) ?(?=\d)|(?<=\d)[~?%]$/iu;
/** A time that comes again: `R5/…` (ISO 8601:2004, 4.5), a month or day of no year (XML Schema). */
const cycle = /^R\d*\/|^--\d|^---\d/iu;
/** An end that is open, or left out, beside a solidus. */
const openForm = /^(?:\.\.)? ?\/[^/]*$|^[^/]*\/ ?(?:\.\.)?$/u;
const onlyNumber = /^[+-]?\d+(?:\.\d+)?$/u;
const openEnd =
  /^(?:present|now|today|ongoing|on-going|current|continuing|continuous|to date|date)$/iu;

/**
 * Reads an instant or an interval of the calendar: in all forms of ISO 8601, and in others that are met and have one meaning.
 * Total: any text, in time linear in its length.
 * @returns undefined where the text is none, and does not try to be one
 */
export function readPeriod(text: string): PeriodReading | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters) return undefined;
  if (isUnknownTime(trimmed)) return unusable('null');
  const plain = trimmed.replaceAll(dashes, '-').replaceAll(/\s+/gu, ' ');
  if (cycle.test(plain)) return { kind: 'as-text', reason: 'cycle' };
  const exact = plain.replace(about, '');
  return withRepairs(readExact(exact), exact === plain ? [] : ['about']);
}

function readExact(text: string): PeriodReading | undefined {
  const short = yearAndDigits(text);
  if (typeof short === 'string') return unusable(short);
  if (short !== undefined) return withRepairs(readExact(short.text), [short.repair]);
  // Readers of single dates pass over signs beside them.
  const single = openForm.test(text) ? undefined : readMoment(text);
  if (single !== undefined) return isFault(single) ? unusable(single.fault) : ofMoment(single);
  if (onlyNumber.test(text)) return unusable('number');
  const range = splitRange(text);
  return range === undefined ? undefined : withRepairs(readRange(range), range.repairs);
}

/** Between two ends, of which one can be open, unknown or a duration. */
function readRange({ start, end }: RangeTexts): PeriodReading | undefined {
  const opening = openness(start);
  const closing = openEnd.test(end) ? ['open-end' as const] : openness(end);
  if (opening !== undefined && closing !== undefined) return unusable('null');
  if (opening !== undefined) return readOpen(end, opening, 'end');
  if (closing !== undefined) return readOpen(start, closing, 'start');
  return readLasting(start, end) ?? readBetween(start, end);
}

/** Whether an end is open, and what there is to say of how it says so. */
function openness(text: string): readonly TimeRepair[] | undefined {
  if (text === '..') return [];
  if (text === '') return ['open-end'];
  return isUnknownTime(text) ? ['end-unknown'] : undefined;
}

function readOpen(
  text: string,
  repairs: readonly TimeRepair[],
  side: 'end' | 'start',
): PeriodReading | undefined {
  const reading = readMoment(text);
  if (reading === undefined) return undefined;
  if (isFault(reading)) return unusable(reading.fault);
  if (reading.isShort === true) return unusable('year-digits');
  const all = [...reading.repairs, ...repairs];
  const { first, last } = reading;
  if (side === 'start' && first.year < earliestYear) return ofAges(first.year, undefined, all);
  if (side === 'end' && last.year < earliestYear) return unusable('number');
  const period = side === 'start' ? { start: momentText(first) } : { end: momentText(last) };
  return { kind: 'period', period, repairs: all };
}

/** A start or end and a duration (ISO 8601:2004, 4.4.4.3 and 4.4.4.4). */
function readLasting(start: string, end: string): PeriodReading | undefined {
  const after = readDuration(end);
  const duration = after ?? readDuration(start);
  if (duration === undefined) return undefined;
  const reading = readMoment(after === undefined ? end : start);
  if (reading === undefined) return undefined;
  if (isFault(reading)) return unusable(reading.fault);
  const { first, last, repairs } = reading;
  if (reading.isShort === true) return unusable('year-digits');
  if (first.year < earliestYear) return unusable('number');
  const range =
    after === undefined
      ? { first: startOf(last, duration), last }
      : { first, last: endOf(first, duration) };
  return { kind: 'period', period: periodOf(range), repairs };
}

function readBetween(startText: string, endText: string): PeriodReading | undefined {
  const count = /^\d+$/u.test(startText) ? countBehind(endText) : undefined;
  const start = readMoment(count === undefined ? startText : `${startText} ${count}`);
  if (start === undefined) return undefined;
  const end = readMoment(completeEnd(startText, endText), isFault(start) ? 0 : start.offset);
  if (end === undefined) return undefined;
  if (isFault(start)) return unusable(start.fault);
  if (isFault(end)) return unusable(end.fault);
  if (start.isShort !== end.isShort) return unusable('year-digits');
  return ofTwo(start, end);
}

function ofTwo(start: ReadMoment, end: ReadMoment): PeriodReading {
  const repairs = [...start.repairs, ...end.repairs];
  if (Math.min(start.first.year, end.first.year) < earliestYear) {
    return ofAges(start.first.year, end.first.year, repairs);
  }
  const isReversed = firstSecond(start.first) > lastSecond(end.last);
  const range = isReversed
    ? { first: end.first, last: start.last }
    : { first: start.first, last: end.last };
  const all: readonly TimeRepair[] = isReversed ? [...repairs, 'reversed'] : repairs;
  return { kind: 'period', period: periodOf(range), repairs: all };
}

function ofMoment(moment: ReadMoment): PeriodReading {
  if (moment.isShort === true) return unusable('year-digits');
  const { first, repairs } = moment;
  if (first.year < earliestYear) return ofAges(first.year, first.year, repairs);
  return { kind: 'period', period: periodOf(moment), repairs };
}

/** @param end none where the time goes on */
function ofAges(
  start: number,
  end: number | undefined,
  repairs: readonly TimeRepair[],
): PeriodReading {
  const [first, last] = [yearsAgo(start), end === undefined ? 0 : yearsAgo(end)];
  const between = ageBetween({ older: first, younger: first }, { older: last, younger: last });
  return { kind: 'age', age: between.age, repairs: [...repairs, ...between.repairs] };
}

function periodOf({ first, last }: MomentRange): Period {
  return { start: momentText(first), end: momentText(last) };
}

function unusable(reason: TimeFault): PeriodReading {
  return { kind: 'unusable', reason };
}

function withRepairs(
  reading: PeriodReading | undefined,
  repairs: readonly TimeRepair[],
): PeriodReading | undefined {
  if (reading === undefined || !('repairs' in reading)) return reading;
  return { ...reading, repairs: [...new Set([...repairs, ...reading.repairs])] };
}
