import { localNameOf } from '../../rdf/iri.ts';
import {
  type CoordinateArray,
  isCoordinateArray,
  parseCoordinateArray,
  typeOfArray,
} from '../place/coordinate-array.ts';
import { parseNumbers } from '../place/coordinate-text.ts';
import { isGeoJsonType } from '../place/geojson-and-gml.ts';
import type { JsonValue } from '../../text/json.ts';
import type { GeometryStatement } from '../place/read-geometry.ts';
import { placeTerms } from './properties.ts';
import {
  factText,
  nodesUnder,
  type FactNode,
  type FactValue,
  type NestedItems,
} from './record-graph.ts';

/**
 * The geometries of a node that is GeoJSON in the graph: its coordinates, else its bounding box
 * unless it has a geometry, as lists (GeoJSON-LD), JSON literals or texts.
 */
export function readGeoJsonNode(node: FactNode): readonly GeometryStatement[] {
  const { coordinates, geometry } = placeTerms.geoJson;
  const shapes = arraysUnder(node, coordinates).map((stated) =>
    'value' in stated ? stated : selfDescribed(geoJsonOf(node, stated.array)),
  );
  if (shapes.length > 0 || node.values(geometry).length > 0) return shapes;
  return arraysUnder(node, placeTerms.extents).map((stated) => {
    if ('value' in stated) return stated;
    const { array } = stated;
    // With heights it is no text of four numbers.
    if (array.length === 6) return selfDescribed(JSON.stringify({ bbox: array }));
    return { kind: 'text', text: array.flat().map(String).join(' '), form: 'extent' };
  });
}

type StatedArray =
  | { readonly array: CoordinateArray }
  | Extract<GeometryStatement, { readonly kind: 'unreadable' }>;

/** The arrays of coordinates among the values; unreadable where their order is lost. */
function arraysUnder(node: FactNode, properties: readonly string[]): readonly StatedArray[] {
  const values = node.values(properties);
  if (values.length === 0) return [];
  const lists = node.nestedLists(properties).map(plainItems);
  const listed = new Set(node.listed(properties));
  const texts = values
    .filter((value) => !listed.has(value))
    .flatMap((value) => factText(value)?.trim() ?? []);
  const ofTexts = texts.flatMap((text) => arrayOfText(text) ?? []);
  const arrays = [...lists, ...ofTexts].filter((array) => isCoordinateArray(array));
  if (arrays.length > 0) return arrays.map((array) => ({ array }));
  const written = lists.length > 0 ? lists.map((list) => JSON.stringify(list)) : texts;
  const fault = texts.length > 1 ? 'unordered' : 'malformed';
  return written.length === 0 ? [] : [{ kind: 'unreadable', value: written.join(' '), fault }];
}

/** A JSON array, or a text of positions: `[[10,50],[20,60]]`, `10,50 20,60`. */
function arrayOfText(text: string): [CoordinateArray] | undefined {
  const array = parseCoordinateArray(text);
  if (array !== undefined) return [array];
  const { numbers = [] } = parseNumbers(text) ?? {};
  if (numbers.length === 2) return [[...numbers]];
  if (numbers.length < 4 || numbers.length % 2 !== 0) return undefined;
  const starts = numbers.flatMap((_, index) => (index % 2 === 0 ? [index] : []));
  return [starts.map((start) => numbers.slice(start, start + 2))];
}

function plainItems(items: NestedItems): JsonValue[] {
  return items.map((item) => (isNested(item) ? plainItems(item) : (factText(item) ?? null)));
}

function isNested(item: FactValue | NestedItems): item is NestedItems {
  return Array.isArray(item);
}

/** GeoJSON with the type that the node has, else with one that fits the coordinates. */
function geoJsonOf(node: FactNode, coordinates: CoordinateArray): string {
  const { types: properties, system, properties: members } = placeTerms.geoJson;
  const stated = node.values(properties).flatMap((value) => factText(value) ?? []);
  const type = [...node.types, ...stated].map(localNameOf).find(isGeoJsonType);
  const [name] = nodesUnder(node, system)
    .flatMap((each) => nodesUnder(each, members))
    .flatMap((each) => each.values(placeTerms.names))
    .flatMap((value) => factText(value) ?? []);
  const crs = name === undefined ? {} : { crs: { properties: { name } } };
  return JSON.stringify({ type: type ?? typeOfArray(coordinates), coordinates, ...crs });
}

function selfDescribed(text: string): GeometryStatement {
  return { kind: 'text', text, form: 'geometry' };
}
