import { parseNumbers, positionsOfNumbers } from './coordinate-text.ts';
import {
  type CoordinatePair,
  type GeometryPart,
  type ParsedGeometry,
  readReferenceSystem,
  type StatedAxisOrder,
  type UnreadableGeometry,
} from './written-geometry.ts';

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
