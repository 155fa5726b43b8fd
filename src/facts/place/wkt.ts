import { referenceSystem } from './reference-system.ts';
import type { NoShape, Position, ShapePart, WrittenOrder, WrittenShape } from './shape.ts';
import { readWktItems, type WktItem } from './wkt-items.ts';

const keyword =
  /^(?:(?:multi)?(?:point|linestring|polygon)|linearring|triangle|geometrycollection|envelope|box|bbox)(?:2d|3d|z|m|zm)?$/iu;
const system = /^\s*(?:<((?:https?:\/\/|urn:)[^<>\s]*)>|SRID\s*=\s*(\d+)\s*;)/iu;

/** Whether a text is meant as WKT: by its first word, or by the reference system in front of that. */
export function looksLikeWkt(text: string): boolean {
  if (system.test(text)) return true;
  const [, word] = /^\s*([a-z\d]{3,24})\s*(?:\(|[zm]{1,2}\s*\(|empty\s*$)/iu.exec(text) ?? [];
  return word !== undefined && keyword.test(word);
}

/**
 * Reads a geometry in WKT (OGC 06-103r4 §7.2; GeoSPARQL 1.1 §8.5.1): longitude first, unless the IRI of another reference
 * system stands before it. PostGIS' `SRID=4326;` and `BOX(…)`, and the
 * `ENVELOPE(…)` of CQL are read as well.
 */
export function readWkt(text: string): WrittenShape | NoShape {
  const [prefix = '', iri, srid] = system.exec(text) ?? [];
  const order = iri === undefined ? orderOfSrid(srid) : referenceSystem(iri);
  if (order === undefined) return { fault: 'reference-system' };
  const item = readWktItems(text.slice(prefix.length));
  if (typeof item === 'string') return { fault: item };
  const parts = partsOf(item);
  if (parts === undefined) return { fault: 'malformed' };
  const lettered = orderByLetters(item);
  if (lettered === undefined) return { value: text, parts, order, repairs: [] };
  return { value: text, parts, order: lettered, repairs: ['letters-read'] };
}

/** In EWKT the longitude is first, whatever the register of the number says. */
function orderOfSrid(srid: string | undefined): WrittenOrder | undefined {
  const known = srid === undefined || referenceSystem(`EPSG:${srid}`) !== undefined;
  return known ? { axes: 'lon-lat', by: 'fixed' } : undefined;
}

function orderByLetters(item: WktItem): WrittenOrder | undefined {
  const at =
    item.latitudeAt ?? item.items?.map(orderByLetters).find((order) => order !== undefined);
  if (typeof at === 'object' || at === undefined) return at;
  return { axes: at === 0 ? 'lat-lon' : 'lon-lat', by: 'fixed' };
}

function partsOf(item: WktItem): readonly ShapePart[] | undefined {
  const [first, ...more] = item.words;
  if (first === undefined || !keyword.test(first) || item.numbers.length > 0) return undefined;
  if (more.includes('EMPTY') && item.items === undefined) return [];
  if (item.items === undefined) return undefined;
  const name = first.replace(/(?:2D|3D|Z|M|ZM)$/u, '');
  if (name === 'GEOMETRYCOLLECTION') return all(item.items.map(partsOf));
  if (more.some((word) => !/^(?:Z|M|ZM)$/u.test(word))) return undefined;
  if (name === 'ENVELOPE') return envelopeOf(item.items);
  const read = readers[name];
  return read?.(item.items);
}

type Read = (items: readonly WktItem[]) => readonly ShapePart[] | undefined;

const readers: Readonly<Record<string, Read>> = {
  POINT: pointsOf,
  MULTIPOINT: pointsOf,
  LINESTRING: lineOf,
  LINEARRING: lineOf,
  MULTILINESTRING: (items) => all(items.map((item) => lineOf(item.items ?? []))),
  POLYGON: polygonOf,
  TRIANGLE: polygonOf,
  MULTIPOLYGON: (items) =>
    all(items.map(({ items: rings, words }) => polygonOf(rings ?? [], words))),
  BOX: boxOf,
  BBOX: boxOf,
};

/** Each position may be in brackets of its own. */
function pointsOf(items: readonly WktItem[]): readonly ShapePart[] | undefined {
  const flat = items.flatMap((item) => item.items ?? [item]);
  return positionsOf(flat)?.map((at) => ({ kind: 'point', at }));
}

function lineOf(items: readonly WktItem[]): readonly ShapePart[] | undefined {
  const along = positionsOf(items);
  return along === undefined || along.length === 0 ? undefined : [{ kind: 'line', along }];
}

/** Each ring is in brackets; a single one may have lost them. */
function polygonOf(
  items: readonly WktItem[],
  words: readonly string[] = [],
): readonly ShapePart[] | undefined {
  if (words.includes('EMPTY')) return [];
  const written = items.every(({ items: inner }) => inner === undefined) ? [{ items }] : items;
  const rings: (readonly Position[])[] = [];
  for (const ring of written) {
    const positions = positionsOf(ring.items ?? []);
    if (positions === undefined || positions.length === 0) return undefined;
    rings.push(positions);
  }
  return [{ kind: 'polygon', rings }];
}

function boxOf(items: readonly WktItem[]): readonly ShapePart[] | undefined {
  const [one, other, ...more] = positionsOf(items) ?? [];
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  return [{ kind: 'box', corners: [one, other] }];
}

/** `ENVELOPE(west, east, north, south)` (OGC CQL 2.0.2, Solr). */
function envelopeOf(items: readonly WktItem[]): readonly ShapePart[] | undefined {
  const [west, east, north, south, ...more] = items.flatMap(({ numbers }) => numbers);
  if (west === undefined || east === undefined || north === undefined) return undefined;
  if (south === undefined || more.length > 0) return undefined;
  const corners: [Position, Position] = [
    [west, south],
    [east, north],
  ];
  return [{ kind: 'box', corners }];
}

/** The first two numbers of each; heights and measures are left out. */
function positionsOf(items: readonly WktItem[]): readonly Position[] | undefined {
  const positions: Position[] = [];
  for (const { words, numbers, items: inner } of items) {
    const [one, other] = numbers;
    if (one === undefined || other === undefined || numbers.length > 4) return undefined;
    if (inner !== undefined || words.length > 0) return undefined;
    positions.push([one, other]);
  }
  return positions;
}

function all(
  lists: readonly (readonly ShapePart[] | undefined)[],
): readonly ShapePart[] | undefined {
  const parts: ShapePart[] = [];
  for (const list of lists) {
    if (list === undefined) return undefined;
    for (const part of list) parts.push(part);
  }
  return parts;
}
