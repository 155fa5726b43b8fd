import type { Box } from '../model/search-facts.ts';
import type { SearchAnswer, SearchResult } from '../query/search/search-answer.ts';
import { sourcesOf, timeTexts, typeNames } from './search-texts.ts';

type Position = readonly [longitude: number, latitude: number];

/**
 * What was found as GeoJSON (RFC 7946): a feature a resource, whose geometry is made of its boxes, a point where one has no
 * extent, and null where it has no place. What lies across the antimeridian is in two parts (§3.1.9).
 */
export function searchGeoJson({ total, results }: SearchAnswer) {
  return { type: 'FeatureCollection', numberMatched: total, features: results.map(featureOf) };
}

function featureOf(result: SearchResult) {
  const { resource, iri, title, placeNames, boxes, records } = result;
  return {
    type: 'Feature',
    id: iri ?? resource,
    geometry: geometryOf(boxes),
    properties: {
      title: title ?? null,
      types: typeNames(result),
      times: timeTexts(result),
      places: placeNames,
      sources: sourcesOf(result),
      resource,
      records,
    },
  };
}

function geometryOf(boxes: readonly Box[]) {
  const points = boxes.filter(isPoint).map(({ west, south }): Position => [west, south]);
  const rings = boxes.filter((box) => !isPoint(box)).map((box) => [ringOf(box)]);
  const parts = [
    ...(points.length === 0 ? [] : [{ type: 'MultiPoint', coordinates: points }]),
    ...(rings.length === 0 ? [] : [{ type: 'MultiPolygon', coordinates: rings }]),
  ];
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length > 1) return { type: 'GeometryCollection', geometries: parts };
  const [only, ...more] = first.coordinates;
  if (more.length > 0) return first;
  return { type: first.type.slice('Multi'.length), coordinates: only };
}

function isPoint({ west, south, east, north }: Box): boolean {
  return west === east && south === north;
}

/** Against the clock, as §3.1.6 wants it. */
function ringOf({ west, south, east, north }: Box): readonly Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
