import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayNumber,
  dayOfYear,
  dayWithNumber,
  daysInMonth,
  daysInYear,
  isLeapYear,
  weekStart,
} from '../../../src/facts/time/calendar.ts';

const millisecondsInDay = 86_400_000;

/** What JavaScript knows of a day; it counts from 1970. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / millisecondsInDay;
}

const year = fc.oneof(
  fc.integer({ min: -99_999, max: 99_999 }),
  fc.constantFrom(-400, -100, -4, -1, 0, 1, 4, 100, 400, 1900, 2000),
);

describe('calendar', () => {
  it('counts the days of all years as JavaScript does', () => {
    const epoch = dayNumber({ year: 1970, month: 1, day: 1 });
    fc.assert(
      fc.property(year, fc.integer({ min: 1, max: 12 }), (inYear, month) => {
        const first = { year: inYear, month, day: 1 };
        const number = dayNumber(first);
        expect(number - epoch).toBe(utc(inYear, month, 1));
        expect(dayWithNumber(number)).toEqual(first);
        expect(number + daysInMonth(inYear, month) - epoch).toBe(utc(inYear, month + 1, 1));
        expect(dayWithNumber(number - 1).day).toBe(
          new Date((number - 1 - epoch) * millisecondsInDay).getUTCDate(),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('knows how long years are', () => {
    expect([-4, 0, 1600, 2000, 2016].filter((leap) => !isLeapYear(leap))).toEqual([]);
    expect([-100, -1, 1700, 1900, 2015].filter(isLeapYear)).toEqual([]);
    expect(daysInYear(2016)).toBe(dayOfYear({ year: 2016, month: 12, day: 31 }) + 1);
    expect(daysInYear(2015)).toBe(dayOfYear({ year: 2015, month: 12, day: 31 }) + 1);
  });

  it('begins the first week of a year on the Monday before its first Thursday', () => {
    fc.assert(
      fc.property(year, (inYear) => {
        const start = weekStart(inYear, 1);
        const epoch = dayNumber({ year: 1970, month: 1, day: 1 });
        expect(new Date((start - epoch) * millisecondsInDay).getUTCDay()).toBe(1);
        const thursday = dayWithNumber(start + 3);
        expect(thursday.year).toBe(inYear);
        expect(thursday.month).toBe(1);
        expect(thursday.day).toBeLessThanOrEqual(7);
      }),
    );
  });
});
