import { expect, test } from 'vitest';
import { readGeometry } from '../../../src/facts/place/read-geometry.ts';
import { boxWkt } from '../../../src/facts/place/wkt.ts';
import { outcome } from './support.ts';

const crs84 = '<http://www.opengis.net/def/crs/OGC/1.3/CRS84>';
const epsg4326 = '<http://www.opengis.net/def/crs/EPSG/0/4326>';

test.each([
  ['POINT(20 10)', '10 20 10 20'],
  ['Point Z (20 10 500)', '10 20 10 20'],
  ['POINTZM(20 10 500 1)', '10 20 10 20'],
  [`${crs84} POINT(20 10)`, '10 20 10 20'],
  ['SRID=4326;POINT(20 10)', '10 20 10 20'],
  ['LINESTRING (20 10, 40 30)', '10 20 30 40'],
  ['POLYGON((20 10,40 10,40 30,20 30,20 10))', '10 20 30 40'],
  ['POLYGON(20 10,40 10,40 30,20 30,20 10)', '10 20 30 40'],
  ['MULTIPOINT((20 10),(40 30))', '10 20 10 20, 30 40 30 40'],
  ['MULTIPOINT(20 10,40 30)', '10 20 10 20, 30 40 30 40'],
  ['MULTILINESTRING((20 10,40 30),(50 0,60 0))', '10 20 30 40, 0 50 0 60'],
  ['MULTIPOLYGON(((20 10,40 10,40 30,20 10)),((50 0,60 0,60 1,50 0)))', '10 20 30 40, 0 50 1 60'],
  ['GEOMETRYCOLLECTION(POINT(20 10),LINESTRING(30 0,31 1))', '10 20 10 20, 0 30 1 31'],
  ['ENVELOPE(20, 40, 30, 10)', '10 20 30 40'],
  ['BOX(20 10,40 30)', '10 20 30 40'],
])('%s is %s', (text, boxes) => {
  expect(outcome(text, 'geometry')).toEqual([boxes]);
});

test.each([
  'POINT EMPTY',
  'POLYGON EMPTY',
  'MULTIPOLYGON EMPTY',
  'GEOMETRYCOLLECTION EMPTY',
  'GEOMETRYCOLLECTION(POINT EMPTY)',
])('%s is no place and no fault', (text) => {
  expect(outcome(text, 'geometry')).toEqual(['']);
});

test('holes and parts of a geometry are preserved', () => {
  const withHole = 'POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,1 2,2 2,1 1))';
  expect(readGeometry(withHole, 'geometry', {}).wkt).toBe(withHole);
  const parts = 'MULTIPOLYGON(((20 10,40 10,40 30,20 10)),((50 0,60 0,60 1,50 0)))';
  expect(readGeometry(parts, 'geometry', {}).wkt).toBe(parts);
});

test('parts of several kinds are a collection', () => {
  const text = 'GEOMETRYCOLLECTION(POINT(20 10),LINESTRING(30 0,31 1))';
  expect(readGeometry(text, 'geometry', {}).wkt).toBe(text);
});

test('points and rectangles are only boxes', () => {
  for (const text of ['MULTIPOINT(20 10,40 30)', 'MULTIPOLYGON(((0 0,1 0,1 1,0 1,0 0)))']) {
    expect(readGeometry(text, 'geometry', {}).wkt).toBeUndefined();
  }
});

test('more than sixteen parts share sixteen boxes, and have a geometry', () => {
  const points = Array.from({ length: 50 }, (_, index) => `${index} ${index}`);
  const { boxes, wkt } = readGeometry(`MULTIPOINT(${points.join()})`, 'geometry', {});
  expect(boxes).toHaveLength(16);
  expect(boxes[0]).toEqual({ west: 0, south: 0, east: 2, north: 2 });
  expect(wkt).toContain('(49 49)');
});

test('an overlong geometry is reduced to its box', () => {
  const points = Array.from({ length: 5000 }, (_, index) => `${index / 100} ${(index % 7) / 7}`);
  const { boxes, wkt } = readGeometry(`LINESTRING(${points.join()})`, 'geometry', {});
  expect(boxes).toHaveLength(1);
  expect(wkt).toBeUndefined();
});

