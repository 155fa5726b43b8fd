import type {
  AxisOrder,
  Box,
  GeometryDoubt,
  GeometryRepair,
  PlaceReading,
} from '../../model/search-facts.ts';
import {
  clampLongitude,
  isRectangle,
  type LongitudeSpan,
  normalizeLongitudes,
  shiftLongitude,
  splitLineAtAntimeridian,
  splitRingAtAntimeridian,
  unwrapLine,
  type UnwrappedPath,
  unwrapRing,
} from './antimeridian.ts';
import { distinctBoxes, limitBoxesOfGeometry } from './boxes.ts';
import { geometryWkt, type WktPart, wktPartOfBox } from './wkt.ts';
import type { CoordinatePair, GeometryPart } from './written-geometry.ts';

/** Repairs and doubts collected while a geometry is mapped. */
interface NormalizationNotes {
  readonly repairs: Set<GeometryRepair>;
  readonly doubts: Set<GeometryDoubt>;
}

/** Geometry parts on the map, read in one axis order. */
export interface NormalizedParts {
  readonly boxes: readonly Box[];
  readonly wkt?: string;
  readonly notes: NormalizationNotes;
}

/** How to read a box whose west is greater than its east. */
interface BoxOptions {
  readonly westGreaterThanEast: PlaceReading['westGreaterThanEast'];
  /**
   * Whether such a box crosses the antimeridian by its format (GeoJSON, RFC 7946 §5.2) or the
   * configuration.
   */
  readonly crossingIsMeant: boolean;
}

/** One part on the map. */
interface NormalizedPart {
  readonly boxes: readonly Box[];
  /** Absent if the boxes say it all, or if it cannot be drawn on a map with edges. */
  readonly drawn?: readonly WktPart[];
}

/** Maps parts of a geometry. The boxes do not depend on the order of parts and vertices. */
export function normalizeParts(
  parts: readonly GeometryPart[],
  reading: BoxOptions & { readonly axes: AxisOrder },
): NormalizedParts {
  const notes: NormalizationNotes = { repairs: new Set(), doubts: new Set() };
  const placed = parts.map((part) =>
    normalizePart(withLongitudeFirst(part, reading.axes), reading, notes),
  );
  const boxes = distinctBoxes(placed.flatMap((part) => part.boxes.map(withoutMinusZero)));
  const few = limitBoxesOfGeometry(boxes);
  const saysMore = few.length < boxes.length || placed.some((part) => part.drawn !== undefined);
  const drawn = placed.flatMap((part) => part.drawn ?? part.boxes.map(wktPartOfBox));
  const wkt = saysMore ? geometryWkt(drawn) : undefined;
  return { boxes: few, notes, ...(wkt !== undefined && { wkt }) };
}

function normalizePart(
  part: GeometryPart,
  policy: BoxOptions,
  notes: NormalizationNotes,
): NormalizedPart {
  switch (part.kind) {
    case 'box':
      return { boxes: normalizeBox(part.corners, policy, notes) };
    case 'circle':
      return normalizeCircle(part, notes);
    case 'point':
      return { boxes: boxesOfPath(unwrapLine([part.at]), notes) };
    case 'line':
      return normalizeLine(part.along, notes);
    case 'polygon':
      return normalizePolygon(part.rings, notes);
  }
}

function normalizeCircle(
  { centre, radiusMetres }: Extract<GeometryPart, { kind: 'circle' }>,
  notes: NormalizationNotes,
): NormalizedPart {
  const boxes = circleBoxes(centre, radiusMetres, notes);
  const corners = circleOutline(centre, radiusMetres);
  return corners.length === 0 ? { boxes } : { boxes, drawn: wktPolygons(unwrapRing(corners), []) };
}

function normalizeLine(
  along: readonly CoordinatePair[],
  notes: NormalizationNotes,
): NormalizedPart {
  const path = unwrapLine(along);
  const boxes = boxesOfPath(path, notes);
  if (path.west === path.east || path.south === path.north) return { boxes };
  if (path.east - path.west >= 360) return { boxes };
  const pieces = splitLineAtAntimeridian(shiftToMap(path, path));
  return { boxes, drawn: pieces.map((piece) => ({ kind: 'line', along: clampToMap(piece) })) };
}

function normalizePolygon(
  rings: readonly (readonly CoordinatePair[])[],
  notes: NormalizationNotes,
): NormalizedPart {
  const [outer = [], ...holes] = rings.map((ring) => withoutClosingVertex(ring, notes));
  const path = unwrapRing(outer);
  const boxes = boxesOfPath(path, notes);
  const isPlain = isRectangle(outer) && holes.length === 0;
  const width = path.east - path.west;
  if (isPlain && width > 180 && width < 359) notes.doubts.add('wide-rectangle');
  if (isPlain || path.roundPole || width >= 360) return { boxes };
  if (width === 0 || path.south === path.north) return { boxes };
  return { boxes, drawn: wktPolygons(path, holes.map(unwrapRing)) };
}

