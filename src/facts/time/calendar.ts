import type { AgeRange, Period } from '../../model/search-facts.ts';
import { divideEvenly } from '../../text/collections.ts';

/** A UTC calendar time in its stated precision; finer members require all coarser ones. */
export interface CalendarMoment {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  /** Second of the day. */
  readonly second?: number;
}

/** A range of moments, both including their full extent. */
export interface MomentRange {
  readonly first: CalendarMoment;
  readonly last: CalendarMoment;
}

/** Precision of a moment. */
type Precision = 'day' | 'month' | 'second' | 'year';

/** Leap seconds are not counted. */
export const secondsInDay = 86_400;

/** The precision of a moment. */
export function precisionOf({ month, day, second }: CalendarMoment): Precision {
  if (month === undefined) return 'year';
  if (day === undefined) return 'month';
  return second === undefined ? 'day' : 'second';
}

/** Truncates a moment to a precision. */
function truncateMoment(moment: CalendarMoment, to: Precision): CalendarMoment {
  const { year, month, day, second } = startOf(moment);
  if (to === 'year') return { year };
  if (to === 'month') return { year, month };
  return to === 'day' ? { year, month, day } : { year, month, day, second };
}

/** Number of the first second of a moment, counted from the start of the year 0. */
export function firstSecond(moment: CalendarMoment): number {
  return secondNumber(startOf(moment));
}

/** Number of the last second of a moment, counted from the start of the year 0. */
export function lastSecond(moment: CalendarMoment): number {
  return secondNumber(endOf(moment));
}

function secondNumber({ second, ...day }: Required<CalendarMoment>): number {
  return dayNumber(day) * secondsInDay + second;
}

function startOf({ year, month = 1, day = 1, second = 0 }: CalendarMoment) {
  return { year, month, day, second };
}

function endOf({ year, month = 12, ...rest }: CalendarMoment) {
  const { day = daysInMonth(year, month), second = secondsInDay - 1 } = rest;
  return { year, month, day, second };
}

/** The inverse of `firstSecond`. */
export function momentAt(number: number): Required<CalendarMoment> {
  const day = Math.floor(number / secondsInDay);
  return { ...dayWithNumber(day), second: number - day * secondsInDay };
}

/**
 * Formats a moment as in `Period`: `2017`, `2017-03`, `2017-03-08`, `2017-03-08T10:00:00Z`,
 * `-0500`, `+12000`.
 */
export function momentText({ year, month, day, second }: CalendarMoment): string {
  const sign = year < 0 ? '-' : year > 9999 ? '+' : '';
  const parts = [sign + padDigits(Math.abs(year), 4)];
  if (month !== undefined) parts.push(padDigits(month, 2));
  if (day !== undefined) parts.push(padDigits(day, 2));
  const date = parts.join('-');
  return second === undefined ? date : `${date}T${formatClock(second)}Z`;
}

/** The first second of a moment as decimal year: 2017.333 is one third through 2017. */
export function firstYear(moment: CalendarMoment): number {
  return toDecimalYear(startOf(moment));
}

/** The last second of a moment as decimal year. */
export function lastYear(moment: CalendarMoment): number {
  return toDecimalYear(endOf(moment));
}

function toDecimalYear({ second, ...day }: Required<CalendarMoment>): number {
  const done = dayOfYear(day) * secondsInDay + second;
  return day.year + done / (daysInYear(day.year) * secondsInDay);
}

function formatClock(second: number): string {
  const minute = Math.floor(second / 60);
  return [Math.floor(minute / 60), minute % 60, second % 60]
    .map((part) => padDigits(part, 2))
    .join(':');
}

function padDigits(number: number, atLeast: number): string {
  return String(number).padStart(atLeast, '0');
}

/** A day of the proleptic Gregorian calendar, with years as in ISO 8601. */
type Day = Required<Pick<CalendarMoment, 'year' | 'month' | 'day'>>;

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365] as const;
const daysIn400Years = 146_097;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/**
 * The number of days in a month.
 * @param month 1 to 12
 */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return (daysBefore[month] ?? 0) - (daysBefore[month - 1] ?? 0);
}

/** The number of days in a year. */
export function daysInYear(year: number): number {
  return isLeapYear(year) ? 366 : 365;
}

/** The number of days of the year before a day. */
function dayOfYear({ year, month, day }: Day): number {
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0;
  return (daysBefore[month - 1] ?? 0) + leapDay + day - 1;
}