test('EPSG systems have the latitude first, unless that is off the map', () => {
  expect(outcome(`${epsg4326} POINT(10 20)`, 'geometry')).toEqual(['10 20 10 20']);
  expect(outcome(`${epsg4326} POINT(120 20)`, 'geometry')).toEqual([
    '20 120 20 120',
    'repair axis-order',
  ]);
});

test('a latitude beyond the pole shows that both are swapped', () => {
  expect(outcome('POINT(10 120)', 'geometry')).toEqual(['10 120 10 120', 'repair axis-order']);
});

test('the configured order does not apply to formats with a fixed order', () => {
  expect(outcome('POINT(20 10)', 'geometry', { axisOrder: 'lat-lon' })).toEqual(['10 20 10 20']);
});

test('hemisphere letters are read', () => {
  expect(outcome('POLYGON((-31 6 N, -31 36 N, -0.5 36 N, -0.5 6 S, -31 6 N))', 'geometry')).toEqual(
    ['-6 -31 36 -0.5', 'repair letters-read'],
  );
});

test('longitudes beyond 180 are wrapped, and split at the antimeridian', () => {
  expect(outcome('POLYGON((190 -10,200 -10,200 0,190 0,190 -10))', 'geometry')).toEqual([
    '-10 -170 0 -160',
    'repair longitudes-wrapped',
  ]);
  const { boxes, wkt } = readGeometry('POLYGON((170 0,190 0,190 20,170 0))', 'geometry', {});
  expect(boxes).toHaveLength(2);
  expect(wkt).toBe(
    'MULTIPOLYGON(((180 0,180 10,170 0,180 0)),((-180 0,-170 0,-170 20,-180 10,-180 0)))',
  );
});

test('a hole stays with the half of the polygon that contains it', () => {
  const text = 'POLYGON((170 0,-170 0,-160 20,170 20,170 0),(-178 5,-175 5,-175 8,-178 5))';
  expect(readGeometry(text, 'geometry', {}).wkt).toBe(
    'MULTIPOLYGON(((180 0,180 20,170 20,170 0,180 0)),' +
      '((-180 0,-170 0,-160 20,-180 20,-180 0),(-178 5,-175 5,-175 8,-178 5)))',
  );
});

test.each([
  ['NOT A WKT', 'malformed'],
  ['POLYGON((20 10,40 10', 'malformed'],
  ['POLYGON((20 10,40 10)))', 'malformed'],
  ['POLYGON((20 ten,40 10))', 'malformed'],
  ['POLYGON((20,40 10,3 4))', 'malformed'],
  ['POINT(20 10) POINT(30 10)', 'malformed'],
  ['POINT(20 10),POINT(30 10)', 'malformed'],
  ['POINT', 'malformed'],
  ['SPHERE(1 2)', 'malformed'],
  ['<http://www.opengis.net/def/crs/EPSG/0/25832> POINT(500000 5700000)', 'reference-system'],
  ['SRID=3857;POINT(1 2)', 'reference-system'],
  ['POINT(500000 5700000)', 'projected'],
])('%s is unusable: %s', (text, reason) => {
  expect(outcome(text, 'geometry')).toEqual(['', `unusable ${reason}`]);
});

test('unclosed brackets are too deep', () => {
  expect(outcome(`GEOMETRYCOLLECTION${'('.repeat(100_000)}`, 'geometry')).toEqual([
    '',
    'unusable too-deep',
  ]);
});

test('the WKT of a box without width or height is a line or point', () => {
  expect(boxWkt({ west: 1, south: 2, east: 1, north: 2 })).toBe('POINT(1 2)');
  expect(boxWkt({ west: 1, south: 2, east: 1, north: 3 })).toBe('LINESTRING(1 2,1 3)');
});

test('the WKT of a box is its outline, without exponents', () => {
  expect(boxWkt({ west: -0.0000001, south: 0, east: 1, north: 2 })).toBe(
    'POLYGON((-0.0000001 0,1 0,1 2,-0.0000001 2,-0.0000001 0))',
  );
});