/** Polygons on the map, cut at the antimeridian. */
function wktPolygons(outer: UnwrappedPath, holes: readonly UnwrappedPath[]): readonly WktPart[] {
  const cut = [outer, ...holes].map((each) => splitRingAtAntimeridian(shiftToMap(each, outer)));
  return [cut.map(([west]) => west), cut.map(([, east]) => east)].flatMap((side) => {
    // A ring with fewer than three vertices encloses nothing.
    const [first = [], ...others] = side.map(clampToMap);
    if (first.length < 3) return [];
    return [{ kind: 'polygon', rings: [first, ...others.filter(({ length }) => length > 2)] }];
  });
}

/** The boxes of a path. A path around a pole extends to the pole of its hemisphere. */
function boxesOfPath(path: UnwrappedPath, notes: NormalizationNotes): readonly Box[] {
  const south = clampLatitude(path.south, notes);
  const north = clampLatitude(path.north, notes);
  if (path.crosses) notes.doubts.add('long-edge');
  if (path.roundPole) {
    const isNorthern = south + north >= 0;
    const reach = isNorthern ? { south, north: 90 } : { south: -90, north };
    return [{ west: -180, ...reach, east: 180 }];
  }
  const { spans, change } = normalizeLongitudes(path);
  if (change !== undefined && !path.crosses) notes.repairs.add(change);
  return spans.map(({ west, east }) => ({ west, south, east, north }));
}

/** The vertices of a ring without the closing one. */
function withoutClosingVertex(
  ring: readonly CoordinatePair[],
  { repairs }: NormalizationNotes,
): readonly CoordinatePair[] {
  const [first] = ring;
  const [last] = ring.slice(-1);
  if (first === undefined || last === undefined) return [];
  if (first[0] === last[0] && first[1] === last[1] && ring.length > 1) return ring.slice(0, -1);
  repairs.add('ring-closed');
  return ring;
}

/** The coordinates of a path with longitudes from -180 on, shifted like its outer ring. */
function shiftToMap(path: UnwrappedPath, outer: UnwrappedPath): readonly CoordinatePair[] {
  const isThere = outer.west >= -180 - 1e-4 && outer.east <= 180 + 1e-4;
  const turns = isThere ? 0 : Math.floor((outer.west + 180) / 360) * 360;
  const shift = turns - Math.ceil((outer.west - 1e-4 - path.west) / 360) * 360;
  return path.positions.map(([longitude, latitude]) => {
    const moved = shiftLongitude(longitude, shift);
    return [isThere ? Math.min(180, moved) : moved, latitude];
  });
}

function clampToMap(positions: readonly CoordinatePair[]): readonly CoordinatePair[] {
  return positions.map(([longitude, latitude]) => [
    clampLongitude(longitude),
    Math.min(90, Math.max(-90, latitude)),
  ]);
}

/** Some RDF stores distinguish -0 from 0. */
function withoutMinusZero({ west, south, east, north }: Box): Box {
  return { west: west + 0, south: south + 0, east: east + 0, north: north + 0 };
}

/** The part with longitude before latitude. */
function withLongitudeFirst(part: GeometryPart, axes: AxisOrder): GeometryPart {
  if (axes === 'lon-lat') return part;
  switch (part.kind) {
    case 'box':
      return {
        kind: 'box',
        corners: [swapCoordinates(part.corners[0]), swapCoordinates(part.corners[1])],
      };
    case 'circle':
      return { ...part, centre: swapCoordinates(part.centre) };
    case 'point':
      return { kind: 'point', at: swapCoordinates(part.at) };
    case 'line':
      return { kind: 'line', along: part.along.map(swapCoordinates) };
    case 'polygon':
      return { kind: 'polygon', rings: part.rings.map((ring) => ring.map(swapCoordinates)) };
  }
}

function swapCoordinates([one, other]: CoordinatePair): CoordinatePair {
  return [other, one];
}

/**
 * Maps a box to longitudes from -180 to 180; two boxes if it crosses the antimeridian.
 * @param corners longitude before latitude, south-west before north-east unless swapped
 */
