import {
  type GeometryStatement,
  isGeometryText,
  isMissingGeometry,
  isSelfDescribed,
} from '../place/read-geometry.ts';
import { readReferenceSystem } from '../place/written-geometry.ts';
import { parseNumbers } from '../place/coordinate-text.ts';
import { looksLikeJson } from '../place/geojson-and-gml.ts';
import { looksLikeWkt } from '../place/wkt.ts';
import type { AxisOrder } from '../../model/search-facts.ts';
import { readGeoJsonNode } from './geojson-nodes.ts';
import {
  factText,
  isOwnNode,
  nodesUnder,
  valuesUnder,
  type FactNode,
  type FactValue,
} from './record-graph.ts';
import { placeTerms } from './properties.ts';

/** A geometry as stated in a record, before it is parsed. */
export interface StatedGeometry {
  readonly statement: GeometryStatement;
  /** Axis order of the reference system that the record names. */
  readonly claimedOrder?: AxisOrder | undefined;
}

/** A place and the numbers of its geometry are at most three steps apart. */
const maxDepth = 6;

/**
 * All geometries stated for a node, in no particular order.
 * @param isPlace false for a resource about places, whose description is not searched for
 *   geometries
 */
export function readStatedGeometries(node: FactNode, isPlace: boolean): readonly StatedGeometry[] {
  const claimedOrder = readClaimedOrder(node);
  const descriptions = isPlace ? readDescriptions(node) : [];
  const found = [...descriptions, ...collectGeometries(node, new Set(), maxDepth)];
  return found.map((statement) => ({ statement, claimedOrder }));
}

function collectGeometries(
  node: FactNode,
  seen: Set<FactNode>,
  depth: number,
): readonly GeometryStatement[] {
  if (depth === 0 || seen.has(node)) return [];
  seen.add(node);
  const nested = valuesUnder(node, placeTerms.geometryNodes).flatMap(({ value, property }) => {
    return isOwnNode(value)
      ? collectGeometries(value, seen, depth - 1)
      : readNodeText(factText(value) ?? '', property);
  });
  const shapes = [...readForms(node, seen, depth), ...readPositionsAndCircles(node)];
  return [
    ...readSides(node),
    ...shapes,
    ...readSelfDescribedTexts(node),
    ...readGeoJsonNode(node),
    ...nested,
  ];
}

/** Texts of numbers, and geometry nodes in their place, such as a `GeoCircle` under `circle`. */
function readForms(
  node: FactNode,
  seen: Set<FactNode>,
  depth: number,
): readonly GeometryStatement[] {
  const stated = forms.map(([property, form]) => ({ form, values: node.values([property]) }));
  const texts = stated.flatMap(({ form, values }) => {
    const written = distinctStatedTexts(values.filter((value) => !isOwnNode(value)));
    return written.map((text) => ({ kind: 'text', text, form }) as const);
  });
  const nodes = stated.flatMap(({ form, values }) =>
    values.filter(isOwnNode).flatMap((each): readonly GeometryStatement[] => {
      if (seen.has(each)) return [];
      const found = collectGeometries(each, seen, depth - 1);
      if (found.length > 0) return found;
      const text = each.iri ?? each.types.join(' ');
      return isMissingGeometry(text) ? [] : [{ kind: 'text', text, form }];
    }),
  );
  return [...texts, ...nodes];
}

const forms = Object.entries(placeTerms.forms);

/** WKT, GeoJSON and GML; WKT also in additional properties. */
function readSelfDescribedTexts(node: FactNode): readonly GeometryStatement[] {
  const additional = nodesUnder(node, placeTerms.additionalProperty)
    .flatMap((property) => statedTexts(property, placeTerms.value))
    .filter(looksLikeWkt);
  return [...statedTexts(node, placeTerms.geometryTexts), ...additional].map(selfDescribed);
}

/** A box whose sides are properties. */
function readSides(node: FactNode): readonly GeometryStatement[] {
  const sides = placeTerms.sides.flatMap((side) => statedTexts(node, [side]));
  const isWhole = sides.length === placeTerms.sides.length;
  return isWhole ? [{ kind: 'text', text: sides.join(','), form: 'extent' }] : [];
}

