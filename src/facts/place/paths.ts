import { turned } from './longitudes.ts';
import type { Position } from './shape.ts';

/** A line or ring with unwrapped longitudes, which may exceed 180 after the antimeridian. */
export interface Path {
  readonly positions: readonly Position[];
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

/** Tolerance for rounded digits. */
const tolerance = 1e-4;

/**
 * Unwraps a line: between vertices more than half the globe apart, the way across the antimeridian
 * is assumed, as it is shorter.
 */
export function followLine(positions: readonly Position[]): Path {
  const { west, east } = boundsOf(positions);
  const onEdges = positions.every(([longitude]) => Math.abs(longitude) === 180);
  if (!isWithinMap(west, east) || east - west <= 180 || onEdges) return keepAsWritten(positions);
  return { ...unwrapPositions(positions, 0), roundPole: false };
}

/**
 * Unwraps a ring by the same rule. Not unwrapped are rectangles, which are extents, and rings that
 * reach both edges of the map, which were cut there (RFC 7946 §3.1.9).
 */
export function followRing(positions: readonly Position[]): Path {
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
export function isRectangle(ring: readonly Position[]): boolean {
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
function fillsBoundingBox(ring: readonly Position[], area: number): boolean {
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

function keepAsWritten(positions: readonly Position[]): Path {
  return { positions, ...boundsOf(positions), crosses: false, roundPole: false };
}

/** @param closing the shift between the last and the first vertex of a ring */
function unwrapPositions(positions: readonly Position[], closing: number): Path {
  let offset = 0;
  let before = positions[0]?.[0] ?? 0;
  const moved = positions.map(([longitude, latitude]): Position => {
    offset += turnBetween(before, longitude);
    before = longitude;
    return [turned(longitude, -offset), latitude];
  });
  const crosses = moved.some(([longitude], index) => longitude !== positions[index]?.[0]);
  return { positions: moved, ...boundsOf(moved), crosses, roundPole: offset + closing !== 0 };
}

/** The shift that brings a longitude within half a turn of the one before. */
function turnBetween(before: number, longitude: number): number {
  if (longitude - before > 180) return -360;
  return before - longitude > 180 ? 360 : 0;
}

function boundsOf(positions: readonly Position[]) {
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
