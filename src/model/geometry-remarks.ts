import type { TimeRemark } from './time-remarks.ts';

/** A correction that made a geometry readable. */
export type GeometryRepair =
  /** Latitude and longitude were exchanged; in the usual order they would be off the map. */
  | 'axis-order'
  /** Decimal commas instead of decimal points. */
  | 'decimal-commas'
  /** The south of a box was greater than its north. */
  | 'south-and-north-swapped'
  /** The west of a box was greater than its east, and the source is configured to swap them. */
  | 'west-and-east-swapped'
  /**
   * Latitudes were up to one degree beyond a pole, or longitudes slightly beyond the antimeridian.
   */
  | 'edges-cut'
  /** Longitudes beyond 180, as from 0 to 360. */
  | 'longitudes-wrapped'
  /** West and east were both the antimeridian, or more than 360 degrees apart. */
  | 'all-longitudes'
  /** A polygon boundary did not end where it began. */
  | 'ring-closed'
  /** WKT contained letters for hemispheres. */
  | 'letters-read'
  /** A property for one shape held another, such as WKT in `box`, or a polygon of two corners. */
  | 'other-shape'
  /** Too many places: neighbours were merged into one box. */
  | 'merged'
  /** The outlines are too long in total: their bounding boxes replace them. */
  | 'outlines-left-out';

/** How a geometry is ambiguous. */
export type GeometryDoubt =
  /** Both axis orders are on the map, and the text does not follow its standard. */
  | 'axis-order'
  /** West is greater than east: across the antimeridian, or exchanged. */
  | 'west-greater-than-east'
  /**
   * A rectangle is wider than half the globe: as written, or its complement across the
   * antimeridian.
   */
  | 'wide-rectangle'
  /**
   * Consecutive vertices are more than half the globe apart: across the antimeridian, or the long
   * way round.
   */
  | 'long-edge';

/** Why a geometry gives no place. */
export type GeometryFault =
  /** No known notation. */
  | 'malformed'
  /** Too few numbers, or one of a pair is missing. */
  | 'incomplete'
  /** Several latitudes or longitudes, and nothing says how they pair. */
  | 'unpaired'
  /** A missing-value code such as -999; or the empty extent `0 0 -1 -1`. */
  | 'sentinel'
  /** Numbers beyond 1000, as in metres on a projected map. */
  | 'projected'
  | 'latitude-out-of-range'
  | 'longitude-out-of-range'
  /** Its coordinate reference system is not known to be WGS 84. */
  | 'reference-system'
  /** Nested more deeply than geometries are. */
  | 'too-deep';

/**
 * A remark on a geometry, reported as `geometry-repaired`, `geometry-doubtful` or
 * `geometry-unusable`.
 */
export type GeometryRemark =
  | {
      readonly kind: 'geometry-repaired';
      /** As published; for merged places their number. */
      readonly value: string;
      readonly repair: GeometryRepair;
      /** The resulting boxes, `S W N E` each; for merged places their number. */
      readonly result: string;
    }
  | {
      readonly kind: 'geometry-doubtful';
      readonly value: string;
      readonly doubt: GeometryDoubt;
      /** The boxes of the chosen reading, `S W N E` each. */
      readonly taken: string;
    }
  | {
      readonly kind: 'geometry-unusable';
      readonly value: string;
      readonly reason: GeometryFault;
    };

/** Collects what was repaired in places and times, is doubtful, or cannot be used. */
export interface RemarkSink {
  add(remark: GeometryRemark | TimeRemark): void;
}
