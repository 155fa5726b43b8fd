import type { PlacedBox, Position } from '../entry.ts';
import { around, fitting } from './coordinates.ts';

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
  const kind = /polygon/iu.test(text) ? 'area' : 'line';
  const boxes: PlacedBox[] = [];
  for (const [, inner = ''] of text.matchAll(/\(([^()]+)\)/gu)) {
    const positions = inner.split(',').map((tuple) => tuple.trim().split(/\s+/u).map(Number));
    if (positions.some(([x, y]) => !Number.isFinite(x) || !Number.isFinite(y))) return [];
    const pairs = positions.map(([x = 0, y = 0]): Position => (isFlipped ? [y, x] : [x, y]));
    const fitted = fitting(pairs);
    if (fitted === undefined) return [];
    for (const box of around(fitted, kind)) {
      const at = boxes.findIndex((outer) => holds(outer, box));
      if (at < 0) boxes.push(box);
      else boxes[at] = withHole(boxes[at] ?? box, fitted);
    }
  }
  return boxes;
}

/** A ring within one before it is that of a hole. */
const withHole = (box: PlacedBox, hole: readonly Position[]): PlacedBox => ({
  ...box,
  drawn: { kind: 'area', paths: [...(box.drawn?.paths ?? []), hole] },
});

const holds = (outer: PlacedBox, inner: PlacedBox): boolean =>
  outer.west <= inner.west &&
  outer.south <= inner.south &&
  outer.east >= inner.east &&
  outer.north >= inner.north;
