import type { CoordinatePair } from './written-geometry.ts';

/** A span of longitudes in degrees; west may be any number, and east is not less than west. */
export interface LongitudeSpan {
  readonly west: number;
  readonly east: number;
}

/** The result of `normalizeLongitudes`. */
interface NormalizedLongitudes {
  /** Within -180 and 180; two spans if the input crosses the antimeridian. */
  readonly spans: readonly LongitudeSpan[];
  readonly change?: 'all-longitudes' | 'edges-cut' | 'longitudes-wrapped';
}

/** About ten metres: the rounding error of single precision at 180 (`180.000015258789`). */
const tolerance = 1e-4;

const allLongitudes: LongitudeSpan = { west: -180, east: 180 };

/**
 * Maps a span to longitudes from -180 to 180. A span of 360 or more becomes all longitudes; a
 * rounding error beyond the edges is cut off.
 */
export function normalizeLongitudes({ west, east }: LongitudeSpan): NormalizedLongitudes {
  if (west >= -180 && east <= 180) return { spans: [{ west, east }] };
  if (east - west >= 360) return { spans: [allLongitudes], change: 'all-longitudes' };
  if (isWithinMap(west, east)) {
    const spans = [{ west: clampLongitude(west), east: clampLongitude(east) }];
    return { spans, change: 'edges-cut' };
  }
  const turns = Math.floor((west + 180) / 360) * 360;
  const from = shiftLongitude(west, turns);
  const to = shiftLongitude(east, turns);
  const spans = [{ west: from, east: Math.min(to, 180) }];
  if (to > 180) spans.push({ west: -180, east: shiftLongitude(to, 360) });
  return { spans, change: 'longitudes-wrapped' };
}

/** Shifts a longitude westwards, without the rounding noise of the subtraction. */
export function shiftLongitude(longitude: number, degrees: number): number {
  return degrees === 0 ? longitude : Number((longitude - degrees).toFixed(12));
}

/** The nearest longitude on the map. */
export function clampLongitude(longitude: number): number {
  return Math.min(180, Math.max(-180, longitude));
}

/** A line or ring with unwrapped longitudes, which may exceed 180 after the antimeridian. */
export interface UnwrappedPath {
  readonly positions: readonly CoordinatePair[];
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  /**
   * Whether a crossing of the antimeridian was assumed because consecutive vertices are far apart.
   */
  readonly crosses: boolean;
  /** Whether it goes round the earth, and so round a pole. */
  readonly roundPole: boolean;
}

/**
 * Unwraps a line: between vertices more than half the globe apart, the way across the antimeridian
 * is assumed, as it is shorter.
 */
export function unwrapLine(positions: readonly CoordinatePair[]): UnwrappedPath {
  const { west, east } = boundsOf(positions);
  const onEdges = positions.every(([longitude]) => Math.abs(longitude) === 180);
  if (!isWithinMap(west, east) || east - west <= 180 || onEdges) return keepAsWritten(positions);
  return { ...unwrapPositions(positions, 0), roundPole: false };
}

/**
 * Unwraps a ring by the same rule. Not unwrapped are rectangles, which are extents, and rings that
 * reach both edges of the map, which were cut there (RFC 7946 §3.1.9).
 */
export function unwrapRing(positions: readonly CoordinatePair[]): UnwrappedPath {
  const { west, east } = boundsOf(positions);
  const reachesEdges = west <= -180 + tolerance && east >= 180 - tolerance;
  if (!isWithinMap(west, east) || east - west <= 180 || reachesEdges || isRectangle(positions)) {
    return keepAsWritten(positions);
  }
  const [first] = positions;
  const [last] = positions.slice(-1);
  return unwrapPositions(positions, first && last ? turnBetween(last[0], first[0]) : 0);
}

/**
 * Whether a ring is the outline of its bounding box, with its corners in any order or with further
 * vertices between them.
 */
