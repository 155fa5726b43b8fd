import { isObject, type JsonObject } from '../../text/json.ts';
import { compactObject, objectsIn, trimmedText } from './json-ld-values.ts';

/**
 * The places of DataCite's `geoLocations`: names, points, boxes ("S W N E") and polygons (latitude
 * first, as schema.org writes them).
 */
export function convertDatacitePlaces(locations: unknown): readonly JsonObject[] {
  return objectsIn(locations).flatMap((location) => {
    const name = trimmedText(location['geoLocationPlace']);
    const geo = [
      convertPoint(location['geoLocationPoint']),
      convertBox(location['geoLocationBox']),
      ...convertPolygons(location['geoLocationPolygon']),
    ].filter((shape) => shape !== undefined);
    if (name === undefined && geo.length === 0) return [];
    return [compactObject({ '@type': 'Place', name, geo })];
  });
}

function convertPoint(point: unknown): JsonObject | undefined {
  const position = isObject(point) ? readPosition(point) : readNumbers(point, 2);
  if (position === undefined) return undefined;
  const [latitude = '', longitude = ''] = position;
  return { '@type': 'GeoCoordinates', latitude, longitude };
}

function convertBox(box: unknown): JsonObject | undefined {
  const edges = isObject(box)
    ? [
        box['southBoundLatitude'],
        box['westBoundLongitude'],
        box['northBoundLatitude'],
        box['eastBoundLongitude'],
      ].flatMap((edge) => trimmedText(edge) ?? [])
    : readNumbers(box, 4);
  return edges?.length === 4 ? { '@type': 'GeoShape', box: edges.join(' ') } : undefined;
}

/** A list of corners, or a list of such lists; the point inside is left out. */
function convertPolygons(polygons: unknown): readonly JsonObject[] {
  if (!Array.isArray(polygons)) return isObject(polygons) ? convertPolygons([polygons]) : [];
  const corners = polygons.flatMap((corner) => {
    const [{ polygonPoint } = {}] = Array.isArray(corner) ? [] : objectsIn(corner);
    const position = isObject(polygonPoint) ? readPosition(polygonPoint) : undefined;
    return position === undefined ? [] : [position.join(' ')];
  });
  const own = corners.length === 0 ? [] : [{ '@type': 'GeoShape', polygon: corners.join(' ') }];
  const lists = polygons.filter((each) => Array.isArray(each));
  return [...own, ...lists.flatMap((each) => convertPolygons(each))];
}

/** Latitude and longitude. */
function readPosition(point: JsonObject): readonly [string, string] | undefined {
  const latitude = trimmedText(point['pointLatitude']);
  const longitude = trimmedText(point['pointLongitude']);
  return latitude === undefined || longitude === undefined ? undefined : [latitude, longitude];
}

/** So many numbers of a text, as kernels before the fourth write points and boxes. */
function readNumbers(value: unknown, count: number): readonly string[] | undefined {
  const words = trimmedText(value)?.split(/[\s,;]+/u) ?? [];
  return words.length === count ? words : undefined;
}
