import { isGeometryText, type GeometryForm, type NamedPosition } from '../place/read-geometry.ts';
import { referenceSystem } from '../place/reference-system.ts';
import { saysNothing } from '../place/says-nothing.ts';
import { readNumbers } from '../place/number-text.ts';
import { looksLikeJson } from '../place/geojson.ts';
import { looksLikeWkt } from '../place/wkt.ts';
import type { AxisOrder } from '../../model/search-facts.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';
import { placeTerms } from './place-terms.ts';

/** A geometry as a record has it, before it is read. */
export interface WrittenGeometry {
  readonly said: SaidGeometry;
  /** The order of the reference system that the record names. */
  readonly claimedOrder?: AxisOrder | undefined;
}

type SaidGeometry =
  | { readonly kind: 'text'; readonly text: string; readonly form: GeometryForm }
  | { readonly kind: 'position'; readonly position: NamedPosition }
  /** Latitudes and longitudes of which it is not known which belong together. */
  | { readonly kind: 'unpaired'; readonly value: string; readonly isIncomplete: boolean };

/** From a place to the numbers of its geometry are three steps at the most. */
const maxDepth = 6;

/**
 * All geometries that are said of a node, in no particular order.
 * @param isPlace not where it is a resource that is about places: what describes it as a whole is not read for geometries
 */
export function writtenGeometries(node: FactNode, isPlace: boolean): readonly WrittenGeometry[] {
  const claimedOrder = orderByReferenceSystem(node);
  const descriptions = isPlace ? descriptionsOf(node) : [];
  const found = [...descriptions, ...collect(node, new Set(), maxDepth)];
  return found.map((said) => ({ said, claimedOrder }));
}

function collect(node: FactNode, seen: Set<FactNode>, depth: number): readonly SaidGeometry[] {
  if (depth === 0 || seen.has(node)) return [];
  seen.add(node);
  const nested = node.values(placeTerms.geometryNodes).flatMap((value) => {
    return value.kind === 'node' && value.writtenAs === undefined
      ? collect(value, seen, depth - 1)
      : textGeometry(factText(value) ?? '');
  });
  const shapes = [...shapesOf(node), ...shapesInside(node, seen, depth)];
  return [...shapes, ...positionsOf(node), ...textsOf(node), ...nested];
}

function shapesOf(node: FactNode): readonly SaidGeometry[] {
  return forms.flatMap(([property, form]) => {
    const said = node.values([property]).filter((value) => !isNodeInside(value));
    return textsAmong(said).map((text) => ({ kind: 'text', text, form }) as const);
  });
}

/** A `GeoCircle` under `circle`, say: a shape as a node, where the numbers of one belong. */
function shapesInside(node: FactNode, seen: Set<FactNode>, depth: number): readonly SaidGeometry[] {
  return forms.flatMap(([property, form]) => {
    const inside = nodesOf(node, [property]).filter(isNodeInside);
    return inside.flatMap((each): readonly SaidGeometry[] => {
      if (seen.has(each)) return [];
      const found = collect(each, seen, depth - 1);
      if (found.length > 0) return found;
      const text = each.iri ?? each.types.join(' ');
      return saysNothing(text) ? [] : [{ kind: 'text', text, form }];
    });
  });
}

function isNodeInside(value: FactValue): boolean {
  return value.kind === 'node' && value.writtenAs === undefined;
}

const forms = Object.entries(placeTerms.forms);

/** WKT, GeoJSON and GML; WKT in an additional property as well. */
function textsOf(node: FactNode): readonly SaidGeometry[] {
  const additional = nodesOf(node, placeTerms.additionalProperty)
    .flatMap((property) => saidTexts(property, placeTerms.value))
    .filter(looksLikeWkt);
  return [...saidTexts(node, placeTerms.geometryTexts), ...additional].map(asGeometry);
}

