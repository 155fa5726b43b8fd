import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodBounds, periodYears } from '../../../src/facts/time/period.ts';
import { readPeriod } from '../../../src/facts/time/read-period.ts';

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
