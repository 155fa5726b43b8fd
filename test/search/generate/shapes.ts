import type { Random } from '../../expand/random.ts';
import type { PlacedBox } from '../entry.ts';
import { boxText, noBoxes } from './box-texts.ts';
import {
  around,
  crossingBox,
  globeBox,
  numberIn,
  placed,
  plainBox,
  pointBox,
  rounded,
  type TrueBox,
} from './boxes.ts';
import { chance, nils, type TreeNode, type Tree } from './draft.ts';
import { circleAround } from '../plane.ts';

/** A value of `geo`, and the boxes that it means (rows 18 to 23). */
export interface Shape {
  readonly geo: Tree;
  readonly boxes: readonly PlacedBox[];
}

type Make = (random: Random) => Shape;

export function shape(random: Random): Shape {
  return random.pick(makers)(random);
}

const geoShape = (key: string, value: Tree): TreeNode => ({
  '@type': 'schema:GeoShape',
  [`schema:${key}`]: value,
});

const box: Make = (random) => {
  const made = boxText(random);
  return { geo: geoShape('box', made.text), boxes: placed(made.box) };
};

const point: Make = (random) => {
  const { west, south } = pointBox(random);
  const as = random.pick<(value: number) => Tree>([
    (value) => value,
    (value) => value,
    (value) => String(value),
    (value) => ` ${value} `,
    (value) => ({ '@type': 'xsd:decimal', '@value': String(value) }),
  ]);
  const longitude = west < 0 && chance(random, 20) ? rounded(west + 360, 5) : west;
  const exact = longitude > 180 ? longitude - 360 : longitude;
  return {
    geo: {
      '@type': 'schema:GeoCoordinates',
      'schema:latitude': as(south),
      'schema:longitude': as(longitude),
    },
    boxes: [{ west: exact, south, east: exact, north: south }],
  };
};

/** Corners of a polygon as longitude and latitude; its box is the one that is given. */
export function corners(
  random: Random,
  { west, south, east, north }: TrueBox,
  triangles = 30,
): [number, number][] {
  const rectangle: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  const middle: [number, number] = [rounded((west + east) / 2, 5), north];
  const ring = chance(random, triangles) ? [...rectangle.slice(0, 2), middle] : rectangle;
  const turnedRing = chance(random, 50) ? ring.toReversed() : ring;
  const at = random.below(turnedRing.length);
  const from = [...turnedRing.slice(at), ...turnedRing.slice(0, at)];
  return [...from, from[0] ?? [west, south]];
}

/** Far in the west or the east, so that a latitude cannot be meant. */
function farBox(random: Random): TrueBox {
  const { south, north } = plainBox(random, 2);
  const west = rounded(100 + random.below(3000) / 100, 2);
  return { west, south, east: rounded(west + 1 + random.below(4000) / 100, 2), north };
}

const polygon: Make = (random) => {
  const truth = chance(random, 8) ? globeBox(random) : plainBox(random);
  const ring = corners(random, truth);
  const text = random.pick([
    ring.map(([x, y]) => `${x} ${y}`).join(','),
    ring.map(([x, y]) => `${x} ${y}`).join(', '),
    ring.map(([x, y]) => `${y} ${x}`).join(' '),
    ring.map(([x, y]) => `${y},${x}`).join(' '),
    JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
  ]);
  return { geo: geoShape('polygon', text), boxes: around(placed(truth), 'area', ring) };
};

const polygonByRange: Make = (random) => {
  const truth = farBox(random);
  const ring = corners(random, truth);
  const text = random.pick([
    ring.map(([x, y]) => `${x},${y}`).join(' '),
    ring.map(([x, y]) => `${x} ${y}`).join(' '),
    ring.map(([x, y]) => `${y} ${x}`).join(','),
  ]);
  return { geo: geoShape('polygon', text), boxes: around(placed(truth), 'area', ring) };
};

const polygon360: Make = (random) => {
  const truth = crossingBox(random, 0);
  const ring = corners(random, { ...truth, east: truth.east + 360 });
  const text = random.pick([
    ring.map(([x, y]) => `${x} ${y}`).join(','),
    ring.map(([x, y]) => `${y} ${x}`).join(' '),
    JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
  ]);
  return { geo: geoShape('polygon', text), boxes: around(placed(truth), 'area', ring) };
};

