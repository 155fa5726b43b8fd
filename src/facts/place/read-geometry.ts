import type { GeometryFault, GeometryRemark, AxisOrder, Box } from '../../model/search-facts.ts';
import { isNil } from '../text/missing-values.ts';
import { boxesIntersect, compareBoxes, formatBoxes } from './boxes.ts';
import {
  type CoordinateTextForm,
  parseCoordinateText,
  parseLength,
  parseNumbers,
} from './coordinate-text.ts';
import { looksLikeGml, looksLikeJson, readGeoJson, readGml } from './geojson-and-gml.ts';
import { type NormalizedParts, normalizeParts } from './map-geometry.ts';
import { looksLikeWkt, readWkt } from './wkt.ts';
import {
  type AxisOrderCertainty,
  type CoordinatePair,
  type GeometryContext,
  type GeometryPart,
  type GeometryReading,
  type ParsedGeometry,
  positionsOfPart,
  type UnreadableGeometry,
  unusableGeometry,
} from './written-geometry.ts';

/**
 * The expected form of a text: numbers in one of schema.org's forms, or a self-describing geometry.
 */
export type GeometryForm = CoordinateTextForm | 'geometry';

/**
 * Reads a geometry. WKT, GeoJSON and GML are recognised everywhere, and noted where plain numbers
 * are expected.
 * @param text of any length; never throws
 * @param form the form that its property prescribes
 */
export function readGeometry(
  text: string,
  form: GeometryForm,
  context: GeometryContext,
): GeometryReading {
  if (isMissingGeometry(text)) return { boxes: [], remarks: [], certainty: 'sure' };
  const shape = readSelfDescribed(text);
  if (shape === undefined) {
    if (form === 'geometry') return unusableGeometry(text, 'malformed');
    return normalizeOrReject(text, parseCoordinateText(text, form), context);
  }
  const isExpected = form === 'geometry' || form === 'extent' || 'fault' in shape;
  return normalizeOrReject(
    text,
    isExpected ? shape : { ...shape, repairs: ['other-shape'] },
    context,
  );
}

/**
 * Whether a text that may be a place name is a geometry: WKT, GeoJSON or GML, or two numbers (a
 * position) or four (the extent of DCAT-US: west, south, east, north).
 */
export function isGeometryText(text: string): boolean {
  if (looksLikeWkt(text) || looksLikeJson(text) || looksLikeGml(text)) return true;
  if (text.length > longestExtent) return false;
  const count = parseNumbers(text, 4)?.numbers.length;
  return count === 4 || count === 2;
}

/** A position with named coordinates, as numbers or texts. */
export interface NamedPosition {
  readonly latitude: string;
  readonly longitude: string;
  /** Radius of a circle: a length, with or without unit. */
  readonly radius?: string | undefined;
}

/**
 * Reads a latitude and a longitude, with decimal comma, hemisphere letter, or degrees and minutes;
 * and a circle around them if there is a radius.
 */
export function readPosition(position: NamedPosition, context: GeometryContext): GeometryReading {
  const { latitude, longitude, radius } = position;
  const around = radius === undefined ? '' : `, radius ${radius}`;
  const value = `latitude ${latitude}, longitude ${longitude}${around}`;
  const north = parseCoordinate(latitude, 'latitude');
  const east = parseCoordinate(longitude, 'longitude');
  const radiusMetres = radius === undefined ? 0 : parseLength(radius);
  if (north === undefined || east === undefined || radiusMetres === undefined) {
    return unusableGeometry(value, 'malformed');
  }
  const at = [north.degrees, east.degrees] as const;
  const part: GeometryPart =
    radius === undefined ? { kind: 'point', at } : { kind: 'circle', centre: at, radiusMetres };
  const repairs = north.decimalComma || east.decimalComma ? (['decimal-commas'] as const) : [];
  const order = { axes: 'lat-lon', by: 'fixed' } as const;
  return normalizeGeometry({ value, parts: [part], order, repairs }, context);
}

/** Length limit for four numbers with many digits. */
const longestExtent = 400;

function readSelfDescribed(text: string): ParsedGeometry | UnreadableGeometry | undefined {
  if (looksLikeWkt(text)) return readWkt(text);
  if (looksLikeJson(text)) return readGeoJson(text);
  return looksLikeGml(text) ? readGml(text) : undefined;
}

function normalizeOrReject(
  text: string,
  shape: ParsedGeometry | UnreadableGeometry,
  context: GeometryContext,
) {
  return 'fault' in shape ? unusableGeometry(text, shape.fault) : normalizeGeometry(shape, context);
}

function parseCoordinate(text: string, axis: 'latitude' | 'longitude') {
  const read = parseNumbers(text, 1);
  const [degrees, ...more] = read?.numbers ?? [];
  if (read === undefined || degrees === undefined || more.length > 0) return undefined;
  const [stated = axis] = read.axes;
  return stated === axis ? { degrees, decimalComma: read.decimalCommas } : undefined;
}

