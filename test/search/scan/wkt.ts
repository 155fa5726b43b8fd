import type { PlacedBox } from '../entry.ts';
import { around, fitting, type Position } from './coordinates.ts';

const head =
  /^(?:<[^>]*>\s*|srid=\d+;\s*)?(?:multi)?(?:point|linestring|polygon|geometrycollection|envelope)\b/iu;
/** The system in which latitude comes first; without a name it is CRS84. */
const latitudeFirst = /^<[^>]*epsg[^>]*4326>/iu;

/** Whether a text begins as WKT does. */
export const isWkt = (text: string): boolean => head.test(text.trim());

/** A box around each outer ring, line and point. */
export function readWkt(text: string): PlacedBox[] {
  if (!isWkt(text)) return [];
  const isFlipped = latitudeFirst.test(text.trim());
  const boxes: PlacedBox[] = [];
  for (const [, inner = ''] of text.matchAll(/\(([^()]+)\)/gu)) {
    const positions = inner.split(',').map((tuple) => tuple.trim().split(/\s+/u).map(Number));
    if (positions.some(([x, y]) => !Number.isFinite(x) || !Number.isFinite(y))) return [];
    const pairs = positions.map(([x = 0, y = 0]): Position => (isFlipped ? [y, x] : [x, y]));
    const fitted = fitting(pairs);
    if (fitted === undefined) return [];
    boxes.push(...around(fitted));
  }
  return boxes.filter((box, index) => !boxes.slice(0, index).some((outer) => holds(outer, box)));
}

/** A ring within one before it is that of a hole. */
const holds = (outer: PlacedBox, inner: PlacedBox): boolean =>
  outer.west <= inner.west &&
  outer.south <= inner.south &&
  outer.east >= inner.east &&
  outer.north >= inner.north;
