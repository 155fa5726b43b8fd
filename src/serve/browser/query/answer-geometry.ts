import { type UnwrappedPath, unwrapLine, unwrapRing } from '../../../facts/place/antimeridian.ts';
import { parseCoordinateText } from '../../../facts/place/coordinate-text.ts';
import { looksLikeWkt, readWkt } from '../../../facts/place/wkt.ts';
import type { CoordinatePair, GeometryPart } from '../../../facts/place/written-geometry.ts';
import type { AnswerTerm, TableAnswer } from './read-answer.ts';

/** A point, line or area in degrees, longitude first. Longitudes may exceed 180 to the east. */
export interface MapShape {
  readonly kind: 'area' | 'line' | 'point';
  readonly paths: readonly (readonly CoordinatePair[])[];
}

/** A column of a table, or several together, with a geometry in each row. */
export interface GeometryColumn {
  /** The variables, for people: `?wkt`, `?west ?south ?east ?north`. */
  readonly label: string;
  /** The shapes of each row of the table; empty where it has none. */
  readonly shapes: readonly (readonly MapShape[])[];
}

/** The geometries of a table: WKT, boxes as texts or as four columns, and coordinates. */
export function geometryColumns(table: TableAnswer): readonly GeometryColumn[] {
  return [...textColumns(table), ...edgeColumns(table), ...pointColumns(table)].filter(
    ({ shapes }) => shapes.some(({ length }) => length > 0),
  );
}

const wktLiteral = 'http://www.opengis.net/ont/geosparql#wktLiteral';

/** Texts of four numbers are boxes where most values of a column are, or its name says so. */
function textColumns({ variables, rows }: TableAnswer): readonly GeometryColumn[] {
  return variables.map((variable, column) => {
    const terms = rows.map((row) => row[column]);
    const boxes = terms.map(readBoxShapes);
    const bound = terms.filter((term) => term !== undefined).length;
    const upright = boxes.filter((box) => box.some(isUpright)).length;
    const isBoxes = /box$/iu.test(variable) || upright * 2 > bound;
    const shapes = terms.map((term, row) => {
      const written = readWktShapes(term);
      return isBoxes && written.length === 0 ? (boxes[row] ?? []) : written;
    });
    return { label: `?${variable}`, shapes };
  });
}

/** Other lists of four numbers have no south edge before the north edge. */
function isUpright({ paths }: MapShape): boolean {
  const [south, , north] = paths[0] ?? [];
  return south === undefined || north === undefined || south[1] <= north[1];
}

function readWktShapes(term: AnswerTerm | undefined): readonly MapShape[] {
  if (term?.kind !== 'literal') return [];
  if (term.datatype !== wktLiteral && !looksLikeWkt(term.value)) return [];
  const read = readWkt(term.value);
  if ('fault' in read) return [];
  const isTurned = read.order.axes === 'lat-lon';
  return read.parts.flatMap((part) => shapesOfWritten(part, isTurned));
}

/** A text such as `45 5 48 11`: south, west, north, east, as schema.org has it (`schema:box`). */
function readBoxShapes(term: AnswerTerm | undefined): readonly MapShape[] {
  if (term?.kind !== 'literal' || looksLikeWkt(term.value)) return [];
  const read = parseCoordinateText(term.value, 'box');
  if ('fault' in read) return [];
  const [part, ...more] = read.parts;
  if (part?.kind !== 'box' || more.length > 0) return [];
  return shapesOfWritten(part, true);
}

function shapesOfWritten(part: GeometryPart, isTurned: boolean): readonly MapShape[] {
  const turn = ([one, other]: CoordinatePair): CoordinatePair =>
    isTurned ? [other, one] : [one, other];
  switch (part.kind) {
    case 'point':
      return valid({ kind: 'point', paths: [[turn(part.at)]] });
    case 'line':
      return valid({ kind: 'line', paths: [eastward(unwrapLine(part.along.map(turn)))] });
    case 'polygon':
      return valid({
        kind: 'area',
        paths: part.rings.map((ring) => eastward(unwrapRing(ring.map(turn)))),
      });
    case 'box': {
      const [[west, south], [east, north]] = [turn(part.corners[0]), turn(part.corners[1])];
      return boxShapes({ west, south, east, north });
    }
    case 'circle':
      return [];
  }
}

/** A path that continues over the antimeridian, which is then in the east. */
function eastward({ positions, west }: UnwrappedPath): readonly CoordinatePair[] {
  if (west >= -180) return positions;
  return positions.map(([longitude, latitude]) => [longitude + 360, latitude]);
}

