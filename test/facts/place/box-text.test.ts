import { expect, test } from 'vitest';
import { readGeometry } from '../../../src/facts/place/read-geometry.ts';
import { outcome } from './support.ts';

test.each([
  ['blanks', '10.5 20 30 40.25'],
  ['a comma within each corner', '10.5,20 30,40.25'],
  ['a comma and a blank', '10.5, 20 30, 40.25'],
  ['commas', '10.5,20,30,40.25'],
  ['a comma between the corners', '10.5 20,30 40.25'],
  ['semicolons', '10.5;20;30;40.25'],
  ['line ends and tabs', ' 10.5\t20\n30  40.25 '],
  ['brackets', '[[10.5, 20], [30, 40.25]]'],
  ['an exponent', '1.05e1 2E+1 300e-1 40.25'],
  ['letters', '10.5N 20E 30 N 40.25° E'],
])('a box with %s between its numbers is south, west, north, east', (_, text) => {
  expect(outcome(text, 'box')).toEqual(['10.5 20 30 40.25']);
});

test('commas in each of four numbers are decimal separators', () => {
  expect(outcome('17,75 -78,5 18,25 -76,125', 'box')).toEqual([
    '17.75 -78.5 18.25 -76.125',
    'repair decimal-commas',
  ]);
  expect(outcome('0,0 -90,0 32,5 -50', 'box')).toEqual(['0 -90 32.5 -50', 'repair decimal-commas']);
});

test('numbers that cannot be latitudes show that the longitude comes first', () => {
  expect(outcome('-114.5,-35 -108.5,-25', 'box')).toEqual([
    '-35 -114.5 -25 -108.5',
    'repair axis-order',
  ]);
  expect(outcome('0 -89 360 89', 'box')).toEqual([
    '-89 -180 89 180',
    'repair all-longitudes',
    'repair axis-order',
  ]);
});

test('the configured order of a source applies if both orders are on the map', () => {
  const source = { axisOrder: 'lon-lat' } as const;
  expect(outcome('10 20 30 40', 'box', source)).toEqual(['20 10 40 30']);
  expect(outcome('100 20 130 40', 'box', source)).toEqual(['20 100 40 130']);
});

test('the range overrules the configured order of a source', () => {
  const source = { axisOrder: 'lon-lat' } as const;
  expect(outcome('10 100 30 130', 'box', source)).toEqual(['10 100 30 130', 'repair axis-order']);
});

test('a south that is greater than the north is swapped with it', () => {
  expect(outcome('71 -138 68 -120', 'box')).toEqual([
    '68 -138 71 -120',
    'repair south-and-north-swapped',
  ]);
});

test('corners from north-east to south-west are swapped in both axes', () => {
  expect(outcome('10 5 -10 -20', 'box')).toEqual([
    '-10 -20 10 5',
    'repair south-and-north-swapped',
    'repair west-and-east-swapped',
  ]);
});

test('a west greater than the east crosses the antimeridian, with two boxes and a doubt', () => {
  expect(outcome('-19 176 -15 -178', 'box')).toEqual([
    '-19 -180 -15 -178, -19 176 -15 180',
    'doubt west-greater-than-east',
  ]);
});

test('a west greater than the east is swapped if the source is configured so', () => {
  expect(outcome('-71.25 55.5 66.5 8.125', 'box', { westGreaterThanEast: 'swap' })).toEqual([
    '-71.25 8.125 66.5 55.5',
    'repair west-and-east-swapped',
  ]);
});

test('a box that ends on the antimeridian has no second part of width 0', () => {
  expect(outcome('10 170 20 -180', 'box')[0]).toBe('10 170 20 180');
  expect(outcome('10 180 20 -170', 'box')[0]).toBe('10 -180 20 -170');
});

test.each(['-90 180 90 -180', '-90 -180 90 -180', '-90 180 90 180', '-60 180 60 -180'])(
  '%s goes around the globe',
  (text) => {
    const [south, , north] = text.split(' ');
    expect(outcome(text, 'box')).toEqual([`${south} -180 ${north} 180`, 'repair all-longitudes']);
  },
);

test('a box of full width needs no remark', () => {
  expect(outcome('-90 -180 90 180', 'box')).toEqual(['-90 -180 90 180']);
});

