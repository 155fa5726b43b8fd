import type { Box } from '../../model/search-facts.ts';
import { around, compareBoxes, distinctBoxes } from './boxes.ts';

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
    covering.push(around(boxes));
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
