import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayNumber,
  dayWithNumber,
  daysInMonth,
  daysInYear,
  limitAges,
  limitPeriods,
  periodBounds,
  periodYears,
  weekStart,
} from '../../../src/facts/time/calendar.ts';
import { readPeriod } from '../../../src/facts/time/read-period.ts';
import type { Period } from '../../../src/model/search-facts.ts';

const millisecondsInDay = 86_400_000;

/** What JavaScript knows of a day; it counts from 1970. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / millisecondsInDay;
}

const anyYear = fc.oneof(
  fc.integer({ min: -99_999, max: 99_999 }),
  fc.constantFrom(-400, -100, -4, -1, 0, 1, 4, 100, 400, 1900, 2000),
);

describe('calendar', () => {
  it('counts the days of all years as JavaScript does', () => {
    const epoch = dayNumber({ year: 1970, month: 1, day: 1 });
    fc.assert(
      fc.property(anyYear, fc.integer({ min: 1, max: 12 }), (inYear, month) => {
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
    expect([-4, 0, 1600, 2000, 2016].map(daysInYear)).toEqual(Array(5).fill(366));
    expect([-100, -1, 1700, 1900, 2015].map(daysInYear)).toEqual(Array(5).fill(365));
  });

  it('begins the first week of a year on the Monday before its first Thursday', () => {
    fc.assert(
      fc.property(anyYear, (inYear) => {
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

describe('periodBounds', () => {
  it('begins with a year and ends with its last second', () => {
    const { begin, end, ...dateTimes } = periodBounds({ start: '2017', end: '2017' });
    expect(begin).toBe(2017);
    expect(end).toBeLessThan(2018);
    expect((2018 - end) * 365 * 86_400).toBeCloseTo(1, 1);
    expect(dateTimes).toEqual({
      startDateTime: '2017-01-01T00:00:00Z',
      endDateTime: '2017-12-31T23:59:59Z',
    });
  });

  it.each([
    ['2016-02', '2016-02-01T00:00:00Z', '2016-02-29T23:59:59Z'],
    ['2017-02', '2017-02-01T00:00:00Z', '2017-02-28T23:59:59Z'],
    ['2016-02-03', '2016-02-03T00:00:00Z', '2016-02-03T23:59:59Z'],
    ['2016-02-03T04:05:06Z', '2016-02-03T04:05:06Z', '2016-02-03T04:05:06Z'],
    ['-0004', '-0004-01-01T00:00:00Z', '-0004-12-31T23:59:59Z'],
    ['-0001', '-0001-01-01T00:00:00Z', '-0001-12-31T23:59:59Z'],
    ['0000', '0000-01-01T00:00:00Z', '0000-12-31T23:59:59Z'],
    ['-13000', '-13000-01-01T00:00:00Z', '-13000-12-31T23:59:59Z'],
    ['+12000', '12000-01-01T00:00:00Z', '12000-12-31T23:59:59Z'],
  ])('covers all of %s', (text, startDateTime, endDateTime) => {
    expect(periodBounds({ start: text, end: text })).toMatchObject({ startDateTime, endDateTime });
  });

  it.each([
    { start: '2017' },
    { end: '-0500-02' },
    { start: '1999-12-31', end: '2001-01-01T10:00:00Z' },
  ])('equals the bounds as numbers: %j', (period) => {
    const { begin, end } = periodBounds(period);
    expect(periodYears(period)).toEqual({ begin, end });
  });

  it('has no bound at an open end', () => {
    expect(periodBounds({ start: '2012' })).toEqual({
      begin: 2012,
      end: Infinity,
      startDateTime: '2012-01-01T00:00:00Z',
    });
    expect(periodBounds({ end: '2012-06' })).toMatchObject({ begin: -Infinity });
  });

  it('counts fractions of a year', () => {
    expect(periodBounds({ start: '2017-07-02T12:00:00Z' }).begin).toBe(2017.5);
    expect(periodBounds({ start: '2016-07-02' }).begin).toBe(2016.5);
    expect(periodBounds({ start: '-0001-07-02T12:00:00Z' }).begin).toBe(-0.5);
  });

  it('joins consecutive years, months and days', () => {
    const day = fc.date({
      min: new Date('-099999-01-02'),
      max: new Date('+099999-12-30'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, fc.constantFrom(4, 7, 10, 19), (date, length) => {
        const [start = '', next = ''] = [date, new Date(date.getTime() + 86_400_000)].map((at) => {
          const [, sign = '', years = '', rest = ''] =
            /^([+-]?)(\d+)(.*)$/u.exec(at.toISOString()) ?? [];
          const year = years.replace(/^0+(?=\d{4})/u, '');
          const signed = (sign === '+' && year.length < 5 ? '' : sign) + year;
          const cut = rest.slice(0, Math.max(0, length - 4));
          return signed + (length === 19 ? `${cut}Z` : cut);
        });
        const { begin, end } = periodBounds({ start, end: start });
        expect(begin).toBeLessThanOrEqual(end);
        expect(end < periodBounds({ start: next }).begin).toBe(start !== next);
      }),
    );
  });

  it('never ends before it begins, for any text', () => {
    const signs = Array.from('0123456789-+T:/. ZWQPYMDmaybBCE~');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs) }), (text) => {
        const reading = readPeriod(text);
        const { begin, end } = periodBounds(reading?.kind === 'period' ? reading.period : {});
        expect(begin).toBeLessThanOrEqual(end);
      }),
      { numRuns: 1000 },
    );
  });

  it('throws for an invalid end of a period', () => {
    expect(() => periodBounds({ start: 'May 2017' })).toThrow(RangeError);
  });
});

function periodsOfYears(...all: readonly string[]): Period[] {
  return all.map((year) => ({ start: year, end: year }));
}

describe('merged periods', () => {
  it('go from the first start to the last end of neighbours, in any order', () => {
    const periods = [
      ...periodsOfYears('1901', '1902', '1950', '1951'),
      { start: '1901-06', end: '1903' },
      { start: '1950-01', end: '1950-02' },
    ];
    const covering = [
      { start: '1901', end: '1903' },
      { start: '1950-01', end: '1951' },
    ];
    expect(limitPeriods(periods, 4)).toEqual(covering);
    expect(limitPeriods(periods.toReversed(), 4)).toEqual(covering);
  });

  it('are never open at both ends', () => {
    const open = [{ end: '1900' }, { end: '1950' }, { start: '2010' }, { start: '2000' }];
    expect(limitPeriods([...open, ...periodsOfYears('1960', '1961', '1970')], 4)).toEqual([
      { end: '1950' },
      { start: '1960', end: '1961' },
      { start: '1970', end: '1970' },
      { start: '2000' },
    ]);
  });

  it('are the input if it is not too long', () => {
    const few = periodsOfYears('2001', '1999');
    expect(limitPeriods(few, 4)).toEqual(few);
  });

  it('are limited for fifty thousand', () => {
    const days = Array.from({ length: 50_000 }, (_, at) => {
      const day = new Date(at * 86_400_000).toISOString().slice(0, 10);
      return { start: day, end: day };
    });
    const covering = limitPeriods(days, 500);
    expect(covering.length).toBeLessThanOrEqual(500);
    expect([covering[0]?.start, covering.at(-1)?.end]).toEqual(['1970-01-01', '2106-11-23']);
  });
});

describe('merged ages', () => {
  it('go from the oldest to the youngest of neighbours, in any order', () => {
    const ages = [
      { older: 300, younger: 290 },
      { older: 299, younger: 250 },
      { older: 66, younger: 60 },
      { older: 65, younger: 64 },
    ];
    const covering = [
      { older: 300, younger: 250 },
      { older: 66, younger: 60 },
    ];
    expect(limitAges(ages, 2)).toEqual(covering);
    expect(limitAges(ages.toReversed(), 2)).toEqual(covering);
    expect(limitAges(ages, 4)).toEqual(ages);
  });
});
