import { describe, expect, it } from 'vitest';
import {
  closerView,
  mapFrameOf,
  frameText,
  movedView,
  readBoxCondition,
  rotatedView,
  mapViewOf,
  widerView,
} from '../../../../src/serve/pages/search/map-view.ts';
import {
  wholeSearch,
  type SearchState,
} from '../../../../src/serve/pages/search/search-address.ts';

const world = { longitude: 0, latitude: 0, zoom: 0 };

function search(bbox: string): SearchState {
  return { ...wholeSearch, conditions: { bbox: [bbox] } };
}

describe('the box of a search', () => {
  it.each([
    ['120,-60,-70,60', { west: 120, south: -60, east: 290, north: 60 }],
    ['-10 35 5 45', { west: -10, south: 35, east: 5, north: 45 }],
    ['0,-90,360,90', { west: -180, south: -90, east: 180, north: 90 }],
    ['-10,45,5,35', undefined],
    ['1,2,3', undefined],
    ['1,2,,4', undefined],
    ['a,b,c,d', undefined],
  ])('is read from %s', (text, box) => {
    expect(readBoxCondition(text)).toEqual(box);
  });

  it('turns the map to the Pacific where it lies across the antimeridian', () => {
    expect(mapViewOf(search('120,-60,-70,60'))).toEqual({ ...world, longitude: 180 });
    expect(mapViewOf(search('170,0,190,10'))).toEqual({ ...world, longitude: 180 });
    expect(mapViewOf(search('-10,35,5,45'))).toEqual(world);
    expect(mapViewOf({ ...search('120,-60,-70,60'), map: world })).toEqual(world);
  });
});

describe('the view of the map', () => {
  it('zooms in on the results, and stays within the world', () => {
    const svalbard = { west: 10, south: 76, east: 30, north: 80 };
    const closer = closerView(world, svalbard);
    expect(closer).toEqual({ longitude: 20, latitude: 45, zoom: 1 });
    expect(closer && mapFrameOf(closer)).toMatchObject({
      west: -70,
      south: 0,
      east: 110,
      north: 90,
    });
    expect(closer && widerView(closer)).toEqual(world);
    expect(closerView({ ...world, zoom: 5 }, undefined)).toBeUndefined();
    expect(widerView(world)).toBeUndefined();
  });

  it('goes around the world, and up to the poles', () => {
    const east = { longitude: 170, latitude: 60, zoom: 2 };
    expect(mapFrameOf(east)).toMatchObject({ middle: 180, west: 125, east: 215 });
    expect(frameText(mapFrameOf(east))).toBe('125,37.5,-145,82.5');
    expect(movedView(east, 'east')).toEqual({ ...east, longitude: -145 });
    expect(movedView(east, 'north')).toEqual({ ...east, latitude: 67.5 });
    expect(movedView({ ...east, latitude: 67.5 }, 'north')).toBeUndefined();
  });

  it('has two centres where it shows the whole world', () => {
    expect(rotatedView(world)).toEqual({ ...world, longitude: 180 });
    expect(rotatedView({ ...world, longitude: 180 })).toEqual(world);
    expect(rotatedView({ ...world, zoom: 1 })).toBeUndefined();
    expect(mapViewOf({ ...wholeSearch, map: { ...world, longitude: -100 } }).longitude).toBe(180);
  });
});
