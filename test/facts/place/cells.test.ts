import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxesMeet } from '../../../src/facts/place/boxes.ts';
import { cellsOf, coveringCells, parentOf } from '../../../src/facts/place/cells.ts';
import type { Box } from '../../../src/model/search-facts.ts';

/** Some on the edges of cells, which are where they could be missed. */
function degrees(end: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.double({ min: -end, max: end, noNaN: true }),
    fc.integer({ min: -4096, max: 4096 }).map((part) => (part / 4096) * end),
    fc.integer({ min: -end, max: end }),
  );
}

const boxes: fc.Arbitrary<Box> = fc
  .tuple(degrees(180), degrees(180), degrees(90), degrees(90))
  .map(([one, other, below, above]) => ({
    west: Math.min(one, other),
    east: Math.max(one, other),
    south: Math.min(below, above),
    north: Math.max(below, above),
  }));

/** Small ones beside others, which touch them or nearly do. */
const neighbours: fc.Arbitrary<readonly [Box, Box]> = fc
  .tuple(boxes, boxes, fc.constantFrom('east', 'north'))
  .map(([box, other, side]) =>
    side === 'east'
      ? [box, { ...other, west: box.east, east: Math.max(box.east, other.east) }]
      : [box, { ...other, south: box.north, north: Math.max(box.north, other.north) }],
  );

/** As a store follows it: from the cells of the box upwards. */
function isCandidate(box: Box, asked: readonly Box[]): boolean {
  const { cells, ancestors } = coveringCells(asked);
  return cellsOf(box).some((cell) => {
    if (ancestors.includes(cell)) return true;
    for (let at: string | undefined = cell; at !== undefined; at = parentOf(at)) {
      if (cells.includes(at)) return true;
    }
    return false;
  });
}

test('nothing that meets a box that is asked for is missed by its cells', () => {
  fc.assert(
    fc.property(boxes, fc.array(boxes, { minLength: 1, maxLength: 3 }), (box, asked) => {
      fc.pre(asked.some((each) => boxesMeet(box, each)));
      expect(isCandidate(box, asked)).toBe(true);
    }),
  );
});

test('nothing that only touches a box that is asked for is missed', () => {
  fc.assert(
    fc.property(neighbours, ([box, other]) => {
      fc.pre(boxesMeet(box, other));
      expect([isCandidate(box, [other]), isCandidate(other, [box])]).toEqual([true, true]);
    }),
  );
});

test('a box has one to four cells of one size', () => {
  fc.assert(
    fc.property(boxes, (box) => {
      const cells = cellsOf(box);
      expect(cells.length).toBeGreaterThanOrEqual(1);
      expect(cells.length).toBeLessThanOrEqual(4);
      expect(new Set(cells.map((cell) => cell.length)).size).toBe(1);
      expect(cells.every((cell) => /^0[\da-f]{0,6}$/u.test(cell))).toBe(true);
    }),
  );
});

test('a question has at most 64 cells, none in another, and all that they are in beside them', () => {
  fc.assert(
    fc.property(fc.array(boxes, { minLength: 1, maxLength: 80 }), (asked) => {
      const { cells, ancestors } = coveringCells(asked);
      expect(cells.length).toBeLessThanOrEqual(64);
      expect(cells.filter((cell) => ancestors.includes(cell))).toEqual([]);
      const parents = [...cells, ...ancestors].flatMap((cell) => parentOf(cell) ?? []);
      expect(new Set(parents)).toEqual(new Set(ancestors));
    }),
  );
});

test('the whole globe is in the root, and a point in one of the smallest cells', () => {
  expect(cellsOf({ west: -180, south: -90, east: 180, north: 90 })).toEqual(['0']);
  expect(cellsOf({ west: -180, south: -90, east: -180, north: -90 })).toEqual(['000000']);
  expect(cellsOf({ west: 180, south: 90, east: 180, north: 90 })).toEqual(['0fffff']);
});

test('a small box is found by few cells, far away from others', () => {
  const harbour = { west: 9.9, south: 53.5, east: 10, north: 53.6 };
  const island = { west: 55.2, south: -21.4, east: 55.9, north: -20.8 };
  expect(isCandidate(island, [harbour])).toBe(false);
  expect(coveringCells([harbour]).cells.length).toBeLessThan(20);
});

test('a question without boxes has no cells', () => {
  expect(coveringCells([])).toEqual({ cells: [], ancestors: [] });
});
