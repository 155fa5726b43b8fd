import type { AxisOrder, GeometryFault } from '../../model/search-facts.ts';
import type { CoordinatePair, GeometryPart } from './written-geometry.ts';

/** Grids and world maps may extend this far beyond the poles. */
const maxLatitude = 91;
/** Longitudes range from -180 to 180 or from 0 to 360, plus a margin. */
const maxLongitude = 400;
/** No value in degrees is this large. */
const maxDegrees = 1000;
/** Metres of no projection are this large, but numbers that stand for "none" are. */
const maxMetres = 1e8;
/** Rounding error added to 90 (`90.0000076293945`). */
const roundingError = 1e-4;

/** The largest absolute values of the first and second coordinates. */
export function largestCoordinates(positions: readonly CoordinatePair[]) {
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
export function fitAxisOrder(
  reach: ReturnType<typeof largestCoordinates>,
  order: AxisOrder,
): 'off' | 'beyond' | 'on' {
  const latitude = order === 'lat-lon' ? reach.first : reach.second;
  const longitude = order === 'lat-lon' ? reach.second : reach.first;
  if (!(latitude <= maxLatitude && longitude <= maxLongitude)) return 'off';
  return isLatitude(latitude) ? 'on' : 'beyond';
}

/** Whether a number can be a latitude, up to a rounding error. */
export function isLatitude(degrees: number): boolean {
  return Math.abs(degrees) <= 90 + roundingError;
}

/** Whether a number can be a longitude, counted from -180 or from 0, without a margin. */
export function isLongitude(degrees: number): boolean {
  return Math.abs(degrees) <= 360 + roundingError;
}

/**
 * -999, -9999.0, 99999, 999.9, and the ends of 16 bits: what programs write for a missing number.
 */
const missingNumber = /^-?(?:9{3,}(?:\.9*)?|3276[78])$/u;

/** Why coordinates are off the map in both axis orders. */
export function offMapFault(positions: readonly CoordinatePair[], order: AxisOrder): GeometryFault {
  const reach = largestCoordinates(positions);
  const largest = Math.max(reach.first, reach.second);
  if (positions.flat().some((number) => missingNumber.test(String(number)))) return 'sentinel';
  if (largest > maxMetres) return 'sentinel';
  if (!(largest <= maxDegrees)) return 'projected';
  const latitude = order === 'lat-lon' ? reach.first : reach.second;
  return latitude > maxLatitude ? 'latitude-out-of-range' : 'longitude-out-of-range';
}

/**
 * Whether a part of a geometry is what programs write where they have no place: zeros throughout,
 * also as a box without size; a box of nothing but 1 or -1; a box from 0 to -1, the empty extent of
 * geometry libraries (the null `Envelope` of JTS).
 */
export function isDefaultPart(part: GeometryPart): boolean {
  switch (part.kind) {
    case 'box':
      return isDefaultBox(part.corners.flat());
    case 'circle':
      return part.radiusMetres === 0 && isZero(part.centre);
    case 'point':
      return isZero(part.at);
    case 'line':
      return part.along.every(isZero);
    case 'polygon':
      return part.rings.every((ring) => ring.every(isZero));
  }
}

function isZero(position: CoordinatePair): boolean {
  return position.every((number) => number === 0);
}

function isDefaultBox(numbers: readonly number[]): boolean {
  const [first, second, third, fourth] = numbers;
  const isEmpty = first === 0 && second === 0 && third === -1 && fourth === -1;
  return isEmpty || [0, 1, -1].some((fixed) => numbers.every((number) => number === fixed));
}
