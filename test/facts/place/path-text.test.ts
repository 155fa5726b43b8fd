import { describe, expect, test } from 'vitest';
import { readGeometry } from '../../../src/facts/place/read-geometry.ts';
import { outcome } from './support.ts';

const triangle = '10 20 30 20 30 40 10 20';

test('pairs in one separator throughout are latitude and longitude', () => {
  expect(outcome(triangle, 'polygon')).toEqual(['10 20 30 40']);
  expect(outcome(triangle.replaceAll(' ', ','), 'polygon')).toEqual(['10 20 30 40']);
  expect(readGeometry(triangle, 'polygon', {}).wkt).toBe('POLYGON((20 10,20 30,40 30,20 10))');
});

test('pairs joined by commas are longitude and latitude, doubtful if both orders fit', () => {
  expect(outcome('10 20,30 20,30 40,10 20', 'polygon')).toEqual([
    '20 10 40 30',
    'doubt axis-order',
  ]);
  expect(outcome('110 20,130 20,130 40,110 20', 'polygon')).toEqual(['20 110 40 130']);
});

test('pairs with an inner comma are latitude and longitude, doubtful if both orders fit', () => {
  expect(outcome('10,20 30,20 30,40 10,20', 'polygon')).toEqual([
    '10 20 30 40',
    'doubt axis-order',
  ]);
  expect(outcome('10,120 30,120 30,140 10,120', 'polygon')).toEqual(['10 120 30 140']);
});

test('the range overrules the separators', () => {
  expect(outcome('10 120,30 120,30 140,10 120', 'polygon')).toEqual([
    '10 120 30 140',
    'repair axis-order',
  ]);
});

test('the configured order of a source overrules the separators', () => {
  const text = '10 20,30 20,30 40,10 20';
  expect(outcome(text, 'polygon', { axisOrder: 'lat-lon' })).toEqual(['10 20 30 40']);
});

test('a more certain geometry decides between two readings', () => {
  const known = [{ west: 20, south: 10, east: 40, north: 30 }];
  expect(outcome('10 20,30 20,30 40,10 20', 'polygon', { known })).toEqual([
    '10 20 30 40',
    'doubt axis-order',
  ]);
  expect(outcome('20 10,20 30,40 30,20 10', 'polygon', { known })).toEqual(['10 20 30 40']);
});

test('separators are not overruled by a mere overlap', () => {
  const known = [{ west: -3, south: -86, east: -1, north: -59 }];
  const text = '-71 -18, -70.9 6.7, -70.8 -18, -71 -18';
  expect(outcome(text, 'polygon', { known })[0]).toBe('-18 -71 6.7 -70.8');
  // By the standard alone a box has the latitude first.
  expect(outcome('-71 -18 -70.8 6.7', 'box', { known })).toEqual(['-71 -18 -70.8 6.7']);
  expect(outcome('-2 -71 6.7 -70.8', 'box', { known })).toEqual([
    '-71 -2 -70.8 6.7',
    'doubt axis-order',
  ]);
});

test('a nearly global box is no evidence by overlapping', () => {
  const known = [{ west: 88, south: 66, east: 130, north: 67 }];
  const upsideDown = '-36.64, 65.16, -41.58, 66.05';
  const swapped = ['-41.58 65.16 -36.64 66.05', 'repair south-and-north-swapped'];
  expect(outcome(upsideDown, 'box', { known })).toEqual(swapped);
});

test('heights in a polygon are ignored', () => {
  expect(outcome('110,20,5 130,20,5 130,40,6 110,20,5', 'polygon')[0]).toBe('20 110 40 130');
});

test('an open ring is closed', () => {
  expect(outcome('10 20 30 20 30 40', 'polygon')).toEqual(['10 20 30 40', 'repair ring-closed']);
  expect(readGeometry('10 20 30 20 30 40', 'polygon', {}).wkt).toBe(
    'POLYGON((20 10,20 30,40 30,20 10))',
  );
});

test('a rectangle is a box, with its corners in any order', () => {
  for (const text of [
    '10 20 10 40 30 40 30 20 10 20',
    '30 20 10 20 10 40 30 40 30 20',
    '10 20 30 40 30 20 10 40 10 20',
    '10 20 10 30 10 40 30 40 30 20 10 20',
  ]) {
    const { boxes, wkt } = readGeometry(text, 'polygon', {});
    expect(boxes).toEqual([{ west: 20, south: 10, east: 40, north: 30 }]);
    expect(wkt).toBeUndefined();
  }
});

test('a polygon of one or two corners is a point or a line', () => {
  expect(outcome('10 20', 'polygon')).toEqual(['10 20 10 20', 'repair other-shape']);
  expect(outcome('10 20 30 40', 'polygon')).toEqual(['10 20 30 40', 'repair other-shape']);
});

test('decimal commas in a polygon are recognised by digits that degrees do not have', () => {
  expect(outcome('10,00005 20,25 10,00005 40,25 30,5 40,25 30,5 20,25', 'polygon')).toEqual([
    '10.00005 20.25 30.5 40.25',
    'repair decimal-commas',
    'repair ring-closed',
  ]);
});

test('a wide rectangle is kept, with a doubt', () => {
  expect(outcome('-60 -170 70 -170 70 175 -60 175 -60 -170', 'polygon')).toEqual([
    '-60 -170 70 175',
    'doubt wide-rectangle',
  ]);
  expect(outcome('-60 -180 70 -180 70 180 -60 180 -60 -180', 'polygon')).toEqual([
    '-60 -180 70 180',
  ]);
});

