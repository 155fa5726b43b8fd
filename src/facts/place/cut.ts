import { turned } from './longitudes.ts';
import type { Position } from './shape.ts';

/** The antimeridian, where longitudes go on beyond it. */
const edge = 180;

/**
 * A ring that goes on beyond 180 in two: what is west of the antimeridian, and what is east of it, one turn back
 * (Sutherland and Hodgman's way to clip a polygon at a line).
 * @returns the two rings; one is empty where nothing lies on its side
 */
export function cutRing(ring: readonly Position[]): readonly [Position[], Position[]] {
  if (!ring.some(isBeyond)) return [[...ring], []];
  if (ring.every(([longitude]) => longitude >= edge)) return [[], ring.map(oneTurnBack)];
  const [first] = ring;
  const closed = first === undefined ? ring : [...ring, first];
  const before = clip(closed, (longitude) => longitude <= edge);
  const behind = clip(closed, (longitude) => longitude >= edge);
  return [before, behind.map(oneTurnBack)];
}

/** A line that goes on beyond 180 in pieces, each on one side of the antimeridian, one turn back where it is east of it. */
export function cutLine(line: readonly Position[]): readonly (readonly Position[])[] {
  const pieces: Position[][] = [];
  let piece: Position[] = [];
  let before: Position | undefined;
  for (const position of line) {
    const crossing = before === undefined ? undefined : crossingOf(before, position);
    if (crossing !== undefined) {
      pieces.push([...piece, crossing]);
      piece = [crossing];
    }
    piece.push(position);
    before = position;
  }
  pieces.push(piece);
  return pieces.map((each) => (each.some(isBeyond) ? each.map(oneTurnBack) : each));
}

function clip(closed: readonly Position[], isInside: (longitude: number) => boolean): Position[] {
  const kept: Position[] = [];
  let before: Position | undefined;
  for (const position of closed) {
    const crossing = before === undefined ? undefined : crossingOf(before, position);
    if (crossing !== undefined) kept.push(crossing);
    // The first vertex stands at the end as well, where it is taken.
    if (before !== undefined && isInside(position[0])) kept.push(position);
    before = position;
  }
  return kept;
}

/** Where an edge crosses the antimeridian; not where it only ends there. */
function crossingOf([x, y]: Position, [nextX, nextY]: Position): Position | undefined {
  if ((x - edge) * (nextX - edge) >= 0) return undefined;
  return [edge, y + ((edge - x) / (nextX - x)) * (nextY - y)];
}

function isBeyond([longitude]: Position): boolean {
  return longitude > edge;
}

function oneTurnBack([longitude, latitude]: Position): Position {
  return [turned(longitude, 360), latitude];
}
