import type { AxisOrder, Box } from '../../model/search-facts.ts';
import { distinctBoxes, fewBoxes } from './boxes.ts';
import { cutLine, cutRing } from './cut.ts';
import { placeSpan, turned } from './longitudes.ts';
import { followLine, followRing, isRectangle, type Path } from './paths.ts';
import { placeBox, type BoxPolicy } from './place-box.ts';
import { cornersOfCircle, placeCircle } from './place-circle.ts';
import { createPlaceNotes, placeLatitude, type PlaceNotes } from './place-notes.ts';
import type { Position, ShapePart } from './shape.ts';
import { boxPart, geometryWkt, type MapPart } from './wkt-text.ts';

/** Geometry parts on the map, read in one axis order. */
export interface PlacedParts {
  readonly boxes: readonly Box[];
  readonly wkt?: string;
  readonly notes: PlaceNotes;
}

/** How to read the parts of a geometry. */
export interface PartsReading extends BoxPolicy {
  readonly axes: AxisOrder;
}

/** One part on the map. */
interface NormalizedPart {
  readonly boxes: readonly Box[];
  /** Absent if the boxes say it all, or if it cannot be drawn on a map with edges. */
  readonly drawn?: readonly MapPart[];
}

/** Maps parts of a geometry. The boxes do not depend on the order of parts and vertices. */
export function placeParts(parts: readonly ShapePart[], reading: PartsReading): PlacedParts {
  const notes = createPlaceNotes();
  const placed = parts.map((part) =>
    normalizePart(withLongitudeFirst(part, reading.axes), reading, notes),
  );
  const boxes = distinctBoxes(placed.flatMap((part) => part.boxes.map(withoutMinusZero)));
  const few = fewBoxes(boxes);
  const saysMore = few.length < boxes.length || placed.some(({ drawn }) => drawn !== undefined);
  const wkt = saysMore ? geometryWkt(placed.flatMap(wktParts)) : undefined;
  return { boxes: few, notes, ...(wkt !== undefined && { wkt }) };
}

function normalizePart(part: ShapePart, policy: BoxPolicy, notes: PlaceNotes): NormalizedPart {
  switch (part.kind) {
    case 'box':
      return { boxes: placeBox(part.corners, policy, notes) };
    case 'circle':
      return normalizeCircle(part, notes);
    case 'point':
      return { boxes: boxesOfPath(followLine([part.at]), notes) };
    case 'line':
      return normalizeLine(part.along, notes);
    case 'polygon':
      return normalizePolygon(part.rings, notes);
  }
}

function normalizeCircle(
  { centre, radiusMetres }: Extract<ShapePart, { kind: 'circle' }>,
  notes: PlaceNotes,
): NormalizedPart {
  const boxes = placeCircle(centre, radiusMetres, notes);
  const corners = cornersOfCircle(centre, radiusMetres);
  return corners.length === 0 ? { boxes } : { boxes, drawn: wktPolygons([followRing(corners)]) };
}

function normalizeLine(along: readonly Position[], notes: PlaceNotes): NormalizedPart {
  const path = followLine(along);
  const boxes = boxesOfPath(path, notes);
  if (path.west === path.east || path.south === path.north) return { boxes };
  if (path.east - path.west >= 360) return { boxes };
  const pieces = cutLine(shiftToMap(path, path));
  return { boxes, drawn: pieces.map((piece) => ({ kind: 'line', along: clampToMap(piece) })) };
}

function normalizePolygon(
  rings: readonly (readonly Position[])[],
  notes: PlaceNotes,
): NormalizedPart {
  const [outer = [], ...holes] = rings.map((ring) => withoutClosingVertex(ring, notes));
  const path = followRing(outer);
  const boxes = boxesOfPath(path, notes);
  const isPlain = isRectangle(outer) && holes.length === 0;
  const width = path.east - path.west;
  if (isPlain && width > 180 && width < 359) notes.doubts.add('wide-rectangle');
  if (isPlain || path.roundPole || width >= 360) return { boxes };
  if (width === 0 || path.south === path.north) return { boxes };
  return { boxes, drawn: wktPolygons([path, ...holes.map(followRing)]) };
}

/** Polygons on the map, cut at the antimeridian. The outer ring comes first. */
function wktPolygons(paths: readonly Path[]): readonly MapPart[] {
  const [outer] = paths;
  if (outer === undefined) return [];
  const cut = paths.map((each) => cutRing(shiftToMap(each, outer)));
  const sides = [cut.map(([before]) => before), cut.map(([, behind]) => behind)];
  return sides.flatMap((side) => wktPolygon(side));
}

/** A ring with fewer than three vertices encloses nothing. */
function wktPolygon(rings: readonly (readonly Position[])[]): readonly MapPart[] {
  const [outer = [], ...holes] = rings.map(clampToMap);
  if (outer.length < 3) return [];
  return [{ kind: 'polygon', rings: [outer, ...holes.filter((hole) => hole.length > 2)] }];
}

/** The boxes of a path. A path around a pole extends to the pole of its hemisphere. */
function boxesOfPath(path: Path, notes: PlaceNotes): readonly Box[] {
  const south = placeLatitude(path.south, notes);
  const north = placeLatitude(path.north, notes);
  if (path.crosses) notes.doubts.add('long-edge');
  if (path.roundPole) {
    const isNorthern = south + north >= 0;
    const reach = isNorthern ? { south, north: 90 } : { south: -90, north };
    return [{ west: -180, ...reach, east: 180 }];
  }
  const { spans, change } = placeSpan(path);
  if (change !== undefined && !path.crosses) notes.repairs.add(change);
  return spans.map(({ west, east }) => ({ west, south, east, north }));
}

/** The vertices of a ring without the closing one. */
function withoutClosingVertex(
  ring: readonly Position[],
  { repairs }: PlaceNotes,
): readonly Position[] {
  const [first] = ring;
  const [last] = ring.slice(-1);
  if (first === undefined || last === undefined) return [];
  if (first[0] === last[0] && first[1] === last[1] && ring.length > 1) return ring.slice(0, -1);
  repairs.add('ring-closed');
  return ring;
}

/** The coordinates of a path with longitudes from -180 on, shifted like its outer ring. */
function shiftToMap(path: Path, outer: Path): readonly Position[] {
  const isThere = outer.west >= -180 - 1e-4 && outer.east <= 180 + 1e-4;
  const turns = isThere ? 0 : Math.floor((outer.west + 180) / 360) * 360;
  const shift = turns - Math.ceil((outer.west - 1e-4 - path.west) / 360) * 360;
  return path.positions.map(([longitude, latitude]) => {
    const moved = turned(longitude, shift);
    return [isThere ? Math.min(180, moved) : moved, latitude];
  });
}

function clampToMap(positions: readonly Position[]): readonly Position[] {
  return positions.map(([longitude, latitude]) => [
    Math.min(180, Math.max(-180, longitude)),
    Math.min(90, Math.max(-90, latitude)),
  ]);
}

function wktParts({ boxes, drawn }: NormalizedPart): readonly MapPart[] {
  return drawn ?? boxes.map(boxPart);
}

/** Some RDF stores distinguish -0 from 0. */
function withoutMinusZero({ west, south, east, north }: Box): Box {
  return { west: west + 0, south: south + 0, east: east + 0, north: north + 0 };
}

/** The part with longitude before latitude. */
function withLongitudeFirst(part: ShapePart, axes: AxisOrder): ShapePart {
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

function swapCoordinates([one, other]: Position): Position {
  return [other, one];
}
