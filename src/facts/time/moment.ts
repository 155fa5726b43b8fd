import { dayNumber, dayOfYear, daysInMonth, daysInYear, dayWithNumber } from './calendar.ts';

/** A time of the calendar in UTC, as exact as it was said; what is finer is there only with all that is coarser. */
export interface Moment {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  /** Of the day. */
  readonly second?: number;
}

/** From the first moment to the last; both in all that they cover. */
export interface MomentRange {
  readonly first: Moment;
  readonly last: Moment;
}

/** How exact a time is: in years, months, days or seconds. */
export type Precision = 'day' | 'month' | 'second' | 'year';

export const secondsInDay = 86_400;

/** How exact a moment is. */
export function precisionOf({ month, day, second }: Moment): Precision {
  if (month === undefined) return 'year';
  if (day === undefined) return 'month';
  return second === undefined ? 'day' : 'second';
}

/** A moment without what is finer than a precision. */
export function cutTo({ year, month = 1, day = 1, second = 0 }: Moment, to: Precision): Moment {
  if (to === 'year') return { year };
  if (to === 'month') return { year, month };
  return to === 'day' ? { year, month, day } : { year, month, day, second };
}

/** The number of the first second of a moment, counted from the start of the year 0. */
export function firstSecond({ year, month = 1, day = 1, second = 0 }: Moment): number {
  return dayNumber({ year, month, day }) * secondsInDay + second;
}

/** The number of the last second of a moment, counted from the start of the year 0. */
export function lastSecond({ year, month = 12, ...rest }: Moment): number {
  const { day = daysInMonth(year, month), second = secondsInDay - 1 } = rest;
  return dayNumber({ year, month, day }) * secondsInDay + second;
}

/** The second that has a number, the other way round than `firstSecond`. */
export function momentAt(secondNumber: number): Required<Moment> {
  const day = Math.floor(secondNumber / secondsInDay);
  return { ...dayWithNumber(day), second: secondNumber - day * secondsInDay };
}

/** A moment as a `Period` has it: `2017`, `2017-03`, `2017-03-08`, `2017-03-08T10:00:00Z`, `-0500`, `+12000`. */
export function momentText({ year, month, day, second }: Moment): string {
  const sign = year < 0 ? '-' : year > 9999 ? '+' : '';
  const parts = [sign + digits(Math.abs(year), 4)];
  if (month !== undefined) parts.push(digits(month, 2));
  if (day !== undefined) parts.push(digits(day, 2));
  const date = parts.join('-');
  return second === undefined ? date : `${date}T${clockText(second)}Z`;
}

/** The first or last second of a moment, in years: a third of the way through 2017 is 2017.333. */
export function decimalYear(secondNumber: number): number {
  return yearsUntil(momentAt(secondNumber));
}

/** The first second of a moment in years, as `decimalYear` counts them. */
export function firstYear({ year, month = 1, day = 1, second = 0 }: Moment): number {
  return yearsUntil({ year, month, day, second });
}

/** The last second of a moment in years, likewise. */
export function lastYear({ year, month = 12, ...rest }: Moment): number {
  const { day = daysInMonth(year, month), second = secondsInDay - 1 } = rest;
  return yearsUntil({ year, month, day, second });
}

function yearsUntil({ second, ...day }: Required<Moment>): number {
  const done = dayOfYear(day) * secondsInDay + second;
  return day.year + done / (daysInYear(day.year) * secondsInDay);
}

function clockText(second: number): string {
  const minute = Math.floor(second / 60);
  return [Math.floor(minute / 60), minute % 60, second % 60]
    .map((part) => digits(part, 2))
    .join(':');
}

function digits(number: number, atLeast: number): string {
  return String(number).padStart(atLeast, '0');
}
