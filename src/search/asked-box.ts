import { boxWkt } from '../facts/place/wkt-text.ts';
import { readGeometry } from '../facts/place/read-geometry.ts';
import type { GeometryRepair } from '../model/geometry-remarks.ts';
import type { Box } from '../model/search-facts.ts';

/**
 * The boxes of WGS 84 that four edges mean: longitudes may be counted from 0 to 360 or beyond. West
 * greater than east, or an edge on the antimeridian, gives two boxes, since that is one line with
 * two longitudes; an edge at a pole gives another, since that is one point with all longitudes.
 */
export function boxesOfEdges(box: Box): readonly Box[] {
  const poles = [box.south, box.north].filter((latitude) => Math.abs(latitude) === 90);
  const atPoles = [...new Set(poles)].map((latitude) => {
    return { west: -180, south: latitude, east: 180, north: latitude };
  });
  return [...boxesBetween(box), ...atPoles];
}

function boxesBetween(box: Box): readonly Box[] {
  if (box.east - box.west >= 360) return [{ ...box, west: -180, east: 180 }];
  const [west, east] = [wrapped(box.west), wrapped(box.east)];
  if (west <= east && west !== -180 && east !== 180) return [{ ...box, west, east }];
  // On both sides of the antimeridian, on one of them perhaps only the line itself.
  return [
    { ...box, west: west === -180 ? 180 : west, east: 180 },
    { ...box, west: -180, east: east === 180 ? -180 : east },
  ];
}

/** The same longitude from -180 to 180. */
function wrapped(longitude: number): number {
  if (Math.abs(longitude) <= 180) return longitude;
  return longitude > 0 ? longitude - 360 : longitude + 360;
}

/** A geometry that is asked for; longitude before latitude. */
export interface AskedGeometry {
  /** Around it; none where the text is no geometry. */
  readonly boxes: readonly Box[];
  readonly wkt: readonly string[];
}

/**
 * Reads a geometry that somebody asks for, who can be asked back: where it is doubtful how the
 * text is written, it is no geometry.
 */
export function readAskedGeometry(text: string): AskedGeometry {
  const { boxes, wkt, remarks } = readGeometry(text, 'geometry', { axisOrder: 'lon-lat' });
  const isGuessed = remarks.some((remark) => {
    return remark.kind === 'geometry-repaired' && guesses.has(remark.repair);
  });
  if (isGuessed) return { boxes: [], wkt: [] };
  return { boxes, wkt: wkt === undefined ? boxes.map(boxWkt) : [wkt] };
}

const guesses: ReadonlySet<GeometryRepair> = new Set(['axis-order', 'other-shape', 'ring-closed']);
