import type { Random } from '../expand/random.ts';
import { type Entry, oneOf, type PlacedBox, type Position } from './entry.ts';
import { rounded } from './generate/boxes.ts';
import { chance } from './generate/draft.ts';
import type { Question } from './question.ts';

/** A point, line, triangle, ring, or several of them, near the place of an entry. */
export function askedGeometry(random: Random, entries: readonly Entry[]): Question {
  const { west, south, east, north } = boxAmong(random, entries);
  const share = (): number => random.below(1000) / 1000;
  // In a corner of the box around a circle or triangle there is nothing of it.
  const place = chance(random, 25) ? (): number => random.pick([0.03, 0.97]) : share;
  const about: Position = [west + (east - west) * place(), south + (north - south) * place()];
  const size = chance(random, 25) ? Math.max(0.01, (east - west) / 20) : 10 ** (share() * 3 - 1.7);
  const wkt = random.pick(makers)(random, about, size);
  return { kind: 'geometry', wkt: chance(random, 15) ? wkt.toLowerCase() : wkt };
}

/** Prefers circles, since only small geometries distinguish them from their boxes. */
function boxAmong(random: Random, entries: readonly Entry[]): PlacedBox {
  const round = chance(random, 30) ? entries.filter(({ boxes }) => boxes.some(isRound)) : [];
  if (round.length > 0) return oneOf(random, round, ({ boxes }) => boxes.filter(isRound));
  return oneOf(random, entries, ({ boxes }) => boxes);
}

const isRound = ({ atMost }: PlacedBox): boolean => atMost !== undefined;

type Make = (random: Random, about: Position, size: number) => string;

/** With decimals that nothing published has, so that nothing only touches. */
const text = ([x, y]: Position): string =>
  `${rounded(Math.max(-179.9, Math.min(179.9, x)), 4) + 0.000_037} ${rounded(Math.max(-89.9, Math.min(89.9, y)), 4) + 0.000_041}`;

const near = (random: Random, [x, y]: Position, size: number): Position => [
  x + size * (random.below(2000) / 1000 - 1),
  y + size * (random.below(2000) / 1000 - 1),
];

const ringText = (corners: readonly Position[]): string =>
  `(${[...corners, ...corners.slice(0, 1)].map(text).join(', ')})`;

const square = ([x, y]: Position, half: number): Position[] => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
];

const triangle = (random: Random, about: Position, size: number): string =>
  ringText([near(random, about, size), near(random, about, size), near(random, about, size)]);

const point: Make = (_, about) => `POINT(${text(about)})`;
const line: Make = (random, about, size) =>
  `LINESTRING(${[near(random, about, size), near(random, about, size), near(random, about, size)].map(text).join(', ')})`;
const area: Make = (random, about, size) => `POLYGON(${triangle(random, about, size)})`;
const rectangle: Make = (random, about, size) =>
  `POLYGON(${ringText(square(near(random, about, size), size))})`;
/** What is asked about is often in the hole. */
const ring: Make = (random, about, size) => {
  const middle = near(random, about, size / 4);
  return `POLYGON(${ringText(square(middle, size))}, ${ringText(square(middle, size / 2))})`;
};
const areas: Make = (random, about, size) =>
  `MULTIPOLYGON((${triangle(random, about, size)}), (${triangle(random, [-about[0], -about[1]], size)}))`;
/** Across the antimeridian, counted on. */
const beyond: Make = (random, [, y], size) => {
  const [north, south] = [Math.min(80, y + size) + 0.000_041, Math.max(-80, y - size) + 0.000_041];
  const [west, east] = [160 + random.below(19) + 0.000_037, 181 + random.below(25) + 0.000_037];
  return `POLYGON((${west} ${south}, ${east} ${south}, ${west} ${north}, ${west} ${south}))`;
};

const makers: readonly Make[] = [
  point,
  line,
  line,
  area,
  area,
  area,
  rectangle,
  ring,
  areas,
  beyond,
];
