import { readNumbers } from './number-text.ts';
import { referenceSystem } from './reference-system.ts';
import type { NoShape, Position, ShapePart, WrittenOrder, WrittenShape } from './shape.ts';

/** An element of GML that holds numbers, with the text behind its start tag; or one that says what they are. */
const element =
  /<(?:[\w-]+:)?(posList|pos|coordinates|lowerCorner|upperCorner|interior|innerBoundaryIs|Polygon|Surface|Point|LineString|Curve|Envelope)\b[^<>]*>([^<]*)/gu;
const systemName = /\bsrsName\s*=\s*["']([^"'<>]*)["']/u;

/** Whether a text is meant as GML. */
export function looksLikeGml(text: string): boolean {
  return /^\s*<(?:\?xml|[\w:-]+[\s>])/u.test(text);
}

/**
 * Reads a simple geometry in GML (GeoSPARQL 1.1 §8.5.2): points, lines, polygons without their holes, envelopes. Latitude is
 * first, as in the EPSG register, but in `coordinates`, which are GML 2's.
 */
export function readGml(text: string): WrittenShape | NoShape {
  const [, name] = systemName.exec(text) ?? [];
  const order = orderOf(name, text.includes('coordinates'));
  if (order === undefined) return { fault: 'reference-system' };
  const parts = partsIn(text);
  if (parts === undefined || parts.length === 0) return { fault: 'malformed' };
  return { value: text, parts, order, repairs: [] };
}

/** The positions of an element, which may stand in elements of their own. */
interface Run {
  readonly shape: string;
  readonly positions: Position[];
}

function partsIn(text: string): readonly ShapePart[] | undefined {
  let run: Run = { shape: 'Point', positions: [] };
  const runs = [run];
  const corners: Position[] = [];
  for (const [, tag = '', content = ''] of text.matchAll(element)) {
    if (content.trim() === '') {
      run = { shape: tag, positions: [] };
      runs.push(run);
      continue;
    }
    const positions = positionsOf(content);
    if (positions === undefined) return undefined;
    for (const position of positions)
      (tag.endsWith('Corner') ? corners : run.positions).push(position);
  }
  const parts = runs.flatMap(partsOf);
  const [lower, upper] = corners;
  if (lower === undefined || upper === undefined) return parts;
  return [...parts, { kind: 'box', corners: [lower, upper] }];
}

function orderOf(name: string | undefined, isFirstVersion: boolean): WrittenOrder | undefined {
  if (isFirstVersion && (name === undefined || referenceSystem(name) !== undefined)) {
    return { axes: 'lon-lat', by: 'usual' };
  }
  return name === undefined ? { axes: 'lat-lon', by: 'usual' } : referenceSystem(name);
}

function partsOf({ shape, positions }: Run): readonly ShapePart[] {
  if (shape === 'Point') return positions.map((at) => ({ kind: 'point', at }));
  if (positions.length === 0 || shape.startsWith('in')) return [];
  if (shape === 'Polygon' || shape === 'Surface') return [{ kind: 'polygon', rings: [positions] }];
  return [{ kind: 'line', along: positions }];
}

function positionsOf(content: string): readonly Position[] | undefined {
  const { numbers } = readNumbers(content) ?? {};
  if (numbers === undefined || numbers.length % 2 !== 0) return undefined;
  const positions: Position[] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    positions.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  }
  return positions;
}
