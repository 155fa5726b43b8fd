import type { GeometryFault } from '../../model/search-facts.ts';
import { parseNumbers } from './coordinate-text.ts';
import {
  type GeometryPart,
  isNearWgs84,
  type ParsedGeometry,
  type UnreadableGeometry,
} from './written-geometry.ts';

/** Longer texts are prose; a name of a place and a few numbers need less. */
const longestText = 2000;

const edges = ['north', 'south', 'east', 'west'] as const;

type Edge = (typeof edges)[number];

/** `northlimit` of DCMI, `North`, `North Bounding Coordinate`, `northBoundLatitude`. */
const edgeName =
  /^(north|south|east|west)(?:ern)?[ _-]?(?:limit|most|bound(?:ing)?|b[cl])?[ _-]?(?:coordinate|latitude|longitude)?$/iu;
/** The coordinates of a position. */
const coordinateNames: ReadonlyMap<string, Edge> = new Map([
  ['lat', 'north'],
  ['latitude', 'north'],
  ['lon', 'east'],
  ['long', 'east'],
  ['longitude', 'east'],
]);

/**
 * Whether a text gives edges or a position by name: DCMI Box (`northlimit=60; southlimit=50; …`),
 * DCMI Point (`east=10; north=50`), or the like with colons, commas and line ends, and a position
 * also as latitude and longitude.
 */
export function looksLikeLimits(text: string): boolean {
  if (text.length > longestText || !/[=:]/u.test(text)) return false;
  const { limits } = readMembers(text);
  return (
    limits.size > 1 &&
    [...limits.values()].every((value) => parseNumbers(value, 1)?.numbers.length === 1)
  );
}

/** The `name` that a text of `looksLikeLimits` gives to its place. */
export function readNameOfLimits(text: string): string | undefined {
  return readMembers(text).others.get('name');
}

/**
 * Reads edges or a position by name, in degrees unless `units` says otherwise, in WGS 84 unless
 * `projection` does.
 */
export function readLimits(text: string): ParsedGeometry | UnreadableGeometry {
  const { limits, others } = readMembers(text);
  const fault = faultOf(others);
  if (fault !== undefined) return { fault };
  const [north, south, east, west] = edges.map((edge) => parseDegrees(limits.get(edge), edge));
  if (north === undefined || east === undefined) return { fault: 'incomplete' };
  const isPoint = !limits.has('south') && !limits.has('west');
  if (!isPoint && (south === undefined || west === undefined)) return { fault: 'incomplete' };
  const part: GeometryPart = isPoint
    ? { kind: 'point', at: [north, east] }
    : {
        kind: 'box',
        corners: [
          [south ?? north, west ?? east],
          [north, east],
        ],
      };
  return { value: text, parts: [part], order: { axes: 'lat-lon', by: 'fixed' }, repairs: [] };
}

/** The limits by edge, and the other members by their names in lower case. */
function readMembers(text: string) {
  const limits = new Map<string, string>();
  const others = new Map<string, string>();
  for (const member of text.split(text.includes(';') ? /[;\n]/u : /[,\n]/u)) {
    const [, before = '', value = ''] = /^([^=:]*)[=:](.*)$/su.exec(member) ?? [];
    const name = before.trim().toLowerCase();
    const edge = coordinateNames.get(name) ?? edgeName.exec(name)?.[1];
    if (edge === undefined) others.set(name, value.trim());
    else limits.set(edge, value.trim());
  }
  return { limits, others };
}

function faultOf(others: ReadonlyMap<string, string>): GeometryFault | undefined {
  const projection = others.get('projection');
  if (projection !== undefined && projection !== '' && !isNearWgs84(projection)) {
    return 'reference-system';
  }
  const units = others.get('units') ?? '';
  return units === '' || /deg/iu.test(units) ? undefined : 'projected';
}

function parseDegrees(text: string | undefined, edge: Edge): number | undefined {
  const { numbers = [], axes = [] } = parseNumbers(text ?? '', 1) ?? {};
  const [degrees, ...more] = numbers;
  const [axis] = axes;
  const own = edge === 'north' || edge === 'south' ? 'latitude' : 'longitude';
  return more.length > 0 || (axis !== undefined && axis !== own) ? undefined : degrees;
}
