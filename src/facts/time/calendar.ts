/** A day of the proleptic Gregorian calendar; years as ISO 8601 counts them. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365] as const;
const daysIn400Years = 146_097;

/** Whether a year has a 29 February. */
export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** @param month 1 to 12 */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return (daysBefore[month] ?? 0) - (daysBefore[month - 1] ?? 0);
}

/** How many days a year has. */
export function daysInYear(year: number): number {
  return isLeapYear(year) ? 366 : 365;
}

/** How many days of its year are before a day. */
export function dayOfYear({ year, month, day }: Day): number {
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0;
  return (daysBefore[month - 1] ?? 0) + leapDay + day - 1;
}

/** The number of a day; the first of January of the year 0 has 0. */
export function dayNumber(day: Day): number {
  return yearStart(day.year) + dayOfYear(day);
}

/** The day that has a number, the other way round than `dayNumber`. */
export function dayWithNumber(number: number): Day {
  let year = Math.floor((number * 400) / daysIn400Years);
  // The mean length of a year misses by a day or two.
  while (yearStart(year) > number) year -= 1;
  while (yearStart(year + 1) <= number) year += 1;
  const ofYear = number - yearStart(year);
  let month = Math.min(12, Math.floor(ofYear / 28) + 1);
  while (dayOfYear({ year, month, day: 1 }) > ofYear) month -= 1;
  return { year, month, day: ofYear - dayOfYear({ year, month, day: 1 }) + 1 };
}

/** The number of the Monday with which a week begins (ISO 8601: the first week has the year's first Thursday). */
export function weekStart(year: number, week: number): number {
  const fourth = dayNumber({ year, month: 1, day: 4 });
  // Day 0, 1 January 0000, was a Saturday: five days after a Monday.
  const weekday = (((fourth + 5) % 7) + 7) % 7;
  return fourth - weekday + (week - 1) * 7;
}

function yearStart(year: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  // The leap day of the year 0 itself is in no quotient.
  return year * 365 + leapDays + 1;
}
