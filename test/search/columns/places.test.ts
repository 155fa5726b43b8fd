import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import {
  shapesIntersect,
  shapesOfWkt,
  type PlaneShape,
} from '../../../src/search/columns/places.ts';
import { createRandom, type Random } from '../../expand/random.ts';

const store = new Store();

const literal = (wkt: string): string =>
  `"${wkt}"^^<http://www.opengis.net/ont/geosparql#wktLiteral>`;

/** What the engine says of two geometries (GeoSPARQL `sfIntersects`). */
function engineSays(one: string, other: string): boolean {
  const text = `ASK { FILTER(<http://www.opengis.net/def/function/geosparql/sfIntersects>(${literal(one)}, ${literal(other)})) }`;
  return store.query(text) === true;
}

function meet(one: string, other: string): boolean {
  const shapes = shapesOfWkt(other);
  return shapesOfWkt(one).some((shape: PlaneShape) =>
    shapes.some((each) => shapesIntersect(shape, each)),
  );
}

/** Corners on a grid, so that edges touch and run along each other often. */
function geometry(random: Random): string {
  const at = (): string => `${random.below(7)} ${random.below(7)}`;
  const [west, south] = [random.below(6), random.below(6)];
  const [east, north] = [west + 1 + random.below(4), south + 1 + random.below(4)];
  const box = `${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}`;
  const inner = [west + 0.25, south + 0.25, east - 0.25, north - 0.25];
  const [left = 0, bottom = 0, right = 0, top = 0] = inner;
  const hole = `${left} ${bottom}, ${left} ${top}, ${right} ${top}, ${right} ${bottom}, ${left} ${bottom}`;
  return random.pick([
    `POINT(${at()})`,
    `LINESTRING(${at()}, ${at()}, ${at()})`,
    `POLYGON((${box}))`,
    `POLYGON((${box}), (${hole}))`,
    `POLYGON((0 0, 6 ${random.below(7)}, ${random.below(5)} 6, 0 0))`,
    `MULTIPOINT((${at()}), (${at()}))`,
    `MULTIPOLYGON(((${box})), ((7 7, 8 7, 8 8, 7 7)))`,
  ]);
}

describe('geometries', () => {
  it('intersect where the engine says so, also if they only touch', () => {
    const random = createRandom(36);
    let met = 0;
    for (let round = 0; round < 3000; round += 1) {
      const [one, other] = [geometry(random), geometry(random)];
      const expected = engineSays(one, other);
      expect({ one, other, meet: meet(one, other) }).toEqual({ one, other, meet: expected });
      if (expected) met += 1;
    }
    expect(met).toBeGreaterThan(500);
    expect(met).toBeLessThan(2500);
  });

  it.each([
    ['POINT(0.1 0.1)', 'LINESTRING(0 0, 0.3 0.3)', true],
    ['POINT(0.1 0.10000000000000002)', 'LINESTRING(0 0, 0.3 0.3)', false],
    [
      'POINT(1 1)',
      'POLYGON((0 0, 4 0, 4 4, 0 4, 0 0), (0.5 0.5, 3 0.5, 3 3, 0.5 3, 0.5 0.5))',
      false,
    ],
    [
      'POINT(0.5 1)',
      'POLYGON((0 0, 4 0, 4 4, 0 4, 0 0), (0.5 0.5, 3 0.5, 3 3, 0.5 3, 0.5 0.5))',
      true,
    ],
    ['POINT(5 5)', 'GEOMETRYCOLLECTION(POINT(5 5), LINESTRING(0 0, 1 1))', true],
    ['no geometry', 'POINT(5 5)', false],
  ])('%s and %s intersect: %s', (one, other, expected) => {
    expect(meet(one, other)).toBe(expected);
  });
});
