import { boxWkt } from '../facts/place/wkt-text.ts';
import { readGeometry } from '../facts/place/read-geometry.ts';
import type { GeometryRepair } from '../model/geometry-remarks.ts';
import type { Box } from '../model/search-facts.ts';

/**
 * The WGS 84 boxes of four edges; longitudes may range from 0 to 360 or beyond. A west edge greater
 * than the east edge, or an edge on the antimeridian, gives two boxes, because the antimeridian has
 * two longitudes. An edge at a pole gives another box, because a pole has all longitudes.
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
  const [west, east] = [wrapLongitude(box.west), wrapLongitude(box.east)];
  if (west <= east && west !== -180 && east !== 180) return [{ ...box, west, east }];
  // Both sides of the antimeridian; one of the boxes may be only the line itself.
  return [
    { ...box, west: west === -180 ? 180 : west, east: 180 },
    { ...box, west: -180, east: east === 180 ? -180 : east },
  ];
}

/** The same longitude from -180 to 180. */
function wrapLongitude(longitude: number): number {
  if (Math.abs(longitude) <= 180) return longitude;
  return longitude > 0 ? longitude - 360 : longitude + 360;
}

/** A geometry of a condition; longitude before latitude. */
export interface AskedGeometry {
  /** Boxes around it; empty if the text is no geometry. */
  readonly boxes: readonly Box[];
  readonly wkt: readonly string[];
}

/**
 * Reads the geometry of a condition. Doubtful forms are rejected, because the user can correct
 * them.
 */
export function readAskedGeometry(text: string): AskedGeometry {
  const { boxes, wkt, remarks } = readGeometry(text, 'geometry', { axisOrder: 'lon-lat' });
  const isGuessed = remarks.some((remark) => {
    return remark.kind === 'geometry-repaired' && doubtfulRepairs.has(remark.repair);
  });
  if (isGuessed) return { boxes: [], wkt: [] };
  return { boxes, wkt: wkt === undefined ? boxes.map(boxWkt) : [wkt] };
}

const doubtfulRepairs: ReadonlySet<GeometryRepair> = new Set([
  'axis-order',
  'other-shape',
  'ring-closed',
]);
