import type { JsonObject } from '../json-document.ts';
import { compacted, objectsOf } from './values.ts';

const geosparql = 'http://www.opengis.net/ont/geosparql#';

/** A converted geometry: schema.org's form where it has one, else lossless WKT. */
interface Shapes {
  readonly geo: readonly JsonObject[];
  readonly wkt: readonly string[];
}

/** The maximum nesting of geometry collections. */
const maxLevels = 8;

/**
 * Converts the place of a record to schema.org: a point or a box "S W N E"; other geometries to
 * GeoSPARQL WKT, with longitude first, as in GeoJSON (RFC 7946 §3.1.1). `bbox` is used without a
 * geometry.
 * @returns undefined without a valid geometry or box
 */
export function placeOf({ geometry, bbox }: JsonObject): JsonObject | undefined {
  const [found] = objectsOf(geometry);
  const { geo, wkt } = found === undefined ? convertBox(bbox) : convertGeometry(found, maxLevels);
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

function convertGeometry(geometry: JsonObject, levels: number): Shapes {
  const { type, coordinates, geometries } = geometry;
  if (type === 'GeometryCollection') {
    const inside = levels === 0 ? [] : objectsOf(geometries);
    const shapes = inside.map((each) => convertGeometry(each, levels - 1));
    return { geo: shapes.flatMap(({ geo }) => geo), wkt: shapes.flatMap(({ wkt }) => wkt) };
  }
  if (type === 'Point' && isPosition(coordinates)) {
    const [longitude, latitude] = coordinates;
    return { geo: [{ '@type': 'GeoCoordinates', latitude, longitude }], wkt: [] };
  }
  const box = type === 'Polygon' ? findBox(coordinates) : undefined;
  if (box !== undefined) return { geo: [box], wkt: [] };
  const depth = positionDepths.get(type);
  const text = depth === undefined ? undefined : toWkt(coordinates, depth);
  return { geo: [], wkt: text === undefined ? [] : [`${String(type).toUpperCase()} ${text}`] };
}

/** The depth of nested arrays around the positions of each geometry. */
const positionDepths: ReadonlyMap<unknown, number> = new Map([
  ['MultiPoint', 1],
  ['LineString', 1],
  ['Polygon', 2],
  ['MultiLineString', 2],
  ['MultiPolygon', 3],
]);

type Position = readonly [longitude: number, latitude: number];

/** A third number is the height. */
function isPosition(value: unknown): value is Position {
  return (
    Array.isArray(value) &&
    value.length >= 2 &&
    value.slice(0, 2).every((number) => Number.isFinite(number))
  );
}

/** WKT of positions in nested arrays; undefined where invalid. */
function toWkt(value: unknown, depth: number): string | undefined {
  if (depth === 0) return isPosition(value) ? `${value[0]} ${value[1]}` : undefined;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const parts = value.map((each) => toWkt(each, depth - 1));
  return parts.includes(undefined) ? undefined : `(${parts.join(', ')})`;
}

/** The box of a polygon without holes whose sides follow meridians and parallels. */
function findBox(rings: unknown): JsonObject | undefined {
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
    ? toGeoShape([
        Math.min(...longitudes),
        Math.min(...latitudes),
        Math.max(...longitudes),
        Math.max(...latitudes),
      ])
    : undefined;
}

function convertBox(bbox: unknown): Shapes {
  const isBox = Array.isArray(bbox) && bbox.length === 4 && bbox.every((n) => Number.isFinite(n));
  return { geo: isBox ? [toGeoShape(bbox)] : [], wkt: [] };
}

/** @param bounds west, south, east, north (RFC 7946 §5) */
function toGeoShape([west, south, east, north]: readonly number[]): JsonObject {
  return { '@type': 'GeoShape', box: `${south} ${west} ${north} ${east}` };
}
