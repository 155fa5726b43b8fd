import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isGeometryText,
  readGeometry,
  readPosition,
  type GeometryForm,
} from '../../../src/facts/place/read-geometry.ts';
import type { CoordinatePair } from '../../../src/facts/place/written-geometry.ts';
import { told } from './support.ts';

const forms: readonly GeometryForm[] = [
  'box',
  'circle',
  'extent',
  'geometry',
  'line',
  'point',
  'polygon',
];

/** Pieces to make geometries from, in any order. */
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      'POLYGON',
      'MULTIPOINT',
      '((',
      '))',
      '(',
      ')',
      ',',
      ' ',
      '-',
      'e',
      '°',
      'N',
      'W',
    ),
    fc.constantFrom('{"type":"Polygon"', '"coordinates":[[', ']]}', '<gml:pos>', '<', '>', ';'),
    fc.constantFrom('0', '-999', '180', '180.0000001', '-181.8', '400', '1e400', '90.5'),
    fc.integer({ min: -1000, max: 1000 }).map(String),
    fc.string({ maxLength: 5 }),
  ),
  { maxLength: 40 },
);

/** Multiples of an eighth, which binary numbers hold to the last digit. */
function eighths(end: number): fc.Arbitrary<number> {
  return fc.integer({ min: -end * 8 + 1, max: end * 8 - 1 }).map((number) => number / 8);
}

const position: fc.Arbitrary<CoordinatePair> = fc.tuple(eighths(180), eighths(90));

function ringBoxes(positions: readonly CoordinatePair[]) {
  const coordinates = [[...positions, ...positions.slice(0, 1)]];
  return readGeometry(JSON.stringify({ type: 'Polygon', coordinates }), 'geometry', {}).boxes;
}

test('any text in any form is a place on the map, or unusable with a reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((all) => all.join('')),
      ),
      fc.constantFrom(...forms),
      fc.constantFrom(undefined, 'lat-lon' as const, 'lon-lat' as const),
      (text, form, axisOrder) => {
        for (const box of readGeometry(text, form, { axisOrder }).boxes) {
          expect(box.west).toBeGreaterThanOrEqual(-180);
          expect(box.east).toBeGreaterThanOrEqual(box.west);
          expect(box.east).toBeLessThanOrEqual(180);
          expect(box.south).toBeGreaterThanOrEqual(-90);
          expect(box.north).toBeGreaterThanOrEqual(box.south);
          expect(box.north).toBeLessThanOrEqual(90);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a box shifted by a whole turn is the same place', () => {
  fc.assert(
    fc.property(
      position,
      position,
      fc.constantFrom(-360, 360),
      ([west, south], [east, north], turn) => {
        const [low, high] = [Math.min(west, east), Math.max(west, east)];
        fc.pre(Math.abs(low + turn) <= 400 && Math.abs(high + turn) <= 400);
        const text = (shift: number) => `BOX(${low + shift} ${south},${high + shift} ${north})`;
        const { boxes } = readGeometry(text(turn), 'geometry', {});
        expect(boxes).toEqual(readGeometry(text(0), 'geometry', {}).boxes);
      },
    ),
  );
});

test('the boxes of a ring do not depend on its start and direction', () => {
  fc.assert(
    fc.property(fc.array(position, { minLength: 3, maxLength: 9 }), fc.nat(8), (ring, start) => {
      const at = start % ring.length;
      const turned = [...ring.slice(at), ...ring.slice(0, at)];
      expect(ringBoxes(turned)).toEqual(ringBoxes(ring));
      expect(ringBoxes(ring.toReversed())).toEqual(ringBoxes(ring));
    }),
  );
});

test('a box across the antimeridian equals its two halves', () => {
  fc.assert(
    fc.property(position, position, ([west, south], [east, north]) => {
      fc.pre(west > east && south <= north);
      const whole = readGeometry(
        JSON.stringify({ bbox: [west, south, east, north] }),
        'geometry',
        {},
      );
      const halves = [
        readGeometry(JSON.stringify({ bbox: [-180, south, east, north] }), 'geometry', {}),
        readGeometry(JSON.stringify({ bbox: [west, south, 180, north] }), 'geometry', {}),
      ];
      expect(whole.boxes).toEqual(halves.flatMap(({ boxes }) => boxes));
    }),
  );
});

test.each([
  ['( ', 50_000],
  ['1 ', 50_000],
  ['1,1 ', 50_000],
  ['1,11111 ', 50_000],
  [' ', 1_000_000],
  ['<pos ', 50_000],
  ['<a', 500_000],
  ['POLYGON(', 50_000],
  ['{"type":', 50_000],
  ['1°', 50_000],
])('%j repeated %i times is read in linear time', (piece, times) => {
  const text = piece.repeat(times);
  const readings = forms.map((form) => readGeometry(text, form, {}));
  expect(readings.every(({ boxes }) => boxes.length <= 2)).toBe(true);
});

test.each([
  ['47.5', '8.25', '47.5 8.25 47.5 8.25'],
  ['47,5', '8,25', '47.5 8.25 47.5 8.25'],
  ['33.5 S', '70.5° W', '-33.5 -70.5 -33.5 -70.5'],
  ["47°30'", '8°15\'00"E', '47.5 8.25 47.5 8.25'],
  ['−10', '+20', '-10 20 -10 20'],
  ['10', '200', '10 -160 10 -160'],
  ['120.5', '39.25', '39.25 120.5 39.25 120.5'],
])('latitude %s and longitude %s are at %s', (latitude, longitude, box) => {
  expect(told(readPosition({ latitude, longitude }, {}))[0]).toBe(box);
});

test('named latitudes and longitudes are kept, unless they are off the map', () => {
  expect(told(readPosition({ latitude: '20', longitude: '10' }, { axisOrder: 'lon-lat' }))).toEqual(
    ['20 10 20 10'],
  );
  expect(told(readPosition({ latitude: '120', longitude: '10' }, {}))).toEqual([
    '10 120 10 120',
    'repair axis-order',
  ]);
});

test.each([
  ['north', '8', 'malformed'],
  ['47 W', '8', 'malformed'],
  ['47 48', '8', 'malformed'],
  ['-999', '-999', 'sentinel'],
  ['95', '100', 'latitude-out-of-range'],
  ['0', '0', 'default'],
  ['0.0', '-0', 'default'],
])('latitude %s and longitude %s are no place', (latitude, longitude, reason) => {
  expect(told(readPosition({ latitude, longitude }, {}))).toEqual(['', `unusable ${reason}`]);
});

test('a point at 0 0 is a place only where a person asks for it', () => {
  const context = { acceptsDefaults: true } as const;
  for (const text of ['POINT(0 0)', '{"type":"Point","coordinates":[0,0]}']) {
    expect(told(readGeometry(text, 'geometry', {}))).toEqual(['', 'unusable default']);
    expect(told(readGeometry(text, 'geometry', context))).toEqual(['0 0 0 0']);
  }
  expect(readGeometry('MULTIPOINT(0 0, 5 5)', 'geometry', {}).boxes).toHaveLength(2);
});

test('prose is no geometry', () => {
  expect(isGeometryText('Bodensee')).toBe(false);
  expect(isGeometryText('1984')).toBe(false);
  expect(isGeometryText('Point Nemo (deep sea)')).toBe(false);
  expect(isGeometryText('-80.5,30,-75,35')).toBe(true);
  expect(isGeometryText('POINT(1 2)')).toBe(true);
  expect(isGeometryText('{"type":"Point"}')).toBe(true);
});
