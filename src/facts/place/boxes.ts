import type { Box } from '../../model/search-facts.ts';

/**
 * Each box of a geometry costs several statements of the index; few geometries have more than
 * these.
 */
const maxBoxesOfGeometry = 16;

/** Boxes as `S W N E`, the order of schema.org, separated by commas. */
export function describeBoxes(boxes: readonly Box[]): string {
  return boxes
    .map(({ south, west, north, east }) => `${south} ${west} ${north} ${east}`)
    .join(', ');
}

/** Compares by west, south, east, north. */
export function compareBoxes(one: Box, other: Box): number {
  return (
    one.west - other.west ||
    one.south - other.south ||
    one.east - other.east ||
    one.north - other.north
  );
}

/** The boxes sorted and without duplicates. */
export function distinctBoxes(boxes: readonly Box[]): readonly Box[] {
  const sorted = boxes.toSorted(compareBoxes);
  return sorted.filter((box, index) => {
    const before = sorted[index - 1];
    return before === undefined || compareBoxes(before, box) !== 0;
  });
}

/**
 * At most 16 boxes that cover the given ones: neighbours from west to east are merged.
 * @param boxes output of `distinctBoxes`
 */
export function fewBoxes(boxes: readonly Box[]): readonly Box[] {
  if (boxes.length <= maxBoxesOfGeometry) return boxes;
  const merged: Box[] = [];
  const share = boxes.length / maxBoxesOfGeometry;
  for (let group = 0; group < maxBoxesOfGeometry; group += 1) {
    merged.push(around(boxes.slice(Math.round(group * share), Math.round((group + 1) * share))));
  }
  return distinctBoxes(merged);
}

/** Whether two boxes have a point in common; a shared edge is enough. */
export function boxesMeet(one: Box, other: Box): boolean {
  return (
    one.west <= other.east &&
    other.west <= one.east &&
    one.south <= other.north &&
    other.south <= one.north
  );
}

/** The smallest box around one or more boxes. */
export function around(boxes: readonly Box[]): Box {
  return boxes.reduce((one, other) => ({
    west: Math.min(one.west, other.west),
    south: Math.min(one.south, other.south),
    east: Math.max(one.east, other.east),
    north: Math.max(one.north, other.north),
  }));
}
