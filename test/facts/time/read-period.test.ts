import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPeriod } from '../../../src/facts/time/calendar.ts';
import { readDate, readPeriod } from '../../../src/facts/time/read-period.ts';

/** What is read, in one line: `START/END repair repair`, or why not. */
function outcome(text: string): string {
  const reading = readPeriod(text);
  if (reading === undefined) return 'nothing';
  if (!('repairs' in reading)) return `${reading.kind} ${reading.reason}`;
  const what =
    reading.kind === 'period'
      ? formatPeriod(reading.period)
      : `${reading.age.older}/${reading.age.younger} Ma`;
  return [what, ...reading.repairs].join(' ');
}

describe('readPeriod', () => {
  it.each([
    ['2017', '2017/2017'],
    ['2017-02', '2017-02/2017-02'],
    ['2017-02-03', '2017-02-03/2017-02-03'],
    ['2017/2018', '2017/2018'],
    ['2017-02-03/2018-04', '2017-02-03/2018-04'],
    ['2017-02-03T04:05:06Z/2018-04-05T06:07:08Z', '2017-02-03T04:05:06Z/2018-04-05T06:07:08Z'],
    ['2017-02-03T04:05/2017-02-03T04:06', '2017-02-03T04:05:00Z/2017-02-03T04:06:59Z'],
    ['2017-02-03T04/2017-02-03T05', '2017-02-03T04:00:00Z/2017-02-03T05:59:59Z'],
    ['2017-02-03T04:05:06/2017-02-04T00:00:00Z', '2017-02-03T04:05:06Z/2017-02-04T00:00:00Z'],
    ['20170203/20180405', '2017-02-03/2018-04-05'],
    ['2017-W05/2017-W06', '2017-01-30/2017-02-12'],
    ['2016-001/2016-366', '2016-01-01/2016-12-31'],
    ['2012/..', '2012/..'],
    ['../2012-08', '../2012-08'],
    ['-13000/-10000', '-13000/-10000'],
    ['-0044-03-15', '-0044-03-15/-0044-03-15'],
    ['0000/+12000', '0000/+12000'],
  ])('reads %s as ISO 8601 says', (text, period) => {
    expect(outcome(text)).toBe(period);
  });

  it.each([
    ['1889-06/07', '1889-06/1889-07'],
    ['2007-11-13/15', '2007-11-13/2007-11-15'],
    ['2007-11-13/12-15', '2007-11-13/2007-12-15'],
    ['2007-12-14T13:30/15:30', '2007-12-14T13:30:00Z/2007-12-14T15:30:59Z'],
    ['2007-11-13T09:00/15T17:00', '2007-11-13T09:00:00Z/2007-11-15T17:00:59Z'],
    ['2008-02-15T09:00:00+02:00/2008-02-16T10:00:00', '2008-02-15T07:00:00Z/2008-02-16T08:00:00Z'],
  ])('completes the end of %s from its start', (text, period) => {
    expect(outcome(text)).toBe(period);
  });

  it.each([
    ['2007-03-01/P1Y2M', '2007-03-01/2008-04-30'],
    ['P1Y/2008-12-31', '2008-01-01/2008-12-31'],
    ['2007/P1Y', '2007/2007'],
    ['2007-01-31/P1M', '2007-01-31/2007-02-27'],
    ['2007/P10D', '2007/2007-01-10'],
    ['2007-01-01/P2W', '2007-01-01/2007-01-14'],
    ['2007-01-01T00:00:00Z/PT36H', '2007-01-01T00:00:00Z/2007-01-02T11:59:59Z'],
    ['2007-01-01/P0D', '2007-01-01/2007-01-01'],
    ['P1Y/P1Y', 'nothing'],
    ['2007/P', 'nothing'],
  ])('counts the duration of %s', (text, period) => {
    expect(outcome(text)).toBe(period);
  });

  it.each([
    ['2008-Jan-1/2008-Dec-31', '2008-01-01/2008-12-31 month-name'],
    ['2005-Apr-19/..', '2005-04-19/.. month-name'],
    ['2005-Apr-19/', '2005-04-19/.. open-end month-name'],
    ['../2005-Apr-19', '../2005-04-19 month-name'],
    ['12 June 2007 to 3 July 2008', '2007-06-12/2008-07-03 separator month-name'],
    ['2007-Jun-16/Not Defined', '2007-06-16/.. end-unknown month-name'],
    ['2007/null', '2007/.. end-unknown'],
    ['1999/', '1999/.. open-end'],
    ['1990-present', '1990/.. separator open-end'],
    ['since 1990', '1990/.. open-end'],
    ['until 2010', '../2010 open-end'],
    ['2010 onwards', '2010/.. open-end'],
    [
      '2017-09-27 10:00:00 UTC/2017-09-28 00:00:00 UTC',
      '2017-09-27T10:00:00Z/2017-09-28T00:00:00Z separator zone',
    ],
    ['1999-2001', '1999/2001 separator'],
    ['1999 – 2001', '1999/2001 separator'],
    ['1999--2001', '1999/2001 separator'],
    ['1999..2001', '1999/2001 separator'],
    ['1950 to 1960', '1950/1960 separator'],
    ['between 1950 and 1960', '1950/1960 separator'],
    ['2001-05-10-2001-06-10', '2001-05-10/2001-06-10 separator'],
    ['01.02.2010-03.04.2011', '2010-02-01/2011-04-03 separator day-order'],
    ['2017/09/27/2017/10/01', '2017-09-27/2017-10-01 separator'],
    ['2017/09', '2017-09/2017-09 separator'],
    ['1998/99', '1998/1999 short-end'],
    ['1998-99', '1998/1999 short-end'],
    ['09/2017', '2017-09/2017-09 day-order'],
    ['2017-Q3', '2017-07/2017-09 separator'],
    ['2020/2010', '2010/2020 reversed'],
    ['2020-05-01/2020-03', '2020-03/2020-05-01 reversed'],
    ['843/912', '0843/0912 digits'],
    ['500 BC', '-0499/-0499 year-count'],
    ['1 BCE', '0000/0000 year-count'],
    ['500-300 BC', '-0499/-0299 separator year-count'],
    ['500 B.C. - A.D. 200', '-0499/0200 separator year-count'],
    ['ca. 1850', '1850/1850 about'],
    ['1850~', '1850/1850 about'],
    ['2010-12-31 10:00 XYZT', '2010-12-31/2010-12-31 time-dropped'],
  ])('repairs %s', (text, mended) => {
    expect(outcome(text).split(' ').toSorted()).toEqual(mended.split(' ').toSorted());
  });

  it.each([
    ['-269998051', '270.000001/270.000001 Ma'],
    ['-345000000/-298000000', '345.00195/298.00195 Ma'],
    ['-298000000/-345000000', '345.00195/298.00195 Ma reversed'],
    ['-5000000/2020', '5.00195/0 Ma'],
    ['-5000000/..', '5.00195/0 Ma'],
  ])('reads %s, which is outside of the calendar, as an age', (text, age) => {
    expect(outcome(text)).toBe(age);
  });

  it.each(['', 'null/null', 'None/None', '<nil>', '/', '../..', 'nil:unknown', 'NaN/NaT', 'n/a'])(
    'reads %s as unknown, not as open',
    (text) => {
      expect(outcome(text)).toBe('unusable null');
    },
  );

  it.each([
    ['2015-02-30', 'impossible'],
    ['2015-02-01/2015-13-01', 'impossible'],
    ['2015-02-01T25:00:00Z', 'impossible'],
    ['2016-W53', 'impossible'],
    ['1999/88', 'impossible'],
    ['03/04/2017', 'ambiguous'],
    ['2009/10', 'ambiguous'],
    ['201/2022', 'year-digits'],
    ['201', 'year-digits'],
    ['201/..', 'year-digits'],
    ['20170', 'year-digits'],
    ['2015.08', 'number'],
    ['7', 'number'],
    ['1577836800000', 'number'],
  ])('does not guess what %s means', (text, reason) => {
    expect(outcome(text)).toBe(`unusable ${reason}`);
  });

  it.each(['R5/2008-03-01T13:00:00Z/P1Y2M', 'R/2008/P1M', '--12', '--12-24', '---05'])(
    'keeps %s, which recurs, as text',
    (text) => {
      expect(outcome(text)).toBe('as-text cycle');
    },
  );

  it.each(['1990s', '19th century', '19XX', 'Bronze Age', '2012/2016 rubbish', 'x'.repeat(1e6)])(
    'finds no period in %s',
    (text) => {
      expect(readPeriod(text)).toBeUndefined();
    },
  );

  it('reads any two moments of ISO 8601, the earlier one first', () => {
    const years = { min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    const moment = fc
      .tuple(fc.date(years), fc.constantFrom(4, 7, 10, 19))
      .map(([date, length]) => date.toISOString().slice(0, length) + (length === 19 ? 'Z' : ''));
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const isReversed = one > other && !one.startsWith(other);
        const read = isReversed ? `${other}/${one} reversed` : `${one}/${other}`;
        expect(outcome(`${one}/${other}`)).toBe(read);
      }),
    );
  });

  it('reads its own output unchanged, for any text', () => {
    const signs = Array.from('0123456789-+T:/. ZWQPYMDmaybBCE~');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs) }), (text) => {
        const reading = readPeriod(text);
        const read = reading?.kind === 'period' ? formatPeriod(reading.period) : 'nothing';
        expect(outcome(read)).toBe(read);
      }),
      { numRuns: 2000 },
    );
  });
});

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
    expect(readDate(text)).toBe(start);
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
        const read = readDate(date.toISOString()) ?? '';
        expect(readDate(read)).toBe(read);
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
          const start = readDate(there) ?? '';
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
          const start = readDate(text);
          expect(start === undefined ? undefined : readDate(start)).toBe(start);
        },
      ),
    );
  });
});

function two(number: number): string {
  return String(number).padStart(2, '0');
}
