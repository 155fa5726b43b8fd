import type { Drawn, PlacedBox, Position } from './entry.ts';

type Segment = readonly [from: Position, to: Position];

/** Whether two shapes have a common point, by all pairs of segments; holes are not in an area. */
function meet(a: Drawn, b: Drawn): boolean {
  const others = b.paths.flatMap(segmentsOf);
  if (a.paths.flatMap(segmentsOf).some((one) => others.some((other) => cross(one, other))))
    return true;
  return isWithin(firstOf(a), b) || isWithin(firstOf(b), a);
}

/** As `meet` where longitudes may be counted from another meridian in one of them. */
export const meetOnGlobe = (a: Drawn, b: Drawn): boolean =>
  [-360, 0, 360].some((turn) => meet(a, shifted(b, turn)));

/** A box without width or height is a line or a point. */
export function outlineOf({ west, south, east, north }: PlacedBox): Drawn {
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { kind: 'area', paths: [ring] };
}

/** A circle on a globe as a polygon, by its centre and its radius in radians. */
export function circleAround([longitude, latitude]: Position, radius: number): Drawn {
  const [x, y] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  // The centre, and what is to the east and to the north of it, as vectors.
  const centre = [Math.cos(y) * Math.cos(x), Math.cos(y) * Math.sin(x), Math.sin(y)];
  const east = [-Math.sin(x), Math.cos(x), 0];
  const north = [-Math.sin(y) * Math.cos(x), -Math.sin(y) * Math.sin(x), Math.cos(y)];
  const ring = Array.from({ length: 361 }, (_, degree): Position => {
    const angle = (degree * Math.PI) / 180;
    const [a = 0, b = 0, c = 0] = centre.map(
      (each, axis) =>
        each * Math.cos(radius) +
        Math.sin(radius) *
          (Math.cos(angle) * (east[axis] ?? 0) + Math.sin(angle) * (north[axis] ?? 0)),
    );
    const there = (Math.atan2(b, a) * 180) / Math.PI;
    const turns = Math.round((longitude - there) / 360);
    return [there + turns * 360, (Math.asin(c) * 180) / Math.PI];
  });
  return { kind: 'area', paths: [ring] };
}

const shifted = ({ kind, paths }: Drawn, turn: number): Drawn => ({
  kind,
  paths: paths.map((path) => path.map(([x, y]): Position => [x + turn, y])),
});

const firstOf = ({ paths }: Drawn): Position => paths[0]?.[0] ?? [Number.NaN, Number.NaN];

/** A point is a segment that ends where it begins. */
function segmentsOf(path: readonly Position[]): Segment[] {
  const [only] = path;
  if (path.length === 1 && only !== undefined) return [[only, only]];
  return path.slice(1).map((to, index): Segment => [path[index] ?? to, to]);
}

/** On which side of a segment a point is: left, right or, with 0, on its line. */
const sideOf = ([[x1, y1], [x2, y2]]: Segment, [x, y]: Position): number =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));

function cross(a: Segment, b: Segment): boolean {
  const [a1, a2, b1, b2] = [sideOf(b, a[0]), sideOf(b, a[1]), sideOf(a, b[0]), sideOf(a, b[1])];
  return a1 * a2 <= 0 && b1 * b2 <= 0 && boundsMeet(a, b);
}

/** Decides for segments on one line. */
const boundsMeet = (a: Segment, b: Segment): boolean =>
  ([0, 1] as const).every(
    (axis) =>
      Math.min(a[0][axis], a[1][axis]) <= Math.max(b[0][axis], b[1][axis]) &&
      Math.min(b[0][axis], b[1][axis]) <= Math.max(a[0][axis], a[1][axis]),
  );

/** By how often a ray to the east leaves the rings. */
function isWithin([x, y]: Position, { kind, paths }: Drawn): boolean {
  if (kind === 'line') return false;
  const crossed = paths.flatMap(segmentsOf).filter(([[x1, y1], [x2, y2]]) => {
    const isBeside = y1 > y !== y2 > y;
    return isBeside && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
  });
  return crossed.length % 2 === 1;
}
