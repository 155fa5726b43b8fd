import { parseNumbers, positionsOfNumbers } from './coordinate-text.ts';
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

type JsonObject = Readonly<Record<string, unknown>>;

/** Nested collections are discouraged (RFC 7946 §3.1.8); more levels are not meaningful. */
const maxDepth = 16;

/** Whether a text looks like a JSON object. */
export function looksLikeJson(text: string): boolean {
  return /^\s*\{\s*"/u.test(text);
}

/**
 * Reads GeoJSON (RFC 7946): a geometry, feature or collection, or an object with a `bbox` and no
 * geometry. Numbers may be strings.
 * @param text kept as the value in remarks
 */
export function readGeoJson(text: string): ParsedGeometry | UnreadableGeometry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'malformed' };
  }
  if (!isObject(value)) return { fault: 'malformed' };
  if (!hasKnownSystem(value)) return { fault: 'reference-system' };
  const parts = readParts(value, maxDepth);
  if (typeof parts === 'string') return { fault: parts };
  return { value: text, parts, order: { axes: 'lon-lat', by: 'fixed' }, repairs: [] };
}

/** GeoJSON of 2008 allowed a member that names a reference system. */
function hasKnownSystem({ crs }: JsonObject): boolean {
  if (!isObject(crs) || !isObject(crs['properties'])) return true;
  const { name } = crs['properties'];
  return typeof name !== 'string' || readReferenceSystem(name) !== undefined;
}

type Parts = readonly GeometryPart[] | 'malformed' | 'too-deep';

function readParts(value: JsonObject, depth: number): Parts {
  if (depth === 0) return 'too-deep';
  const { geometry, geometries, features, coordinates, bbox } = value;
  if (isObject(geometry)) return readParts(geometry, depth - 1);
  const members = geometries ?? features;
  if (Array.isArray(members)) return readMembers(members, depth - 1);
  if (coordinates === undefined) return readBbox(bbox) ?? (geometry === null ? [] : 'malformed');
  const read = typeof value['type'] === 'string' ? readers[value['type'].toLowerCase()] : undefined;
  return read?.(coordinates) ?? 'malformed';
}

function readMembers(members: readonly unknown[], depth: number): Parts {
  const parts: GeometryPart[] = [];
  for (const member of members) {
    if (!isObject(member)) return 'malformed';
    const own = readParts(member, depth);
    if (typeof own === 'string') return own;
    for (const part of own) parts.push(part);
  }
  return parts;
}

type ReadCoordinates = (coordinates: unknown) => readonly GeometryPart[] | undefined;

const readers: Readonly<Record<string, ReadCoordinates>> = {
  point: (coordinates) => readPoints([coordinates]),
  multipoint: readPoints,
  linestring: readLine,
  multilinestring: (coordinates) => readEach(coordinates, readLine),
  polygon: readPolygon,
  multipolygon: (coordinates) => readEach(coordinates, readPolygon),
  // Elasticsearch: north-west corner, then south-east corner.
  envelope: (coordinates) => {
    const [one, other] = readPositions(coordinates) ?? [];
    if (one === undefined || other === undefined) return undefined;
    const corners = [[one[0], other[1]] as const, [other[0], one[1]] as const] as const;
    return [{ kind: 'box', corners }];
  },
};

/** Whether a name is a type of GeoJSON with coordinates, in any case. */
export function isGeoJsonType(name: string): boolean {
  return Object.hasOwn(readers, name.toLowerCase());
}

function readPoints(coordinates: unknown): readonly GeometryPart[] | undefined {
  return pointParts(readPositions(coordinates));
}

function readLine(coordinates: unknown): readonly GeometryPart[] | undefined {
  return lineParts(readPositions(coordinates));
}

function readPolygon(coordinates: unknown): readonly GeometryPart[] | undefined {
  if (!Array.isArray(coordinates)) return undefined;
  if (coordinates.length === 0) return [];
  // The array around a single ring may be missing.
  const ring = readPositions(coordinates);
  return polygonParts(ring === undefined ? coordinates.map(readPositions) : [ring]);
}