/**
 * Whether a text in place of a geometry says that there is none. Braces of a JSON object do not
 * make it an unfilled template.
 */
export function isMissingGeometry(text: string): boolean {
  return !looksLikeJson(text) && isNil(text);
}

/** The chosen axis order, and how certain it is. */
interface AxisOrderDecision {
  readonly axes: AxisOrder;
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
  const decision = decideAxisOrder(shape, positions, context);
  if (typeof decision === 'string') return unusableGeometry(shape.value, decision);
  return createReading(shape, normalizeInOrder(shape, decision.axes, context), decision);
}

function decideAxisOrder(
  shape: ParsedGeometry,
  positions: readonly CoordinatePair[],
  context: GeometryContext,
): AxisOrderDecision | GeometryFault {
  const { axes, by } = shape.order;
  const reach = largestCoordinates(positions);
  const expected = by === 'fixed' ? axes : (context.axisOrder ?? axes);
  const other = oppositeAxisOrder(expected);
  const fits = fitAxisOrder(reach, expected);
  const otherFits = fitAxisOrder(reach, other);
  if (fits === 'off' && otherFits === 'off') return offMapFault(positions, expected);
  if (fits === 'off') return { axes: other, certainty: 'sure', remark: 'repair' };
  if (otherFits === 'off' || by === 'fixed' || context.axisOrder !== undefined) {
    return { axes: expected, certainty: 'sure' };
  }
  if (fits === 'beyond' && otherFits === 'on') {
    return { axes: other, certainty: 'likely', remark: 'repair' };
  }
  return decideByOthers(shape, context);
}

/**
 * From 0 to -1 on both axes: the empty extent of geometry libraries (the null `Envelope` of JTS).
 */
function isEmptyExtent(part: GeometryPart): boolean {
  if (part.kind !== 'box') return false;
  const [lower, upper] = part.corners;
  return lower.every((number) => number === 0) && upper.every((number) => number === -1);
}

/** Decides by the other geometries of the resource, else takes the usual order. */
function decideByOthers(shape: ParsedGeometry, context: GeometryContext): AxisOrderDecision {
  const { axes, by } = shape.order;
  const { known = [], claimedOrder = axes } = context;
  const usual: AxisOrderDecision = { axes, certainty: 'likely' };
  const isUsual = by === 'usual' && claimedOrder === axes;
  // Without other geometries nothing could change the decision.
  if (isUsual && known.length === 0) return usual;
  const asUsual = normalizeInOrder(shape, axes, context);
  const otherwise = normalizeInOrder(shape, oppositeAxisOrder(axes), context);
  const usualAgrees = agreementWithKnown(asUsual, known);
  const otherAgrees = agreementWithKnown(otherwise, known);
  // Separators are stronger evidence than a place that happens to overlap.
  const isBetter =
    by === 'usual' ? otherAgrees > usualAgrees : otherAgrees === 2 && usualAgrees < 2;
  if (isBetter) return { axes: oppositeAxisOrder(axes), certainty: 'likely', remark: 'doubt' };
  const isSame = formatBoxes(asUsual.boxes) === formatBoxes(otherwise.boxes);
  if (isUsual || usualAgrees > otherAgrees || isSame) return usual;
  return { axes, certainty: 'guessed', remark: 'doubt' };
}

/**
 * 2 if all boxes are among the known ones, 1 if one of them overlaps a known one. A box that may be
 * as wide as the globe because its corners are mixed up overlaps too much to be evidence.
 */
function agreementWithKnown({ boxes, notes }: NormalizedParts, known: readonly Box[]): number {
  if (boxes.every((box) => known.some((each) => compareBoxes(box, each) === 0))) return 2;
  if (notes.doubts.has('west-greater-than-east')) return 0;
  return boxes.some((box) => known.some((each) => boxesIntersect(box, each))) ? 1 : 0;
}

function normalizeInOrder(
  shape: ParsedGeometry,
  axes: AxisOrder,
  context: GeometryContext,
): NormalizedParts {
  return normalizeParts(shape.parts, {
    axes,
    westGreaterThanEast: context.westGreaterThanEast,
    crossingIsMeant: shape.order.by === 'fixed' || context.westGreaterThanEast === 'split',
  });
}

function createReading(
  { value, ...shape }: ParsedGeometry,
  { boxes, wkt, notes }: NormalizedParts,
  { certainty, remark }: AxisOrderDecision,
): GeometryReading {
  const text = formatBoxes(boxes);
  const repairs = new Set([...shape.repairs, ...notes.repairs]);
  const doubts = new Set(notes.doubts);
  if (remark === 'repair') repairs.add('axis-order');
  if (remark === 'doubt') doubts.add('axis-order');
  const remarks = [
    ...[...repairs].toSorted().map((repair): GeometryRemark => {
      return { kind: 'geometry-repaired', value, repair, result: text };
    }),
    ...[...doubts].toSorted().map((doubt): GeometryRemark => {
      return { kind: 'geometry-doubtful', value, doubt, taken: text };
    }),
  ];
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
