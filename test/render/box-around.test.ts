import { describe, expect, it } from 'vitest';
import type { Box } from '../../src/model/search-facts.ts';
import { boxAround } from '../../src/render/box-around.ts';

function box(west: number, south: number, east: number, north: number): Box {
  return { west, south, east, north };
}

describe('the box around boxes', () => {
  it.each([
    ['of none is none', [], undefined],
    ['of one is that one', [box(5, 45, 11, 48)], box(5, 45, 11, 48)],
    ['holds all', [box(5, 45, 11, 48), box(-2, 50, 0, 51)], box(-2, 45, 11, 51)],
    [
      'lies across the antimeridian where two meet there',
      [box(170, -20, 180, -10), box(-180, -20, -175, -12)],
      box(170, -20, -175, -10),
    ],
    [
      'leaves out the widest gap then',
      [box(-180, 0, -175, 1), box(20, 0, 30, 1), box(25, 0, 26, 1), box(178, 0, 180, 1)],
      box(20, 0, -175, 1),
    ],
    [
      'goes round where there is no gap',
      [box(0, 0, 180, 1), box(-180, 0, 0, 2)],
      box(-180, 0, 180, 2),
    ],
    ['of the whole map is the whole map', [box(-180, -90, 180, 90)], box(-180, -90, 180, 90)],
    [
      'takes boxes that only come near the antimeridian for two places',
      [box(170, 0, 179, 1), box(-180, 0, -175, 1)],
      box(-180, 0, 179, 1),
    ],
  ])('%s', (_, boxes, around) => {
    expect(boxAround(boxes)).toEqual(around);
  });

  it('is found of more boxes than a call takes arguments', () => {
    const boxes = Array.from({ length: 300_000 }, (_, at) => box(at / 10_000, 0, at / 10_000, 1));
    expect(boxAround(boxes)).toEqual(box(0, 0, 29.9999, 1));
  });
});
