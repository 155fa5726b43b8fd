import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coveringSpans,
  parentOfSpan,
  spansOf,
  type YearRange,
} from '../../../src/facts/time/spans.ts';

/** Years as they are, or such that fall on bounds of cells; lengths from a second to all there is. */
const year = fc.oneof(
  fc.double({ min: 1800, max: 2100, noNaN: true }),
  fc.integer({ min: 1990, max: 2030 }),
  fc.integer({ min: 32_000, max: 32_400 }).map((sixteenths) => sixteenths / 16),
  fc.constantFrom(-Infinity, Infinity, 0, -16, 4096, 65_536, -65_536, 65_535.99, 99_999, -99_999),
  fc.double({ min: -100_000, max: 100_000, noNaN: true }),
);
const range = fc
  .tuple(year, year)
  .map(([one, other]): YearRange => ({ begin: Math.min(one, other), end: Math.max(one, other) }))
  .filter(({ begin, end }) => begin !== Infinity && end !== -Infinity);

/** As SPARQL finds it: by names alone. */
function isCandidate(period: YearRange, query: YearRange): boolean {
  const { cells, ancestors } = coveringSpans(query);
  return spansOf(period).some((cell) => {
    return ancestors.includes(cell) || chainOf(cell).some((above) => cells.includes(above));
  });
}

function chainOf(cell: string): readonly string[] {
  const parent = parentOfSpan(cell);
  return parent === undefined ? [cell] : [cell, ...chainOf(parent)];
}

function overlaps(one: YearRange, other: YearRange): boolean {
  return one.begin <= other.end && other.begin <= one.end;
}

describe('spansOf', () => {
  it.each([
    ['a year', 2017, 2017.999, ['2.2017']],
    ['two years', 2017, 2018.999, ['2.2017', '2.2018']],
    ['three years', 2016, 2018.999, ['3.504']],
    ['a day', 2017.01, 2017.012, ['0.32272']],
    ['a century', 1901, 2000.999, ['6.7']],
    ['years before Christ', -44, -43.5, ['2.-44']],
    ['what crosses the bound of all cells but the coarsest', -4000, 4000, ['8.-1', '8.0']],
    ['what is open', 2012, Infinity, ['root']],
    ['what is longer than two of the longest cells', -13_000, 2000, ['root']],
    ['what is beyond the axis', -70_000, -69_999, ['root']],
  ])('puts %s into one or two cells, or the root', (_, begin, end, cells) => {
    expect(spansOf({ begin, end })).toEqual(cells);
  });
});

describe('parentOfSpan', () => {
  it('goes up to the root', () => {
    const above = ['1.8068', '2.2017', '3.504', '4.126', '5.31', '6.7', '7.1', '8.0', 'root'];
    expect(chainOf('0.32272')).toEqual(['0.32272', ...above]);
    expect(chainOf('7.-1')).toEqual(['7.-1', '8.-1', 'root']);
  });
});

describe('coveringSpans', () => {
  it('covers a year by its cell', () => {
    expect(coveringSpans({ begin: 2017, end: 2017.999 })).toEqual({
      cells: ['2.2017'],
      ancestors: ['3.504', '4.126', '5.31', '6.7', '7.1', '8.0', 'root'],
    });
  });

  it('covers a decade by the longest cells in it', () => {
    const { cells } = coveringSpans({ begin: 2010, end: 2019.999 });
    expect(cells).toEqual(['2.2010', '2.2011', '3.503', '3.504']);
  });

  it('covers what is open to one side without looking at the other', () => {
    expect(isCandidate({ begin: 2009, end: 2009.999 }, { begin: 2010, end: Infinity })).toBe(false);
    expect(isCandidate({ begin: 2009, end: 2009.999 }, { begin: -Infinity, end: 2008.999 })).toBe(
      false,
    );
  });

  it('covers all of time by the root', () => {
    expect(coveringSpans({ begin: -Infinity, end: Infinity })).toEqual({
      cells: ['root'],
      ancestors: [],
    });
  });

  it('finds every period that overlaps, if only in a moment', () => {
    fc.assert(
      fc.property(range, range, (period, query) => {
        expect(isCandidate(period, query) || !overlaps(period, query)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  it('leaves most of what is elsewhere out', () => {
    const query = { begin: 2010, end: 2010.999 };
    const periods = Array.from({ length: 2600 }, (_, index): YearRange => {
      const begin = 1900 + index * 0.05;
      return { begin, end: begin + (index % 31) / 10 };
    });
    const found = periods.filter((period) => isCandidate(period, query));
    expect(found.length).toBeLessThan(periods.length / 10);
  });

  it('has at most 48 cells, each once, and names that may stand in a URN', () => {
    fc.assert(
      fc.property(range, (query) => {
        const { cells, ancestors } = coveringSpans(query);
        const all = [...cells, ...ancestors];
        expect(cells.length).toBeLessThanOrEqual(48);
        expect(new Set(all).size).toBe(all.length);
        expect(all.filter((name) => !/^[\da-z.-]+$/u.test(name))).toEqual([]);
        const above = new Set(['root', ...cells.flatMap((cell) => chainOf(cell).slice(1))]);
        expect(ancestors.filter((cell) => !above.has(cell))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});
