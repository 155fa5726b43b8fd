import type { Box } from '../../model/search-facts.ts';

/** More than this are merged: each box of a geometry is some statements of the index, and few geometries have as many. */
const maxBoxes = 16;

/** `S W N E`, as schema.org writes a box; several with a comma between them. */
export function describeBoxes(boxes: readonly Box[]): string {
  return boxes
    .map(({ south, west, north, east }) => `${south} ${west} ${north} ${east}`)
    .join(', ');
}

/** By west, south, east, north. */
export function compareBoxes(one: Box, other: Box): number {
  return (
    one.west - other.west ||
    one.south - other.south ||
    one.east - other.east ||
    one.north - other.north
  );
}

/** The boxes sorted, each once. */
export function distinctBoxes(boxes: readonly Box[]): readonly Box[] {
  const sorted = boxes.toSorted(compareBoxes);
  return sorted.filter((box, index) => {
    const before = sorted[index - 1];
    return before === undefined || compareBoxes(before, box) !== 0;
  });
}

/**
 * At most 16 boxes that cover the same and more: neighbours from west to east share one.
 * @param boxes as `distinctBoxes` gives them
 */
export function fewBoxes(boxes: readonly Box[]): readonly Box[] {
  if (boxes.length <= maxBoxes) return boxes;
  const merged: Box[] = [];
  const share = boxes.length / maxBoxes;
  for (let group = 0; group < maxBoxes; group += 1) {
    merged.push(around(boxes.slice(Math.round(group * share), Math.round((group + 1) * share))));
  }
  return distinctBoxes(merged);
}

/** Whether the two have a point in common; an edge is enough. */
export function boxesMeet(one: Box, other: Box): boolean {
  return (
    one.west <= other.east &&
    other.west <= one.east &&
    one.south <= other.north &&
    other.south <= one.north
  );
}

/** The smallest box around some, of which there is one at least. */
export function around(boxes: readonly Box[]): Box {
  return boxes.reduce((one, other) => ({
    west: Math.min(one.west, other.west),
    south: Math.min(one.south, other.south),
    east: Math.max(one.east, other.east),
    north: Math.max(one.north, other.north),
  }));
}
