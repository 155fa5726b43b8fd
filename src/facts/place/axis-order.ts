import type { AxisOrder, Box, GeometryFault, GeometryRemark } from '../../model/search-facts.ts';
import { boxesIntersect, compareBoxes, formatBoxes } from './boxes.ts';
import { type NormalizedParts, normalizeParts } from './map-geometry.ts';
import {
  type AxisOrderCertainty,
  type CoordinatePair,
  type GeometryContext,
  type GeometryPart,
  type GeometryReading,
  type ParsedGeometry,
  positionsOfPart,
  unusableGeometry,
} from './written-geometry.ts';

/** The chosen axis order, and how certain it is. */
interface AxisOrderDecision {
  readonly placed: NormalizedParts;
  readonly certainty: AxisOrderCertainty;
  readonly remark?: 'doubt' | 'repair';
}

/**
 * Decides which coordinate is the latitude, and maps the geometry. In order of precedence: the
 * range of the numbers; the format; the configured order of the source; agreement with other
 * geometries of the resource; the usual order.
 */
export function normalizeGeometry(
  shape: ParsedGeometry,
  context: GeometryContext,
): GeometryReading {
  const positions = shape.parts.flatMap(positionsOfPart);
  if (positions.length === 0) return { boxes: [], remarks: [], certainty: 'sure' };
  if (shape.parts.every(isEmptyExtent)) return unusableGeometry(shape.value, 'sentinel');
  return decideAxisOrder(shape, positions, context);
}

function decideAxisOrder(
  shape: ParsedGeometry,
  positions: readonly CoordinatePair[],
  context: GeometryContext,
): GeometryReading {
  const reach = largestCoordinates(positions);
  const { axes, by } = shape.order;
  const expected = by === 'fixed' ? axes : (context.axisOrder ?? axes);
  const fits = fitAxisOrder(reach, expected);
  const otherFits = fitAxisOrder(reach, oppositeAxisOrder(expected));
  if (fits === 'off' && otherFits === 'off') {
    return unusableGeometry(shape.value, offMapFault(positions, expected));
  }
  if (fits === 'off')
    return createReading(
      shape,
      certainDecision(shape, oppositeAxisOrder(expected), context, 'repair'),
    );
  if (otherFits === 'off' || by === 'fixed' || context.axisOrder !== undefined) {
    return createReading(shape, certainDecision(shape, expected, context));
  }
  if (fits === 'beyond' && otherFits === 'on') {
    const other = certainDecision(shape, oppositeAxisOrder(expected), context, 'repair');
    return createReading(shape, { ...other, certainty: 'likely' });
  }
  return createReading(shape, decideByOthers(shape, context));
}

/**
 * From 0 to -1 on both axes: the empty extent of geometry libraries (the null `Envelope` of JTS).
 */
function isEmptyExtent(part: GeometryPart): boolean {
  if (part.kind !== 'box') return false;
  const [lower, upper] = part.corners;
  return lower.every((number) => number === 0) && upper.every((number) => number === -1);
}

function certainDecision(
  shape: ParsedGeometry,
  axes: AxisOrder,
  context: GeometryContext,
  remark?: 'repair',
): AxisOrderDecision {
  const decision = { placed: normalizeInOrder(shape, axes, context), certainty: 'sure' } as const;
  return remark === undefined ? decision : { ...decision, remark };
}

/** Decides by the other geometries of the resource, else takes the usual order. */
function decideByOthers(shape: ParsedGeometry, context: GeometryContext): AxisOrderDecision {
  const { axes, by } = shape.order;
  const asUsual = normalizeInOrder(shape, axes, context);
  const isClaimed = context.claimedOrder === undefined || context.claimedOrder === axes;
  const isUsual = by === 'usual' && isClaimed;
  // Without other geometries nothing could change the decision.
  if (isUsual && (context.known ?? []).length === 0) {
    return { placed: asUsual, certainty: 'likely' };
  }
  const otherwise = normalizeInOrder(shape, oppositeAxisOrder(axes), context);
  const usualAgrees = agreementWithKnown(asUsual, context.known);
  const otherAgrees = agreementWithKnown(otherwise, context.known);
  // Separators are stronger evidence than a place that happens to overlap.
  const isBetter =
    by === 'usual' ? otherAgrees > usualAgrees : otherAgrees === 2 && usualAgrees < 2;
  if (isBetter) return { placed: otherwise, certainty: 'likely', remark: 'doubt' };
  if (isUsual) return { placed: asUsual, certainty: 'likely' };
  if (usualAgrees > otherAgrees || formatBoxes(asUsual.boxes) === formatBoxes(otherwise.boxes)) {
    return { placed: asUsual, certainty: 'likely' };
  }
  return { placed: asUsual, certainty: 'guessed', remark: 'doubt' };
}

