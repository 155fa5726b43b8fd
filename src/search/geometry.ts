import { orient2d } from 'robust-predicates';
import { readWkt } from '../facts/place/wkt.ts';
import type { Position, ShapePart } from '../facts/place/shape.ts';
import type { Box } from '../model/search-facts.ts';

/** A point, a line or an area on the map: positions are longitude and latitude in degrees. */
export interface Shape {
  /** A point has one path of one position, a line one of several, an area rings that are closed. */
  readonly kind: 'area' | 'line' | 'point';
  /** Of an area the outer ring before those of its holes. */
  readonly paths: readonly (readonly Position[])[];
}

/**
 * The shapes of a geometry.
 * @param wkt longitude before latitude
 * @returns none where the text is no geometry
 */
export function shapesOfWkt(wkt: string): readonly Shape[] {
  const written = readWkt(wkt);
  return 'fault' in written ? [] : written.parts.flatMap(shapeOf);
}

/** The outline of a box; without width or height it is a line or a point. */
export function shapeOfBox({ west, south, east, north }: Box): Shape {
  if (west === east && south === north) return { kind: 'point', paths: [[[west, south]]] };
  if (west === east || south === north) return line([west, south], [east, north]);
  const first: Position = [west, south];
  return { kind: 'area', paths: [[first, [east, south], [east, north], [west, north], first]] };
}

/** Whether two shapes have a point in common, on the map as a plane; an edge is enough. */
export function shapesMeet(one: Shape, other: Shape): boolean {
  return (
    edgesMeet(one, other) ||
    one.paths.some(([first]) => first !== undefined && isIn(first, other)) ||
    other.paths.some(([first]) => first !== undefined && isIn(first, one))
  );
}

function shapeOf(part: ShapePart): readonly Shape[] {
  switch (part.kind) {
    case 'point':
      return [{ kind: 'point', paths: [[part.at]] }];
    case 'line':
      return [{ kind: 'line', paths: [part.along] }];
    case 'polygon':
      return [{ kind: 'area', paths: part.rings.map(closed) }];
    case 'box': {
      const [[west, south], [east, north]] = part.corners;
      return [shapeOfBox({ west, south, east, north })];
    }
    case 'circle':
      return [];
  }
}

function line(...along: readonly Position[]): Shape {
  return { kind: 'line', paths: [along] };
}

function closed(ring: readonly Position[]): readonly Position[] {
  const [first] = ring;
  const last = ring.at(-1);
  if (first === undefined || last === undefined || isSame(first, last)) return ring;
  return [...ring, first];
}

function isSame([x, y]: Position, [otherX, otherY]: Position): boolean {
  return x === otherX && y === otherY;
}

/** Of a point the edge from itself to itself. */
function edgesOf({ paths }: Shape): readonly (readonly [Position, Position])[] {
  return paths.flatMap((path) => {
    const [first] = path;
    if (path.length === 1 && first !== undefined) return [[first, first] as const];
    return path.slice(1).map((to, at) => [path[at] ?? to, to] as const);
  });
}

function edgesMeet(one: Shape, other: Shape): boolean {
  const edges = edgesOf(other);
  return edgesOf(one).some(([from, to]) =>
    edges.some(([start, end]) => edgeMeets(from, to, start, end)),
  );
}

function edgeMeets(from: Position, to: Position, start: Position, end: Position): boolean {
  if (!spansMeet(from[0], to[0], start[0], end[0])) return false;
  if (!spansMeet(from[1], to[1], start[1], end[1])) return false;
  return (
    sideOf(start, from, to) * sideOf(end, from, to) <= 0 &&
    sideOf(from, start, end) * sideOf(to, start, end) <= 0
  );
}

function spansMeet(one: number, two: number, three: number, four: number): boolean {
  return Math.min(one, two) <= Math.max(three, four) && Math.min(three, four) <= Math.max(one, two);
}

/** On which side of a line a position lies: 1, -1, or 0 for the line itself; exact. */
function sideOf([x, y]: Position, from: Position, to: Position): number {
  return Math.sign(orient2d(from[0], from[1], to[0], to[1], x, y));
}

/** Whether a position lies in an area, edges apart: see `edgesMeet`. */
function isIn(position: Position, { kind, paths }: Shape): boolean {
  return kind === 'area' && paths.filter((ring) => crossesOddly(ring, position)).length % 2 === 1;
}

/** Whether a line to the east of a position crosses a ring an odd number of times. */
function crossesOddly(ring: readonly Position[], position: Position): boolean {
  const [, y] = position;
  let isInside = false;
  for (const [at, to] of ring.entries()) {
    const from = ring[at - 1];
    if (from === undefined || from[1] > y === to[1] > y) continue;
    const [lower, upper] = from[1] < to[1] ? [from, to] : [to, from];
    if (sideOf(position, lower, upper) === sideToTheWest) isInside = !isInside;
  }
  return isInside;
}

/** Of an edge that goes to the north, as `orient2d` tells it. */
const sideToTheWest = Math.sign(orient2d(0, 0, 0, 1, -1, 0));
