import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/search/search-answer.ts';
import { searchCsv } from '../../src/render/search-csv.ts';
import { found } from './found.ts';

/** The line of a result of which this is known. */
function line(known: Partial<SearchResult>): string {
  return [...searchCsv(found(known).results)]
    .join('')
    .slice(
      'title,type,start,end,time,west,south,east,north,place,source,iri,key,graph,title_from,type_from\r\n'
        .length,
    );
}

/** What stands behind the title and the type in a line. */
const end = ',lakes,https://example.org/lake,http://example.org/lake,http://example.org/g,,\r\n';

describe('what was found as CSV', () => {
  it.each([
    ['=HYPERLINK("http://x.example")', `"'=HYPERLINK(""http://x.example"")"`],
    ['+1', `'+1`],
    ['-5 to 5 °C', `'-5 to 5 °C`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `'\t=1`],
    ['\r=1', `"'\r=1"`],
    ['\u{A0} =1', `'\u{A0} =1`],
    ['＝1', `'＝1`],
    ['a = b', 'a = b'],
    ["'quoted', even so", `"'quoted', even so"`],
  ])('has the title %j so that no spreadsheet takes it for a formula', (title, cell) => {
    expect(line({ title })).toBe(`${cell},Dataset,,,,,,,,${end}`);
  });

  it('guards names of places, of times and of sources', () => {
    const records = [{ graph: 'g', documentUrl: 'g', sources: ['=s'], matched: true }];
    expect(line({ placeNames: ['=p', '=q'], timeNames: ['@noon'], records })).toBe(
      ",Dataset,,,'@noon,,,,,'=p | =q,'=s,https://example.org/lake,http://example.org/lake,g,,\r\n",
    );
  });

  it('has the key alone where there is no IRI', () => {
    expect(line({ key: 'urn:cdif-graph:entry:1' })).toContain(',lakes,,urn:cdif-graph:entry:1,');
  });

  it('has numbers and dates as they are', () => {
    const boxes = [{ west: -10.5, south: -5, east: -9, north: 5 }];
    const periods = [{ start: '-0050', end: '-0049' }];
    expect(line({ boxes, placeNames: ['Sea'], periods })).toBe(
      `,Dataset,-0050-01-01T00:00:00Z,-0049-12-31T23:59:59Z,'-0050/-0049,-10.5,-5,-9,5,Sea${end}`,
    );
  });

  it('says where a place without a name is in its edges alone', () => {
    const boxes = [{ west: -158, south: 22.75, east: -158, north: 22.75 }];
    expect(line({ boxes })).toBe(`,Dataset,,,,-158,22.75,-158,22.75,${end}`);
  });

  it('has one place across the antimeridian from its west to its east', () => {
    const boxes = [
      { west: -180, south: -20, east: -175, north: -10 },
      { west: 170, south: -20, east: 180, north: -10 },
    ];
    expect(line({ boxes, placeNames: ['Sea'] })).toBe(`,Dataset,,,,170,-20,-175,-10,Sea${end}`);
  });
});
