import type { GeometryRemark } from '../../model/geometry-remarks.ts';
import type { AxisOrder, Box } from '../../model/search-facts.ts';
import { fit, offMapFault, otherOrder, reachOf } from './axis-order.ts';
import { boxesMeet, compareBoxes, describeBoxes } from './boxes.ts';
import { placeParts, type PlacedParts } from './place-parts.ts';
import {
  positionsOf,
  unusable,
  type Certainty,
  type GeometryContext,
  type GeometryReading,
  type Position,
  type ShapePart,
  type WrittenShape,
} from './shape.ts';

/** In which order a shape is read, and why. */
interface Decision {
  readonly placed: PlacedParts;
  readonly certainty: Certainty;
  readonly remark?: 'doubt' | 'repair';
}

/**
 * Decides which number of a position is the latitude, and puts the shape on the map. What the range of the numbers proves
 * comes first; then what is fixed by the format; what the source says; agreement with other geometries of the resource;
 * and at last how it is usually written.
 */
export function placeShape(shape: WrittenShape, context: GeometryContext): GeometryReading {
  const positions = shape.parts.flatMap(positionsOf);
  if (positions.length === 0) return { boxes: [], remarks: [], certainty: 'sure' };
  if (shape.parts.every(isEmptyExtent)) return unusable(shape.value, 'sentinel');
  return placePositions(shape, positions, context);
}

function placePositions(
  shape: WrittenShape,
  positions: readonly Position[],
  context: GeometryContext,
): GeometryReading {
  const reach = reachOf(positions);
  const { axes, by } = shape.order;
  const expected = by === 'fixed' ? axes : (context.axisOrder ?? axes);
  const fits = fit(reach, expected);
  const otherFits = fit(reach, otherOrder(expected));
  if (fits === 'off' && otherFits === 'off') {
    return unusable(shape.value, offMapFault(positions, expected));
  }
  if (fits === 'off') return readingOf(shape, sure(shape, otherOrder(expected), context, 'repair'));
  if (otherFits === 'off' || by === 'fixed' || context.axisOrder !== undefined) {
    return readingOf(shape, sure(shape, expected, context));
  }
  if (fits === 'beyond' && otherFits === 'on') {
    const other = sure(shape, otherOrder(expected), context, 'repair');
    return readingOf(shape, { ...other, certainty: 'likely' });
  }
  return readingOf(shape, decideByOthers(shape, context));
}

/** From 0 to -1 on both axes: what geometry libraries write for the extent of nothing (the null `Envelope` of JTS). */
function isEmptyExtent(part: ShapePart): boolean {
  if (part.kind !== 'box') return false;
  const [lower, upper] = part.corners;
  return lower.every((number) => number === 0) && upper.every((number) => number === -1);
}

function sure(
  shape: WrittenShape,
  axes: AxisOrder,
  context: GeometryContext,
  remark?: 'repair',
): Decision {
  const decision = { placed: placed(shape, axes, context), certainty: 'sure' } as const;
  return remark === undefined ? decision : { ...decision, remark };
}

/** Where nothing in the shape decides: as other geometries have it, else as is usual. */
function decideByOthers(shape: WrittenShape, context: GeometryContext): Decision {
  const { axes, by } = shape.order;
  const asUsual = placed(shape, axes, context);
  const isClaimed = context.claimedOrder === undefined || context.claimedOrder === axes;
  const isUsual = by === 'usual' && isClaimed;
  // Nothing is there that could decide otherwise, as for most.
  if (isUsual && (context.known ?? []).length === 0) {
    return { placed: asUsual, certainty: 'likely' };
  }
  const otherwise = placed(shape, otherOrder(axes), context);
  const usualAgrees = agreement(asUsual, context.known);
  const otherAgrees = agreement(otherwise, context.known);
  // What the separators say is more than a place that happens to be met.
  const isBetter =
    by === 'usual' ? otherAgrees > usualAgrees : otherAgrees === 2 && usualAgrees < 2;
  if (isBetter) return { placed: otherwise, certainty: 'likely', remark: 'doubt' };
  if (isUsual) return { placed: asUsual, certainty: 'likely' };
  if (usualAgrees > otherAgrees || same(asUsual.boxes, otherwise.boxes)) {
    return { placed: asUsual, certainty: 'likely' };
  }
  return { placed: asUsual, certainty: 'guessed', remark: 'doubt' };
}

/**
 * 2 where all boxes are among the known ones, 1 where one of them meets one of those. What became nearly as wide as the globe
 * because its corners may be mixed up meets too much to say anything.
 */
function agreement({ boxes, notes }: PlacedParts, known: readonly Box[] = []): number {
  if (boxes.every((box) => known.some((each) => compareBoxes(box, each) === 0))) return 2;
  if (notes.doubts.has('west-greater-than-east')) return 0;
  return boxes.some((box) => known.some((each) => boxesMeet(box, each))) ? 1 : 0;
}

function same(some: readonly Box[], others: readonly Box[]): boolean {
  return describeBoxes(some) === describeBoxes(others);
}

function placed(shape: WrittenShape, axes: AxisOrder, context: GeometryContext): PlacedParts {
  const crossingIsMeant = shape.order.by === 'fixed';
  const { westGreaterThanEast } = context;
  return placeParts(shape.parts, { axes, westGreaterThanEast, crossingIsMeant });
}

function readingOf(shape: WrittenShape, { placed: place, certainty, remark }: Decision) {
  const { value } = shape;
  const text = describeBoxes(place.boxes);
  const repairs = new Set([...shape.repairs, ...place.notes.repairs]);
  const doubts = new Set(place.notes.doubts);
  if (remark === 'repair') repairs.add('axis-order');
  if (remark === 'doubt') doubts.add('axis-order');
  const remarks: GeometryRemark[] = [
    ...Array.from(repairs)
      .toSorted()
      .map((repair) => {
        return { kind: 'geometry-repaired', value, repair, result: text } as const;
      }),
    ...Array.from(doubts)
      .toSorted()
      .map((doubt) => {
        return { kind: 'geometry-doubtful', value, doubt, taken: text } as const;
      }),
  ];
  const { boxes, wkt } = place;
  return { boxes, remarks, certainty, ...(wkt !== undefined && { wkt }) };
}
