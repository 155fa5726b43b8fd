import { referenceSystem } from './reference-system.ts';
import type { NoShape, Position, ShapePart, WrittenOrder, WrittenShape } from './shape.ts';
import { readWktItems, type WktItem } from './wkt-items.ts';

const wktKeyword =
  /^(?:(?:multi)?(?:point|linestring|polygon)|linearring|triangle|geometrycollection|envelope|box|bbox)(?:2d|3d|z|m|zm)?$/iu;
const leadingSystem = /^\s*(?:<((?:https?:\/\/|urn:)[^<>\s]*)>|SRID\s*=\s*(\d+)\s*;)/iu;

/** Whether a text looks like WKT, by its first word or a leading reference system. */
export function looksLikeWkt(text: string): boolean {
  if (leadingSystem.test(text)) return true;
  const [, word] = /^\s*([a-z\d]{3,24})\s*(?:\(|[zm]{1,2}\s*\(|empty\s*$)/iu.exec(text) ?? [];
  return word !== undefined && wktKeyword.test(word);
}

/**
 * Reads a WKT geometry (OGC 06-103r4 §7.2; GeoSPARQL 1.1 §8.5.1): longitude first, unless preceded
 * by the IRI of another reference system. Also reads PostGIS' `SRID=4326;` and `BOX(…)`, and
 * `ENVELOPE(…)` of CQL.
 */
export function readWkt(text: string): WrittenShape | NoShape {
  const [prefix = '', iri, srid] = leadingSystem.exec(text) ?? [];
  const order = iri === undefined ? axisOrderOfSrid(srid) : referenceSystem(iri);
  if (order === undefined) return { fault: 'reference-system' };
  const item = readWktItems(text.slice(prefix.length));
  if (typeof item === 'string') return { fault: item };
  const parts = readParts(item);
  if (parts === undefined) return { fault: 'malformed' };
  const lettered = axisOrderOfLetters(item);
  if (lettered === undefined) return { value: text, parts, order, repairs: [] };
  return { value: text, parts, order: lettered, repairs: ['letters-read'] };
}

/** EWKT has longitude first, whatever the register says about the number. */
function axisOrderOfSrid(srid: string | undefined): WrittenOrder | undefined {
  const known = srid === undefined || referenceSystem(`EPSG:${srid}`) !== undefined;
  return known ? { axes: 'lon-lat', by: 'fixed' } : undefined;
}

function axisOrderOfLetters(item: WktItem): WrittenOrder | undefined {
  const at =
    item.latitudeAt ?? item.items?.map(axisOrderOfLetters).find((order) => order !== undefined);
  if (typeof at === 'object' || at === undefined) return at;
  return { axes: at === 0 ? 'lat-lon' : 'lon-lat', by: 'fixed' };
}

function readParts(item: WktItem): readonly ShapePart[] | undefined {
  const [first, ...more] = item.words;
  if (first === undefined || !wktKeyword.test(first) || item.numbers.length > 0) return undefined;
  if (more.includes('EMPTY') && item.items === undefined) return [];
  if (item.items === undefined) return undefined;
  const name = first.replace(/(?:2D|3D|Z|M|ZM)$/u, '');
  if (name === 'GEOMETRYCOLLECTION') return concatOrFail(item.items.map(readParts));
  if (more.some((word) => !/^(?:Z|M|ZM)$/u.test(word))) return undefined;
  if (name === 'ENVELOPE') return readEnvelope(item.items);
  const read = readers[name];
  return read?.(item.items);
}

type ReadItems = (items: readonly WktItem[]) => readonly ShapePart[] | undefined;

const readers: Readonly<Record<string, ReadItems>> = {
  POINT: readPoints,
  MULTIPOINT: readPoints,
  LINESTRING: readLine,
  LINEARRING: readLine,
  MULTILINESTRING: (items) => concatOrFail(items.map((item) => readLine(item.items ?? []))),
  POLYGON: readPolygon,
  TRIANGLE: readPolygon,
  MULTIPOLYGON: (items) =>
    concatOrFail(items.map(({ items: rings, words }) => readPolygon(rings ?? [], words))),
  BOX: readBox,
  BBOX: readBox,
};

/** Each position may have its own brackets. */
function readPoints(items: readonly WktItem[]): readonly ShapePart[] | undefined {
  const flat = items.flatMap((item) => item.items ?? [item]);
  return readPositions(flat)?.map((at) => ({ kind: 'point', at }));
}

function readLine(items: readonly WktItem[]): readonly ShapePart[] | undefined {
  const along = readPositions(items);
  return along === undefined || along.length === 0 ? undefined : [{ kind: 'line', along }];
}

/** Each ring is bracketed; the brackets of a single one may be missing. */
function readPolygon(
  items: readonly WktItem[],
  words: readonly string[] = [],
): readonly ShapePart[] | undefined {
  if (words.includes('EMPTY')) return [];
  const written = items.every(({ items: inner }) => inner === undefined) ? [{ items }] : items;
  const rings: (readonly Position[])[] = [];
  for (const ring of written) {
    const positions = readPositions(ring.items ?? []);
    if (positions === undefined || positions.length === 0) return undefined;
    rings.push(positions);
  }
  return [{ kind: 'polygon', rings }];
}

function readBox(items: readonly WktItem[]): readonly ShapePart[] | undefined {
  const [one, other, ...more] = readPositions(items) ?? [];
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  return [{ kind: 'box', corners: [one, other] }];
}

/** `ENVELOPE(west, east, north, south)` (OGC CQL 2.0.2, Solr). */
function readEnvelope(items: readonly WktItem[]): readonly ShapePart[] | undefined {
  const [west, east, north, south, ...more] = items.flatMap(({ numbers }) => numbers);
  if (west === undefined || east === undefined || north === undefined) return undefined;
  if (south === undefined || more.length > 0) return undefined;
  const corners: [Position, Position] = [
    [west, south],
    [east, north],
  ];
  return [{ kind: 'box', corners }];
}

/** Takes the first two numbers of each position; ignores heights and measures. */
function readPositions(items: readonly WktItem[]): readonly Position[] | undefined {
  const positions: Position[] = [];
  for (const { words, numbers, items: inner } of items) {
    const [one, other] = numbers;
    if (one === undefined || other === undefined || numbers.length > 4) return undefined;
    if (inner !== undefined || words.length > 0) return undefined;
    positions.push([one, other]);
  }
  return positions;
}

function concatOrFail(
  lists: readonly (readonly ShapePart[] | undefined)[],
): readonly ShapePart[] | undefined {
  const parts: ShapePart[] = [];
  for (const list of lists) {
    if (list === undefined) return undefined;
    for (const part of list) parts.push(part);
  }
  return parts;
}
