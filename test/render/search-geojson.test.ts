import { describe, expect, it } from 'vitest';
import type { Box } from '../../src/model/search-facts.ts';
import { searchGeoJson } from '../../src/render/search-geojson.ts';
import { found } from './found.ts';

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

describe('what was found as GeoJSON', () => {
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
