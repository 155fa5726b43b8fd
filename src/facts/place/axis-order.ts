import type { GeometryFault } from '../../model/geometry-remarks.ts';
import type { AxisOrder } from '../../model/search-facts.ts';
import type { Position } from './shape.ts';

/** How far some numbers go, as first and as second of their positions. */
export interface Reach {
  readonly first: number;
  readonly second: number;
}

/** Halos of grids and of maps of the world lie this far beyond the poles. */
const farthestLatitude = 91;
/** Longitudes go from -180 to 180 or from 0 to 360, with a halo. */
const farthestLongitude = 400;
/** Nothing in degrees is so far. */
const degreesEnd = 1000;
/** What rounding adds to 90 (`90.0000076293945`). */
const trace = 1e-4;

export function reachOf(positions: readonly Position[]): Reach {
  let first = 0;
  let second = 0;
  for (const [one, other] of positions) {
    first = Math.max(first, Math.abs(one));
    second = Math.max(second, Math.abs(other));
  }
  return { first, second };
}

/** How well positions read in an order are on the map: `beyond` has latitudes that are less than a degree beyond a pole. */
export function fit(reach: Reach, order: AxisOrder): 'off' | 'beyond' | 'on' {
  const latitude = order === 'lat-lon' ? reach.first : reach.second;
  const longitude = order === 'lat-lon' ? reach.second : reach.first;
  if (!(latitude <= farthestLatitude && longitude <= farthestLongitude)) return 'off';
  return latitude <= 90 + trace ? 'on' : 'beyond';
}

/** The other order. */
export function otherOrder(order: AxisOrder): AxisOrder {
  return order === 'lat-lon' ? 'lon-lat' : 'lat-lon';
}

/** Why positions are off the map in either order. */
export function offMapFault(positions: readonly Position[], order: AxisOrder): GeometryFault {
  // -999, -9999.0, 99999, 999.9: what programs write where they have no number.
  if (positions.flat().some((number) => /^-?9{3,}(?:\.9*)?$/u.test(String(number)))) {
    return 'sentinel';
  }
  const reach = reachOf(positions);
  if (!(Math.max(reach.first, reach.second) <= degreesEnd)) return 'projected';
  const latitude = order === 'lat-lon' ? reach.first : reach.second;
  return latitude > farthestLatitude ? 'latitude-out-of-range' : 'longitude-out-of-range';
}
