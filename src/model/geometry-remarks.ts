import type { TimeRemark } from './time-remarks.ts';

/** What was mended in a geometry, so that a place comes of it. */
export type GeometryRepair =
  /** Latitude and longitude stand in the other order than is usual there; the other would be off the map. */
  | 'axis-order'
  /** Commas stand where decimal points belong. */
  | 'decimal-commas'
  /** The south of a box is greater than its north. */
  | 'south-and-north-swapped'
  /** The west of a box is greater than its east, and the source says that they are mixed up. */
  | 'west-and-east-swapped'
  /** Latitudes are up to one degree beyond a pole, or longitudes a trace beyond the antimeridian. */
  | 'edges-cut'
  /** Longitudes are counted beyond 180, as from 0 to 360. */
  | 'longitudes-wrapped'
  /** West and east are the antimeridian, or farther apart than there are longitudes. */
  | 'all-longitudes'
  /** A ring does not end where it begins. */
  | 'ring-closed'
  /** Letters for hemispheres stand in WKT. */
  | 'letters-read'
  /** A property for one shape holds another, such as WKT in `box`, or a polygon of two corners. */
  | 'other-shape'
  /** There are so many places that neighbours share a box. */
  | 'merged'
  /** The outlines are too long together, so that the boxes around them stand for them. */
  | 'outlines-left-out';

/** In which way a geometry could be read as well. */
export type GeometryDoubt =
  /** Latitude first and longitude first are both on the map, and the text is not written as its standard says. */
  | 'axis-order'
  /** West is greater than east: across the antimeridian, or the two are mixed up. */
  | 'west-greater-than-east'
  /** A rectangle is wider than half the globe: as written, or the rest of it, across the antimeridian. */
  | 'wide-rectangle'
  /** Vertices one behind the other are more than half the globe apart: across the antimeridian, or the long way round. */
  | 'long-edge';

/** Why no place comes of a geometry. */
export type GeometryFault =
  /** It is written in no way that is known. */
  | 'malformed'
  /** It has too few numbers for what it should be, or one of a pair is missing. */
  | 'incomplete'
  /** It has several latitudes or longitudes, and nothing says which belong together. */
  | 'unpaired'
  /** A number such as -999, which says that there is none; or the extent of nothing, `0 0 -1 -1`. */
  | 'sentinel'
  /** Numbers beyond 1000, as those of metres on a projected map are. */
  | 'projected'
  | 'latitude-out-of-range'
  | 'longitude-out-of-range'
  /** Its coordinates are in a reference system that is not known to be WGS 84. */
  | 'reference-system'
  /** It is nested more deeply than geometries are. */
  | 'too-deep';

/** A remark on a geometry: one of the problems `geometry-repaired`, `geometry-doubtful`, `geometry-unusable`. */
export type GeometryRemark =
  | {
      readonly kind: 'geometry-repaired';
      /** As published; of many together how many there are. */
      readonly value: string;
      readonly repair: GeometryRepair;
      /** The boxes that came of it, `S W N E` each; of many together how many they became. */
      readonly result: string;
    }
  | {
      readonly kind: 'geometry-doubtful';
      readonly value: string;
      readonly doubt: GeometryDoubt;
      /** The boxes of the reading that was taken, `S W N E` each. */
      readonly taken: string;
    }
  | {
      readonly kind: 'geometry-unusable';
      readonly value: string;
      readonly reason: GeometryFault;
    };

/** Takes what was mended in places and times, is doubtful, or cannot be used. */
export interface RemarkSink {
  add(remark: GeometryRemark | TimeRemark): void;
}