/** Day number, counted from 0 on 1 January 0000. */
export function dayNumber(day: Day): number {
  return yearStart(day.year) + dayOfYear(day);
}

/** The inverse of `dayNumber`. */
export function dayWithNumber(number: number): Day {
  let year = Math.floor((number * 400) / daysIn400Years);
  // The estimate by the mean year length is off by a day or two.
  while (yearStart(year) > number) year -= 1;
  while (yearStart(year + 1) <= number) year += 1;
  const ofYear = number - yearStart(year);
  let month = Math.min(12, Math.floor(ofYear / 28) + 1);
  while (dayOfYear({ year, month, day: 1 }) > ofYear) month -= 1;
  return { year, month, day: ofYear - dayOfYear({ year, month, day: 1 }) + 1 };
}

/** Day number of the Monday of a week (ISO 8601: week 1 contains the first Thursday). */
export function weekStart(year: number, week: number): number {
  const fourth = dayNumber({ year, month: 1, day: 4 });
  // Day 0, 1 January 0000, was a Saturday: five days after a Monday.
  const weekday = (((fourth + 5) % 7) + 7) % 7;
  return fourth - weekday + (week - 1) * 7;
}

function yearStart(year: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  // The quotients do not count the leap day of the year 0.
  return year * 365 + leapDays + 1;
}

/** A duration in its two incommensurable units. */
interface Duration {
  readonly months: number;
  readonly seconds: number;
  /** The finest unit used. */
  readonly precision: Precision;
}

const durationForm =
  /^P(?=\d|T\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,8})D)?(?:T(?=\d)(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,10})(?:[.,]\d+)?S)?)?$/u;

/** Reads a duration with designators, in whole numbers (ISO 8601:2004, 4.4.3.2). */
export function readDuration(text: string): Duration | undefined {
  const parts = durationForm.exec(text.toUpperCase());
  if (parts === null) return undefined;
  const [years, months, weeks, days, ...clock] = parts.slice(1).map((part) => Number(part ?? 0));
  const [hours = 0, minutes = 0, seconds = 0] = clock;
  return {
    months: (years ?? 0) * 12 + (months ?? 0),
    seconds:
      ((weeks ?? 0) * 7 + (days ?? 0)) * secondsInDay + hours * 3600 + minutes * 60 + seconds,
    precision: finestUnit(parts.slice(1)),
  };
}

/** The last moment of an interval with a start and a duration, in the finer precision of both. */
export function addDuration(start: CalendarMoment, duration: Duration): CalendarMoment {
  const after = firstSecond(addMonths(momentAt(firstSecond(start)), duration.months));
  const end = Math.max(after + duration.seconds - 1, firstSecond(start));
  return truncateMoment(momentAt(end), finerPrecision(precisionOf(start), duration.precision));
}

/** The first moment of an interval with an end and a duration, in the finer precision of both. */
export function subtractDuration(end: CalendarMoment, duration: Duration): CalendarMoment {
  const after = momentAt(lastSecond(end) + 1 - duration.seconds);
  const start = Math.min(firstSecond(addMonths(after, -duration.months)), lastSecond(end));
  return truncateMoment(momentAt(start), finerPrecision(precisionOf(end), duration.precision));
}

/** Adds months as XML Schema does (Part 2, appendix E), clamped to the last day of the month. */
function addMonths(
  { year, month, day, second }: Required<CalendarMoment>,
  months: number,
): CalendarMoment {
  const total = year * 12 + (month - 1) + months;
  const to = { year: Math.floor(total / 12), month: total - Math.floor(total / 12) * 12 + 1 };
  return { ...to, day: Math.min(day, daysInMonth(to.year, to.month)), second };
}

function finestUnit(parts: readonly (string | undefined)[]): Precision {
  const [, months, ...shorter] = parts;
  if (shorter.slice(2).some((part) => part !== undefined)) return 'second';
  if (shorter.some((part) => part !== undefined)) return 'day';
  return months === undefined ? 'year' : 'month';
}

function finerPrecision(one: Precision, other: Precision): Precision {
  const order: readonly Precision[] = ['year', 'month', 'day', 'second'];
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}

/** A period as decimal years. */
interface PeriodYears {
  /** 2017 for the start of 2017, -Infinity if open. */
  readonly begin: number;
  /** The last second: just below 2018 for the end of 2017, Infinity if open. */
  readonly end: number;
}

