/** A day of the proleptic Gregorian calendar, with years as in ISO 8601. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365] as const;
const daysIn400Years = 146_097;

/** Whether a year is a leap year. */
export function isLeapYear(year: number): boolean {
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
export function dayOfYear({ year, month, day }: Day): number {
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
