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

/** The chosen axis order, and how certain it is. */
interface AxisOrderDecision {
  readonly placed: PlacedParts;
  readonly certainty: Certainty;
  readonly remark?: 'doubt' | 'repair';
}

/**
 * Decides which coordinate is the latitude, and maps the geometry. In order of precedence: the
 * range of the numbers; the format; the configured order of the source; agreement with other
 * geometries of the resource; the usual order.
 */
export function placeShape(shape: WrittenShape, context: GeometryContext): GeometryReading {
  const positions = shape.parts.flatMap(positionsOf);
  if (positions.length === 0) return { boxes: [], remarks: [], certainty: 'sure' };
  if (shape.parts.every(isEmptyExtent)) return unusable(shape.value, 'sentinel');
  return decideAxisOrder(shape, positions, context);
}

function decideAxisOrder(
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
  if (fits === 'off')
    return createReading(shape, certainDecision(shape, otherOrder(expected), context, 'repair'));
  if (otherFits === 'off' || by === 'fixed' || context.axisOrder !== undefined) {
    return createReading(shape, certainDecision(shape, expected, context));
  }
  if (fits === 'beyond' && otherFits === 'on') {
    const other = certainDecision(shape, otherOrder(expected), context, 'repair');
    return createReading(shape, { ...other, certainty: 'likely' });
  }
  return createReading(shape, decideByOthers(shape, context));
}

/**
 * From 0 to -1 on both axes: the empty extent of geometry libraries (the null `Envelope` of JTS).
 */
function isEmptyExtent(part: ShapePart): boolean {
  if (part.kind !== 'box') return false;
  const [lower, upper] = part.corners;
  return lower.every((number) => number === 0) && upper.every((number) => number === -1);
}

function certainDecision(
  shape: WrittenShape,
  axes: AxisOrder,
  context: GeometryContext,
  remark?: 'repair',
): AxisOrderDecision {
  const decision = { placed: normalizeInOrder(shape, axes, context), certainty: 'sure' } as const;
  return remark === undefined ? decision : { ...decision, remark };
}

/** Decides by the other geometries of the resource, else takes the usual order. */
function decideByOthers(shape: WrittenShape, context: GeometryContext): AxisOrderDecision {
  const { axes, by } = shape.order;
  const asUsual = normalizeInOrder(shape, axes, context);
  const isClaimed = context.claimedOrder === undefined || context.claimedOrder === axes;
  const isUsual = by === 'usual' && isClaimed;
  // Without other geometries nothing could change the decision.
  if (isUsual && (context.known ?? []).length === 0) {
    return { placed: asUsual, certainty: 'likely' };
  }
  const otherwise = normalizeInOrder(shape, otherOrder(axes), context);
  const usualAgrees = agreementWithKnown(asUsual, context.known);
  const otherAgrees = agreementWithKnown(otherwise, context.known);
  // Separators are stronger evidence than a place that happens to overlap.
  const isBetter =
    by === 'usual' ? otherAgrees > usualAgrees : otherAgrees === 2 && usualAgrees < 2;
  if (isBetter) return { placed: otherwise, certainty: 'likely', remark: 'doubt' };
  if (isUsual) return { placed: asUsual, certainty: 'likely' };
  if (
    usualAgrees > otherAgrees ||
    describeBoxes(asUsual.boxes) === describeBoxes(otherwise.boxes)
  ) {
    return { placed: asUsual, certainty: 'likely' };
  }
  return { placed: asUsual, certainty: 'guessed', remark: 'doubt' };
}

/**
 * 2 if all boxes are among the known ones, 1 if one of them overlaps a known one. A box that may be
 * as wide as the globe because its corners are mixed up overlaps too much to be evidence.
 */
function agreementWithKnown({ boxes, notes }: PlacedParts, known: readonly Box[] = []): number {
  if (boxes.every((box) => known.some((each) => compareBoxes(box, each) === 0))) return 2;
  if (notes.doubts.has('west-greater-than-east')) return 0;
  return boxes.some((box) => known.some((each) => boxesMeet(box, each))) ? 1 : 0;
}

function normalizeInOrder(
  shape: WrittenShape,
  axes: AxisOrder,
  context: GeometryContext,
): PlacedParts {
  const crossingIsMeant = shape.order.by === 'fixed';
  const { westGreaterThanEast } = context;
  return placeParts(shape.parts, { axes, westGreaterThanEast, crossingIsMeant });
}

function createReading(
  shape: WrittenShape,
  { placed: place, certainty, remark }: AxisOrderDecision,
) {
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