/** A period as decimal years and as full dates. */
interface PeriodBounds extends PeriodYears {
  /** xsd:dateTime: `2017-01-01T00:00:00Z`; absent if open. */
  readonly startDateTime?: string;
  readonly endDateTime?: string;
}

const momentForm = /^([+-]?\d{4,6})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d):(\d\d)Z)?)?)?$/u;

/**
 * The bounds of a period.
 * @throws RangeError if an end is not in the format of `Period`
 */
export function periodBounds(period: Period): PeriodBounds {
  const { start, end } = period;
  return {
    ...periodYears(period),
    ...(start !== undefined && { startDateTime: formatDateTime(firstSecond(parseMoment(start))) }),
    ...(end !== undefined && { endDateTime: formatDateTime(lastSecond(parseMoment(end))) }),
  };
}

/**
 * The bounds as decimal years only, in half the time.
 * @throws RangeError as `periodBounds`
 */
export function periodYears({ start, end }: Period): PeriodYears {
  return {
    begin: start === undefined ? -Infinity : firstYear(parseMoment(start)),
    end: end === undefined ? Infinity : lastYear(parseMoment(end)),
  };
}

function parseMoment(text: string): CalendarMoment {
  const [, year, month, day, hours, minutes, seconds] = momentForm.exec(text) ?? [];
  if (year === undefined) throw new RangeError(`Not an end of a period: ${text}`);
  const second = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return {
    year: Number(year),
    ...(month !== undefined && { month: Number(month) }),
    ...(day !== undefined && { day: Number(day) }),
    ...(hours !== undefined && { second }),
  };
}

/** XML Schema allows no plus sign; version 1.1 and ISO 8601 have a year 0000. */
function formatDateTime(second: number): string {
  return momentText(momentAt(second)).replace(/^\+/u, '');
}

/** Formats a period as an ISO 8601 interval, with `..` for open ends (ISO 8601-2): `2017/..`. */
export function formatPeriod({ start = '..', end = '..' }: Period): string {
  return `${start}/${end}`;
}

/**
 * Merges neighbouring periods until at most `max`, at least four, are left. Periods without start
 * become one, and so do those without end. The result covers the input and does not depend on its
 * order; n log n.
 * @param periods without duplicates
 * @returns the input if it is not too long
 */
export function limitPeriods(periods: readonly Period[], max: number): readonly Period[] {
  if (periods.length <= max) return periods;
  const placed = periods
    .map((period): PlacedPeriod => ({ period, ...periodYears(period) }))
    .toSorted(compareBegins);
  const closed = placed.filter(({ begin, end }) => begin > -Infinity && end < Infinity);
  return [
    placed.filter(({ begin }) => begin === -Infinity),
    ...divideEvenly(closed, max - 2),
    placed.filter(({ end }) => end === Infinity),
  ].flatMap(mergePlacedPeriods);
}

/** Merges neighbouring ages, as `limitPeriods`. */
export function limitAges(ages: readonly AgeRange[], max: number): readonly AgeRange[] {
  if (ages.length <= max) return ages;
  const sorted = ages.toSorted(
    (one, other) => other.older - one.older || other.younger - one.younger,
  );
  return divideEvenly(sorted, max).flatMap((group) => {
    const [oldest] = group;
    if (oldest === undefined) return [];
    const younger = group.reduce((least, age) => Math.min(least, age.younger), Infinity);
    return [{ older: oldest.older, younger }];
  });
}

interface PlacedPeriod extends PeriodYears {
  readonly period: Period;
}

/** Breaks ties by text: equal starts can be written differently. */
function compareBegins(one: PlacedPeriod, other: PlacedPeriod): number {
  if (one.begin !== other.begin) return one.begin < other.begin ? -1 : 1;
  return formatPeriod(one.period) < formatPeriod(other.period) ? -1 : 1;
}

/**
 * One period from the first start to the last end.
 * @param placed sorted by start
 */
function mergePlacedPeriods(placed: readonly PlacedPeriod[]): readonly Period[] {
  const [first] = placed;
  if (first === undefined) return [];
  const last = placed.reduce((latest, each) => (each.end > latest.end ? each : latest), first);
  const { start } = first.period;
  const { end } = last.period;
  return [{ ...(start !== undefined && { start }), ...(end !== undefined && { end }) }];
}
