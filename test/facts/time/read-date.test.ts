import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDate } from '../../../src/facts/time/read-date.ts';

const dates = {
  min: new Date('-099999-01-02'),
  max: new Date('+099999-12-30'),
  noInvalidDate: true,
};

describe('readDate', () => {
  it.each([
    ['a year', '2018', '2018'],
    ['a month', '2019-09', '2019-09'],
    ['a day', '2021-03-07', '2021-03-07'],
    ['a time in UTC', '2021-03-07T10:20:30Z', '2021-03-07T10:20:30Z'],
    ['a time with a zone', '2021-12-31T21:20:30-07:00', '2022-01-01T04:20:30Z'],
    ['a zone without a colon', '2021-12-31T21:20:30-0700', '2022-01-01T04:20:30Z'],
    ['a zone of hours', '2021-01-01T01:20:30+03', '2020-12-31T22:20:30Z'],
    ['a time without a zone', '2021-03-07T10:20:30', '2021-03-07T10:20:30Z'],
    ['fractions of a second', '2021-03-07T10:20:30.9876543', '2021-03-07T10:20:30Z'],
    ['hours and minutes', '2021-03-07T10:20', '2021-03-07T10:20:00Z'],
    ['the basic format', '20210307T102030Z', '2021-03-07T10:20:30Z'],
    ['a blank before the time', '2021-03-07 10:20:30', '2021-03-07T10:20:30Z'],
    ['a zone in letters', '2021-03-07 10:20:30 UTC', '2021-03-07T10:20:30Z'],
    ['a zone twice', '2021-03-07T10:20:30+00:00Z', '2021-03-07T10:20:30Z'],
    ['a fraction behind the zone', '2021-03-07T10:20:30+00:00.000', '2021-03-07T10:20:30Z'],
    ['a T with nothing behind', '2021-03-07T', '2021-03-07'],
    ['a zone that is not known', '2021-03-07 10:20 XYZT', '2021-03-07'],
    ['a day with a zone', '2021-03-07+02:00', '2021-03-07'],
    ['an ordinal day', '2020-366', '2020-12-31'],
    ['a week, which is that of its Monday', '2009-W01', '2008-12-29'],
    ['a day of a week', '2020-W53-7', '2021-01-03'],
    ['single digits', '2001-6-9', '2001-06-09'],
    ['points', '2017.09.27', '2017-09-27'],
    ['slashes', '2017/09/27', '2017-09-27'],
    ['the day first', '27/09/2017', '2017-09-27'],
    ['the month first', '09/27/2017', '2017-09-27'],
    ['day and month alike', '09/09/2017', '2017-09-09'],
    ['the day first, with points', '03.04.2017', '2017-04-03'],
    ['half a day', '9/27/2017 3:04 PM', '2017-09-27T15:04:00Z'],
    ['a name of a month', '12 June 2007', '2007-06-12'],
    ['a short name of a month', '2008-Jan-1', '2008-01-01'],
    ['an ordinal number', 'March 3rd, 2011', '2011-03-03'],
    ['a month and a year', 'Sept. 2011', '2011-09'],
    ['RFC 9110', 'Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ['JavaScript', 'Thu Mar 04 2021 20:00:00 GMT-0700 (Mountain Time)', '2021-03-05T03:00:00Z'],
    ['JSON of Microsoft', '/Date(1609459200500+0100)/', '2021-01-01T00:00:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'],
    ['24:00', '2016-12-31T24:00:00Z', '2017-01-01T00:00:00Z'],
    ['years before Christ', '-0499-03', '-0499-03'],
    ['blanks around it', ' 2018\n', '2018'],
  ])('reads %s', (_, text, start) => {
    expect(readDate(text)).toEqual({ start });
  });

  it.each([
    '',
    'UNPUBLISHED',
    'null',
    'nil:unknown',
    '0000-00-00',
    'the day before 2018',
    '03/04/2017',
    '3 May 07',
    '18',
    '201',
    '20180',
    '1609459200500',
    '2018/2019',
    '2015-02-29',
    '2015-13-01',
    '2015-02-01T25:00:00Z',
    '2015-02-01T10:60:00Z',
    '2015-02-01T10:00:00+24:00',
    '2016-W53',
    '2015-366',
    '-269998051',
  ])('reads no date in %s', (text) => {
    expect(readDate(text)).toBeUndefined();
  });

  it('reads no date in a long text', () => {
    expect(readDate(`2018${' '.repeat(1_000_000)}x`)).toBeUndefined();
  });

  it('reads its own output unchanged', () => {
    fc.assert(
      fc.property(fc.date(dates), (date) => {
        const read = readDate(date.toISOString())?.start ?? '';
        expect(readDate(read)).toEqual({ start: read });
      }),
    );
  });

  it('agrees with JavaScript on days, times and zones', () => {
    fc.assert(
      fc.property(
        fc.date({ ...dates, min: new Date('0000-01-02'), max: new Date('9999-12-30') }),
        fc.integer({ min: -840, max: 840 }),
        (date, offset) => {
          const zone = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
          const there = `${date.toISOString().slice(0, 19)}${zone}`;
          const { start } = readDate(there) ?? { start: '' };
          expect(new Date(start).getTime()).toBe(new Date(there).getTime());
        },
      ),
    );
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789-+T:/. ZWQmayBCEnd')) }),
        (text) => {
          const start = readDate(text)?.start;
          expect(start === undefined ? undefined : readDate(start)?.start).toBe(start);
        },
      ),
    );
  });
});

function two(number: number): string {
  return String(number).padStart(2, '0');
}