/**
 * 2 if all boxes are among the known ones, 1 if one of them overlaps a known one. A box that may be
 * as wide as the globe because its corners are mixed up overlaps too much to be evidence.
 */
function agreementWithKnown({ boxes, notes }: NormalizedParts, known: readonly Box[] = []): number {
  if (boxes.every((box) => known.some((each) => compareBoxes(box, each) === 0))) return 2;
  if (notes.doubts.has('west-greater-than-east')) return 0;
  return boxes.some((box) => known.some((each) => boxesIntersect(box, each))) ? 1 : 0;
}

function normalizeInOrder(
  shape: ParsedGeometry,
  axes: AxisOrder,
  context: GeometryContext,
): NormalizedParts {
  const crossingIsMeant = shape.order.by === 'fixed';
  const { westGreaterThanEast } = context;
  return normalizeParts(shape.parts, { axes, westGreaterThanEast, crossingIsMeant });
}

function createReading(
  shape: ParsedGeometry,
  { placed, certainty, remark }: AxisOrderDecision,
): GeometryReading {
  const { value } = shape;
  const text = formatBoxes(placed.boxes);
  const repairs = new Set([...shape.repairs, ...placed.notes.repairs]);
  const doubts = new Set(placed.notes.doubts);
  if (remark === 'repair') repairs.add('axis-order');
  if (remark === 'doubt') doubts.add('axis-order');
  const remarks: GeometryRemark[] = [];
  for (const repair of [...repairs].toSorted()) {
    remarks.push({ kind: 'geometry-repaired', value, repair, result: text });
  }
  for (const doubt of [...doubts].toSorted()) {
    remarks.push({ kind: 'geometry-doubtful', value, doubt, taken: text });
  }
  const { boxes, wkt } = placed;
  return { boxes, remarks, certainty, ...(wkt !== undefined && { wkt }) };
}

/** Grids and world maps may extend this far beyond the poles. */
const maxLatitude = 91;
/** Longitudes range from -180 to 180 or from 0 to 360, plus a margin. */
const maxLongitude = 400;
/** No value in degrees is this large. */
const maxDegrees = 1000;
/** Rounding error added to 90 (`90.0000076293945`). */
const roundingError = 1e-4;

/** The largest absolute values of the first and second coordinates. */
function largestCoordinates(positions: readonly CoordinatePair[]) {
  let first = 0;
  let second = 0;
  for (const [one, other] of positions) {
    first = Math.max(first, Math.abs(one));
    second = Math.max(second, Math.abs(other));
  }
  return { first, second };
}

/**
 * How well coordinates fit the map in an axis order. `beyond`: some latitudes are less than a
 * degree beyond a pole.
 */
function fitAxisOrder(
  reach: ReturnType<typeof largestCoordinates>,
  order: AxisOrder,
): 'off' | 'beyond' | 'on' {
  const latitude = order === 'lat-lon' ? reach.first : reach.second;
  const longitude = order === 'lat-lon' ? reach.second : reach.first;
  if (!(latitude <= maxLatitude && longitude <= maxLongitude)) return 'off';
  return latitude <= 90 + roundingError ? 'on' : 'beyond';
}

/** The opposite axis order. */
function oppositeAxisOrder(order: AxisOrder): AxisOrder {
  return order === 'lat-lon' ? 'lon-lat' : 'lat-lon';
}

/** Why coordinates are off the map in both axis orders. */
function offMapFault(positions: readonly CoordinatePair[], order: AxisOrder): GeometryFault {
  // -999, -9999.0, 99999, 999.9: values that programs write for missing numbers.
  if (positions.flat().some((number) => /^-?9{3,}(?:\.9*)?$/u.test(String(number)))) {
    return 'sentinel';
  }
  const reach = largestCoordinates(positions);
  if (!(Math.max(reach.first, reach.second) <= maxDegrees)) return 'projected';
  const latitude = order === 'lat-lon' ? reach.first : reach.second;
  return latitude > maxLatitude ? 'latitude-out-of-range' : 'longitude-out-of-range';
}
