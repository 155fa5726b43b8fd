import { expect, test } from 'vitest';
import { readNameOfLimits } from '../../../src/facts/place/limits-text.ts';
import { isGeometryText, readGeometry } from '../../../src/facts/place/read-geometry.ts';
import { outcome } from './support.ts';

test.each([
  'northlimit=60; southlimit=50; eastlimit=20.5; westlimit=10',
  'name=North Sea; northlimit=60; southlimit=50; westlimit=10; eastlimit=20.5;',
  'northlimit = 60;southlimit = 50;eastlimit = 20.5;westlimit = 10;units=signed decimal degrees',
  'northlimit=60N; southlimit=50 N; eastlimit=20,5; westlimit=10 E; projection=WGS 84',
  'westlimit=10; eastlimit=20.5; southlimit=50; northlimit=60; uplimit=10; downlimit=0',
  'North: 60, South: 50, East: 20.5, West: 10',
  'West Bounding Coordinate: 10\nEast Bounding Coordinate: 20.5\nNorth Bounding Coordinate: 60\nSouth Bounding Coordinate: 50',
  'northBoundLatitude=60; southBoundLatitude=50; eastBoundLongitude=20.5; westBoundLongitude=10',
])('%s is a box', (text) => {
  expect(isGeometryText(text)).toBe(true);
  expect(outcome(text, 'extent')).toEqual(['50 10 60 20.5']);
});

test.each([
  'east=10; north=50; name=Perth',
  'Latitude: 50, Longitude: 10',
  'lat=50;lon=10',
  'north=50; east=10; elevation=20; zunits=m; projection=EPSG:4326',
])('%s is a point', (text) => {
  expect(outcome(text, 'extent')).toEqual(['50 10 50 10']);
});

test.each([
  ['northlimit=6000000; southlimit=5900000; eastlimit=20; westlimit=10; units=m', 'projected'],
  ['northlimit=60; southlimit=50; eastlimit=20; westlimit=10; projection=UTM', 'reference-system'],
  ['northlimit=60; southlimit=50', 'incomplete'],
  ['northlimit=60; southlimit=50; eastlimit=20', 'incomplete'],
  ['northlimit=60; southlimit=50; eastlimit=20 N; westlimit=10', 'incomplete'],
  ['north=0; east=0', 'default'],
])('%s is no place: %s', (text, reason) => {
  expect(outcome(text, 'extent')).toEqual(['', `unusable ${reason}`]);
});

test('south above north is exchanged', () => {
  const text = 'northlimit=50; southlimit=60; eastlimit=20; westlimit=10';
  expect(outcome(text, 'extent')).toEqual(['50 10 60 20', 'repair south-and-north-swapped']);
});

test('prose about directions is a name', () => {
  for (const text of [
    'North: Norway; South: Italy',
    'Eastern Europe: 1990, Western Asia: 2000',
    'North=50',
    'Area: 1200 km2',
  ]) {
    expect(isGeometryText(text)).toBe(false);
  }
});

test('the place has the name that the text gives', () => {
  expect(readNameOfLimits('east=10; north=50; name=Perth, W.A.')).toBe('Perth, W.A.');
  expect(readNameOfLimits('east=10; north=50')).toBeUndefined();
});

test('a long text is read in linear time', () => {
  for (const text of ['north='.repeat(100_000), `north=1;${' '.repeat(100_000)}`]) {
    expect(readGeometry(text, 'extent', {}).boxes).toEqual([]);
  }
});
