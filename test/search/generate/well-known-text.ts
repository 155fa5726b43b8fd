import type { Random } from '../../expand/random.ts';
import type { PlacedBox } from '../entry.ts';
import { around, crossingBox, globeBox, placed, plainBox, pointBox, rounded } from './boxes.ts';
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

type Ring = readonly (readonly [number, number])[];

const ringText = (random: Random, ring: Ring): string =>
  `(${ring.map(([x, y]) => `${x} ${y}`).join(random.pick([',', ', ']))})`;

const heads = ['POLYGON', 'POLYGON ', 'Polygon ', 'polygon'];

/** That of one polygon. */
export const polygonOf = (random: Random, ring: Ring): string =>
  `${random.pick(heads)}(${ringText(random, ring)})`;

/** The box of each part is around one ring. */
const onParts = (parts: readonly PlacedBox[], rings: readonly Ring[]): PlacedBox[] =>
  parts.flatMap((part, index) => around([part], 'area', rings[index] ?? []));

const polygon: Make = (random) => {
  const truth = chance(random, 10) ? globeBox(random) : plainBox(random);
  const ring = corners(random, truth);
  return { text: polygonOf(random, ring), boxes: around(placed(truth), 'area', ring) };
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
  const rings = [corners(random, truth, 0), corners(random, hole, 0)];
  const text = `POLYGON (${rings.map((ring) => ringText(random, ring)).join(', ')})`;
  return { text, boxes: around(placed(truth), 'area', ...rings) };
};

const withHeights: Make = (random) => {
  const truth = plainBox(random, 2);
  const ring = corners(random, truth);
  const tuples = ring.map(([x, y]) => `${x} ${y} ${random.below(90)}`);
  return {
    text: `POLYGON Z ((${tuples.join(', ')}))`,
    boxes: around(placed(truth), 'area', ring),
  };
};

const from360: Make = (random) => {
  const truth = crossingBox(random, 0);
  const ring = corners(random, { ...truth, east: truth.east + 360 });
  return {
    text: `POLYGON(${ringText(random, ring)})`,
    boxes: around(placed(truth), 'area', ring),
  };
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
  const middle = rounded((west + east) / 2, 5);
  const path: Ring = [
    [west, north],
    [middle, south],
    [east, south],
  ];
  const text = `LINESTRING ${ringText(random, path)}`;
  return { text, boxes: around([{ west, south, east, north }], 'line', path) };
};

const severalPolygons = (random: Random, rings: readonly Ring[]): string =>
  `MULTIPOLYGON (${rings.map((ring) => `(${ringText(random, ring)})`).join(random.pick([',', ', ']))})`;

/** Two halves with an edge in common, so that one box around both means the same as two. */
const halves: Make = (random) => {
  const { west, south, east, north } = plainBox(random, 2);
  const middle = rounded((west + east) / 2, 4);
  const parts = [
    { west, south, east: middle, north },
    { west: middle, south, east, north },
  ];
  const rings = parts.map((part) => corners(random, part));
  return { text: severalPolygons(random, rings), boxes: onParts(parts, rings) };
};

/** Cut at the antimeridian (RFC 7946 §3.1.9): one box around both would be the whole Earth. */
const cut: Make = (random) => {
  const truth = crossingBox(random, 0);
  const parts = placed(truth);
  const rings = parts.map((part) => corners(random, part));
  return { text: severalPolygons(random, rings), boxes: onParts(parts, rings) };
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
