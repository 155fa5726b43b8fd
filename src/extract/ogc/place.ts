import type { JsonObject } from '../json-document.ts';
import { compacted, objectsOf } from './values.ts';

const geosparql = 'http://www.opengis.net/ont/geosparql#';

/** What a geometry becomes: what schema.org has a form for, and else WKT, which loses nothing. */
interface Shapes {
  readonly geo: readonly JsonObject[];
  readonly wkt: readonly string[];
}

/** Geometries have six types, and collections of them may be nested, but nobody needs many levels. */
const maxLevels = 8;

/**
 * The place that a record is about, as schema.org has it: a point, a box "S W N E"; other geometries as GeoSPARQL's WKT, which
 * has longitude first, as GeoJSON has (RFC 7946 §3.1.1). The `bbox` counts where there is no geometry.
 * @returns undefined where there is neither, or only what is no geometry
 */
export function placeOf({ geometry, bbox }: JsonObject): JsonObject | undefined {
  const [found] = objectsOf(geometry);
  const { geo, wkt } = found === undefined ? shapesOfBox(bbox) : shapesOf(found, maxLevels);
  if (geo.length + wkt.length === 0) return undefined;
  return compacted({
    '@type': 'Place',
    geo,
    [`${geosparql}hasGeometry`]: wkt.map((text) => ({
      '@type': `${geosparql}Geometry`,
      [`${geosparql}asWKT`]: { '@type': `${geosparql}wktLiteral`, '@value': text },
    })),
  });
}

function shapesOf(geometry: JsonObject, levels: number): Shapes {
  const { type, coordinates, geometries } = geometry;
  if (type === 'GeometryCollection') {
    const inside = levels === 0 ? [] : objectsOf(geometries);
    const shapes = inside.map((each) => shapesOf(each, levels - 1));
    return { geo: shapes.flatMap(({ geo }) => geo), wkt: shapes.flatMap(({ wkt }) => wkt) };
  }
  if (type === 'Point' && isPosition(coordinates)) {
    const [longitude, latitude] = coordinates;
    return { geo: [{ '@type': 'GeoCoordinates', latitude, longitude }], wkt: [] };
  }
  const box = type === 'Polygon' ? boxOf(coordinates) : undefined;
  if (box !== undefined) return { geo: [box], wkt: [] };
  const depth = depths.get(type);
  const text = depth === undefined ? undefined : wktOf(coordinates, depth);
  return { geo: [], wkt: text === undefined ? [] : [`${String(type).toUpperCase()} ${text}`] };
}

/** How many arrays the positions of each geometry stand in. */
const depths: ReadonlyMap<unknown, number> = new Map([
  ['MultiPoint', 1],
  ['LineString', 1],
  ['Polygon', 2],
  ['MultiLineString', 2],
  ['MultiPolygon', 3],
]);

type Position = readonly [longitude: number, latitude: number];

/** A third number would be the height. */
function isPosition(value: unknown): value is Position {
  return (
    Array.isArray(value) &&
    value.length >= 2 &&
    value.slice(0, 2).every((number) => Number.isFinite(number))
  );
}

/** The text of positions in so many arrays; undefined where something else is among them. */
function wktOf(value: unknown, depth: number): string | undefined {
  if (depth === 0) return isPosition(value) ? `${value[0]} ${value[1]}` : undefined;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const parts = value.map((each) => wktOf(each, depth - 1));
  return parts.includes(undefined) ? undefined : `(${parts.join(', ')})`;
}

/** A polygon without holes whose sides follow meridians and parallels. */
function boxOf(rings: unknown): JsonObject | undefined {
  if (!Array.isArray(rings) || rings.length !== 1) return undefined;
  const ring: unknown = rings[0];
  if (!Array.isArray(ring) || ring.length !== 5 || !ring.every(isPosition)) return undefined;
  const longitudes = new Set(ring.map(([longitude]) => longitude));
  const latitudes = new Set(ring.map(([, latitude]) => latitude));
  const corners = new Set(ring.map(([longitude, latitude]) => `${longitude} ${latitude}`));
  if (longitudes.size !== 2 || latitudes.size !== 2 || corners.size !== 4) return undefined;
  const isStraight = ring.every((position, index) => {
    const next = ring[index + 1] ?? position;
    return position[0] === next[0] || position[1] === next[1];
  });
  return isStraight
    ? geoBox([
        Math.min(...longitudes),
        Math.min(...latitudes),
        Math.max(...longitudes),
        Math.max(...latitudes),
      ])
    : undefined;
}

function shapesOfBox(bbox: unknown): Shapes {
  const isBox = Array.isArray(bbox) && bbox.length === 4 && bbox.every((n) => Number.isFinite(n));
  return { geo: isBox ? [geoBox(bbox)] : [], wkt: [] };
}

/** @param bounds west, south, east, north (RFC 7946 §5) */
function geoBox([west, south, east, north]: readonly number[]): JsonObject {
  return { '@type': 'GeoShape', box: `${south} ${west} ${north} ${east}` };
}
