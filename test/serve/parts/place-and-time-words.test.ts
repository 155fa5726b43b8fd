import { describe, expect, it } from 'vitest';
import {
  ageWords,
  boxesWords,
  boxWords,
  periodWords,
} from '../../../src/serve/parts/place-and-time-words.ts';

describe('a box in words', () => {
  it.each<[[number, number, number, number], string]>([
    [[-180, -90, 180, 90], 'whole globe'],
    [[-180, -60, 180, 60], '60°S to 60°N, all longitudes'],
    [[120, -60, -70, 60], '60°S to 60°N, 120°E to 70°W'],
    [[5.123, 45, 5.123, 45], '45°N, 5.12°E'],
    [[-0.01, 0, 10.26, 5], '0° to 5°N, 0° to 10.3°E'],
    [[-180, -1, 10, 1], '1°S to 1°N, 180° to 10°E'],
  ])('is of %j: %s', ([west, south, east, north], words) => {
    expect(boxWords({ west, south, east, north })).toBe(words);
  });

  it('is one across the antimeridian, where records have two', () => {
    const boxes = [
      { west: -180, south: 0, east: -170, north: 10 },
      { west: 170, south: 0, east: 180, north: 10 },
    ];
    expect(boxesWords(boxes)).toBe('0° to 10°N, 170°E to 170°W');
    expect(boxesWords([])).toBeUndefined();
  });
});

describe('a time in words', () => {
  it.each([
    [{ start: '1988-10-30T00:00:00Z', end: '2019-12-20T23:59:59Z' }, '1988-10-30 to 2019-12-20'],
    [{ start: '2017', end: '2017' }, '2017'],
    [{ start: '2007-06' }, 'since 2007-06'],
    [{ end: '1950' }, 'until 1950'],
  ])('is of %j: %s', (period, words) => {
    expect(periodWords(period)).toBe(words);
  });

  it('has the unit of ages', () => {
    expect(ageWords({ older: 4600, younger: 66.5 })).toBe('4,600 to 66.5 Ma');
    expect(ageWords({ older: 1, younger: 1 })).toBe('1 Ma');
  });
});