interface Edges {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** West is greater than east in a box over the antimeridian. */
function boxShapes({ west, south, east, north }: Edges): readonly MapShape[] {
  const end = west > east ? east + 360 : east;
  if (west === end && south === north) return valid({ kind: 'point', paths: [[[west, south]]] });
  return valid({
    kind: 'area',
    paths: [
      [
        [west, south],
        [end, south],
        [end, north],
        [west, north],
      ],
    ],
  });
}

/** Shapes beyond the map are not drawn. */
function valid(shape: MapShape): readonly MapShape[] {
  const isOnMap = shape.paths.every((path) =>
    path.every(([longitude, latitude]) => Math.abs(longitude) <= 540 && Math.abs(latitude) <= 90),
  );
  return isOnMap ? [shape] : [];
}

/** Columns whose names differ in these endings only. */
function columnsEnding(
  { variables }: TableAnswer,
  endings: readonly RegExp[],
): readonly (readonly number[])[] {
  const [first, ...others] = endings;
  return variables.flatMap((variable, column) => {
    if (first === undefined || !first.test(variable)) return [];
    const stem = variable.replace(first, '').toLowerCase();
    const rest = others.map((ending) =>
      variables.findIndex(
        (each) => ending.test(each) && each.replace(ending, '').toLowerCase() === stem,
      ),
    );
    return rest.includes(-1) ? [] : [[column, ...rest]];
  });
}

const edgeEndings = [/west$/iu, /south$/iu, /east$/iu, /north$/iu];
const pointEndings = [/lon(?:g(?:itude)?)?$/iu, /lat(?:itude)?$/iu];

function edgeColumns(table: TableAnswer): readonly GeometryColumn[] {
  return columnsEnding(table, edgeEndings).map((columns) =>
    numberColumns(table, columns, ([west = 0, south = 0, east = 0, north = 0]) =>
      boxShapes({ west, south, east, north }),
    ),
  );
}

function pointColumns(table: TableAnswer): readonly GeometryColumn[] {
  return columnsEnding(table, pointEndings).map((columns) =>
    numberColumns(table, columns, ([longitude = 0, latitude = 0]) =>
      valid({ kind: 'point', paths: [[[longitude, latitude]]] }),
    ),
  );
}

function numberColumns(
  { variables, rows }: TableAnswer,
  columns: readonly number[],
  shapesOf: (numbers: readonly number[]) => readonly MapShape[],
): GeometryColumn {
  return {
    label: columns.map((column) => `?${variables[column]}`).join(' '),
    shapes: rows.map((row) => {
      const texts = columns.map((column) => row[column]);
      const numbers = texts.map((term) =>
        term?.kind === 'literal' && term.value.trim() !== '' ? Number(term.value) : Number.NaN,
      );
      return numbers.some((number) => !Number.isFinite(number)) ? [] : shapesOf(numbers);
    }),
  };
}

/** The longitude in the middle of the map on which all shapes are in one piece. */
export function middleOfMap(shapes: Iterable<MapShape>): 0 | 180 {
  for (const { paths } of shapes) {
    if (paths.some((path) => path.some(([longitude]) => longitude > 180))) return 180;
  }
  return 0;
}

/** SVG paths on a world map of 720 by 360, with the longitude `middle` in its middle. */
export interface ShapePaths {
  readonly outline: string;
  /** Lines of length zero. */
  readonly dots: string;
}

/** A part of the world map, in drawing units; it is twice as wide as high. */
export interface MapPart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** All of it. */
export const wholeMap: MapPart = { x: 0, y: 0, width: 720 };

/** Narrower than this, coasts are too coarse. */
const narrowestPart = 36;

/** The part of the map that shows all shapes with some space around. */
export function partAround(shapes: readonly MapShape[], middle: 0 | 180): MapPart {
  const all = shapes.flatMap(({ paths }) => paths.flat());
  const [left, right] = extent(all.map(([longitude]) => drawn(longitude - middle + 180)));
  const [top, bottom] = extent(all.map(([, latitude]) => drawn(90 - latitude)));
  const wanted = Math.max((right - left) * 1.2, (bottom - top) * 2.4, narrowestPart);
  const width = Math.min(wanted, wholeMap.width);
  return {
    x: upTo((left + right - width) / 2, wholeMap.width - width),
    y: upTo((top + bottom - width / 2) / 2, (wholeMap.width - width) / 2),
    width,
  };
}

/** From 0 to a maximum. */
function upTo(start: number, most: number): number {
  return Math.min(Math.max(start, 0), most);
}

/** Shapes smaller than this fraction of the width, in both directions, are drawn as dots. */
const smallest = 1 / 144;

/** A shape may reach into the worlds beside the map. */
const turns = [-2, -1, 0, 1, 2] as const;

/**
 * Draws shapes; what leaves the map on one side comes back on the other.
 * @param part what is shown of the map
 */
export function shapePaths(
  shapes: readonly MapShape[],
  middle: 0 | 180,
  { width } = wholeMap,
): ShapePaths {
  const small = (width / 2) * smallest;
  let [outline, dots] = ['', ''];
  for (const shape of shapes) {
    const all = shape.paths.flat();
    const [west, east] = extent(all.map(([longitude]) => longitude));
    const [south, north] = extent(all.map(([, latitude]) => latitude));
    // A rectangle around the globe has no edge within the map.
    const isRound = east - west >= 360 && all.every(([x]) => x === west || x === east);
    const shifts = isRound ? [-west] : turns.map((turn) => turn * 360 - middle + 180);
    for (const shift of shifts) {
      if (east + shift < 0 || west + shift > 360) continue;
      if (east - west < small && north - south < small) {
        dots += `M${drawn((west + east) / 2 + shift)} ${drawn(90 - (south + north) / 2)}h0`;
      } else outline += shape.paths.map((path) => pathData(path, shift, shape.kind)).join('');
    }
  }
  return { outline, dots };
}

function pathData(path: readonly CoordinatePair[], shift: number, kind: MapShape['kind']): string {
  const points = path.map(
    ([longitude, latitude]) => `${drawn(longitude + shift)} ${drawn(90 - latitude)}`,
  );
  return `M${points.join('L')}${kind === 'area' ? 'z' : ''}`;
}

/** In drawing units, of which a degree has two. */
function drawn(degrees: number): number {
  return Math.round(degrees * 200) / 100;
}

function extent(numbers: readonly number[]): readonly [least: number, most: number] {
  return numbers.reduce<readonly [number, number]>(
    ([least, most], number) => [Math.min(least, number), Math.max(most, number)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
