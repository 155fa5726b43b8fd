import type { GeometryFault } from '../../model/geometry-remarks.ts';
import type { AxisOrder } from '../../model/search-facts.ts';
import type { Position } from './shape.ts';

/** The largest absolute values of the first and second coordinates. */
export interface Reach {
  readonly first: number;
  readonly second: number;
}

/** Grids and world maps may extend this far beyond the poles. */
const maxLatitude = 91;
/** Longitudes range from -180 to 180 or from 0 to 360, plus a margin. */
const maxLongitude = 400;
/** No value in degrees is this large. */
const maxDegrees = 1000;
/** Rounding error added to 90 (`90.0000076293945`). */
const roundingError = 1e-4;

export function reachOf(positions: readonly Position[]): Reach {
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
export function fit(reach: Reach, order: AxisOrder): 'off' | 'beyond' | 'on' {
  const latitude = order === 'lat-lon' ? reach.first : reach.second;
  const longitude = order === 'lat-lon' ? reach.second : reach.first;
  if (!(latitude <= maxLatitude && longitude <= maxLongitude)) return 'off';
  return latitude <= 90 + roundingError ? 'on' : 'beyond';
}

/** The opposite axis order. */
export function otherOrder(order: AxisOrder): AxisOrder {
  return order === 'lat-lon' ? 'lon-lat' : 'lat-lon';
}

/** Why coordinates are off the map in both axis orders. */
export function offMapFault(positions: readonly Position[], order: AxisOrder): GeometryFault {
  // -999, -9999.0, 99999, 999.9: values that programs write for missing numbers.
  if (positions.flat().some((number) => /^-?9{3,}(?:\.9*)?$/u.test(String(number)))) {
    return 'sentinel';
  }
  const reach = reachOf(positions);
  if (!(Math.max(reach.first, reach.second) <= maxDegrees)) return 'projected';
  const latitude = order === 'lat-lon' ? reach.first : reach.second;
  return latitude > maxLatitude ? 'latitude-out-of-range' : 'longitude-out-of-range';
}