function normalizeBox(
  corners: readonly [CoordinatePair, CoordinatePair],
  policy: BoxOptions,
  notes: NormalizationNotes,
): readonly Box[] {
  const [[west, one], [east, other]] = corners;
  const upsideDown = one > other;
  if (upsideDown) notes.repairs.add('south-and-north-swapped');
  const south = clampLatitude(Math.min(one, other), notes);
  const north = clampLatitude(Math.max(one, other), notes);
  const fromPoleToPole = south <= -89 && north >= 89;
  const spans = normalizeSides({ west, east }, { ...policy, upsideDown, fromPoleToPole }, notes);
  return spans.map((span) => ({ west: span.west, south, east: span.east, north }));
}

function normalizeSides(
  { west, east }: LongitudeSpan,
  sides: BoxOptions & { readonly upsideDown: boolean; readonly fromPoleToPole: boolean },
  notes: NormalizationNotes,
): readonly LongitudeSpan[] {
  const { repairs, doubts } = notes;
  const onePointOfAll = west === east && Math.abs(west) === 180 && sides.fromPoleToPole;
  if (onePointOfAll || west - east >= 360) {
    repairs.add('all-longitudes');
    return [{ west: -180, east: 180 }];
  }
  if (west <= east) return normalizeSpan({ west, east }, notes);
  // A box with south and north swapped as well starts at another corner, unless that would make it
  // wider.
  const startsAtOtherCorner = sides.upsideDown && west - east <= 180;
  if (sides.westGreaterThanEast === 'swap' || startsAtOtherCorner) {
    repairs.add('west-and-east-swapped');
    return normalizeSpan({ west: east, east: west }, notes);
  }
  if (!sides.crossingIsMeant) doubts.add('west-greater-than-east');
  // Adding 360 would change the last digits of the published number.
  if (west <= 180 && east >= -180) {
    const spans = [
      { west, east: 180 },
      { west: -180, east },
    ];
    return spans.filter((span) => span.west < span.east);
  }
  return normalizeSpan({ west, east: east + 360 }, notes);
}

function normalizeSpan(
  span: LongitudeSpan,
  { repairs }: NormalizationNotes,
): readonly LongitudeSpan[] {
  const { spans, change } = normalizeLongitudes(span);
  if (change !== undefined) repairs.add(change);
  return spans;
}

/** Mean radius of the earth (IUGG 1980). */
const earthRadiusMetres = 6_371_008.8;

/** Boxes around a circle on a sphere. A circle around a pole extends to it, at all longitudes. */
function circleBoxes(
  [longitude, written]: CoordinatePair,
  radiusMetres: number,
  notes: NormalizationNotes,
): readonly Box[] {
  const latitude = clampLatitude(written, notes);
  const angle = Math.min(radiusMetres / earthRadiusMetres, Math.PI);
  const south = Math.max(-90, latitude - toDegrees(angle));
  const north = Math.min(90, latitude + toDegrees(angle));
  const [centre] = normalizeLongitudes({ west: longitude, east: longitude }).spans;
  if (centre === undefined || south === -90 || north === 90) {
    return [{ west: -180, south, east: 180, north }];
  }
  const ratio = Math.sin(angle) / Math.cos((latitude * Math.PI) / 180);
  const reach = toDegrees(Math.asin(Math.min(1, ratio)));
  const { spans, change } = normalizeLongitudes({
    west: longitude - reach,
    east: longitude + reach,
  });
  if (change !== undefined && centre.west !== longitude) notes.repairs.add(change);
  return spans.map(({ west, east }) => ({ west, south, east, north }));
}

const outlineVertices = 64;
/** Six decimals of a degree are about a tenth of a metre. */
const decimals = 1e6;

/**
 * Vertices of a circle on a sphere, counter-clockwise from its north, with unwrapped longitudes.
 * The polygon deviates by at most a thousandth of the radius.
 * @returns none if the circle contains a pole, or is so small that its box suffices
 */
function circleOutline(
  [longitude, latitude]: CoordinatePair,
  radiusMetres: number,
): readonly CoordinatePair[] {
  const angle = radiusMetres / earthRadiusMetres;
  if (radiusMetres < 10 || Math.abs(latitude) + toDegrees(angle) >= 90) return [];
  const from = (latitude * Math.PI) / 180;
  return Array.from({ length: outlineVertices }, (_, at) => {
    const bearing = (-2 * Math.PI * at) / outlineVertices;
    const sine =
      Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing);
    const turn = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
      Math.cos(angle) - Math.sin(from) * sine,
    );
    return [roundDegrees(longitude + toDegrees(turn)), roundDegrees(toDegrees(Math.asin(sine)))];
  });
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * decimals) / decimals;
}

function toDegrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

/** Clamps a latitude to the poles, and notes the repair. */
function clampLatitude(latitude: number, { repairs }: NormalizationNotes): number {
  if (Math.abs(latitude) > 90) repairs.add('edges-cut');
  return Math.min(90, Math.max(-90, latitude));
}