function positionsOf(node: FactNode): readonly SaidGeometry[] {
  const own = positionOf(node);
  const midpoints = node.values(placeTerms.circle.midpoint);
  const circles = midpoints.flatMap((midpoint): readonly SaidGeometry[] => {
    const centre = midpoint.kind === 'node' ? positionOf(midpoint) : undefined;
    const [radius] = node.values(placeTerms.circle.radius).map(lengthText);
    if (centre?.kind !== 'position' || radius === undefined) return centre ? [centre] : [];
    return [{ kind: 'position', position: { ...centre.position, radius } }];
  });
  return own === undefined ? circles : [own, ...circles];
}

function positionOf(node: FactNode): SaidGeometry | undefined {
  const latitudes = saidTexts(node, placeTerms.latitude);
  const longitudes = saidTexts(node, placeTerms.longitude);
  const [latitude] = latitudes;
  const [longitude] = longitudes;
  if (latitude === undefined && longitude === undefined) return undefined;
  if (
    latitude === undefined ||
    longitude === undefined ||
    latitudes.length + longitudes.length > 2
  ) {
    const value = `latitude ${latitudes.join(' and ')}, longitude ${longitudes.join(' and ')}`;
    return { kind: 'unpaired', value, isIncomplete: latitudes.length * longitudes.length === 0 };
  }
  return { kind: 'position', position: { latitude, longitude } };
}

/** A length as a text, or a quantity with its unit. */
function lengthText(value: ReturnType<FactNode['values']>[number]): string | undefined {
  if (value.kind === 'literal') return value.text;
  const [number] = saidTexts(value, placeTerms.quantity.value);
  const [unit = ''] = saidTexts(value, placeTerms.quantity.unit);
  return number === undefined ? undefined : `${number} ${unit}`;
}

/** GeoJSON as a description of a place. */
function descriptionsOf(node: FactNode): readonly SaidGeometry[] {
  return nodesOf(node, placeTerms.descriptions)
    .flatMap((description) => saidTexts(description, placeTerms.text))
    .filter((text) => looksLikeJson(text) && text.includes('coordinates'))
    .map(asGeometry);
}

function asGeometry(text: string): SaidGeometry {
  return { kind: 'text', text, form: 'geometry' };
}

/** SOSO 1.3: an additional property with this identifier says in which reference system the coordinates are. */
function orderByReferenceSystem(node: FactNode): AxisOrder | undefined {
  const properties = nodesOf(node, placeTerms.additionalProperty);
  if (properties.length === 0) return undefined;
  const orders = properties
    .filter((property) => saidTexts(property, placeTerms.propertyId).some(isReferenceSystem))
    .flatMap((property) => saidTexts(property, placeTerms.value))
    .flatMap((name) => referenceSystem(name)?.axes ?? []);
  const [order, ...more] = new Set(orders);
  return more.length === 0 ? order : undefined;
}

function isReferenceSystem(propertyId: string): boolean {
  return /(?:^|\/)Spatial_reference_system$/iu.test(propertyId);
}

/** A geometry where a node is expected: `10,20` for a point, or one that says itself what it is. */
function textGeometry(text: string): readonly SaidGeometry[] {
  if (saysNothing(text)) return [];
  if (!isGeometryText(text)) return [asGeometry(text)];
  const isPair = readNumbers(text, 2)?.numbers.length === 2;
  return [{ kind: 'text', text, form: isPair ? 'point' : 'box' }];
}

function nodesOf(node: FactNode, properties: readonly string[]): readonly FactNode[] {
  return node.values(properties).filter((value) => value.kind === 'node');
}

/** The values that are texts, each once, without those that say that there is none. Sorted. */
function saidTexts(node: FactNode, properties: readonly string[]): readonly string[] {
  return textsAmong(node.values(properties));
}

function textsAmong(values: readonly FactValue[]): readonly string[] {
  const said: string[] = [];
  for (const value of values) {
    const text = factText(value)?.trim();
    if (text !== undefined && !saysNothing(text)) said.push(text);
  }
  return said.length < 2 ? said : [...new Set(said)].toSorted();
}