const polygonHalo: Make = (random) => {
  const ring = corners(random, { west: -181.8, south: -90.88, east: 181.8, north: 90.88 });
  const text = ring.map(([x, y]) => `${x} ${y}`).join(',');
  return {
    geo: geoShape('polygon', text),
    boxes: around(placed({ west: -180, south: -90, east: 180, north: 90 }), 'area', ring),
  };
};

const line: Make = (random) => {
  const { west, south, east, north } = plainBox(random);
  const path = random.pick<[number, number][]>([
    [
      [west, south],
      [east, north],
    ],
    [
      [west, north],
      [rounded((west + east) / 2, 5), south],
      [east, south],
    ],
  ]);
  const text = random.pick([
    path.map(([x, y]) => `${y} ${x}`).join(' '),
    path.map(([x, y]) => `${y},${x}`).join(' '),
  ]);
  return {
    geo: geoShape('line', text),
    boxes: around([{ west, south, east, north }], 'line', path),
  };
};

/** A degree of latitude in metres; others take 110,574 to 111,320. */
const metresADegree = 111_195;

const circle: Make = (random) => {
  const [latitude, longitude] = [numberIn(random, [-70, 70], 2), numberIn(random, [-170, 170], 2)];
  const radius = 1000 * (1 + random.below(60));
  const north = radius / metresADegree;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  const text = random.pick([
    `${latitude} ${longitude} ${radius}`,
    `${latitude},${longitude} ${radius}`,
  ]);
  const truth = {
    west: longitude - east,
    south: latitude - north,
    east: longitude + east,
    north: latitude + north,
    margin: east / 20,
    drawn: circleAround([longitude, latitude], (0.99 * north * Math.PI) / 180),
    atMost: circleAround([longitude, latitude], (1.01 * north * Math.PI) / 180),
  };
  return { geo: geoShape('circle', text), boxes: [truth] };
};

/** A box across the antimeridian as two (SOSO). */
const twoBoxes: Make = (random) => {
  const parts = placed(crossingBox(random, 1));
  const texts = parts.map(({ west, south, east, north }) => `${south} ${west} ${north} ${east}`);
  return { geo: geoShape('box', texts), boxes: parts };
};

const nothing: Make = (random) => ({
  geo: random.pick<Tree>([
    geoShape('box', random.pick(noBoxes)),
    geoShape(
      'polygon',
      random.pick(['NOT A POLYGON', '1 2,3', '500 600,700 800,900 1000,500 600']),
    ),
    geoShape('box', random.pick(nils)),
    { '@type': 'schema:GeoCoordinates', 'schema:latitude': -999, 'schema:longitude': -999 },
    { '@type': 'schema:GeoCoordinates', 'schema:latitude': 100.67, 'schema:longitude': -639.99 },
    { '@type': 'schema:GeoCoordinates', 'schema:latitude': '', 'schema:longitude': 'unknown' },
    { '@type': 'schema:GeoCoordinates', 'schema:latitude': 12.5 },
    random.pick(nils),
  ]),
  boxes: [],
});

/** Syntax shows which number is which, whatever stands beside it. */
const certainPolygon: Make = (random) => {
  const truth = plainBox(random);
  const ring = corners(random, truth);
  const text = random.pick([
    ring.map(([x, y]) => `${x} ${y}`).join(', '),
    JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
  ]);
  return { geo: geoShape('polygon', text), boxes: around(placed(truth), 'area', ring) };
};

/** Several of one place, which would otherwise say of each other how they are to be read. */
export const shapesOfOnePlace = (random: Random): readonly Shape[] => [
  random.pick([point, certainPolygon])(random),
  random.pick([point, certainPolygon])(random),
];

const makers: readonly Make[] = [
  box,
  box,
  box,
  box,
  box,
  point,
  point,
  polygon,
  polygon,
  polygonByRange,
  polygon360,
  polygonHalo,
  line,
  circle,
  twoBoxes,
  nothing,
];
