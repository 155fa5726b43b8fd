import type { Box } from '../model/search-facts.ts';
import type { SearchAnswer, SearchResult } from '../search/search-answer.ts';
import { boxAround } from './box-around.ts';
import { sourcesOf, timeTexts, typeNames } from './search-texts.ts';

type Position = readonly [longitude: number, latitude: number];

/**
 * What was found as GeoJSON (RFC 7946): a feature a resource, with the box around its places as `bbox` (§5) and a geometry
 * that is made of its boxes: a point where one has no extent, a line where it has no width or no height, and null where it
 * has no place. What lies across the antimeridian is in two parts (§3.1.9), and `west` of its `bbox` is greater than `east`
 * (§5.2).
 */
export function searchGeoJson({ total, results }: Pick<SearchAnswer, 'results' | 'total'>) {
  return { ...headOf(total), features: results.map(featureOf) };
}

/** The same as text, in parts: a feature each. */
export function* searchGeoJsonText({ total, results }: ResultsInTurn): Generator<string> {
  // All but the closing brace.
  yield `${JSON.stringify(headOf(total)).slice(0, -1)},"features":[`;
  let separator = '\n';
  for (const result of results) {
    yield separator + JSON.stringify(featureOf(result));
    separator = ',\n';
  }
  yield '\n]}\n';
}

interface ResultsInTurn {
  readonly total: number;
  readonly results: Iterable<SearchResult>;
}

function headOf(total: number) {
  return { type: 'FeatureCollection', numberMatched: total };
}

function featureOf(result: SearchResult) {
  const { key, iri, title, placeNames, boxes, from, records } = result;
  const around = boxAround(boxes);
  return {
    type: 'Feature',
    id: iri ?? key,
    ...(around === undefined
      ? {}
      : { bbox: [around.west, around.south, around.east, around.north] }),
    geometry: geometryOf(boxes),
    properties: {
      title: title ?? null,
      types: typeNames(result),
      times: timeTexts(result),
      places: placeNames,
      sources: sourcesOf(result),
      key,
      from,
      records,
    },
  };
}

function geometryOf(boxes: readonly Box[]) {
  const points = boxes.filter((box) => extentsOf(box) === 0).map(cornerOf);
  const lines = boxes.filter((box) => extentsOf(box) === 1).map(lineOf);
  const polygons = boxes.filter((box) => extentsOf(box) === 2).map((box) => [ringOf(box)]);
  const parts = [
    ...partOf('Point', points),
    ...partOf('LineString', lines),
    ...partOf('Polygon', polygons),
  ];
  const [first = null, ...more] = parts;
  return more.length === 0 ? first : { type: 'GeometryCollection', geometries: parts };
}

/** All of one kind as one geometry. */
function partOf<Coordinates>(type: string, all: readonly Coordinates[]) {
  const [first, ...more] = all;
  if (first === undefined) return [];
  return [
    more.length === 0 ? { type, coordinates: first } : { type: `Multi${type}`, coordinates: all },
  ];
}

/** Width and height, as many as it has of them. */
function extentsOf({ west, south, east, north }: Box): number {
  return Number(west !== east) + Number(south !== north);
}

function cornerOf({ west, south }: Box): Position {
  return [west, south];
}

function lineOf({ west, south, east, north }: Box): readonly Position[] {
  return [
    [west, south],
    [east, north],
  ];
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