test('an edge of more than half the globe crosses the antimeridian', () => {
  const { boxes, wkt, remarks } = readGeometry('0 170 5 -170 -5 -170 0 170', 'polygon', {});
  expect(boxes).toEqual([
    { west: -180, south: -5, east: -170, north: 5 },
    { west: 170, south: -5, east: 180, north: 5 },
  ]);
  expect(wkt).toBe(
    'MULTIPOLYGON(((180 2.5,180 -2.5,170 0,180 2.5)),((-180 2.5,-170 5,-170 -5,-180 -2.5,-180 2.5)))',
  );
  expect(remarks.map(({ kind }) => kind)).toEqual(['geometry-doubtful']);
});

test('a ring around a pole extends to it', () => {
  expect(outcome('70 0 75 120 72 -120 70 0', 'polygon')).toEqual([
    '70 -180 90 180',
    'doubt long-edge',
  ]);
  expect(outcome('-70 0 -75 120 -72 -120 -70 0', 'polygon')[0]).toBe('-90 -180 -70 180');
});

test('a line is its own geometry, split at the antimeridian', () => {
  expect(readGeometry('10 20 30 40 20 50', 'line', {}).wkt).toBe('LINESTRING(20 10,40 30,50 20)');
  const crossing = readGeometry('0 170 10 -170', 'line', {});
  expect(crossing.wkt).toBe('MULTILINESTRING((170 0,180 5),(-180 5,-170 10))');
  expect(crossing.boxes).toEqual([
    { west: -180, south: 0, east: -170, north: 10 },
    { west: 170, south: 0, east: 180, north: 10 },
  ]);
});

test('a circle is a box as wide as its radius, by default in metres', () => {
  const degree = 111_195.08;
  expect(readGeometry(`0 20 ${degree}`, 'circle', {}).boxes).toEqual([
    {
      west: expect.closeTo(19, 4) as number,
      south: expect.closeTo(-1, 4) as number,
      east: expect.closeTo(21, 4) as number,
      north: expect.closeTo(1, 4) as number,
    },
  ]);
  const inKilometres = readGeometry('60,20 111.19508 km', 'circle', {}).boxes;
  expect(inKilometres[0]?.north).toBeCloseTo(61, 4);
  // A degree of longitude is half as long there; the circle is widest a little north of its centre.
  expect(inKilometres[0]?.east).toBeCloseTo(22.0006, 3);
});

test('a circle around a pole has all longitudes; one across the antimeridian has two boxes', () => {
  expect(outcome('89 0 500000', 'circle')[0]).toMatch(/^84\.5\d* -180 90 180$/u);
  expect(readGeometry('0 180 100000', 'circle', {}).boxes).toHaveLength(2);
});

test.each([
  ['10 20', 'incomplete'],
  ['10 20 -5', 'malformed'],
  ['10 20 5 parsecs', 'malformed'],
  ['somewhere', 'malformed'],
])('%s is no circle: %s', (text, reason) => {
  expect(outcome(text, 'circle')).toEqual(['', `unusable ${reason}`]);
});

test('a shape in the property of another one is read, with a remark', () => {
  expect(outcome('POLYGON((20 10,40 10,40 30,20 30,20 10))', 'box')).toEqual([
    '10 20 30 40',
    'repair other-shape',
  ]);
  expect(outcome('{"type":"Point","coordinates":[20,10]}', 'polygon')).toEqual([
    '10 20 10 20',
    'repair other-shape',
  ]);
  expect(outcome('10 20', 'box')).toEqual(['10 20 10 20', 'repair other-shape']);
});

/** The corners of a circle: longitude, latitude. */
const outline = (text: string): readonly (readonly number[])[] =>
  Array.from(
    readGeometry(text, 'circle', {}).wkt?.matchAll(/(-?[\d.]+) (-?[\d.]+)/gu) ?? [],
    ([, longitude, latitude]) => [Number(longitude), Number(latitude)],
  );

describe('the outline of a circle', () => {
  test('has the radius as distance from the centre everywhere', () => {
    const corners = outline('60 20 111195.08');
    expect(corners).toHaveLength(65);
    const radians = Math.PI / 180;
    for (const [longitude = 0, latitude = 0] of corners) {
      const half = (degrees: number): number => Math.sin((degrees * radians) / 2) ** 2;
      const share =
        half(latitude - 60) +
        Math.cos(60 * radians) * Math.cos(latitude * radians) * half(longitude - 20);
      expect((2 * Math.asin(Math.sqrt(share))) / radians).toBeCloseTo(1, 5);
    }
  });

  test('lies within its box, and is split like it', () => {
    const { wkt, boxes } = readGeometry('0 180 100000', 'circle', {});
    expect(wkt).toMatch(/^MULTIPOLYGON\(/u);
    for (const [longitude = 0, latitude = 0] of outline('0 180 100000')) {
      const isInside = boxes.some(
        ({ west, south, east, north }) =>
          longitude >= west && longitude <= east && latitude >= south && latitude <= north,
      );
      expect([longitude, latitude, isInside]).toEqual([longitude, latitude, true]);
    }
  });

  test('is not drawn around a pole, or for a point', () => {
    expect(readGeometry('89 0 500000', 'circle', {}).wkt).toBeUndefined();
    expect(readGeometry('10 20 5', 'circle', {}).wkt).toBeUndefined();
  });
});
