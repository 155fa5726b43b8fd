import type { AxisOrder, Box, PlaceReading } from '../../model/search-facts.ts';
import { distinctBoxes, fewBoxes } from './boxes.ts';
import { cutLine, cutRing } from './cut.ts';
import { placeSpan, turned } from './longitudes.ts';
import { followLine, followRing, isRectangle, type Path } from './paths.ts';
import { placeBox, type BoxPolicy } from './place-box.ts';
import { cornersOfCircle, placeCircle } from './place-circle.ts';
import { createPlaceNotes, placeLatitude, type PlaceNotes } from './place-notes.ts';
import type { Position, ShapePart } from './shape.ts';
import { boxPart, geometryWkt, type MapPart } from './wkt-text.ts';

/** Parts on the map, in one of the orders in which they can be read. */
export interface PlacedParts {
  readonly boxes: readonly Box[];
  readonly wkt?: string;
  readonly notes: PlaceNotes;
}

export interface PartsReading {
  readonly axes: AxisOrder;
  readonly westGreaterThanEast: PlaceReading['westGreaterThanEast'];
  readonly crossingIsMeant: boolean;
}

/** What became of one part. */
interface Placed {
  readonly boxes: readonly Box[];
  /** Absent where it is no more than its boxes, or cannot be drawn on a map with edges. */
  readonly drawn?: readonly MapPart[];
}

/** Puts parts on the map. Their order and that of their vertices changes nothing in the boxes. */
export function placeParts(parts: readonly ShapePart[], reading: PartsReading): PlacedParts {
  const notes = createPlaceNotes();
  const placed = parts.map((part) => placePart(oriented(part, reading.axes), reading, notes));
  const boxes = distinctBoxes(placed.flatMap((part) => part.boxes.map(withoutMinusZero)));
  const few = fewBoxes(boxes);
  const saysMore = few.length < boxes.length || placed.some(({ drawn }) => drawn !== undefined);
  const wkt = saysMore ? geometryWkt(placed.flatMap(drawnOrBoxes)) : undefined;
  return { boxes: few, notes, ...(wkt !== undefined && { wkt }) };
}

function placePart(part: ShapePart, policy: BoxPolicy, notes: PlaceNotes): Placed {
  switch (part.kind) {
    case 'box':
      return { boxes: placeBox(part.corners, policy, notes) };
    case 'circle':
      return placeRound(part, notes);
    case 'point':
      return { boxes: placePath(followLine([part.at]), notes) };
    case 'line':
      return placeLine(part.along, notes);
    case 'polygon':
      return placePolygon(part.rings, notes);
  }
}

function placeRound(
  { centre, radiusMetres }: Extract<ShapePart, { kind: 'circle' }>,
  notes: PlaceNotes,
): Placed {
  const boxes = placeCircle(centre, radiusMetres, notes);
  const corners = cornersOfCircle(centre, radiusMetres);
  return corners.length === 0 ? { boxes } : { boxes, drawn: drawnRings([followRing(corners)]) };
}

function placeLine(along: readonly Position[], notes: PlaceNotes): Placed {
  const path = followLine(along);
  const boxes = placePath(path, notes);
  if (path.west === path.east || path.south === path.north) return { boxes };
  if (path.east - path.west >= 360) return { boxes };
  const drawn = cutLine(onMap(path, path)).map((piece) => ({
    kind: 'line' as const,
    along: piece,
  }));
  return { boxes, drawn: drawn.map(({ kind, along: piece }) => ({ kind, along: clamped(piece) })) };
}

function placePolygon(rings: readonly (readonly Position[])[], notes: PlaceNotes): Placed {
  const [outer = [], ...holes] = rings.map((ring) => opened(ring, notes));
  const path = followRing(outer);
  const boxes = placePath(path, notes);
  const isPlain = isRectangle(outer) && holes.length === 0;
  const width = path.east - path.west;
  if (isPlain && width > 180 && width < 359) notes.doubts.add('wide-rectangle');
  if (isPlain || path.roundPole || width >= 360) return { boxes };
  if (width === 0 || path.south === path.north) return { boxes };
  return { boxes, drawn: drawnRings([path, ...holes.map(followRing)]) };
}

/** Rings as polygons on the map, the outer one first; cut at the antimeridian. */
function drawnRings(paths: readonly Path[]): readonly MapPart[] {
  const [outer] = paths;
  if (outer === undefined) return [];
  const cut = paths.map((each) => cutRing(onMap(each, outer)));
  const sides = [cut.map(([before]) => before), cut.map(([, behind]) => behind)];
  return sides.flatMap((side) => polygonOf(side));
}

/** Rings with fewer than three vertices enclose nothing. */
function polygonOf(rings: readonly (readonly Position[])[]): readonly MapPart[] {
  const [outer = [], ...holes] = rings.map(clamped);
  if (outer.length < 3) return [];
  return [{ kind: 'polygon', rings: [outer, ...holes.filter((hole) => hole.length > 2)] }];
}

/** The boxes of a path; around a pole they reach to it, the one on the side of which the path is. */
function placePath(path: Path, notes: PlaceNotes): readonly Box[] {
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

/** The vertices of a ring without the one that closes it. */
function opened(ring: readonly Position[], { repairs }: PlaceNotes): readonly Position[] {
  const [first] = ring;
  const [last] = ring.slice(-1);
  if (first === undefined || last === undefined) return [];
  if (first[0] === last[0] && first[1] === last[1] && ring.length > 1) return ring.slice(0, -1);
  repairs.add('ring-closed');
  return ring;
}

/** The positions of a path with longitudes from -180 on, as its outer ring is placed; a hole lies inside of that. */
function onMap(path: Path, outer: Path): readonly Position[] {
  const isThere = outer.west >= -180 - 1e-4 && outer.east <= 180 + 1e-4;
  const turns = isThere ? 0 : Math.floor((outer.west + 180) / 360) * 360;
  const shift = turns - Math.ceil((outer.west - 1e-4 - path.west) / 360) * 360;
  return path.positions.map(([longitude, latitude]) => {
    const moved = turned(longitude, shift);
    return [isThere ? Math.min(180, moved) : moved, latitude];
  });
}

function clamped(positions: readonly Position[]): readonly Position[] {
  return positions.map(([longitude, latitude]) => [
    Math.min(180, Math.max(-180, longitude)),
    Math.min(90, Math.max(-90, latitude)),
  ]);
}

function drawnOrBoxes({ boxes, drawn }: Placed): readonly MapPart[] {
  return drawn ?? boxes.map(boxPart);
}

/** -0 is 0 in a search, but another number to some stores. */
function withoutMinusZero({ west, south, east, north }: Box): Box {
  return { west: west + 0, south: south + 0, east: east + 0, north: north + 0 };
}

/** The part with longitude before latitude. */
function oriented(part: ShapePart, axes: AxisOrder): ShapePart {
  if (axes === 'lon-lat') return part;
  switch (part.kind) {
    case 'box':
      return { kind: 'box', corners: [turnedOver(part.corners[0]), turnedOver(part.corners[1])] };
    case 'circle':
      return { ...part, centre: turnedOver(part.centre) };
    case 'point':
      return { kind: 'point', at: turnedOver(part.at) };
    case 'line':
      return { kind: 'line', along: part.along.map(turnedOver) };
    case 'polygon':
      return { kind: 'polygon', rings: part.rings.map((ring) => ring.map(turnedOver)) };
  }
}

function turnedOver([one, other]: Position): Position {
  return [other, one];
}
