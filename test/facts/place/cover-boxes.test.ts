import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBoxes, coverBoxes, distinctBoxes } from '../../../src/facts/place/boxes.ts';
import type { Box } from '../../../src/model/search-facts.ts';

function holds(outer: Box, inner: Box): boolean {
  return (
    outer.west <= inner.west &&
    outer.south <= inner.south &&
    outer.east >= inner.east &&
    outer.north >= inner.north
  );
}

function point(longitude: number, latitude: number): Box {
  return { west: longitude, south: latitude, east: longitude, north: latitude };
}

const boxes = fc
  .array(
    fc
      .tuple(fc.integer({ min: -180, max: 170 }), fc.integer({ min: -90, max: 80 }), fc.nat(10))
      .map(([west, south, size]) => ({ west, south, east: west + size, north: south + size })),
    { maxLength: 60 },
  )
  .map(distinctBoxes);

describe('merged boxes', () => {
  it('are limited in number, cover each box, and do not depend on the order', () => {
    fc.assert(
      fc.property(boxes, fc.integer({ min: 1, max: 20 }), (all, max) => {
        const covering = coverBoxes(all, max);
        expect(covering.length).toBeLessThanOrEqual(max);
        expect(all.filter((box) => !covering.some((outer) => holds(outer, box)))).toEqual([]);
        expect(coverBoxes(all.toReversed(), max)).toEqual(covering);
        expect(covering).toEqual(covering.toSorted(compareBoxes));
      }),
    );
  });

  it('are the input if it is not too long', () => {
    const few = [point(1, 2), point(3, 4)];
    expect(coverBoxes(few, 2)).toEqual(few);
  });

  it('merge neighbours', () => {
    const europe = [point(8, 47), point(9, 48), point(10, 47)];
    const pacific = [point(-170, -20), point(-169, -21)];
    expect(coverBoxes([...europe, ...pacific], 2)).toEqual([
      { west: -170, south: -21, east: -169, north: -20 },
      { west: 8, south: 47, east: 10, north: 48 },
    ]);
  });

  it('cover fifty thousand points, and little more', () => {
    const points = Array.from({ length: 50_000 }, (_, at) =>
      point((at % 250) / 10, (at % 199) / 10),
    );
    const covering = coverBoxes(distinctBoxes(points), 500);
    expect(covering).toHaveLength(500);
    const area = covering.reduce(
      (sum, { west, east, south, north }) => sum + (east - west) * (north - south),
      0,
    );
    expect(area).toBeLessThan(25 * 20);
    const missed = points.filter((each) => !covering.some((outer) => holds(outer, each)));
    expect(missed).toEqual([]);
  });
});
