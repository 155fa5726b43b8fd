import { expect, test } from 'vitest';
import { isCoordinateArray } from '../../../src/facts/place/coordinate-array.ts';
import { isGeometryText, type GeometryForm } from '../../../src/facts/place/read-geometry.ts';
import { outcome } from './support.ts';

test.each<[string, GeometryForm, readonly string[]]>([
  ['[50,10,60,20]', 'box', ['50 10 60 20']],
  ['["50","10","60","20"]', 'box', ['50 10 60 20']],
  ['[[50,10],[60,20]]', 'box', ['50 10 60 20']],
  ['["50 10","60,20"]', 'box', ['50 10 60 20']],
  ['[10,50,20,60]', 'extent', ['50 10 60 20']],
  ['[-28,-10,138,153]', 'box', ['-28 138 -10 153', 'repair box-order']],
  ['[50,10,50,20,60,20,50,10]', 'polygon', ['50 10 60 20']],
  ['["50 10","50 20","60 20","50 10"]', 'polygon', ['50 10 60 20']],
  ['[[110,50],[120,50],[120,60],[110,50]]', 'polygon', ['50 110 60 120']],
  ['[[10,50],[20,50],[20,60],[10,50]]', 'polygon', ['50 10 60 20', 'doubt axis-order']],
  ['[[[10,50],[20,50],[20,60],[10,50]]]', 'polygon', ['50 10 60 20', 'repair other-shape']],
  ['[[10,50],[20,50],[20,60]]', 'extent', ['50 10 60 20']],
  ['[0,0,0,0]', 'box', ['', 'unusable default']],
])('%s as %s is read like a text of its numbers', (text, form, expected) => {
  expect(outcome(text, form)).toEqual(expected);
  expect(isGeometryText(text)).toBe(true);
});

test('other arrays are none of coordinates', () => {
  for (const other of [[], [1], ['Bonn', 'Köln'], [1, null], [1, {}], [[[[[1, 2]]]]], 1, ['1 2']]) {
    expect(isCoordinateArray(other)).toBe(false);
  }
  expect(isCoordinateArray(['1 2', '3 4'])).toBe(false);
  expect(isCoordinateArray(['1 2', '3 4'], true)).toBe(true);
});

test('GeoJSON may lack the array around a single ring', () => {
  const coordinates = [
    [10, 50],
    [20, 50],
    [20, 60],
    [10, 50],
  ];
  const text = JSON.stringify({ type: 'Polygon', coordinates });
  expect(outcome(text, 'geometry')).toEqual(['50 10 60 20']);
});
