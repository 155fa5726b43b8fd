import { periodBounds } from '../facts/time/calendar.ts';
import type { Box } from '../model/search-facts.ts';
import type { SearchAnswer, SearchResult } from '../search/search-answer.ts';
import { csvCell, csvText } from './layout.ts';
import { resultSources, timeTexts, typeNames } from './search-texts.ts';

/** How results of a search can be written. */
export const searchFormats = ['table', 'json', 'csv', 'geojson', 'nq'] as const;

/** A format of search results. */
export type SearchFormat = (typeof searchFormats)[number];

const head = [
  'title',
  'type',
  'start',
  'end',
  'time',
  'west',
  'south',
  'east',
  'north',
  'place',
  'source',
  'iri',
  'key',
  'graph',
  'title_from',
  'type_from',
];
const valueSeparator = ' | ';

/** Where a served catalogue has a resource; absolute URLs. */
export interface ResourceLinks {
  /** Its page. */
  readonly page: string;
  /** The resource in the JSON interface. */
  readonly dataset: string;
}

/** The links of the resource with a key. */
type LinksOf = (key: string) => ResourceLinks;

/**
 * Search results as CSV (RFC 4180), a line a resource. `start` and `end` are the first and the last
 * moment of its periods as xsd:dateTime, empty where open; `west` to `north` are the box around its
 * places in degrees (see `boxAround`); `title_from` and `type_from` are the graphs of the records
 * that give title and type. Several values of a cell are separated by ` | `; `csvText` guards those
 * that publishers wrote.
 * @param linksOf adds the columns `page` and `dataset`
 */
export function* searchCsv(results: Iterable<SearchResult>, linksOf?: LinksOf): Generator<string> {
  yield csvLine(linksOf === undefined ? head : [...head, 'page', 'dataset']);
  for (const result of results) {
    const { page, dataset } = linksOf?.(result.key) ?? {};
    const links = page === undefined || dataset === undefined ? [] : [page, dataset];
    yield csvLine([...rowOf(result), ...links]);
  }
}

function csvLine(row: readonly string[]): string {
  return `${row.map(csvCell).join(',')}\r\n`;
}

function rowOf(result: SearchResult): readonly string[] {
  const { title = '', iri = '', key, records, from } = result;
  return [
    textOf([title]),
    textOf(typeNames(result)),
    ...endsOf(result),
    textOf(timeTexts(result)),
    ...edgesOf(result),
    textOf(result.placeNames),
    textOf(resultSources(result)),
    textOf([iri]),
    textOf([key]),
    textOf(records.map(({ graph }) => graph)),
    textOf([from.title ?? '']),
    textOf([from.types ?? '']),
  ];
}

function textOf(values: readonly string[]): string {
  return csvText(values.join(valueSeparator));
}

function edgesOf({ boxes }: SearchResult): readonly string[] {
  return bboxOf(boxes)?.map(String) ?? ['', '', '', ''];
}

/** The `bbox` member of GeoJSON around boxes (RFC 7946, 5); undefined without boxes. */
export function bboxOf(boxes: readonly Box[]): readonly number[] | undefined {
  const around = boxAround(boxes);
  return around && [around.west, around.south, around.east, around.north];
}

function endsOf({ periods }: SearchResult): readonly [string, string] {
  const bounds = periods.map(periodBounds);
  const [first] = bounds.toSorted((one, other) => one.begin - other.begin);
  const last = bounds.toSorted((one, other) => one.end - other.end).at(-1);
  return [first?.startDateTime ?? '', last?.endDateTime ?? ''];
}

type Position = readonly [longitude: number, latitude: number];

/**
 * Search results as GeoJSON (RFC 7946), a feature a resource: `bbox` is the box around its places,
 * and the geometry consists of its boxes, as points, lines or polygons; null without a place. A box
 * across the antimeridian is in two parts (3.1.9), and its `bbox` has `west` greater than `east`
 * (5.2).
 */
export function searchGeoJson({ total, results }: Pick<SearchAnswer, 'results' | 'total'>) {
  return { ...headOf(total), features: results.map((result) => featureOf(result)) };
}

/** The text of `searchGeoJson` in parts, a feature each. */
export function* searchGeoJsonText({
  total,
  results,
  linksOf,
}: {
  readonly total: number;
  readonly results: Iterable<SearchResult>;
  /** Adds the property `links`. */
  readonly linksOf?: LinksOf;
}): Generator<string> {
  // All but the closing brace.
  yield `${JSON.stringify(headOf(total)).slice(0, -1)},"features":[`;
  let separator = '\n';
  for (const result of results) {
    yield separator + JSON.stringify(featureOf(result, linksOf));
    separator = ',\n';
  }
  yield '\n]}\n';
}

function headOf(total: number) {
  return { type: 'FeatureCollection', numberMatched: total };
}

function featureOf(result: SearchResult, linksOf?: LinksOf) {
  const { key, iri, title, placeNames, boxes, from, records } = result;
  const bbox = bboxOf(boxes);
  return {
    type: 'Feature',
    id: iri ?? key,
    ...(bbox && { bbox }),
    geometry: geometryOfBoxes(boxes),
    properties: {
      title: title ?? null,
      types: typeNames(result),
      times: timeTexts(result),
      places: placeNames,
      sources: resultSources(result),
      key,
      ...(linksOf && { links: linksOf(key) }),
      from,
      records,
    },
  };
}

/**
 * The boxes of a resource as one GeoJSON geometry, without duplicates of kinds: points, lines and
 * polygons; null without boxes.
 */
export function geometryOfBoxes(boxes: readonly Box[]) {
  const ofExtents = (extents: number): readonly Box[] =>
    boxes.filter(
      ({ west, south, east, north }) => Number(west !== east) + Number(south !== north) === extents,
    );
  const parts = [
    ...partOf(
      'Point',
      ofExtents(0).map(({ west, south }): Position => [west, south]),
    ),
    ...partOf(
      'LineString',
      ofExtents(1).map(({ west, south, east, north }): readonly Position[] => [
        [west, south],
        [east, north],
      ]),
    ),
    ...partOf(
      'Polygon',
      ofExtents(2).map((box) => [ringOf(box)]),
    ),
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

/** Counterclockwise, as RFC 7946, 3.1.6 requires. */
function ringOf({ west, south, east, north }: Box): readonly Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/**
 * The box around boxes, in degrees; undefined without boxes. Where they reach the antimeridian from
 * both sides, it crosses it, leaves out the widest gap, and has `west` greater than `east` (RFC
 * 7946, 5.2).
 */
export function boxAround(boxes: readonly Box[]): Box | undefined {
  const [first, ...more] = boxes;
  if (first === undefined) return undefined;
  const around = more.reduce(
    (whole, { west, south, east, north }): Box => ({
      west: Math.min(whole.west, west),
      south: Math.min(whole.south, south),
      east: Math.max(whole.east, east),
      north: Math.max(whole.north, north),
    }),
    first,
  );
  if (around.west > -180 || around.east < 180) return around;
  return { ...around, ...widestGap(boxes) };
}

/** The edges of a box that leaves out the widest gap; undefined without a gap. */
function widestGap(boxes: readonly Box[]): Pick<Box, 'west' | 'east'> | undefined {
  let reached = -180;
  let width = 0;
  let gap: Pick<Box, 'west' | 'east'> | undefined;
  for (const { west, east } of boxes.toSorted((one, other) => one.west - other.west)) {
    if (west - reached > width) {
      width = west - reached;
      gap = { west, east: reached };
    }
    reached = Math.max(reached, east);
  }
  return gap;
}
