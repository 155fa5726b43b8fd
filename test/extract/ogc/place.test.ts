import { describe, expect, it } from 'vitest';
import { converted } from './records.ts';

function wkt(text: string): object {
  return {
    '@type': 'Place',
    'http://www.opengis.net/ont/geosparql#hasGeometry': {
      '@type': 'http://www.opengis.net/ont/geosparql#Geometry',
      'http://www.opengis.net/ont/geosparql#asWKT': {
        '@type': 'http://www.opengis.net/ont/geosparql#wktLiteral',
        '@value': text,
      },
    },
  };
}

function geo(shape: object): object {
  return { '@type': 'Place', geo: shape };
}

describe('a record of OGC API Records', () => {
  const box = geo({ '@type': 'GeoShape', box: '60 24 61 25.5' });
  const ring = [
    [24, 60],
    [25.5, 60],
    [25.5, 61],
    [24, 61],
    [24, 60],
  ];

  it.each([
    [
      'a point',
      'Point',
      [24, 60, 12],
      geo({ '@type': 'GeoCoordinates', latitude: 60, longitude: 24 }),
    ],
    ['a box', 'Polygon', [ring], box],
    [
      'a triangle',
      'Polygon',
      [
        [
          [24, 60],
          [25, 60],
          [25, 61],
          [24, 60],
        ],
      ],
      wkt('POLYGON ((24 60, 25 60, 25 61, 24 60))'),
    ],
    [
      'a bow tie',
      'Polygon',
      [
        [
          [24, 60],
          [25, 61],
          [25, 60],
          [24, 61],
          [24, 60],
        ],
      ],
      wkt('POLYGON ((24 60, 25 61, 25 60, 24 61, 24 60))'),
    ],
    [
      'a box with a hole',
      'Polygon',
      [ring, ring],
      wkt(
        'POLYGON ((24 60, 25.5 60, 25.5 61, 24 61, 24 60), (24 60, 25.5 60, 25.5 61, 24 61, 24 60))',
      ),
    ],
    [
      'a line',
      'LineString',
      [
        [1, 2],
        [3, 4],
      ],
      wkt('LINESTRING (1 2, 3 4)'),
    ],
    [
      'two points',
      'MultiPoint',
      [
        [1, 2],
        [3, 4],
      ],
      wkt('MULTIPOINT (1 2, 3 4)'),
    ],
    ['what is no geometry', 'Polygon', [['a']], undefined],
    ['a point at nowhere', 'Point', [], undefined],
  ])('is at %s', async (_, type, coordinates, expected) => {
    expect((await converted({ geometry: { type, coordinates } }))['spatialCoverage']).toEqual(
      expected,
    );
  });

  it('is in its bbox where it has no geometry', async () => {
    expect((await converted({ bbox: [24, 60, 25.5, 61] }))['spatialCoverage']).toEqual(box);
  });
});
