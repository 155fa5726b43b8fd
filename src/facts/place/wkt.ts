import type { Box } from '../../model/search-facts.ts';
import { trimEndCharacters } from '../../text/clean-text.ts';
import {
  concatParts,
  type CoordinatePair,
  type GeometryPart,
  lineParts,
  type ParsedGeometry,
  pointParts,
  polygonParts,
  readReferenceSystem,
  type StatedAxisOrder,
  type UnreadableGeometry,
} from './written-geometry.ts';

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
export function readWkt(text: string): ParsedGeometry | UnreadableGeometry {
  const [prefix = '', iri, srid] = leadingSystem.exec(text) ?? [];
  const order = iri === undefined ? axisOrderOfSrid(srid) : readReferenceSystem(iri);
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
function axisOrderOfSrid(srid: string | undefined): StatedAxisOrder | undefined {
  const known = srid === undefined || readReferenceSystem(`EPSG:${srid}`) !== undefined;
  return known ? { axes: 'lon-lat', by: 'fixed' } : undefined;
}

function axisOrderOfLetters(item: WktItem): StatedAxisOrder | undefined {
  const at =
    item.latitudeAt ?? item.items?.map(axisOrderOfLetters).find((order) => order !== undefined);
  if (typeof at === 'object' || at === undefined) return at;
  return { axes: at === 0 ? 'lat-lon' : 'lon-lat', by: 'fixed' };
}

function readParts(item: WktItem): readonly GeometryPart[] | undefined {
  const [first, ...more] = item.words;
  if (first === undefined || !wktKeyword.test(first) || item.numbers.length > 0) return undefined;
  if (more.includes('EMPTY') && item.items === undefined) return [];
  if (item.items === undefined) return undefined;
  const name = first.replace(/(?:2D|3D|Z|M|ZM)$/u, '');
  if (name === 'GEOMETRYCOLLECTION') return concatParts(item.items.map(readParts));
  if (more.some((word) => !/^(?:Z|M|ZM)$/u.test(word))) return undefined;
  return readers[name]?.(item.items);
}

type ReadItems = (items: readonly WktItem[]) => readonly GeometryPart[] | undefined;

const readers: Readonly<Record<string, ReadItems>> = {
  POINT: readPoints,
  MULTIPOINT: readPoints,
  LINESTRING: readLine,
  LINEARRING: readLine,
  MULTILINESTRING: (items) => concatParts(items.map((item) => readLine(item.items ?? []))),
  POLYGON: readPolygon,
  TRIANGLE: readPolygon,
  MULTIPOLYGON: (items) =>
    concatParts(items.map(({ items: rings, words }) => readPolygon(rings ?? [], words))),
  BOX: readBox,
  BBOX: readBox,
  ENVELOPE: readEnvelope,
};

/** Each position may have its own brackets. */
function readPoints(items: readonly WktItem[]): readonly GeometryPart[] | undefined {
  const flat = items.flatMap((item) => item.items ?? [item]);
  return pointParts(readPositions(flat));
}

function readLine(items: readonly WktItem[]): readonly GeometryPart[] | undefined {
  return lineParts(readPositions(items));
}

/** Each ring is bracketed; the brackets of a single one may be missing. */
function readPolygon(
  items: readonly WktItem[],
  words: readonly string[] = [],
): readonly GeometryPart[] | undefined {
  if (words.includes('EMPTY')) return [];
  const written = items.every(({ items: inner }) => inner === undefined) ? [{ items }] : items;
  return polygonParts(written.map((ring) => readPositions(ring.items ?? [])));
}

function readBox(items: readonly WktItem[]): readonly GeometryPart[] | undefined {
  const [one, other, ...more] = readPositions(items) ?? [];
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  return [{ kind: 'box', corners: [one, other] }];
}

/** `ENVELOPE(west, east, north, south)` (OGC CQL 2.0.2, Solr). */
function readEnvelope(items: readonly WktItem[]): readonly GeometryPart[] | undefined {
  const [west, east, north, south, ...more] = items.flatMap(({ numbers }) => numbers);
  if (west === undefined || east === undefined || north === undefined) return undefined;
  if (south === undefined || more.length > 0) return undefined;
  const corners = [[west, south] as const, [east, north] as const] as const;
  return [{ kind: 'box', corners }];
}

/** Takes the first two numbers of each position; ignores heights and measures. */
function readPositions(items: readonly WktItem[]): readonly CoordinatePair[] | undefined {
  const positions: CoordinatePair[] = [];
  for (const { words, numbers, items: inner } of items) {
    const [one, other] = numbers;
    if (one === undefined || other === undefined || numbers.length > 4) return undefined;
    if (inner !== undefined || words.length > 0) return undefined;
    positions.push([one, other]);
  }
  return positions;
}

/**
 * The content between two commas of WKT: words, numbers, then bracketed items; usually one of
 * these.
 */
interface WktItem {
  /** In upper case. */
  readonly words: string[];
  readonly numbers: number[];
  items?: WktItem[];
  /** Index of the number followed by N or S. */
  latitudeAt?: number;
}

/** A collection of collections of polygons needs seven levels; hostile texts may have thousands. */
const maxDepth = 32;

const token = /\s*(?:([a-z_]+)|([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)|([(),]))/iuy;

/**
 * Parses WKT by its punctuation, whatever the words. Linear, without recursion.
 * @returns the single item of the text, or why it is malformed
 */
function readWktItems(text: string): WktItem | 'malformed' | 'too-deep' {
  const root: WktItem = { words: [], numbers: [] };
  const open: WktItem[][] = [[root]];
  const written = text.trimEnd();
  token.lastIndex = 0;
  for (let at = 0; at < written.length; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(written);
    if (match === null) return 'malformed';
    if (!takeToken(match, open)) return 'malformed';
    if (open.length > maxDepth) return 'too-deep';
  }
  return open.length === 1 && open[0]?.length === 1 ? root : 'malformed';
}

/** @returns whether the token is allowed at this place */
function takeToken([, word, number, sign]: RegExpExecArray, open: WktItem[][]): boolean {
  const items = open.at(-1);
  const item = items?.at(-1);
  if (items === undefined || item === undefined) return false;
  if (sign === ',') return items.push({ words: [], numbers: [] }) > 0;
  if (sign === ')') return open.pop() !== undefined && open.length > 0;
  if (item.items !== undefined) return false;
  if (sign === '(') {
    item.items = [{ words: [], numbers: [] }];
    return open.push(item.items) > 0;
  }
  if (number !== undefined) return item.numbers.push(Number(number)) > 0;
  return takeWord((word ?? '').toUpperCase(), item);
}

function takeWord(word: string, item: WktItem): boolean {
  const last = item.numbers.length - 1;
  const number = item.numbers[last];
  if (number === undefined) return item.words.push(word) > 0;
  if (!/^[NSEW]$/u.test(word)) return false;
  if (word === 'S' || word === 'W') item.numbers[last] = -Math.abs(number);
  if (word === 'N' || word === 'S') item.latitudeAt = last;
  else item.latitudeAt = 1 - last;
  return true;
}

/** A part on the map: longitude before latitude, within -180 and 180; rings are not closed. */
export type WktPart = Extract<GeometryPart, { readonly kind: 'point' | 'line' | 'polygon' }>;

/**
 * Longer outlines, such as coastlines, are not worth their size in the index; their boxes suffice.
 */
const maxCharacters = 20_000;

const wktNames = { point: 'POINT', line: 'LINESTRING', polygon: 'POLYGON' } as const;

/**
 * The parts as one WKT geometry (OGC 06-103r4 §7) in CRS84.
 * @returns undefined without parts, or if it exceeds 20,000 characters
 */
export function geometryWkt(parts: readonly WktPart[]): string | undefined {
  const texts: string[] = [];
  let length = 0;
  for (const part of parts) {
    const text = formatPart(part);
    length += text.length;
    if (length > maxCharacters) return undefined;
    texts.push(text);
  }
  const [kind, ...otherKinds] = new Set(parts.map((part) => part.kind));
  if (kind === undefined) return undefined;
  if (texts.length === 1) return wktNames[kind] + texts.join();
  if (otherKinds.length === 0) return `MULTI${wktNames[kind]}(${texts.join()})`;
  const members = parts.map((part, index) => wktNames[part.kind] + texts[index]);
  return `GEOMETRYCOLLECTION(${members.join()})`;
}

/**
 * A box as WKT, longitude before latitude (CRS84): a polygon, or a line or point if it has no width
 * or height.
 */
export function boxWkt(box: Box): string {
  const part = wktPartOfBox(box);
  return wktNames[part.kind] + formatPart(part);
}

/** A box as a geometry, counter-clockwise from its south-west corner. */
export function wktPartOfBox({ west, south, east, north }: Box): WktPart {
  if (west === east && south === north) return { kind: 'point', at: [west, south] };
  const ends: [CoordinatePair, CoordinatePair] = [
    [west, south],
    [east, north],
  ];
  if (west === east || south === north) return { kind: 'line', along: ends };
  return { kind: 'polygon', rings: [[ends[0], [east, south], ends[1], [west, north]]] };
}

function formatPart(part: WktPart): string {
  switch (part.kind) {
    case 'point':
      return `(${formatPosition(part.at)})`;
    case 'line':
      return `(${part.along.map(formatPosition).join()})`;
    case 'polygon':
      return `(${part.rings.map(formatRing).join()})`;
  }
}

function formatRing(ring: readonly CoordinatePair[]): string {
  return `(${[...ring, ...ring.slice(0, 1)].map(formatPosition).join()})`;
}

function formatPosition([longitude, latitude]: CoordinatePair): string {
  return `${formatDecimal(longitude)} ${formatDecimal(latitude)}`;
}

/** Without exponent, which some WKT readers do not accept. */
function formatDecimal(number: number): string {
  const text = String(number);
  return text.includes('e')
    ? trimEndCharacters(trimEndCharacters(number.toFixed(20), '0'), '.')
    : text;
}
