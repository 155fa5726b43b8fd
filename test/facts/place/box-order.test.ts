import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeBoxOrder } from '../../../src/facts/place/box-order.ts';
import { formatBoxes } from '../../../src/facts/place/boxes.ts';
import { readGeometry } from '../../../src/facts/place/read-geometry.ts';
import { type BoxOrder, boxOrders } from '../../../src/model/search-facts.ts';
import { outcome } from './support.ts';

/** The order that a remark names. */
function namedOrder(text: string): string | undefined {
  const [remark] = readGeometry(text, 'box', {}).remarks;
  return remark?.kind === 'geometry-repaired' ? remark.order : undefined;
}

/** The numbers of a box in an order. */
function written(edges: Readonly<Record<string, number>>, order: BoxOrder): string {
  return order
    .split('-')
    .map((edge) => edges[edge])
    .join(' ');
}

const queensland = { south: -28.5, west: 138.25, north: -10.5, east: 153.5 };
const kansas = { south: 37, west: -102.25, north: 40.5, east: -94.5 };
const fiji = { south: -19, west: 176, north: -15, east: -178 };

describe('a box that only one order puts on the map', () => {
  test.each([
    'south-north-west-east',
    'west-east-south-north',
    'north-south-west-east',
    'west-east-north-south',
    'north-south-east-west',
    'east-west-north-south',
  ] as const)('is read as %s', (order) => {
    for (const place of [queensland, kansas]) {
      const text = written(place, order);
      expect(outcome(text, 'box')).toEqual([written(place, boxOrders[0]), 'repair box-order']);
      expect(outcome(text, 'extent')).toEqual(outcome(text, 'box'));
      expect(namedOrder(text)).toBe(order);
    }
  });

  test('may cross the antimeridian', () => {
    expect(outcome(written(fiji, 'south-north-west-east'), 'box')).toEqual([
      '-19 -180 -15 -178, -19 176 -15 180',
      'repair box-order',
      'doubt west-greater-than-east',
    ]);
  });

  test('is not read with its east to the west of its west', () => {
    expect(outcome('40 50 -100 -120', 'box')).toEqual(['', 'unusable latitude-out-of-range']);
  });
});

test('corners are read as before, whatever pairs would give', () => {
  expect(outcome(written(queensland, 'north-west-south-east'), 'box')).toEqual([
    '-28.5 138.25 -10.5 153.5',
    'repair south-and-north-swapped',
  ]);
  expect(outcome(written(kansas, 'west-north-east-south'), 'box')).toEqual([
    '37 -102.25 40.5 -94.5',
    'repair axis-order',
    'repair south-and-north-swapped',
  ]);
  expect(outcome('-78 160 -72 -60', 'box')[0]).toBe('-78 -180 -72 -60, -78 160 -72 180');
});

test('ascending pairs are preferred to two exchanges, if only one order has them', () => {
  expect(outcome('30 40 -120 20', 'box')).toEqual(['30 -120 40 20', 'repair box-order']);
  expect(outcome('10 120 -20 -10', 'box')).toEqual(['-20 10 -10 120', 'repair box-order']);
});

test('pairs in two orders are a doubt, and the usual order is kept', () => {
  const { boxes, remarks } = readGeometry('24.5 25 -81.75 -80.5', 'box', {});
  expect(formatBoxes(boxes)).toBe('-81.75 -80.5 24.5 25');
  expect(remarks.at(-1)).toMatchObject({
    doubt: 'box-order',
    orders: ['south-north-west-east', 'west-east-south-north'],
  });
});

test('a box that pairs would make much smaller is a doubt', () => {
  expect(outcome('-8.75 -0.75 54.5 60.75', 'box')).toEqual([
    '-8.75 -0.75 54.5 60.75',
    'doubt box-order',
  ]);
  expect(outcome('-95.25 -85 45.5 40', 'box')).toEqual([
    '-85 -95.25 40 45.5',
    'repair axis-order',
    'doubt box-order',
  ]);
  expect(outcome('10 20 -10 -20', 'box')).toEqual([
    '-10 -20 10 20',
    'repair south-and-north-swapped',
    'repair west-and-east-swapped',
    'doubt box-order',
  ]);
  expect(outcome('4.25 2.75 6.5 8.5', 'box')).toEqual(['4.25 2.75 6.5 8.5']);
  expect(outcome('10 20 30 40', 'box')).toEqual(['10 20 30 40']);
});

test('another geometry of the resource decides between orders', () => {
  const known = [{ south: 24.5, north: 25, west: -81.75, east: -80.5 }];
  expect(outcome('24.5 25 -81.75 -80.5', 'box', { known })).toEqual([
    '24.5 -81.75 25 -80.5',
    'doubt box-order',
  ]);
  const corners = [{ south: -8.75, west: -0.75, north: 54.5, east: 60.75 }];
  expect(outcome('-8.75 -0.75 54.5 60.75', 'box', { known: corners })).toHaveLength(1);
});

test('letters tell the order', () => {
  expect(outcome('24.5N 25N 81.75W 80.5W', 'box')).toEqual(['24.5 -81.75 25 -80.5']);
  expect(outcome('82 W 80 W 24 N 25 N', 'box')).toEqual(['24 -82 25 -80']);
});

describe('the configured order of a source', () => {
  const edges = { south: 10, west: 20, north: 30, east: 40.5 };

  test.each(boxOrders)('may be %s', (axisOrder) => {
    const text = written(edges, axisOrder);
    expect(outcome(text, 'box', { axisOrder })).toEqual(['10 20 30 40.5']);
  });

  test('is that of boxes alone', () => {
    const axisOrder = 'west-south-east-north';
    expect(outcome('10 20 30 20 30 40 10 20', 'polygon', { axisOrder })).toEqual(['10 20 30 40']);
    expect(outcome('10 20', 'point', { axisOrder })).toEqual(['10 20 10 20']);
  });

  test('yields to the range, which is told', () => {
    const axisOrder = 'south-north-west-east';
    const { boxes, remarks } = readGeometry('10 120 30 140', 'box', { axisOrder });
    expect(formatBoxes(boxes)).toBe('10 120 30 140');
    expect(remarks).toMatchObject([{ repair: 'box-order', order: 'south-west-north-east' }]);
  });

  test('settles the order of corners', () => {
    const text = '24.5 25 -81.75 -80.5';
    expect(outcome(text, 'box', { axisOrder: 'lat-lon' })).not.toContain('doubt box-order');
  });
});

/** Multiples of an eighth. */
function eighths(least: number, most: number): fc.Arbitrary<number> {
  return fc.integer({ min: least * 8, max: most * 8 }).map((number) => number / 8);
}

test('no box from south-west to north-east is read in another order', () => {
  const latitudes = fc.tuple(eighths(-90, 90), eighths(-90, 90));
  fc.assert(
    fc.property(latitudes, eighths(-180, 180), eighths(-180, 180), ([one, other], west, east) => {
      const [south, north] = [Math.min(one, other), Math.max(one, other)];
      const corners = { axes: 'lat-lon', isUsual: true } as const;
      expect(judgeBoxOrder([south, west, north, east], corners).kind).toBe('corners');
    }),
    { numRuns: 2000 },
  );
});
