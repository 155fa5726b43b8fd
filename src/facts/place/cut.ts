import { turned } from './longitudes.ts';
import type { Position } from './shape.ts';

/** The antimeridian in unwrapped longitudes. */
const antimeridian = 180;

/**
 * Splits a ring that continues beyond 180 at the antimeridian (Sutherland-Hodgman clipping). The
 * part east of it is shifted back by 360.
 * @returns the part west and the part east of the antimeridian; empty if nothing is there
 */
export function cutRing(ring: readonly Position[]): readonly [Position[], Position[]] {
  if (!ring.some(isBeyondAntimeridian)) return [[...ring], []];
  if (ring.every(([longitude]) => longitude >= antimeridian)) return [[], ring.map(shiftWest)];
  const [first] = ring;
  const closed = first === undefined ? ring : [...ring, first];
  const before = clipRing(closed, (longitude) => longitude <= antimeridian);
  const behind = clipRing(closed, (longitude) => longitude >= antimeridian);
  return [before, behind.map(shiftWest)];
}

/**
 * Splits a line that continues beyond 180 at the antimeridian; parts east of it are shifted back by
 * 360.
 */
export function cutLine(line: readonly Position[]): readonly (readonly Position[])[] {
  const pieces: Position[][] = [];
  let piece: Position[] = [];
  let before: Position | undefined;
  for (const position of line) {
    const crossing = before === undefined ? undefined : antimeridianCrossing(before, position);
    if (crossing !== undefined) {
      pieces.push([...piece, crossing]);
      piece = [crossing];
    }
    piece.push(position);
    before = position;
  }
  pieces.push(piece);
  return pieces.map((each) => (each.some(isBeyondAntimeridian) ? each.map(shiftWest) : each));
}

function clipRing(
  closed: readonly Position[],
  isInside: (longitude: number) => boolean,
): Position[] {
  const kept: Position[] = [];
  let before: Position | undefined;
  for (const position of closed) {
    const crossing = before === undefined ? undefined : antimeridianCrossing(before, position);
    if (crossing !== undefined) kept.push(crossing);
    // The first vertex is repeated at the end and kept there.
    if (before !== undefined && isInside(position[0])) kept.push(position);
    before = position;
  }
  return kept;
}

/** Where an edge crosses the antimeridian; not where it only ends on it. */
function antimeridianCrossing([x, y]: Position, [nextX, nextY]: Position): Position | undefined {
  if ((x - antimeridian) * (nextX - antimeridian) >= 0) return undefined;
  return [antimeridian, y + ((antimeridian - x) / (nextX - x)) * (nextY - y)];
}

function isBeyondAntimeridian([longitude]: Position): boolean {
  return longitude > antimeridian;
}

function shiftWest([longitude, latitude]: Position): Position {
  return [turned(longitude, 360), latitude];
}
