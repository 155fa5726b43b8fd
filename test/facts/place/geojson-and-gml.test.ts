import { expect, test } from 'vitest';
import { readGeometry } from '../../../src/facts/place/read-geometry.ts';
import { outcome } from './support.ts';

const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [20, 10],
      [40, 10],
      [40, 30],
      [20, 10],
    ],
  ],
};

test.each([
  ['a point', { type: 'Point', coordinates: [20, 10, 500] }, '10 20 10 20'],
  ['numbers as texts', { type: 'Point', coordinates: ['20', '10.5'] }, '10.5 20 10.5 20'],
  ['points', { type: 'MultiPoint', coordinates: [[1, 2]] }, '2 1 2 1'],
  [
    'a line',
    {
      type: 'LineString',
      coordinates: [
        [20, 10],
        [40, 30],
      ],
    },
    '10 20 30 40',
  ],
  ['a polygon', polygon, '10 20 30 40'],
  ['polygons', { type: 'MultiPolygon', coordinates: [polygon.coordinates] }, '10 20 30 40'],
  ['a feature', { type: 'Feature', geometry: polygon, properties: {} }, '10 20 30 40'],
  [
    'features',
    {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: polygon },
        { type: 'Feature', geometry: null },
      ],
    },
    '10 20 30 40',
  ],
  ['geometries', { type: 'GeometryCollection', geometries: [polygon] }, '10 20 30 40'],
  ['no geometry but its box', { type: 'Feature', geometry: null, bbox: [1, 2, 3, 4] }, '2 1 4 3'],
  ['a box with heights', { bbox: [1, 2, -50, 3, 4, 50] }, '2 1 4 3'],
  ['a box across the antimeridian', { bbox: [170, 2, -170, 4] }, '2 -180 4 -170, 2 170 4 180'],
  [
    'an envelope',
    {
      type: 'envelope',
      coordinates: [
        [20, 30],
        [40, 10],
      ],
    },
    '10 20 30 40',
  ],
  ['nothing', { type: 'Feature', geometry: null }, ''],
])('GeoJSON of %s has the longitude first', (_, value, boxes) => {
  expect(outcome(JSON.stringify(value), 'geometry')).toEqual([boxes]);
});

test.each([
  ['no JSON', '{"type":"Point"', 'malformed'],
  ['another object', '{"name":"here"}', 'malformed'],
  ['an unknown type', '{"type":"Sphere","coordinates":[1,2]}', 'malformed'],
  ['coordinates that are none', '{"type":"Polygon","coordinates":[[["a","b"]]]}', 'malformed'],
  ['half a position', '{"type":"Point","coordinates":[1]}', 'malformed'],
  [
    'another reference system',
    '{"type":"Point","coordinates":[1,2],"crs":{"properties":{"name":"EPSG:25832"}}}',
    'reference-system',
  ],
])('GeoJSON with %s is unusable', (_, text, reason) => {
  expect(outcome(text, 'geometry')).toEqual(['', `unusable ${reason}`]);
});

test('deeply nested collections are too deep', () => {
  const open = '{"type":"GeometryCollection","geometries":['.repeat(1000);
  expect(outcome(`${open}${']}'.repeat(1000)}`, 'geometry')).toEqual(['', 'unusable too-deep']);
});

test.each([
  [
    '<gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>10 20</gml:pos></gml:Point>',
    '10 20 10 20',
  ],
  [
    '<gml:Point srsName="urn:ogc:def:crs:OGC:1.3:CRS84"><gml:pos>20 10</gml:pos></gml:Point>',
    '10 20 10 20',
  ],
  [
    '<Envelope><lowerCorner>10 20</lowerCorner><upperCorner>30 40</upperCorner></Envelope>',
    '10 20 30 40',
  ],
  [
    '<gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>10 20 10 40 30 40 10 20</gml:posList>' +
      '</gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>0 0 1 0 1 1 0 0' +
      '</gml:posList></gml:LinearRing></gml:interior></gml:Polygon>',
    '10 20 30 40',
  ],
  [
    '<gml:LineString><gml:coordinates>20,10 40,30</gml:coordinates></gml:LineString>',
    '10 20 30 40',
  ],
  [
    '<gml:LineString><gml:pos>10 20</gml:pos><gml:pos>30 40</gml:pos></gml:LineString>',
    '10 20 30 40',
  ],
])('%s is a place', (text, boxes) => {
  expect(outcome(text, 'geometry')).toEqual([boxes]);
});

test('GML without numbers, or in another reference system, is unusable', () => {
  expect(outcome('<gml:Solid/>', 'geometry')).toEqual(['', 'unusable malformed']);
  expect(
    outcome('<gml:Point srsName="EPSG:31467"><gml:pos>1 2</gml:pos></gml:Point>', 'geometry'),
  ).toEqual(['', 'unusable reference-system']);
});

test('a geometry keeps its vertices', () => {
  expect(readGeometry(JSON.stringify(polygon), 'geometry', {}).wkt).toBe(
    'POLYGON((20 10,40 10,40 30,20 10))',
  );
});
