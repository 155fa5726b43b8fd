import type { Box } from '../model/search-facts.ts';

/**
 * The box around boxes, in degrees; undefined of none. Where some reach the antimeridian from both sides it lies across it,
 * with `west` greater than `east` as in RFC 7946 §5.2, and what is left out is the widest gap between them.
 */
export function boxAround(boxes: readonly Box[]): Box | undefined {
  const [first, ...more] = boxes;
  if (first === undefined) return undefined;
  const around = more.reduce(
    (whole, { west, south, east, north }): Box => ({
      west: Math.min(whole.west, west),
      south: Math.min(whole.south, south),
      east: Math.max(whole.east, east),
      north: Math.max(whole.north, north),
    }),
    first,
  );
  if (around.west > -180 || around.east < 180) return around;
  return { ...around, ...widestGap(boxes) };
}

/** Between what it leaves out, from where that ends to where it begins; nothing where there is no gap. */
function widestGap(boxes: readonly Box[]): Pick<Box, 'west' | 'east'> | undefined {
  let reached = -180;
  let width = 0;
  let gap: Pick<Box, 'west' | 'east'> | undefined;
  for (const { west, east } of boxes.toSorted((one, other) => one.west - other.west)) {
    if (west - reached > width) {
      width = west - reached;
      gap = { west, east: reached };
    }
    reached = Math.max(reached, east);
  }
  return gap;
}
