import type { Box } from '../../model/search-facts.ts';
import { around, compareBoxes, distinctBoxes } from './boxes.ts';

/**
 * At most so many boxes that cover the same places and more: neighbours share one. The same ones whatever the order; in time
 * n log n for what lies on a map.
 * @param boxes each once
 * @returns sorted; the boxes themselves where they are no more
 */
export function coverBoxes(boxes: readonly Box[], max: number): readonly Box[] {
  const covering: Box[] = [];
  share(boxes, max, covering);
  return distinctBoxes(covering);
}

/** Divides them along the axis on which they lie farther apart, until each group may have a box. */
function share(boxes: readonly Box[], groups: number, covering: Box[]): void {
  if (boxes.length <= groups) {
    for (const box of boxes) covering.push(box);
    return;
  }
  if (groups <= 1) {
    covering.push(around(boxes));
    return;
  }
  const axis = widerAxis(boxes);
  const sorted = boxes.toSorted(
    (one, other) => axis(one) - axis(other) || compareBoxes(one, other),
  );
  const border = borderIn(sorted, axis);
  const fair = Math.round((groups * border) / sorted.length);
  const before = Math.min(Math.max(fair, 1), groups - 1);
  share(sorted.slice(0, border), before, covering);
  share(sorted.slice(border), groups - before, covering);
}

/** The middle, or where they lie apart by more than half of all: a few far from all others have their own box. */
function borderIn(sorted: readonly Box[], axis: Axis): number {
  const apart = spread(axis, sorted) / 2;
  for (const [at, box] of sorted.entries()) {
    const next = sorted[at + 1];
    if (next !== undefined && axis(next) - axis(box) > apart) return at + 1;
  }
  return Math.floor(sorted.length / 2);
}

/** Twice the middle of a box, which sorts alike. */
type Axis = (box: Box) => number;

const alongEquator: Axis = ({ west, east }) => west + east;
const alongMeridian: Axis = ({ south, north }) => south + north;

function widerAxis(boxes: readonly Box[]): Axis {
  return spread(alongEquator, boxes) >= spread(alongMeridian, boxes) ? alongEquator : alongMeridian;
}

function spread(axis: Axis, boxes: readonly Box[]): number {
  let [least, most] = [Infinity, -Infinity];
  for (const box of boxes) {
    least = Math.min(least, axis(box));
    most = Math.max(most, axis(box));
  }
  return most - least;
}
