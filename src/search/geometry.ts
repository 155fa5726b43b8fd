import { orient2d } from 'robust-predicates';
import { readWkt } from '../facts/place/wkt.ts';
import type { Position, ShapePart } from '../facts/place/shape.ts';
import type { Box } from '../model/search-facts.ts';

/** A point, line or area on the plane: longitude and latitude in degrees. */
export interface Shape {
  /** A point has one path of one position, a line one of several, an area closed rings. */
  readonly kind: 'area' | 'line' | 'point';
  /** The outer ring of an area comes before the holes. */
  readonly paths: readonly (readonly Position[])[];
}

/**
 * The shapes of a WKT geometry.
 * @param wkt longitude before latitude
 * @returns empty if the text is no geometry
 */
export function shapesOfWkt(wkt: string): readonly Shape[] {
  const written = readWkt(wkt);
  return 'fault' in written ? [] : written.parts.flatMap(shapesOfPart);
}

/** The outline of a box; a line or point if it has no width or height. */
export function shapeOfBox({ west, south, east, north }: Box): Shape {
  if (west === east && south === north) return { kind: 'point', paths: [[[west, south]]] };
  if (west === east || south === north) return createLine([west, south], [east, north]);
  const first: Position = [west, south];
  return { kind: 'area', paths: [[first, [east, south], [east, north], [west, north], first]] };
}

/** Whether two shapes have a point in common, on the plane; a shared edge is enough. */
export function shapesMeet(one: Shape, other: Shape): boolean {
  return (
    edgesMeet(one, other) ||
    one.paths.some(([first]) => first !== undefined && isPositionInside(first, other)) ||
    other.paths.some(([first]) => first !== undefined && isPositionInside(first, one))
  );
}

function shapesOfPart(part: ShapePart): readonly Shape[] {
  switch (part.kind) {
    case 'point':
      return [{ kind: 'point', paths: [[part.at]] }];
    case 'line':
      return [{ kind: 'line', paths: [part.along] }];
    case 'polygon':
      return [{ kind: 'area', paths: part.rings.map(closeRing) }];
    case 'box': {
      const [[west, south], [east, north]] = part.corners;
      return [shapeOfBox({ west, south, east, north })];
    }
    case 'circle':
      return [];
  }
}

function createLine(...along: readonly Position[]): Shape {
  return { kind: 'line', paths: [along] };
}

function closeRing(ring: readonly Position[]): readonly Position[] {
  const [first] = ring;
  const last = ring.at(-1);
  if (first === undefined || last === undefined || isSamePosition(first, last)) return ring;
  return [...ring, first];
}

function isSamePosition([x, y]: Position, [otherX, otherY]: Position): boolean {
  return x === otherX && y === otherY;
}

/** A point has one edge of length 0. */
function edgesOfShape({ paths }: Shape): readonly (readonly [Position, Position])[] {
  return paths.flatMap((path) => {
    const [first] = path;
    if (path.length === 1 && first !== undefined) return [[first, first] as const];
    return path.slice(1).map((to, at) => [path[at] ?? to, to] as const);
  });
}

function edgesMeet(one: Shape, other: Shape): boolean {
  const edges = edgesOfShape(other);
  return edgesOfShape(one).some(([from, to]) =>
    edges.some(([start, end]) => edgeMeets(from, to, start, end)),
  );
}

function edgeMeets(from: Position, to: Position, start: Position, end: Position): boolean {
  if (!intervalsOverlap(from[0], to[0], start[0], end[0])) return false;
  if (!intervalsOverlap(from[1], to[1], start[1], end[1])) return false;
  return (
    sideOf(start, from, to) * sideOf(end, from, to) <= 0 &&
    sideOf(from, start, end) * sideOf(to, start, end) <= 0
  );
}

function intervalsOverlap(one: number, two: number, three: number, four: number): boolean {
  return Math.min(one, two) <= Math.max(three, four) && Math.min(three, four) <= Math.max(one, two);
}

/** The side of a line on which a position lies: 1, -1, or 0 for the line itself; exact. */
function sideOf([x, y]: Position, from: Position, to: Position): number {
  return Math.sign(orient2d(from[0], from[1], to[0], to[1], x, y));
}

/** Whether a position is inside an area; for edges see `edgesMeet`. */
function isPositionInside(position: Position, { kind, paths }: Shape): boolean {
  return kind === 'area' && paths.filter((ring) => crossesOddly(ring, position)).length % 2 === 1;
}

/** Whether a ray to the east crosses a ring an odd number of times. */
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

/** The side west of a northward edge, in the sign convention of `orient2d`. */
const sideToTheWest = Math.sign(orient2d(0, 0, 0, 1, -1, 0));
