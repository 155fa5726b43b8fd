import { turned } from './longitudes.ts';
import type { Position } from './shape.ts';

/** A line or ring with longitudes that go on where the antimeridian is crossed, so that they may be beyond 180. */
export interface Path {
  readonly positions: readonly Position[];
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  /** Whether it was taken to cross the antimeridian because vertices one behind the other are far apart. */
  readonly crosses: boolean;
  /** Whether it goes round the earth, and so round a pole. */
  readonly roundPole: boolean;
}

/** Where the last digits were rounded. */
const trace = 1e-4;

/** A line: of two vertices more than half the globe apart, the way across the antimeridian is the shorter one. */
export function followLine(positions: readonly Position[]): Path {
  const { west, east } = reach(positions);
  const onEdges = positions.every(([longitude]) => Math.abs(longitude) === 180);
  if (!isOnMap(west, east) || east - west <= 180 || onEdges) return asWritten(positions);
  return { ...followed(positions, 0), roundPole: false };
}

/**
 * A ring, by the same rule; but as it is written where it is a rectangle, which is the extent of something, or where it
 * reaches both edges of the map, and so was cut there (RFC 7946 §3.1.9).
 */
export function followRing(positions: readonly Position[]): Path {
  const { west, east } = reach(positions);
  const reachesEdges = west <= -180 + trace && east >= 180 - trace;
  if (!isOnMap(west, east) || east - west <= 180 || reachesEdges || isRectangle(positions)) {
    return asWritten(positions);
  }
  const [first] = positions;
  const [last] = positions.slice(-1);
  return followed(positions, first && last ? jump(last[0], first[0]) : 0);
}

/** Whether a ring is the outline of its box: whatever the order of the four corners, or with more vertices between them. */
export function isRectangle(ring: readonly Position[]): boolean {
  const { west, south, east, north } = reach(ring);
  const area = (east - west) * (north - south);
  if (area === 0) return false;
  const corners = new Set<string>();
  for (const [longitude, latitude] of ring) {
    if (longitude !== west && longitude !== east) return fills(ring, area);
    if (latitude !== south && latitude !== north) return fills(ring, area);
    corners.add(`${longitude} ${latitude}`);
  }
  return corners.size === 4;
}

/** By the formula of the shoelace, from the first vertex, so that the digits last. */
function fills(ring: readonly Position[], area: number): boolean {
  const [originX, originY] = ring[0] ?? [0, 0];
  let twice = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [0, 0];
    twice += (x - originX) * (nextY - originY) - (nextX - originX) * (y - originY);
  }
  return Math.abs(Math.abs(twice) / 2 - area) <= area * 1e-9;
}

function isOnMap(west: number, east: number): boolean {
  return west >= -180 - trace && east <= 180 + trace;
}

function asWritten(positions: readonly Position[]): Path {
  return { positions, ...reach(positions), crosses: false, roundPole: false };
}

/** @param closing the turn between the last vertex and the first, of a ring */
function followed(positions: readonly Position[], closing: number): Path {
  let offset = 0;
  let before = positions[0]?.[0] ?? 0;
  const moved = positions.map(([longitude, latitude]): Position => {
    offset += jump(before, longitude);
    before = longitude;
    return [turned(longitude, -offset), latitude];
  });
  const crosses = moved.some(([longitude], index) => longitude !== positions[index]?.[0]);
  return { positions: moved, ...reach(moved), crosses, roundPole: offset + closing !== 0 };
}

/** What is to be added to a longitude so that it is no more than half a turn from the one before. */
function jump(before: number, longitude: number): number {
  if (longitude - before > 180) return -360;
  return before - longitude > 180 ? 360 : 0;
}

function reach(positions: readonly Position[]) {
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
