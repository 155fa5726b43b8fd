import type { GeometryFault } from '../../model/search-facts.ts';
import { isNil } from '../text/missing-values.ts';
import { normalizeGeometry } from './choose-order.ts';
import { parseCoordinateArray, textOfArray } from './coordinate-array.ts';
import {
  type CoordinateTextForm,
  parseCoordinateText,
  parseLength,
  parseNumbers,
} from './coordinate-text.ts';
import { looksLikeGml, looksLikeJson, readGeoJson, readGml } from './geojson-and-gml.ts';
import { looksLikeLimits, readLimits } from './limits-text.ts';
import { looksLikeWkt, readWkt } from './wkt.ts';
import {
  type GeometryContext,
  type GeometryPart,
  type GeometryReading,
  type ParsedGeometry,
  type UnreadableGeometry,
  unusableGeometry,
} from './written-geometry.ts';

/**
 * The expected form of a text: numbers in one of schema.org's forms, or a self-describing geometry.
 */
export type GeometryForm = CoordinateTextForm | 'geometry';

/**
 * Reads a geometry. WKT, GeoJSON, GML and edges by name are recognised everywhere, and noted where
 * plain numbers are expected; a JSON array of coordinates is read like a text of its numbers.
 * @param text of any length; never throws
 * @param form the form that its property prescribes
 */
export function readGeometry(
  text: string,
  form: GeometryForm,
  context: GeometryContext,
): GeometryReading {
  if (isMissingGeometry(text)) return { boxes: [], remarks: [], certainty: 'sure' };
  const array = parseCoordinateArray(text);
  const isPath = form === 'line' || form === 'polygon';
  const written = array === undefined ? text : textOfArray(array, isPath);
  const shape = readSelfDescribed(written);
  if (shape === undefined) {
    if (form === 'geometry') return unusableGeometry(text, 'malformed');
    return normalizeOrReject(text, parseCoordinateText(written, form), context);
  }
  const isExpected = form === 'geometry' || form === 'extent' || 'fault' in shape;
  return normalizeOrReject(
    text,
    isExpected ? shape : { ...shape, repairs: ['other-shape'] },
    context,
  );
}

/**
 * Whether a text that may be a place name is a geometry: it tells its shape, is a JSON array of
 * coordinates, or is two numbers (a position) or four (the extent of DCAT-US: west, south, east,
 * north).
 */
export function isGeometryText(text: string): boolean {
  if (isSelfDescribed(text) || parseCoordinateArray(text) !== undefined) return true;
  if (text.length > longestExtent) return false;
  const count = parseNumbers(text, 4)?.numbers.length;
  return count === 4 || count === 2;
}

/** Whether a text tells its shape: WKT, GeoJSON, GML, or edges by name. */
export function isSelfDescribed(text: string): boolean {
  return selfDescribed.some(([looksAlike]) => looksAlike(text));
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

/** What a record states of a geometry, as far as it is found in the graph. */
export type GeometryStatement =
  | { readonly kind: 'text'; readonly text: string; readonly form: GeometryForm }
  | { readonly kind: 'position'; readonly position: NamedPosition }
  /** Numbers that make no geometry. */
  | { readonly kind: 'unreadable'; readonly value: string; readonly fault: GeometryFault };

/** Length limit for four numbers with many digits. */
const longestExtent = 400;

/** Notations by which a text tells its shape: how to recognise and how to read them. */
const selfDescribed = [
  [looksLikeWkt, readWkt],
  [looksLikeJson, readGeoJson],
  [looksLikeGml, readGml],
  [looksLikeLimits, readLimits],
] as const;

function readSelfDescribed(text: string): ParsedGeometry | UnreadableGeometry | undefined {
  const [, read] = selfDescribed.find(([looksAlike]) => looksAlike(text)) ?? [];
  return read?.(text);
}

function normalizeOrReject(
  text: string,
  shape: ParsedGeometry | UnreadableGeometry,
  context: GeometryContext,
) {
  return 'fault' in shape
    ? unusableGeometry(text, shape.fault)
    : normalizeGeometry({ ...shape, value: text }, context);
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
