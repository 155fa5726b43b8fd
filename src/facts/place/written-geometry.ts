import type {
  AxisOrder,
  Box,
  GeometryFault,
  GeometryRemark,
  GeometryRepair,
  PlaceReading,
} from '../../model/search-facts.ts';

/** Two numbers in their written order. */
export type CoordinatePair = readonly [number, number];

/** The numbers of a box in their written order. */
export type FourNumbers = readonly [number, number, number, number];

/** A part of a geometry, with coordinates in their written order. */
export type GeometryPart =
  /** Two opposite corners, south-west before north-east. */
  | { readonly kind: 'box'; readonly corners: readonly [CoordinatePair, CoordinatePair] }
  | { readonly kind: 'point'; readonly at: CoordinatePair }
  | { readonly kind: 'line'; readonly along: readonly CoordinatePair[] }
  /** The outer ring, then holes; closed or not. */
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly CoordinatePair[])[] }
  | { readonly kind: 'circle'; readonly centre: CoordinatePair; readonly radiusMetres: number };

/** A parsed geometry, before it is decided which coordinate is the latitude. */
export interface ParsedGeometry {
  /** As published. */
  readonly value: string;
  readonly parts: readonly GeometryPart[];
  readonly order: StatedAxisOrder;
  /** Of a box, if its text is four numbers and nothing says which is which. */
  readonly numbers?: FourNumbers | undefined;
  /** Repairs made while parsing. */
  readonly repairs: readonly GeometryRepair[];
}

/** The axis order that a geometry states or implies, and how. */
export interface StatedAxisOrder {
  readonly axes: AxisOrder;
  /**
   * `fixed` by the format or by names, and only refuted by a place off the map; `usual` by the
   * standard; `custom` in practice, but not by the standard.
   */
  readonly by: 'fixed' | 'usual' | 'custom';
}

/** Why a text cannot be read as a geometry. */
export interface UnreadableGeometry {
  readonly fault: GeometryFault;
}

/** The result of reading a geometry. */
export interface GeometryReading {
  /** Empty if the geometry is unusable or missing. */
  readonly boxes: readonly Box[];
  /** Longitude before latitude (CRS84); only if the geometry is more than its boxes. */
  readonly wkt?: string;
  readonly remarks: readonly GeometryRemark[];
  readonly certainty: AxisOrderCertainty;
}

/**
 * How certain the axis order is: `sure` by the format, the range or the source; `likely` by the
 * standard; `guessed` if the text does not follow its standard.
 */
export type AxisOrderCertainty = 'sure' | 'likely' | 'guessed';

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
  /** Whether a point at 0 0 is meant, since a person asks for it; else it is a default value. */
  readonly acceptsDefaults?: true;
}

/** The lists of parts as one; undefined if one of them could not be read. */
export function concatParts(
  lists: readonly (readonly GeometryPart[] | undefined)[],
): readonly GeometryPart[] | undefined {
  const parts = lists.filter((list) => list !== undefined);
  return parts.length < lists.length ? undefined : parts.flat();
}

/** A point at each position; undefined without positions, as for the other shapes. */
export function pointParts(
  positions: readonly CoordinatePair[] | undefined,
): readonly GeometryPart[] | undefined {
  return positions?.map((at) => ({ kind: 'point', at }));
}

/** A line along positions; undefined without positions. */
export function lineParts(
  along: readonly CoordinatePair[] | undefined,
): readonly GeometryPart[] | undefined {
  return along === undefined || along.length === 0 ? undefined : [{ kind: 'line', along }];
}

/** A polygon; undefined if one of its rings has no positions. */
export function polygonParts(
  rings: readonly (readonly CoordinatePair[] | undefined)[],
): readonly GeometryPart[] | undefined {
  const known = rings.filter((ring) => ring !== undefined).filter((ring) => ring.length > 0);
  return known.length < rings.length ? undefined : [{ kind: 'polygon', rings: known }];
}

/** The result for a geometry that gives no place. */
export function unusableGeometry(value: string, reason: GeometryFault): GeometryReading {
  return {
    boxes: [],
    remarks: [{ kind: 'geometry-unusable', value, reason }],
    certainty: 'sure',
  };
}

/** All coordinates of a part, in their written order. */
export function positionsOfPart(part: GeometryPart): readonly CoordinatePair[] {
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

/**
 * EPSG codes of geographic systems within a few metres of WGS 84: WGS 84 in two and three
 * dimensions, ETRS89, NAD83, GDA94, NZGD2000, RGF93, SIRGAS 2000, WGS 72.
 */
const nearWgs84: ReadonlySet<string> = new Set(
  '4326 4979 4258 4937 4269 4283 4167 4171 4674 4322'.split(' '),
);

const crs84 = /(?:^|[/:])(?:OGC|CRS)?[/:]?(?:[\d.]*[/:])?CRS[:]?84h?$/iu;
const epsg = /(?:^|[/:])EPSG(?:[/:][\d.]*)?[/:#](\d+)$|epsg\.xml#(\d+)$/iu;

/**
 * The axis order of a coordinate reference system, by its IRI, URN or short name. CRS84 has
 * longitude first, EPSG systems latitude (GeoSPARQL 1.1 §8.5; EPSG 4326). Many publishers get the
 * latter wrong, so it only counts as usual.
 * @returns undefined if the system is not known to be near WGS 84
 */
export function readReferenceSystem(name: string): StatedAxisOrder | undefined {
  const trimmed = name.trim();
  if (crs84.test(trimmed)) return { axes: 'lon-lat', by: 'fixed' };
  if (/wgs84_pos#lat_?long$/iu.test(trimmed)) return { axes: 'lat-lon', by: 'usual' };
  const [, code = '', other = code] = epsg.exec(trimmed) ?? [];
  return nearWgs84.has(other) ? { axes: 'lat-lon', by: 'usual' } : undefined;
}

/**
 * Whether a reference system is near WGS 84 by its name, also in words (`WGS 84`, `geographic`).
 */
export function isNearWgs84(name: string): boolean {
  return (
    readReferenceSystem(name) !== undefined || /wgs.?(?:19)?84|geographic|lat.?lon/iu.test(name)
  );
}
