import type { AxisOrder, BoxOrder } from '../../model/search-facts.ts';
import { isLatitude, isLongitude } from './coordinate-range.ts';
import type { FourNumbers, GeometryPart } from './written-geometry.ts';

/** What the order of the four numbers of a box is, beyond the axis order of its corners. */
export type BoxOrderVerdict =
  /** Corners in the axis order, as schema.org has them; perhaps one of `others` is meant. */
  | { readonly kind: 'corners'; readonly others: readonly BoxOrder[] }
  /** The only order that fits. */
  | { readonly kind: 'only'; readonly order: BoxOrder }
  /** No order is on the map. */
  | { readonly kind: 'none' };

interface Edges {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Orders that give both latitudes, then both longitudes, or the reverse, with both ascending. */
const ascendingPairs = ['south-north-west-east', 'west-east-south-north'] as const;

/** The same with the north before the south. */
const northFirstPairs = ['north-south-west-east', 'west-east-north-south'] as const;

/** All orders of pairs that are in use. */
const pairOrders = [
  ...ascendingPairs,
  ...northFirstPairs,
  'north-south-east-west',
  'east-west-north-south',
] as const;

/**
 * A box whose corners are in the usual order is doubtful only if pairs would make it smaller by
 * this factor: real boxes of West Africa, whose latitudes are like its longitudes, reach 10 and
 * more.
 */
const suspiciousSize = 16;

/**
 * Judges in which order a box gives its four numbers, where nothing but the numbers tells. By rank:
 * the range, ascending pairs, the standard.
 * @param corners the axis order of its corners, and whether that is the usual one; undefined if
 *   neither is on the map
 */
export function judgeBoxOrder(
  numbers: FourNumbers,
  corners: { readonly axes: AxisOrder; readonly isUsual: boolean } | undefined,
): BoxOrderVerdict {
  if (corners === undefined) {
    // Corners are off the map, so only one of the pairs can be latitudes.
    const order = pairOrders.find((each) => fitsInOrder(numbers, each));
    return order === undefined ? { kind: 'none' } : { kind: 'only', order };
  }
  const edges = edgesInOrder(numbers, cornerOrders[corners.axes]);
  const ascending = ascendingPairs.filter((each) => fitsWithWestFirst(numbers, each));
  const isUpsideDown = edges.south > edges.north;
  const isReversed = isUpsideDown && edges.west > edges.east && !crosses(edges);
  const [first, ...more] = ascending;
  if (isReversed && first !== undefined) {
    return more.length === 0
      ? { kind: 'only', order: first }
      : { kind: 'corners', others: ascending };
  }
  // Corners that are not as in the standard are no better than pairs with the north first.
  const northFirst =
    corners.isUsual && !isReversed
      ? []
      : northFirstPairs.filter((each) => fitsWithWestFirst(numbers, each));
  const size = Math.abs(sizeOf(edges)) / (isUpsideDown ? 1 : suspiciousSize);
  const smaller = [...ascending, ...northFirst].filter((each) => {
    const other = sizeOf(edgesInOrder(numbers, each));
    return other > 0 && other < size;
  });
  return { kind: 'corners', others: smaller };
}

/** The name of the order of a box whose corners have an axis order. */
export const cornerOrders = {
  'lat-lon': 'south-west-north-east',
  'lon-lat': 'west-south-east-north',
} as const satisfies Record<AxisOrder, BoxOrder>;

/**
 * Whether an order fits the numbers: it is upright, and its east is at its west or to the east of
 * it, perhaps across the antimeridian.
 */
function fitsInOrder(numbers: FourNumbers, order: BoxOrder): boolean {
  const edges = edgesInOrder(numbers, order);
  return isUpright(numbers, order) && (edges.west <= edges.east || crosses(edges));
}

/** Whether an order fits without crossing the antimeridian. */
function fitsWithWestFirst(numbers: FourNumbers, order: BoxOrder): boolean {
  const { west, east } = edgesInOrder(numbers, order);
  return west <= east && isUpright(numbers, order);
}

/** Whether an order puts a box on the map, with its north not below its south. */
export function isUpright(numbers: FourNumbers, order: BoxOrder): boolean {
  const { south, west, north, east } = edgesInOrder(numbers, order);
  const isOnMap = [south, north].every(isLatitude) && [west, east].every(isLongitude);
  return isOnMap && south <= north;
}

/**
 * Whether a west beyond the east gives a box across the antimeridian of less than half the globe.
 */
function crosses({ west, east }: Edges): boolean {
  return west - east > 180;
}

/** In square degrees; negative where the west is beyond the east. */
function sizeOf({ south, west, north, east }: Edges): number {
  return (north - south) * (east - west);
}

/** The box of four numbers in an order, longitude before latitude in its corners. */
export function boxInOrder(numbers: FourNumbers, order: BoxOrder): GeometryPart {
  const { south, west, north, east } = edgesInOrder(numbers, order);
  return {
    kind: 'box',
    corners: [
      [west, south],
      [east, north],
    ],
  };
}

function edgesInOrder(numbers: FourNumbers, order: BoxOrder): Edges {
  const edges = { south: 0, west: 0, north: 0, east: 0 };
  // The names of orders consist of the four edges.
  const names = order.split('-') as (keyof Edges)[];
  for (const [index, name] of names.entries()) edges[name] = numbers[index] ?? 0;
  return edges;
}
