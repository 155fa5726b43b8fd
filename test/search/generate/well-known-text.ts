import type { Random } from '../../expand/random.ts';
import type { PlacedBox } from '../entry.ts';
import {
  crossingBox,
  globeBox,
  placed,
  plainBox,
  pointBox,
  rounded,
  type TrueBox,
} from './boxes.ts';
import { chance, type Tree } from './draft.ts';
import { corners } from './shapes.ts';

/** WKT, longitude before latitude, and the boxes that it means. */
export interface KnownText {
  readonly text: string;
  readonly boxes: readonly PlacedBox[];
}

type Make = (random: Random) => KnownText;

export function wellKnownText(random: Random): KnownText {
  return random.pick(makers)(random);
}

/** The same in one of the ways in which a literal may stand. */
export function asLiteral(random: Random, text: string): Tree {
  const name = '<http://www.opengis.net/def/crs/OGC/1.3/CRS84>';
  const named = chance(random, 15) ? `${name} ${text}` : text;
  return random.pick<Tree>([
    named,
    { '@type': 'geosparql:wktLiteral', '@value': named },
    { '@value': named },
  ]);
}

/** A ring of a box, for WKT. */
const ringText = (random: Random, truth: TrueBox): string =>
  `(${corners(random, truth)
    .map(([x, y]) => `${x} ${y}`)
    .join(random.pick([',', ', ']))})`;

const heads = ['POLYGON', 'POLYGON ', 'Polygon ', 'polygon'];

/** That of one polygon. */
export const polygonOf = (random: Random, truth: TrueBox): string =>
  `${random.pick(heads)}(${ringText(random, truth)})`;

const polygon: Make = (random) => {
  const truth = chance(random, 10) ? globeBox(random) : plainBox(random);
  return { text: polygonOf(random, truth), boxes: placed(truth) };
};

const third = (from: number, to: number, share: number): number =>
  rounded(from + ((to - from) * share) / 3, 4);

const withHole: Make = (random) => {
  const truth = plainBox(random, 2);
  const { west, south, east, north } = truth;
  const hole = {
    west: third(west, east, 1),
    south: third(south, north, 1),
    east: third(west, east, 2),
    north: third(south, north, 2),
  };
  const text = `POLYGON (${ringText(random, truth)}, ${ringText(random, hole)})`;
  return { text, boxes: placed(truth) };
};

const withHeights: Make = (random) => {
  const truth = plainBox(random, 2);
  const ring = corners(random, truth).map(([x, y]) => `${x} ${y} ${random.below(90)}`);
  return { text: `POLYGON Z ((${ring.join(', ')}))`, boxes: placed(truth) };
};

const from360: Make = (random) => {
  const truth = crossingBox(random, 0);
  const ring = ringText(random, { ...truth, east: truth.east + 360 });
  return { text: `POLYGON((${ring.slice(1, -1)}))`, boxes: placed(truth) };
};

const point: Make = (random) => {
  const { west, south, east, north } = pointBox(random);
  const text = random.pick([
    `POINT (${west} ${south})`,
    `POINT(${west} ${south})`,
    `Point Z (${west} ${south} 12.5)`,
  ]);
  return { text, boxes: [{ west, south, east, north }] };
};

const lineString: Make = (random) => {
  const { west, south, east, north } = plainBox(random);
  const middle = `${rounded((west + east) / 2, 5)} ${south}`;
  const text = `LINESTRING (${west} ${north}, ${middle}, ${east} ${south})`;
  return { text, boxes: [{ west, south, east, north }] };
};

/** Two halves with an edge in common, so that one box around both means the same as two. */
const halves: Make = (random) => {
  const { west, south, east, north } = plainBox(random, 2);
  const middle = rounded((west + east) / 2, 4);
  const parts = [
    { west, south, east: middle, north },
    { west: middle, south, east, north },
  ];
  const rings = parts.map((part) => `(${ringText(random, part)})`);
  return { text: `MULTIPOLYGON (${rings.join(', ')})`, boxes: parts };
};

/** Cut at the antimeridian as RFC 7946 §3.1.9 wants it: one box around both would be the whole Earth. */
const cut: Make = (random) => {
  const truth = crossingBox(random, 0);
  const parts = placed(truth);
  const rings = parts.map((part) => `(${ringText(random, part)})`);
  return { text: `MULTIPOLYGON(${rings.join(',')})`, boxes: parts };
};

const nothing: Make = (random) => ({
  text: random.pick([
    'NOT A WKT',
    'POLYGON EMPTY',
    'POINT(150 120)',
    'POLYGON((4600000 2400000, 4610000 2400000, 4610000 2500000, 4600000 2400000))',
    'POINT(-999 -999)',
    'POLYGON((',
    'unknown',
    '',
  ]),
  boxes: [],
});

const makers: readonly Make[] = [
  polygon,
  polygon,
  polygon,
  withHole,
  withHeights,
  from360,
  point,
  lineString,
  halves,
  cut,
  nothing,
];
