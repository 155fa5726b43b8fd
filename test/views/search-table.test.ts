import { describe, expect, it } from 'vitest';
import type { Box } from '../../src/model/search-facts.ts';
import { askedFor } from '../../src/query/search/asked-for.ts';
import { searchTable } from '../../src/views/search-table.ts';
import { found } from './found.ts';

/** What is shown of a place without a name. */
function placeOf(box: Box): string | undefined {
  return searchTable(found({ title: 'Ice', boxes: [box] }))
    .split('\n')[2]
    ?.split(/\s{2,}/u)[2];
}

describe('what was found as a table', () => {
  it('has a box by its edges, to a hundredth of a degree', () => {
    expect(placeOf({ west: -10.5, south: 50, east: -9.001, north: 51.256 })).toBe(
      '-10.5,50,-9,51.26',
    );
  });

  it('names what is a point to a hundredth of a degree once', () => {
    expect(placeOf({ west: -11.551, south: 51.44, east: -11.55, north: 51.442 })).toBe(
      '-11.55,51.44',
    );
    expect(placeOf({ west: 0, south: 0, east: -0.001, north: 0 })).toBe('0,0');
  });

  it.each([
    ['2020-01-01T08:00:00Z', '2020-01-01T09:30:00Z', '2020-01-01'],
    ['2020-01-01T08:00:00Z', '2020-01-02', '2020-01-01/2020-01-02'],
    ['2020', '2020', '2020'],
  ])('has the days of %s to %s: %s', (start, end, expected) => {
    const table = searchTable(found({ title: 'Ice', periods: [{ start, end }] }));
    expect(table.split('\n')[2]?.split(/\s{2,}/u)).toContain(expected);
  });

  it.each([
    ['http://schema.org/Dataset', 'Dataset'],
    ['http://www.w3.org/ns/dcat#Dataset', 'dcat:Dataset'],
    ['https://types.example/of#Buoy', 'Buoy'],
    ['urn:types:Buoy', 'Buoy'],
  ])('has the type %s as %s, and how many records there are', (type, expected) => {
    const row = searchTable(found({ title: 'Ice', types: [type] })).split('\n')[2];
    expect(row?.split(/\s{2,}/u)).toEqual([
      'Ice',
      expected,
      'lakes',
      '1',
      'http://example.org/lake',
    ]);
  });

  it('has the time first that was asked for', () => {
    const ice = found({
      title: 'Ice',
      periods: [
        { start: '1777', end: '1778' },
        { start: '2001', end: '2004' },
      ],
      ages: [
        { older: 300, younger: 290 },
        { older: 3, younger: 1 },
      ],
    });
    const time = (request: Parameters<typeof askedFor>[0]): string | undefined =>
      searchTable(ice, askedFor(request))
        .split('\n')[2]
        ?.split(/\s{2,}/u)[2];
    expect(time({})).toBe('1777/1778 +3');
    expect(time({ time: '2003/..' })).toBe('2001/2004 +3');
    expect(time({ age: 'Cisuralian' })).toBe('300..290 Ma +3');
    expect(time({ age: '2Ma' })).toBe('3..1 Ma +3');
    expect(time({ time: '../1990', age: '2Ma' })).toBe('1777/1778 +3');
  });

  it('is no more than a number where none is to be shown', () => {
    expect(searchTable({ total: 9000, results: [] })).toBe(
      '9,000 resources, 9,000 more than shown: --limit\n',
    );
  });
});
