import { dayNumber, dayOfYear, daysInMonth, daysInYear, dayWithNumber } from './calendar.ts';

/** A UTC calendar time in its stated precision; finer members require all coarser ones. */
export interface Moment {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  /** Second of the day. */
  readonly second?: number;
}

/** A range of moments, both including their full extent. */
export interface MomentRange {
  readonly first: Moment;
  readonly last: Moment;
}

/** Precision of a moment. */
export type Precision = 'day' | 'month' | 'second' | 'year';

export const secondsInDay = 86_400;

/** The precision of a moment. */
export function precisionOf({ month, day, second }: Moment): Precision {
  if (month === undefined) return 'year';
  if (day === undefined) return 'month';
  return second === undefined ? 'day' : 'second';
}

/** Truncates a moment to a precision. */
export function cutTo({ year, month = 1, day = 1, second = 0 }: Moment, to: Precision): Moment {
  if (to === 'year') return { year };
  if (to === 'month') return { year, month };
  return to === 'day' ? { year, month, day } : { year, month, day, second };
}

/** Number of the first second of a moment, counted from the start of the year 0. */
export function firstSecond({ year, month = 1, day = 1, second = 0 }: Moment): number {
  return dayNumber({ year, month, day }) * secondsInDay + second;
}

/** Number of the last second of a moment, counted from the start of the year 0. */
export function lastSecond({ year, month = 12, ...rest }: Moment): number {
  const { day = daysInMonth(year, month), second = secondsInDay - 1 } = rest;
  return dayNumber({ year, month, day }) * secondsInDay + second;
}

/** The inverse of `firstSecond`. */
export function momentAt(secondNumber: number): Required<Moment> {
  const day = Math.floor(secondNumber / secondsInDay);
  return { ...dayWithNumber(day), second: secondNumber - day * secondsInDay };
}

/**
 * Formats a moment as in `Period`: `2017`, `2017-03`, `2017-03-08`, `2017-03-08T10:00:00Z`,
 * `-0500`, `+12000`.
 */
export function momentText({ year, month, day, second }: Moment): string {
  const sign = year < 0 ? '-' : year > 9999 ? '+' : '';
  const parts = [sign + padDigits(Math.abs(year), 4)];
  if (month !== undefined) parts.push(padDigits(month, 2));
  if (day !== undefined) parts.push(padDigits(day, 2));
  const date = parts.join('-');
  return second === undefined ? date : `${date}T${formatClock(second)}Z`;
}

/** The first second of a moment as decimal year: 2017.333 is one third through 2017. */
export function firstYear({ year, month = 1, day = 1, second = 0 }: Moment): number {
  return toDecimalYear({ year, month, day, second });
}

/** The last second of a moment as decimal year. */
export function lastYear({ year, month = 12, ...rest }: Moment): number {
  const { day = daysInMonth(year, month), second = secondsInDay - 1 } = rest;
  return toDecimalYear({ year, month, day, second });
}

function toDecimalYear({ second, ...day }: Required<Moment>): number {
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
