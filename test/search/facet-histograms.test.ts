import { describe, expect, it } from 'vitest';
import {
  countAgeHistogram,
  countDensityMap,
  countYearHistogram,
} from '../../src/search/facet-histograms.ts';
import { BitSet } from '../../src/search/number-tables.ts';
import { EntryTable } from '../../src/search/entry-table.ts';
import { PlaceColumn } from '../../src/search/columns/places.ts';
import { spanOfAge, spanOfPeriod, SpanColumn } from '../../src/search/columns/column.ts';
import type { AgeRange, Box, Period } from '../../src/model/search-facts.ts';
import { searchFacts, type SaidFacts } from '../support/search-facts.ts';

/** An entry that says this of itself. */
function entry(said: SaidFacts) {
  return {
    resource: '',
    described: { types: [], identifiers: [] },
    facts: searchFacts(said),
    profiles: [],
    conformance: [],
    sources: () => [],
  };
}

/** Entries of which each is of another resource, but where their resources are given. */
function all(count: number, resources: readonly number[] = [...Array(count).keys()]) {
  const table = new EntryTable();
  table.addRecord('');
  for (const [place, resource] of resources.entries()) {
    table.addEntry(`${resource}`, place, undefined);
  }
  return table.counted(BitSet.full(count));
}

function years(...periods: readonly (readonly Period[])[]) {
  const spans = new SpanColumn(({ facts }) => facts.times.periods.map(spanOfPeriod));
  for (const each of periods) spans.add(entry({ times: { periods: each } }));
  return spans;
}

function filled(bins: readonly { readonly begin: number; readonly count: number }[]) {
  return bins.filter(({ count }) => count > 0).map(({ begin, count }) => [begin, count]);
}

describe('a histogram of years', () => {
  it('counts a resource once in every year that it covers', () => {
    const spans = years(
      [{ start: '2001', end: '2003' }],
      [
        { start: '2002-05', end: '2002-06' },
        { start: '2002-09', end: '2002-09' },
      ],
      [],
    );
    expect(countYearHistogram(spans, all(3))).toEqual({
      kind: 'histogram',
      unit: 'year',
      bins: [
        { begin: 2001, end: 2002, count: 1 },
        { begin: 2002, end: 2003, count: 2 },
        { begin: 2003, end: 2004, count: 1 },
      ],
      without: 1,
    });
    const shared = all(2, [7, 7]);
    expect(filled(countYearHistogram(spans, shared).bins)).toEqual([
      [2001, 1],
      [2002, 1],
      [2003, 1],
    ]);
  });

  it('ends with the last known year of an open period', () => {
    const spans = years([{ start: '2001', end: '2004' }], [{ start: '2003' }], [{ end: '2002' }]);
    expect(filled(countYearHistogram(spans, all(3)).bins)).toEqual([
      [2001, 2],
      [2002, 2],
      [2003, 2],
      [2004, 2],
    ]);
  });

  it('has decades, centuries and so on if there are too many years', () => {
    const long = countYearHistogram(
      years([{ start: '1800', end: '1809' }], [{ start: '2025', end: '2025' }]),
      all(2),
    );
    expect(filled(long.bins)).toEqual([
      [1800, 1],
      [2020, 1],
    ]);
    const ancient = countYearHistogram(
      years([{ start: '-9999', end: '-9990' }], [{ start: '2025', end: '2025' }]),
      all(2),
    );
    expect(ancient.bins.length).toBeLessThanOrEqual(200);
    expect(filled(ancient.bins)).toEqual([
      [-10_000, 1],
      [2000, 1],
    ]);
  });

  it('is empty without periods', () => {
    expect(countYearHistogram(years([], []), all(2)).bins).toEqual([]);
  });

  it('has one bin for the few times long before or after the others', () => {
    const usual = [1990, 1995, 2001, 2004, 2004].map((year) => [
      { start: String(year), end: String(year + 5) },
    ]);
    const core = [{ start: '-4300', end: '1992' }];
    const { bins } = countYearHistogram(years(core, ...usual), all(6));
    expect(bins[0]).toEqual({ begin: -4300, end: 1990, count: 1 });
    expect(bins[1]).toEqual({ begin: 1990, end: 1991, count: 2 });
    expect(bins.at(-1)).toEqual({ begin: 2009, end: 2010, count: 2 });
    const model = [{ start: '9000', end: '9999' }];
    const later = countYearHistogram(years(model, ...usual), all(6)).bins;
    expect(later[0]).toEqual({ begin: 1990, end: 1991, count: 1 });
    expect(later.at(-1)).toEqual({ begin: 2010, end: 10_000, count: 1 });
    for (const [place, { end }] of later.entries())
      expect(later[place + 1]?.begin ?? end).toBe(end);
  });
});

it('a histogram of ages counts a resource in each bin that its age overlaps', () => {
  const spans = new SpanColumn(({ facts }) => facts.times.ages.map(spanOfAge));
  const ages: readonly AgeRange[] = [
    { older: 300, younger: 250 },
    { older: 1.5, younger: 0 },
    { older: 4600, younger: 4600 },
  ];
  for (const age of ages) spans.add(entry({ times: { ages: [age] } }));
  const { unit, bins } = countAgeHistogram(spans, all(3));
  expect(unit).toBe('Ma');
  expect(filled(bins)).toEqual([
    [5000, 1],
    [500, 1],
    [2, 1],
    [1, 1],
    [0.5, 1],
    [0.2, 1],
    [0.1, 1],
    [0.05, 1],
    [0.02, 1],
    [0.01, 1],
  ]);
  expect(bins.at(-1)).toEqual({ begin: 0.01, end: 0, count: 1 });
});

it('a density map counts a resource once in each cell that its places intersect', () => {
  const places = new PlaceColumn();
  const boxes: readonly (readonly Box[])[] = [
    [{ west: 0, south: 0, east: 10, north: 5 }],
    [
      { west: 1, south: 1, east: 1, north: 1 },
      { west: 2, south: 2, east: 2, north: 2 },
    ],
    [{ west: 180, south: 90, east: 180, north: 90 }],
    [{ west: -180, south: -90, east: -149, north: -80 }],
    [{ west: -180, south: -90, east: -180, north: -90 }],
  ];
  for (const each of boxes) places.add(entry({ places: { boxes: each } }));
  expect(countDensityMap(places, all(5))).toEqual({
    kind: 'map',
    cellSize: 5,
    cells: [
      { west: -180, south: -90, count: 1 },
      { west: 0, south: 0, count: 2 },
      { west: 5, south: 0, count: 1 },
      { west: 175, south: 85, count: 1 },
    ],
    large: 1,
    without: 0,
  });
  // As if all were of one resource.
  expect(countDensityMap(places, all(5, [7, 7, 7, 7, 7])).cells.map(({ count }) => count)).toEqual([
    1, 1, 1, 1,
  ]);
});
