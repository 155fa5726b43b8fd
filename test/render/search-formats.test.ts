import { describe, expect, it } from 'vitest';
import type { Box } from '../../src/model/search-facts.ts';
import { boxAround, searchCsv, searchGeoJson } from '../../src/render/search-formats.ts';
import type { SearchResult } from '../../src/search/search-answer.ts';
import { found } from './found.ts';

function box(west: number, south: number, east: number, north: number): Box {
  return { west, south, east, north };
}

describe('the box around boxes', () => {
  it.each([
    ['of none is none', [], undefined],
    ['of one is that one', [box(5, 45, 11, 48)], box(5, 45, 11, 48)],
    ['holds all', [box(5, 45, 11, 48), box(-2, 50, 0, 51)], box(-2, 45, 11, 51)],
    [
      'lies across the antimeridian where two meet there',
      [box(170, -20, 180, -10), box(-180, -20, -175, -12)],
      box(170, -20, -175, -10),
    ],
    [
      'leaves out the widest gap then',
      [box(-180, 0, -175, 1), box(20, 0, 30, 1), box(25, 0, 26, 1), box(178, 0, 180, 1)],
      box(20, 0, -175, 1),
    ],
    [
      'goes round where there is no gap',
      [box(0, 0, 180, 1), box(-180, 0, 0, 2)],
      box(-180, 0, 180, 2),
    ],
    ['of the whole map is the whole map', [box(-180, -90, 180, 90)], box(-180, -90, 180, 90)],
    [
      'takes boxes that only come near the antimeridian for two places',
      [box(170, 0, 179, 1), box(-180, 0, -175, 1)],
      box(-180, 0, 179, 1),
    ],
  ])('%s', (_, boxes, around) => {
    expect(boxAround(boxes)).toEqual(around);
  });

  it('is found of more boxes than a call takes arguments', () => {
    const boxes = Array.from({ length: 300_000 }, (_, at) => box(at / 10_000, 0, at / 10_000, 1));
    expect(boxAround(boxes)).toEqual(box(0, 0, 29.9999, 1));
  });
});

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

describe('search results as CSV', () => {
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

  it('has only the key if there is no IRI', () => {
    expect(line({ key: 'urn:cdif-graph:entry:1' })).toContain(',lakes,,urn:cdif-graph:entry:1,');
  });

  it('has numbers and dates as they are', () => {
    const boxes = [{ west: -10.5, south: -5, east: -9, north: 5 }];
    const periods = [{ start: '-0050', end: '-0049' }];
    expect(line({ boxes, placeNames: ['Sea'], periods })).toBe(
      `,Dataset,-0050-01-01T00:00:00Z,-0049-12-31T23:59:59Z,'-0050/-0049,-10.5,-5,-9,5,Sea${end}`,
    );
  });

  it('gives only the edges of a place without a name', () => {
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

const point: Box = { west: 5, south: 45, east: 5, north: 45 };
const meridian: Box = { west: 5, south: 45, east: 5, north: 48 };
const parallel: Box = { west: 5, south: 45, east: 11, north: 45 };
const area: Box = { west: 5, south: 45, east: 11, north: 48 };
const eastward: Box = { west: 170, south: -20, east: 180, north: -10 };
const westward: Box = { west: -180, south: -20, east: -175, north: -10 };

function featureOf(boxes: readonly Box[]) {
  return searchGeoJson(found({ boxes })).features[0];
}

/** The corners of a box against the clock, the first one twice. */
function ring({ west, south, east, north }: Box) {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

describe('search results as GeoJSON', () => {
  it.each([
    ['no place', [], null],
    ['a point', [point], { type: 'Point', coordinates: [5, 45] }],
    [
      'points',
      [point, { ...point, west: 6, east: 6 }],
      {
        type: 'MultiPoint',
        coordinates: [
          [5, 45],
          [6, 45],
        ],
      },
    ],
    [
      'a box without width',
      [meridian],
      {
        type: 'LineString',
        coordinates: [
          [5, 45],
          [5, 48],
        ],
      },
    ],
    [
      'a box without height',
      [parallel],
      {
        type: 'LineString',
        coordinates: [
          [5, 45],
          [11, 45],
        ],
      },
    ],
    ['a box', [area], { type: 'Polygon', coordinates: [ring(area)] }],
    [
      'a box across the antimeridian',
      [westward, eastward],
      { type: 'MultiPolygon', coordinates: [[ring(westward)], [ring(eastward)]] },
    ],
    [
      'places of several kinds',
      [area, meridian, point, parallel],
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [5, 45] },
          {
            type: 'MultiLineString',
            coordinates: [
              [
                [5, 45],
                [5, 48],
              ],
              [
                [5, 45],
                [11, 45],
              ],
            ],
          },
          { type: 'Polygon', coordinates: [ring(area)] },
        ],
      },
    ],
  ])('has the geometry of %s', (_, boxes, geometry) => {
    expect(featureOf(boxes)?.geometry).toEqual(geometry);
  });

  it('has the box around the places of a feature', () => {
    expect(featureOf([area])).toMatchObject({ bbox: [5, 45, 11, 48] });
    expect(featureOf([westward, eastward])).toMatchObject({ bbox: [170, -20, -175, -10] });
    expect(featureOf([])).not.toHaveProperty('bbox');
  });
});
