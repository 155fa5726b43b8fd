import type { Random } from '../../expand/random.ts';
import { globeBox, plainBox, crossingBox, rounded, type TrueBox } from './boxes.ts';
import { chance } from './draft.ts';

/** A text for `box` of a GeoShape, and its box (`spec/cdif.md` section 4, rows 18 to 21). */
export interface BoxText {
  readonly text: string;
  readonly box: TrueBox;
}

type Make = (random: Random) => BoxText;

export function boxText(random: Random): BoxText {
  return random.pick(makers)(random);
}

type Four = readonly [number, number, number, number];

const southWest = ({ west, south, east, north }: TrueBox): Four => [south, west, north, east];

/** In one of the ways to put blanks and commas between four numbers with points. */
function separated(random: Random, [a, b, c, d]: Four): string {
  return random.pick([
    `${a} ${b} ${c} ${d}`,
    `${a} ${b} ${c} ${d}`,
    ` ${a}  ${b}   ${c} ${d} `,
    `${a},${b} ${c},${d}`,
    `${a}, ${b} ${c}, ${d}`,
    `${a},${b},${c},${d}`,
    `${a}, ${b}, ${c}, ${d}`,
  ]);
}

const plain: Make = (random) => {
  const box = plainBox(random);
  return { text: separated(random, southWest(box)), box };
};

/** Each number has a comma and decimals, or none of them would tell. */
const decimalCommas: Make = (random) => {
  const box = plainBox(random, 3);
  const text = southWest(box).map((value) => value.toFixed(3).replace('.', ','));
  return { text: text.join(' '), box };
};

/** Only where a number shows it: what stands in the place of a latitude is beyond the poles. */
const longitudeFirst: Make = (random) => {
  const { south, north } = plainBox(random, 2);
  const east = rounded(95 + random.below(8000) / 100, 2);
  const west = rounded(east - random.below(5000) / 100, 2);
  const box = chance(random, 50)
    ? { west, south, east, north }
    : { west: -east, south, east: -west, north };
  return { text: separated(random, [box.west, south, box.east, north]), box };
};

const northFirst: Make = (random) => {
  const box = plainBox(random);
  return { text: separated(random, [box.north, box.west, box.south, box.east]), box };
};

const east360: Make = (random) => {
  const digits = random.pick([0, 1, 2]);
  const made = plainBox(random, digits);
  const [west, east] = [
    rounded(181 + random.below(80), digits),
    rounded(265 + random.below(90), digits),
  ];
  const { south, north } = made;
  const box = { west: west - 360, south, east: east - 360, north };
  return { text: separated(random, [south, west, north, east]), box };
};

const overMeridian360: Make = (random) => {
  const box = crossingBox(random, 0);
  const { west, south, east, north } = box;
  const text = random.pick([
    separated(random, [south, west, north, east]),
    separated(random, [south, west, north, east + 360]),
    separated(random, [south, west - 360, north, east]),
  ]);
  return { text, box };
};

/** From 350 to 10: around the meridian of Greenwich. */
const overGreenwich360: Make = (random) => {
  const { south, north } = plainBox(random, 1);
  const [west, east] = [-1 - random.below(30), 1 + random.below(30)];
  const text = separated(random, [south, west + 360, north, east]);
  return { text, box: { west, south, east, north } };
};

const globe: Make = (random) => {
  const box = globeBox(random);
  const { south, north } = box;
  const partial = [
    [south, -180, north, 180],
    [south, 0, north, 360],
    [south, -181.8, north, 181.8],
    [south, -180.0000000001, north, 180.0000000001],
    [south, -20, north, 340],
  ] as const;
  const whole = [
    ...partial,
    [-90, 180, 90, -180],
    [-90, -180, 90, -180],
    [-90.88, -181.8, 90.88, 181.8],
    [-90, 0, 90, 360],
  ] as const;
  const isWhole = south === -90 && north === 90;
  return { text: separated(random, random.pick(isWhole ? whole : partial)), box };
};

/** A halo beyond a pole is cut off, as are rounding errors; longitudes show the usual order. */
const halo: Make = (random) => {
  const { south } = plainBox(random, 2);
  const west = rounded(-170 + random.below(6000) / 100, 2);
  const box = { west, south, east: rounded(west + 5.25, 2), north: 90 };
  const north = random.pick([90.5, 90.9, 90.0000000004]);
  return { text: separated(random, [south, west, north, box.east]), box };
};

const overshoot: Make = (random) => {
  const { west, south, north } = plainBox(random, 2);
  const text = separated(random, [south, west, north, 180.0000000001]);
  return { text, box: { west, south, east: 180, north } };
};

const degenerate: Make = (random) => {
  const { west, south, east } = plainBox(random);
  const box = chance(random, 50)
    ? { west, south, east: west, north: south }
    : { west, south, east, north: south };
  return { text: separated(random, southWest(box)), box };
};

const exponent: Make = (random) => {
  const { west, east, north } = plainBox(random, 3);
  const box = { west, south: -0.00010982, east, north: Math.abs(north) };
  return { text: `-1.0982E-4 ${west} ${box.north} ${east}`, box };
};

const makers: readonly Make[] = [
  plain,
  plain,
  plain,
  plain,
  decimalCommas,
  longitudeFirst,
  northFirst,
  east360,
  overMeridian360,
  overGreenwich360,
  globe,
  halo,
  overshoot,
  degenerate,
  exponent,
];

/** Texts that are no place. */
export const noBoxes: readonly string[] = [
  '-999 -999 -999 -999',
  '-9999 -9999 -9999 -9999',
  '5400000 3400000 5410000 3420000',
  '4649776.22 2400000 4650000 2400500',
  ',  , ',
  '',
  '10 20 30',
  'all over the place',
  'NaN NaN NaN NaN',
  'nil:unknown',
  '120 120 130 130',
  '12 450 14 500',
];
