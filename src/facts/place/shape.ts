import type {
  GeometryFault,
  GeometryRemark,
  GeometryRepair,
} from '../../model/geometry-remarks.ts';
import type { AxisOrder, Box, PlaceReading } from '../../model/search-facts.ts';

/** Two numbers in the order in which they are written. */
export type Position = readonly [number, number];

/** A shape, in positions as they are written. */
export type ShapePart =
  /** Two opposite corners, the south-west before the north-east. */
  | { readonly kind: 'box'; readonly corners: readonly [Position, Position] }
  | { readonly kind: 'point'; readonly at: Position }
  | { readonly kind: 'line'; readonly along: readonly Position[] }
  /** The outer ring, then holes; closed or not. */
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly Position[])[] }
  | { readonly kind: 'circle'; readonly centre: Position; readonly radiusMetres: number };

/** What a text or number says, before it is decided which number of a position is the latitude. */
export interface WrittenShape {
  /** As published. */
  readonly value: string;
  readonly parts: readonly ShapePart[];
  readonly order: WrittenOrder;
  /** What was mended to read it. */
  readonly repairs: readonly GeometryRepair[];
}

export interface WrittenOrder {
  readonly axes: AxisOrder;
  /**
   * `fixed` by the format or by names, so that only a place off the map disproves it; `usual`, as the standard has it;
   * `custom`, as many write it, against the standard or beside it.
   */
  readonly by: 'fixed' | 'usual' | 'custom';
}

/** Why a text is no shape. */
export interface NoShape {
  readonly fault: GeometryFault;
}

/** A place that came of a geometry, and what there is to say about it. */
export interface GeometryReading {
  /** None where the geometry is unusable, or says that there is nothing to say. */
  readonly boxes: readonly Box[];
  /** Longitude before latitude (CRS84); where the geometry is more than its boxes. */
  readonly wkt?: string;
  readonly remarks: readonly GeometryRemark[];
  readonly certainty: Certainty;
}

/**
 * How far it is known which number is the latitude: `sure` by the format, the range or the source; `likely` by the
 * standard; `guessed` where the text is not written as its standard says.
 */
export type Certainty = 'sure' | 'likely' | 'guessed';

/** What decides where a geometry itself leaves something open. */
export interface GeometryContext extends PlaceReading {
  /** The boxes of other geometries of the same resource, of which the order is better known. */
  readonly known?: readonly Box[];
  /**
   * The order of the reference system that the record names. It decides nothing: those that name CRS84 write the latitude first
   * as schema.org has it, those that name `lat_long` the longitude. But where it is another than was taken, that is a doubt.
   */
  readonly claimedOrder?: AxisOrder | undefined;
}

/** A reading of which no place comes. */
export function unusable(value: string, reason: GeometryFault): GeometryReading {
  return {
    boxes: [],
    remarks: [{ kind: 'geometry-unusable', value, reason }],
    certainty: 'sure',
  };
}

/** All positions of a part, in the order in which they are written. */
export function positionsOf(part: ShapePart): readonly Position[] {
  switch (part.kind) {
    case 'box':
      return part.corners;
    case 'point':
      return [part.at];
    case 'line':
      return part.along;
    case 'polygon':
      return part.rings.flat();
    case 'circle':
      return [part.centre];
  }
}