function readPositionsAndCircles(node: FactNode): readonly GeometryStatement[] {
  const own = readLatitudeLongitude(node);
  const midpoints = node.values(placeTerms.circle.midpoint);
  const circles = midpoints.flatMap((midpoint): readonly GeometryStatement[] => {
    const centre = midpoint.kind === 'node' ? readLatitudeLongitude(midpoint) : undefined;
    const [radius] = node.values(placeTerms.circle.radius).map(readLengthText);
    if (centre?.kind !== 'position' || radius === undefined) return centre ? [centre] : [];
    return [{ kind: 'position', position: { ...centre.position, radius } }];
  });
  return own === undefined ? circles : [own, ...circles];
}

function readLatitudeLongitude(node: FactNode): GeometryStatement | undefined {
  const latitudes = statedTexts(node, placeTerms.latitude);
  const longitudes = statedTexts(node, placeTerms.longitude);
  const [latitude] = latitudes;
  const [longitude] = longitudes;
  if (latitude === undefined && longitude === undefined) return undefined;
  const count = latitudes.length + longitudes.length;
  if (latitude === undefined || longitude === undefined || count > 2) {
    const value = `latitude ${latitudes.join(' and ')}, longitude ${longitudes.join(' and ')}`;
    const isIncomplete = latitudes.length * longitudes.length === 0;
    return { kind: 'unreadable', value, fault: isIncomplete ? 'incomplete' : 'unpaired' };
  }
  return { kind: 'position', position: { latitude, longitude } };
}

/** A length as text, or a quantity with its unit. */
function readLengthText(value: FactValue): string | undefined {
  if (value.kind === 'literal') return value.text;
  const [number] = statedTexts(value, placeTerms.quantity.value);
  const [unit = ''] = statedTexts(value, placeTerms.quantity.unit);
  return number === undefined ? undefined : `${number} ${unit}`;
}

/** GeoJSON in the description of a place. */
function readDescriptions(node: FactNode): readonly GeometryStatement[] {
  return nodesUnder(node, placeTerms.descriptions)
    .flatMap((description) => statedTexts(description, placeTerms.text))
    .filter((text) => looksLikeJson(text) && text.includes('coordinates'))
    .map(selfDescribed);
}

function selfDescribed(text: string): GeometryStatement {
  return { kind: 'text', text, form: 'geometry' };
}

/** SOSO 1.3: an additional property with this identifier names the reference system. */
function readClaimedOrder(node: FactNode): AxisOrder | undefined {
  const properties = nodesUnder(node, placeTerms.additionalProperty);
  if (properties.length === 0) return undefined;
  const orders = properties
    .filter((property) => statedTexts(property, placeTerms.propertyId).some(isReferenceSystem))
    .flatMap((property) => statedTexts(property, placeTerms.value))
    .flatMap((name) => readReferenceSystem(name)?.axes ?? []);
  const [order, ...more] = new Set(orders);
  return more.length === 0 ? order : undefined;
}

function isReferenceSystem(propertyId: string): boolean {
  return /(?:^|\/)Spatial_reference_system$/iu.test(propertyId);
}

/** A text in place of a geometry node: `10,20` for a point, or a self-describing geometry. */
function readNodeText(text: string, property: string): readonly GeometryStatement[] {
  if (isMissingGeometry(text)) return [];
  if (isSelfDescribed(text) || !isGeometryText(text)) return [selfDescribed(text)];
  const isPair = parseNumbers(text, 2)?.numbers.length === 2;
  const form = placeTerms.extentNodes.includes(property) ? 'extent' : 'box';
  return [{ kind: 'text', text, form: isPair ? 'point' : form }];
}

function statedTexts(node: FactNode, properties: readonly string[]): readonly string[] {
  return distinctStatedTexts(node.values(properties));
}

/** The distinct texts among the values, sorted, without nils. */
function distinctStatedTexts(values: readonly FactValue[]): readonly string[] {
  const texts = values.flatMap((value) => factText(value)?.trim() ?? []);
  return [...new Set(texts)].filter((text) => !isMissingGeometry(text)).toSorted();
}
