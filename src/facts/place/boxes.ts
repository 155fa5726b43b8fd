import type { Box } from '../../model/search-facts.ts';
import { divideEvenly } from '../../text/collections.ts';

/**
 * Each box of a geometry costs several statements of the index; few geometries have more than
 * these.
 */
const maxBoxesOfGeometry = 16;

/** Boxes as `S W N E`, the order of schema.org, separated by commas. */
export function formatBoxes(boxes: readonly Box[]): string {
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
export function limitBoxesOfGeometry(boxes: readonly Box[]): readonly Box[] {
  if (boxes.length <= maxBoxesOfGeometry) return boxes;
  return distinctBoxes(divideEvenly(boxes, maxBoxesOfGeometry).map(smallestBoxAround));
}

/** Whether two boxes have a point in common; a shared edge is enough. */
export function boxesIntersect(one: Box, other: Box): boolean {
  return (
    one.west <= other.east &&
    other.west <= one.east &&
    one.south <= other.north &&
    other.south <= one.north
  );
}

/** The smallest box around one or more boxes. */
export function smallestBoxAround(boxes: readonly Box[]): Box {
  return boxes.reduce((one, other) => ({
    west: Math.min(one.west, other.west),
    south: Math.min(one.south, other.south),
    east: Math.max(one.east, other.east),
    north: Math.max(one.north, other.north),
  }));
}

/**
 * Merges neighbouring boxes until at most `max` are left. The result covers the input and does not
 * depend on its order; n log n for boxes on a map.
 * @param boxes without duplicates
 * @returns sorted boxes; the input if it is not too long
 */
export function coverBoxes(boxes: readonly Box[], max: number): readonly Box[] {
  const covering: Box[] = [];
  divideBoxes(boxes, max, covering);
  return distinctBoxes(covering);
}

/** Divides the boxes along the axis of their greater spread, until each group may have a box. */
function divideBoxes(boxes: readonly Box[], groups: number, covering: Box[]): void {
  if (boxes.length <= groups) {
    for (const box of boxes) covering.push(box);
    return;
  }
  if (groups <= 1) {
    covering.push(smallestBoxAround(boxes));
    return;
  }
  const axis = axisOfGreaterSpread(boxes);
  const sorted = boxes.toSorted(
    (one, other) => axis(one) - axis(other) || compareBoxes(one, other),
  );
  const border = findDivision(sorted, axis);
  const fair = Math.round((groups * border) / sorted.length);
  const before = Math.min(Math.max(fair, 1), groups - 1);
  divideBoxes(sorted.slice(0, border), before, covering);
  divideBoxes(sorted.slice(border), groups - before, covering);
}

/**
 * Index at which to divide: the middle, or a gap of more than half of the spread, so that a few
 * remote boxes get their own box.
 */
function findDivision(sorted: readonly Box[], axis: Axis): number {
  const apart = spreadAlong(axis, sorted) / 2;
  for (const [at, box] of sorted.entries()) {
    const next = sorted[at + 1];
    if (next !== undefined && axis(next) - axis(box) > apart) return at + 1;
  }
  return Math.floor(sorted.length / 2);
}

/** Twice the centre of a box, which sorts alike. */
type Axis = (box: Box) => number;

const alongEquator: Axis = ({ west, east }) => west + east;
const alongMeridian: Axis = ({ south, north }) => south + north;

function axisOfGreaterSpread(boxes: readonly Box[]): Axis {
  return spreadAlong(alongEquator, boxes) >= spreadAlong(alongMeridian, boxes)
    ? alongEquator
    : alongMeridian;
}

function spreadAlong(axis: Axis, boxes: readonly Box[]): number {
  let [least, most] = [Infinity, -Infinity];
  for (const box of boxes) {
    least = Math.min(least, axis(box));
    most = Math.max(most, axis(box));
  }
  return most - least;
}
