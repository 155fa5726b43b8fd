import type { Drawn, PlacedBox, Position } from '../entry.ts';

/** So far beyond a pole a latitude is that of a halo. */
const latitudeLimit = 91;
const longitudeLimit = 400;
/** What rounding leaves. */
const tiny = 1e-6;

export const isPosition = ([longitude, latitude]: Position): boolean =>
  Math.abs(latitude) <= latitudeLimit && Math.abs(longitude) <= longitudeLimit;

const flipped = ([a, b]: Position): Position => [b, a];

/** A pair as it is, or swapped if only that is possible; undefined if neither is possible. */
export function fitting(positions: readonly Position[]): readonly Position[] | undefined {
  if (positions.every(isPosition)) return positions;
  const others = positions.map(flipped);
  return others.every(isPosition) ? others : undefined;
}

/** The box around positions, in which longitudes may go to 360, with what is drawn there. */
export function around(positions: readonly Position[], kind: Drawn['kind']): PlacedBox[] {
  if (positions.length === 0) return [];
  const longitudes = positions.map(([longitude]) => longitude);
  const latitudes = positions.map(([, latitude]) => latitude);
  const boxes = boxesOf([
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ]);
  return boxes.map((box) => Object.assign(box, { drawn: { kind, paths: [positions] } }));
}

/** West, south, east, north as published; two boxes where they lie across the antimeridian. */
export function boxesOf([west, first, east, second]: readonly [
  number,
  number,
  number,
  number,
]): PlacedBox[] {
  const [south, north] = [clamped(Math.min(first, second)), clamped(Math.max(first, second))];
  const allLatitudes = south === -90 && north === 90;
  const atTheEdge = Math.abs(west) === 180 && Math.abs(east) === 180;
  if (east - west >= 360 - tiny || (allLatitudes && atTheEdge)) {
    return [{ west: -180, south, east: 180, north }];
  }
  const [from, to] = [turned(west), turned(east)];
  if (from <= to) return [{ west: from, south, east: to, north }];
  return [
    { west: from, south, east: 180, north },
    { west: -180, south, east: to, north },
  ];
}

const clamped = (latitude: number): number => Math.max(-90, Math.min(90, latitude));

function turned(longitude: number): number {
  if (Math.abs(longitude) <= 180) return longitude;
  if (Math.abs(longitude) <= 180 + tiny) return Math.sign(longitude) * 180;
  return longitude > 0 ? longitude - 360 : longitude + 360;
}
