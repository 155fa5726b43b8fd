import type { Drawn, PlacedBox, Position } from '../entry.ts';
import { around, boxesOf, fitting, isPosition } from './coordinates.ts';
import { readWkt } from './wkt.ts';
import { circleAround } from '../plane.ts';

const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/giu;

/** The numbers of a text that has nothing but numbers, commas and blanks. */
export function numbersOnly(text: string): number[] | undefined {
  const rest = text.replaceAll(number, '').replaceAll(/[\s,]/gu, '');
  return rest === '' ? (text.match(number) ?? []).map(Number) : undefined;
}

/** Four numbers, `south west north east` unless their range shows another order (rows 18 to 21). */
export function readBox(text: string): PlacedBox[] {
  const [a, b, c, d, ...more] = numbersOnly(withoutDecimalCommas(text)) ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return [];
  if (more.length > 0) return [];
  if (isPosition([b, a]) && isPosition([d, c])) return boxesOf([b, a, d, c]);
  return isPosition([a, b]) && isPosition([c, d]) ? boxesOf([a, b, c, d]) : [];
}

/** `7,6 -72,6 12,0 -61,3`: four groups, each with at most one comma, between digits. */
function withoutDecimalCommas(text: string): string {
  const groups = text.trim().split(/\s+/u);
  const isDecimal =
    groups.length === 4 && groups.every((each) => /^[+-]?\d+(?:,\d+)?$/u.test(each));
  return isDecimal ? groups.map((each) => each.replace(',', '.')).join(' ') : text;
}

/** A polygon or line; `others` are boxes of the same place, which may decide the axes (row 22). */
export function readPath(
  text: string,
  kind: Drawn['kind'],
  others: readonly PlacedBox[],
): PlacedBox[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return readGeoJson(trimmed);
  if (/^[<a-z]/iu.test(trimmed)) return readWkt(trimmed);
  const positions = pairsOf(numbersOnly(trimmed) ?? []);
  if (positions.length < 2) return [];
  const parts = trimmed.split(/\s*,\s*/u);
  const byCommas = parts.length > 1 && parts.every((pair) => /^\S+\s+\S+$/u.test(pair));
  if (byCommas) return around(fitting(positions) ?? [], kind);
  const boxes = around(fitting(positions.map(([y, x]): Position => [x, y])) ?? [], kind);
  if (!positions.every(isPosition) || isAmong(boxes, others)) return boxes;
  const otherWay = around(positions, kind);
  return isAmong(otherWay, others) ? otherWay : boxes;
}

/** Two by two; none where one is left over. */
function pairsOf(numbers: readonly number[]): Position[] {
  if (numbers.length % 2 > 0) return [];
  return numbers.flatMap((value, index): Position[] =>
    index % 2 > 0 ? [[numbers[index - 1] ?? 0, value]] : [],
  );
}

const near = (a: PlacedBox, b: PlacedBox): boolean =>
  [a.west - b.west, a.south - b.south, a.east - b.east, a.north - b.north].every(
    (difference) => Math.abs(difference) < 0.01,
  );

const isAmong = (boxes: readonly PlacedBox[], others: readonly PlacedBox[]): boolean =>
  boxes.length > 0 && boxes.every((box) => others.some((other) => near(box, other)));

/** Of GeoJSON only the positions count, longitude first. */
function readGeoJson(text: string): PlacedBox[] {
  const pairs = [...text.matchAll(/\[\s*([-+\d.eE]+)\s*,\s*([-+\d.eE]+)/gu)];
  const positions = fitting(pairs.map(([, x, y]): Position => [Number(x), Number(y)]));
  return positions === undefined || positions.length === 0
    ? []
    : around(positions, /LineString/u.test(text) ? 'line' : 'area');
}

/** Metres in a degree of latitude; other models of the Earth differ slightly. */
const degree = 111_195;

/** Latitude, longitude and a radius in metres. */
export function readCircle(text: string): PlacedBox[] {
  const [latitude, longitude, radius, ...more] = numbersOnly(text) ?? [];
  if (latitude === undefined || longitude === undefined || radius === undefined) return [];
  if (more.length > 0 || !isPosition([longitude, latitude])) return [];
  const high = radius / degree;
  const wide = high / Math.cos((latitude * Math.PI) / 180);
  const [west, east] = [longitude - wide, longitude + wide];
  const boxes = boxesOf([west, latitude - high, east, latitude + high]);
  const drawn = (share: number) =>
    circleAround([longitude, latitude], (share * high * Math.PI) / 180);
  return boxes.map((box) =>
    Object.assign(box, { margin: wide / 20, drawn: drawn(0.99), atMost: drawn(1.01) }),
  );
}
