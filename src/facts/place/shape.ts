import type {
  GeometryFault,
  GeometryRemark,
  GeometryRepair,
} from '../../model/geometry-remarks.ts';
import type { AxisOrder, Box, PlaceReading } from '../../model/search-facts.ts';

/** Two numbers in their written order. */
export type Position = readonly [number, number];

/** A part of a geometry, with coordinates in their written order. */
export type ShapePart =
  /** Two opposite corners, south-west before north-east. */
  | { readonly kind: 'box'; readonly corners: readonly [Position, Position] }
  | { readonly kind: 'point'; readonly at: Position }
  | { readonly kind: 'line'; readonly along: readonly Position[] }
  /** The outer ring, then holes; closed or not. */
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly Position[])[] }
  | { readonly kind: 'circle'; readonly centre: Position; readonly radiusMetres: number };

/** A parsed geometry, before it is decided which coordinate is the latitude. */
export interface WrittenShape {
  /** As published. */
  readonly value: string;
  readonly parts: readonly ShapePart[];
  readonly order: WrittenOrder;
  /** Repairs made while parsing. */
  readonly repairs: readonly GeometryRepair[];
}

export interface WrittenOrder {
  readonly axes: AxisOrder;
  /**
   * `fixed` by the format or by names, and only refuted by a place off the map; `usual` by the
   * standard; `custom` in practice, but not by the standard.
   */
  readonly by: 'fixed' | 'usual' | 'custom';
}

/** Why a text cannot be read as a geometry. */
export interface NoShape {
  readonly fault: GeometryFault;
}

/** The result of reading a geometry. */
export interface GeometryReading {
  /** Empty if the geometry is unusable or missing. */
  readonly boxes: readonly Box[];
  /** Longitude before latitude (CRS84); only if the geometry is more than its boxes. */
  readonly wkt?: string;
  readonly remarks: readonly GeometryRemark[];
  readonly certainty: Certainty;
}

/**
 * How certain the axis order is: `sure` by the format, the range or the source; `likely` by the
 * standard; `guessed` if the text does not follow its standard.
 */
export type Certainty = 'sure' | 'likely' | 'guessed';

/** Context that resolves ambiguities of a geometry. */
export interface GeometryContext extends PlaceReading {
  /** Boxes of other geometries of the same resource whose axis order is more certain. */
  readonly known?: readonly Box[];
  /**
   * Axis order of the reference system named in the record. It does not decide, because records
   * naming CRS84 often write the latitude first, and those naming `lat_long` the longitude; but a
   * contradiction is a doubt.
   */
  readonly claimedOrder?: AxisOrder | undefined;
}

/** The result for a geometry that gives no place. */
export function unusable(value: string, reason: GeometryFault): GeometryReading {
  return {
    boxes: [],
    remarks: [{ kind: 'geometry-unusable', value, reason }],
    certainty: 'sure',
  };
}

/** All coordinates of a part, in their written order. */
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
