import type { Random } from '../../expand/random.ts';
import type { Drawn, PlacedBox, Position } from '../entry.ts';
import { chance } from './draft.ts';

/** A box as it is: west is greater than east where it lies across the antimeridian. */
export interface TrueBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** What search must know of it: two boxes where it lies across the antimeridian. */
export function placed({ west, south, east, north }: TrueBox): PlacedBox[] {
  if (west <= east) return [{ west, south, east, north }];
  return [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ];
}

/** The same boxes around a ring or line in them. */
export const around = (
  boxes: readonly PlacedBox[],
  kind: Drawn['kind'],
  ...paths: readonly (readonly Position[])[]
): PlacedBox[] => boxes.map((box) => ({ ...box, drawn: { kind, paths } }));

export function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  const result = Math.round(value * factor) / factor;
  return result === 0 ? 0 : result;
}

/** A number from `from` to `to` with up to five decimals. */
export function numberIn(
  random: Random,
  [from, to]: readonly [number, number],
  digits: number,
): number {
  return rounded(from + ((to - from) * random.below(1_000_000)) / 1_000_000, digits);
}

/** A box that does not touch the antimeridian, usually small, with so many decimals. */
export function plainBox(random: Random, digits = random.pick([0, 1, 2, 3, 5])): TrueBox {
  const width = Math.max(10 ** -digits, sizeOf(random, 100));
  const height = Math.max(10 ** -digits, sizeOf(random, 50));
  const west = numberIn(random, [-179, 179 - width - 1], digits);
  const south = numberIn(random, [-89, 89 - height - 1], digits);
  const [east, north] = [rounded(west + width, digits), rounded(south + height, digits)];
  return { west, south, east, north };
}

/** Small ones are as frequent as large ones. */
const sizeOf = (random: Random, most: number): number =>
  most * 10 ** (-3 * (random.below(1000) / 1000));

/** A box across the antimeridian, at most 60° wide. */
export function crossingBox(random: Random, digits = random.pick([0, 1, 2, 3])): TrueBox {
  const { south, north } = plainBox(random, digits);
  const west = numberIn(random, [150, 179], digits);
  const east = numberIn(random, [-179, -150], digits);
  return { west, south, east, north };
}

/** All longitudes; sometimes all latitudes as well. */
export function globeBox(random: Random): TrueBox {
  if (chance(random, 60)) return { west: -180, south: -90, east: 180, north: 90 };
  const { south, north } = plainBox(random, 1);
  return { west: -180, south, east: 180, north };
}

export function pointBox(random: Random): TrueBox {
  const { west, south } = plainBox(random);
  return { west, south, east: west, north: south };
}
