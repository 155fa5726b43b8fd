import { describe, expect, it } from 'vitest';
import { limitAges, limitPeriods } from '../../../src/facts/time/period.ts';
import type { Period } from '../../../src/model/search-facts.ts';

function years(...all: readonly string[]): Period[] {
  return all.map((year) => ({ start: year, end: year }));
}

describe('merged periods', () => {
  it('go from the first start to the last end of neighbours, in any order', () => {
    const periods = [
      ...years('1901', '1902', '1950', '1951'),
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
    expect(limitPeriods([...open, ...years('1960', '1961', '1970')], 4)).toEqual([
      { end: '1950' },
      { start: '1960', end: '1961' },
      { start: '1970', end: '1970' },
      { start: '2000' },
    ]);
  });

  it('are the input if it is not too long', () => {
    const few = years('2001', '1999');
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
