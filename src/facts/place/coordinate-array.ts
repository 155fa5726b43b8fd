import { type JsonValue, parseJson } from '../../text/json.ts';

/** A list of polygons has four levels of arrays. */
export const maxDepthOfArray = 4;

/** Numbers, or texts of numbers, with inner arrays for positions, rings and polygons. */
export type CoordinateArray = (CoordinateArray | number | string)[];

/** Length limit for a text of three numbers with many digits. */
const longestPosition = 100;

/** A text of one number. */
const oneNumber = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/iu;
/** A text of two or three numbers. */
const position = /^\s*[+-]?[\d.]+(?:\s*,\s*|\s+)[+-]?[\d.]+(?:(?:\s*,\s*|\s+)[+-]?[\d.]+)?\s*$/u;

/**
 * Whether a value is an array of coordinates: of at least two numbers, or of arrays of these;
 * numbers may be texts.
 * @param acceptsPositions whether an item may also be a text of two or three numbers
 */
export function isCoordinateArray(
  value: JsonValue,
  acceptsPositions = false,
): value is CoordinateArray {
  return countNumbers(value, maxDepthOfArray, acceptsPositions) > 1;
}

/** The number of coordinates, or NaN where anything else occurs. */
function countNumbers(value: JsonValue, depth: number, acceptsPositions: boolean): number {
  if (!Array.isArray(value) || depth === 0) return NaN;
  let count = 0;
  for (const item of value) {
    if (Array.isArray(item)) count += countNumbers(item, depth - 1, acceptsPositions);
    else if (typeof item === 'number' ? Number.isFinite(item) : isText(item, oneNumber)) count += 1;
    else if (acceptsPositions && isText(item, position)) count += 2;
    else return NaN;
    if (Number.isNaN(count)) return NaN;
  }
  return count;
}

function isText(value: JsonValue, pattern: RegExp): boolean {
  return typeof value === 'string' && value.length <= longestPosition && pattern.test(value);
}

/** Parses a JSON array of coordinates; undefined for any other text. */
export function parseCoordinateArray(text: string): CoordinateArray | undefined {
  if (!/^\s*\[/u.test(text)) return undefined;
  const value = parseJson(text);
  return value !== undefined && isCoordinateArray(value, true) ? value : undefined;
}

/** The GeoJSON types of coordinates, by the depth of their arrays. */
const typesByDepth = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** The GeoJSON type that fits the depth of coordinates. */
export function typeOfArray(coordinates: CoordinateArray): string {
  return typesByDepth[depthOf(coordinates) - 1] ?? 'MultiPolygon';
}

/**
 * An array of coordinates as a text of numbers, or as GeoJSON where it has more levels than a text
 * can have: rings in arrays, or (for a place) positions in arrays. An array of pairs becomes pairs
 * joined by commas.
 * @param isPath whether positions are expected, as in a polygon of schema.org
 */
export function textOfArray(coordinates: CoordinateArray, isPath: boolean): string {
  const depth = depthOf(coordinates);
  if (depth > 2 || (depth === 2 && !isPath && coordinates.length > 2)) {
    return JSON.stringify({ type: typeOfArray(coordinates), coordinates });
  }
  if (depth === 1) return coordinates.map(String).join(' ');
  return coordinates.map((item) => [item].flat().map(String).join(' ')).join(',');
}

function depthOf(value: CoordinateArray): number {
  return (
    1 + Math.max(0, ...value.slice(0, 2).map((item) => (Array.isArray(item) ? depthOf(item) : 0)))
  );
}