export function isRectangle(ring: readonly CoordinatePair[]): boolean {
  const { west, south, east, north } = boundsOf(ring);
  const area = (east - west) * (north - south);
  if (area === 0) return false;
  const corners = new Set<string>();
  for (const [longitude, latitude] of ring) {
    if (longitude !== west && longitude !== east) return fillsBoundingBox(ring, area);
    if (latitude !== south && latitude !== north) return fillsBoundingBox(ring, area);
    corners.add(`${longitude} ${latitude}`);
  }
  return corners.size === 4;
}

/** Compares areas by the shoelace formula, relative to the first vertex to keep precision. */
function fillsBoundingBox(ring: readonly CoordinatePair[], area: number): boolean {
  const [originX, originY] = ring[0] ?? [0, 0];
  let twice = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [0, 0];
    twice += (x - originX) * (nextY - originY) - (nextX - originX) * (y - originY);
  }
  return Math.abs(Math.abs(twice) / 2 - area) <= area * 1e-9;
}

function isWithinMap(west: number, east: number): boolean {
  return west >= -180 - tolerance && east <= 180 + tolerance;
}

function keepAsWritten(positions: readonly CoordinatePair[]): UnwrappedPath {
  return { positions, ...boundsOf(positions), crosses: false, roundPole: false };
}

/** @param closing the shift between the last and the first vertex of a ring */
function unwrapPositions(positions: readonly CoordinatePair[], closing: number): UnwrappedPath {
  let offset = 0;
  let before = positions[0]?.[0] ?? 0;
  const moved = positions.map(([longitude, latitude]): CoordinatePair => {
    offset += turnBetween(before, longitude);
    before = longitude;
    return [shiftLongitude(longitude, -offset), latitude];
  });
  const crosses = moved.some(([longitude], index) => longitude !== positions[index]?.[0]);
  return { positions: moved, ...boundsOf(moved), crosses, roundPole: offset + closing !== 0 };
}

/** The shift that brings a longitude within half a turn of the one before. */
function turnBetween(before: number, longitude: number): number {
  if (longitude - before > 180) return -360;
  return before - longitude > 180 ? 360 : 0;
}

function boundsOf(positions: readonly CoordinatePair[]) {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const [longitude, latitude] of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

/** The antimeridian in unwrapped longitudes. */
const antimeridian = 180;

/**
 * Splits a ring that continues beyond 180 at the antimeridian (Sutherland-Hodgman clipping). The
 * part east of it is shifted back by 360.
 * @returns the part west and the part east of the antimeridian; empty if nothing is there
 */
export function splitRingAtAntimeridian(
  ring: readonly CoordinatePair[],
): readonly [CoordinatePair[], CoordinatePair[]] {
  if (!ring.some(isBeyondAntimeridian)) return [[...ring], []];
  if (ring.every(([longitude]) => longitude >= antimeridian)) return [[], ring.map(shiftWest)];
  const closed = [...ring, ...ring.slice(0, 1)];
  const before = clipRing(closed, (longitude) => longitude <= antimeridian);
  const after = clipRing(closed, (longitude) => longitude >= antimeridian);
  return [before, after.map(shiftWest)];
}

/**
 * Splits a line that continues beyond 180 at the antimeridian; parts east of it are shifted back by
 * 360.
 */
export function splitLineAtAntimeridian(
  line: readonly CoordinatePair[],
): readonly (readonly CoordinatePair[])[] {
  const pieces: CoordinatePair[][] = [];
  let piece: CoordinatePair[] = [];
  let before: CoordinatePair | undefined;
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
  closed: readonly CoordinatePair[],
  isInside: (longitude: number) => boolean,
): CoordinatePair[] {
  const kept: CoordinatePair[] = [];
  let before: CoordinatePair | undefined;
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
function antimeridianCrossing(
  [x, y]: CoordinatePair,
  [nextX, nextY]: CoordinatePair,
): CoordinatePair | undefined {
  if ((x - antimeridian) * (nextX - antimeridian) >= 0) return undefined;
  return [antimeridian, y + ((antimeridian - x) / (nextX - x)) * (nextY - y)];
}

function isBeyondAntimeridian([longitude]: CoordinatePair): boolean {
  return longitude > antimeridian;
}

function shiftWest([longitude, latitude]: CoordinatePair): CoordinatePair {
  return [shiftLongitude(longitude, 360), latitude];
}