/** `[west, south, east, north]`, or with heights after south and north (RFC 7946 §5). */
function readBbox(bbox: unknown): readonly GeometryPart[] | undefined {
  if (!Array.isArray(bbox)) return undefined;
  const numbers = (bbox as readonly unknown[]).map(readNumber);
  if (numbers.length !== 4 && numbers.length !== 6) return undefined;
  const upper = numbers.length / 2;
  const [west, south] = numbers;
  const [east, north] = numbers.slice(upper);
  if (west === undefined || south === undefined) return undefined;
  if (east === undefined || north === undefined) return undefined;
  const corners = [[west, south] as const, [east, north] as const] as const;
  return [{ kind: 'box', corners }];
}

function readEach(
  coordinates: unknown,
  read: ReadCoordinates,
): readonly GeometryPart[] | undefined {
  if (!Array.isArray(coordinates)) return undefined;
  return concatParts(coordinates.map(read));
}

function readPositions(list: unknown): readonly CoordinatePair[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const positions: CoordinatePair[] = [];
  for (const item of list as readonly unknown[]) {
    if (!Array.isArray(item)) return undefined;
    const one = readNumber(item[0]);
    const other = readNumber(item[1]);
    if (one === undefined || other === undefined) return undefined;
    positions.push([one, other]);
  }
  return positions;
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A GML element that contains or classifies coordinates, with the text after its start tag. */
const element =
  /<(?:[\w-]+:)?(posList|pos|coordinates|lowerCorner|upperCorner|interior|innerBoundaryIs|Polygon|Surface|Point|LineString|Curve|Envelope)\b[^<>]*>([^<]*)/gu;
const systemName = /\bsrsName\s*=\s*["']([^"'<>]*)["']/u;

/** Whether a text looks like XML. */
export function looksLikeGml(text: string): boolean {
  return /^\s*<(?:\?xml|[\w:-]+[\s>])/u.test(text);
}

/**
 * Reads a simple GML geometry (GeoSPARQL 1.1 §8.5.2): points, lines, polygons without holes,
 * envelopes. Latitude comes first, as in the EPSG register, except in `coordinates` of GML 2.
 */
export function readGml(text: string): ParsedGeometry | UnreadableGeometry {
  const [, name] = systemName.exec(text) ?? [];
  const order = gmlAxisOrder(name, text.includes('coordinates'));
  if (order === undefined) return { fault: 'reference-system' };
  const parts = readGmlParts(text);
  if (parts === undefined || parts.length === 0) return { fault: 'malformed' };
  return { value: text, parts, order, repairs: [] };
}

/** The coordinates of one element, including those in nested elements. */
interface ElementPositions {
  readonly shape: string;
  readonly positions: CoordinatePair[];
}

function readGmlParts(text: string): readonly GeometryPart[] | undefined {
  let run: ElementPositions = { shape: 'Point', positions: [] };
  const runs = [run];
  const corners: CoordinatePair[] = [];
  for (const [, tag = '', content = ''] of text.matchAll(element)) {
    if (content.trim() === '') {
      run = { shape: tag, positions: [] };
      runs.push(run);
      continue;
    }
    const positions = parsePositions(content);
    if (positions === undefined) return undefined;
    for (const position of positions)
      (tag.endsWith('Corner') ? corners : run.positions).push(position);
  }
  const parts = runs.flatMap(partsOfElement);
  const [lower, upper] = corners;
  if (lower === undefined || upper === undefined) return parts;
  return [...parts, { kind: 'box', corners: [lower, upper] }];
}

function gmlAxisOrder(
  name: string | undefined,
  isFirstVersion: boolean,
): StatedAxisOrder | undefined {
  if (isFirstVersion && (name === undefined || readReferenceSystem(name) !== undefined)) {
    return { axes: 'lon-lat', by: 'usual' };
  }
  return name === undefined ? { axes: 'lat-lon', by: 'usual' } : readReferenceSystem(name);
}

function partsOfElement({ shape, positions }: ElementPositions): readonly GeometryPart[] {
  if (shape === 'Point') return positions.map((at) => ({ kind: 'point', at }));
  if (positions.length === 0 || shape.startsWith('in')) return [];
  if (shape === 'Polygon' || shape === 'Surface') return [{ kind: 'polygon', rings: [positions] }];
  return [{ kind: 'line', along: positions }];
}

function parsePositions(content: string): readonly CoordinatePair[] | undefined {
  const { numbers } = parseNumbers(content) ?? {};
  return numbers === undefined || numbers.length % 2 !== 0
    ? undefined
    : positionsOfNumbers(numbers, 2);
}