test('the margin around a world map is cut off', () => {
  expect(outcome('-90.875 -181.75 90.875 181.75', 'box')).toEqual([
    '-90 -180 90 180',
    'repair all-longitudes',
    'repair edges-cut',
  ]);
});

test('a rounding error beyond the antimeridian is cut off, without a box on the other side', () => {
  expect(outcome('-10 170 10 180.0000000001', 'box')).toEqual([
    '-10 170 10 180',
    'repair edges-cut',
  ]);
});

test('longitudes up to 360 are wrapped, and split where they cross the antimeridian', () => {
  expect(outcome('-10 200 10 210', 'box')).toEqual([
    '-10 -160 10 -150',
    'repair longitudes-wrapped',
  ]);
  expect(outcome('-10 170.5 10 190.25', 'box')).toEqual([
    '-10 -180 10 -169.75, -10 170.5 10 180',
    'repair longitudes-wrapped',
  ]);
  expect(outcome('-10 350 10 10', 'box')[0]).toBe('-10 -10 10 10');
});

test('no number is rounded when a box is split', () => {
  const [first] = outcome('-9.979999542236328 115.55999755859375 79 10.266693115234375', 'box');
  expect(first).toContain('115.55999755859375');
  expect(first).toContain('10.266693115234375');
});

test.each([
  ['-999 -999 -999 -999', 'sentinel'],
  ['10 20 -9999.0 40', 'sentinel'],
  ['0 0 -1 -1', 'default'],
  ['0.0,0.0 -1.0,-1.0', 'default'],
  ['0 0 0 0', 'default'],
  ['0.0, 0.0, -0.0, 0.000', 'default'],
  ['1 1 1 1', 'default'],
  ['-1 -1 -1 -1', 'default'],
  ['NaN NaN NaN NaN', 'sentinel'],
  ['Infinity,Infinity -Infinity,-Infinity', 'sentinel'],
  ['null null null null', 'sentinel'],
  ['32767 -32768 32767 -32768', 'sentinel'],
  ['1.7976931348623157E308 0 1 1', 'sentinel'],
  ['1757221,5 264552,125 2044640,625 453433,8125', 'projected'],
  ['-71.5 -180 100.625 180', 'latitude-out-of-range'],
  ['10 -639.875 20 -600', 'longitude-out-of-range'],
  ['10 20 30', 'incomplete'],
  ['10 20 30 40 50 60 70', 'incomplete'],
  [',  , ', 'incomplete'],
  ['Lake Constance', 'malformed'],
  ['2012-01-01', 'malformed'],
  ['1e999 0 1 1', 'sentinel'],
  ['10N 20E 30E 40N', 'malformed'],
])('%s is no place: %s', (text, reason) => {
  expect(outcome(text, 'box')).toEqual(['', `unusable ${reason}`]);
});

test('a box without width and height is a point', () => {
  expect(outcome('74.5 -109.5 74.5 -109.5', 'box')).toEqual(['74.5 -109.5 74.5 -109.5']);
});

test('minus zero is zero', () => {
  const { boxes } = readGeometry('-0.0 -0 1 1', 'box', {});
  expect(boxes).toStrictEqual([{ west: 0, south: 0, east: 1, north: 1 }]);
});

test('a missing value needs no remark', () => {
  expect(outcome('', 'box')).toEqual(['']);
  expect(outcome('null', 'box')).toEqual(['']);
});

test('a remark has the published value and the resulting boxes', () => {
  const value = '71,5 -138,0 68,0 -120,25';
  expect(readGeometry(value, 'box', {}).remarks).toEqual([
    { kind: 'geometry-repaired', value, repair: 'decimal-commas', result: '68 -138 71.5 -120.25' },
    {
      kind: 'geometry-repaired',
      value,
      repair: 'south-and-north-swapped',
      result: '68 -138 71.5 -120.25',
    },
  ]);
});

test('a plain box has no WKT', () => {
  expect(readGeometry('10 20 30 40', 'box', {}).wkt).toBeUndefined();
});

test('the extent of DCAT-US is west, south, east, north', () => {
  expect(outcome('-80.5, 30, -75, 35.5', 'extent')).toEqual(['30 -80.5 35.5 -75']);
});
