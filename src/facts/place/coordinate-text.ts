import type { AxisOrder, GeometryRepair } from '../../model/search-facts.ts';
import type {
  CoordinatePair,
  GeometryPart,
  ParsedGeometry,
  StatedAxisOrder,
  UnreadableGeometry,
} from './written-geometry.ts';

/** Length of `kilometres`. */
const longestUnit = 10;

/** The forms of schema.org's text properties, and `extent` of DCAT-US `spatial`. */
export type CoordinateTextForm = 'box' | 'circle' | 'extent' | 'line' | 'point' | 'polygon';

/** Reads a text of numbers in one of the forms. */
export function parseCoordinateText(
  text: string,
  form: CoordinateTextForm,
): ParsedGeometry | UnreadableGeometry {
  // The remains of `S,W N,E` written by a program that had no numbers.
  if (!/[\p{L}\d]/u.test(text)) return { fault: 'incomplete' };
  if (text.split(/[\s,;()[\]+-]+/u).every(isMissingNumber)) return { fault: 'sentinel' };
  switch (form) {
    case 'box':
      return readBoxText(text, { axes: 'lat-lon', by: 'usual' });
    case 'extent':
      return readBoxText(text, { axes: 'lon-lat', by: 'usual' });
    case 'circle':
      return readCircleText(text);
    case 'line':
    case 'point':
    case 'polygon':
      return readPathText(text, form);
  }
}

/** Numbers that are none, as programs write them: `NaN`, `-Infinity`. */
const missingNumbers: ReadonlySet<string> = new Set(
  ',inf,infinity,n/a,na,nan,none,null,undefined'.split(','),
);

function isMissingNumber(word: string): boolean {
  return missingNumbers.has(word.toLowerCase());
}

/**
 * `S W N E` (schema.org: lower corner, upper corner), or `W,S,E,N` (DCAT-US 1.1 `spatial`); another
 * order if letters tell so.
 */
function readBoxText(text: string, order: StatedAxisOrder): ParsedGeometry | UnreadableGeometry {
  const parsed = parseNumbers(text, 4);
  if (parsed === undefined) return { fault: 'malformed' };
  const read = letteredPairsAsCorners(parsed);
  const [one, two, three, four] = read.numbers;
  if (four === undefined || three === undefined || two === undefined || one === undefined) {
    if (read.numbers.length !== 2) return { fault: 'incomplete' };
    // DCAT-US also allows a latitude and a longitude.
    return readPathText(text, order.axes === 'lon-lat' ? 'point' : 'box');
  }
  if (read.numbers.length > 4) return readPathText(text, 'box');
  const corners = [[one, two] as const, [three, four] as const] as const;
  const geometry = createGeometry({ text, read, form: 'box' }, [{ kind: 'box', corners }], order);
  if ('fault' in geometry || hasLetters(read)) return geometry;
  return { ...geometry, numbers: [one, two, three, four] };
}

/** Rearranges `24N 25N 82W 80W`, both latitudes before or after both longitudes, to corners. */
function letteredPairsAsCorners(read: ParsedNumbers): ParsedNumbers {
  const { numbers, axes } = read;
  const [one, two, three, four] = axes;
  const inPairs = one === two && three === four && one !== three;
  if (axes.length !== 4 || axes.includes(undefined) || !inPairs) return read;
  const places = [0, 2, 1, 3];
  return {
    ...read,
    numbers: places.map((place) => numbers[place] ?? 0),
    axes: places.map((place) => axes[place]),
  };
}

function hasLetters({ axes }: ParsedNumbers): boolean {
  return axes.some((axis) => axis !== undefined);
}

/** A position and a radius (schema.org `circle`), in metres if it has no unit. */
function readCircleText(text: string): ParsedGeometry | UnreadableGeometry {
  const unit = /(?:^|[^a-z])([a-z]+)$/iu.exec(text.trim().slice(-longestUnit))?.[1] ?? '';
  const read = parseNumbers(text.trim().slice(0, text.trim().length - unit.length), 3);
  if (read === undefined) return { fault: 'malformed' };
  const [one, two, radius] = read.numbers;
  if (one === undefined || two === undefined || radius === undefined)
    return { fault: 'incomplete' };
  const radiusMetres = parseLength(String(radius), unit);
  if (read.numbers.length > 3 || radiusMetres === undefined) return { fault: 'malformed' };
  const circle = { kind: 'circle', centre: [one, two], radiusMetres } as const;
  return createGeometry({ text, read, form: 'circle' }, [circle], { axes: 'lat-lon', by: 'usual' });
}

/** Reads consecutive positions. Too few of them give a point or a line, whatever the form. */
function readPathText(
  text: string,
  form: 'box' | 'line' | 'point' | 'polygon',
): ParsedGeometry | UnreadableGeometry {
  const read = parseNumbers(text, form === 'point' ? 2 : undefined);
  if (read === undefined) return { fault: 'malformed' };
  const size = numbersPerPosition(read);
  if (read.numbers.length % size !== 0) return { fault: 'incomplete' };
  const part = pathPart(positionsOfNumbers(read.numbers, size), form);
  return createGeometry({ text, read, form }, [part], axisOrderOfSeparators(read, size));
}

/** The first two of every `size` numbers, as positions. */
export function positionsOfNumbers(numbers: readonly number[], size: number): CoordinatePair[] {
  return Array.from({ length: Math.ceil(numbers.length / size) }, (_, index) => [
    numbers[index * size] ?? 0,
    numbers[index * size + 1] ?? 0,
  ]);
}

function pathPart(positions: readonly CoordinatePair[], form: string): GeometryPart {
  const [first, second] = positions;
  if (first !== undefined && positions.length === 1) return { kind: 'point', at: first };
  if (form === 'line' || positions.length < 3 || second === undefined) {
    return { kind: 'line', along: positions };
  }
  return { kind: 'polygon', rings: [positions] };
}

/** Numbers per position: two, or three with heights (`lon,lat,height lon,lat,height`). */
function numbersPerPosition({ separators, numbers }: ParsedNumbers): 2 | 3 {
  const outer = separators.findIndex((separator) => separator !== separators[0]);
  return outer === 2 && numbers.length % 3 === 0 ? 3 : 2;
}

/**
 * The axis order implied by the separators. Pairs joined by commas have longitude first, as in WKT;
 * with a comma inside each pair, schema.org's order is likely but not certain. A single separator
 * throughout is schema.org's form: latitude first.
 */
function axisOrderOfSeparators(read: ParsedNumbers, size: 2 | 3): StatedAxisOrder {
  const { separators } = read;
  const outer = separators[size - 1];
  if (hasLetters(read) || outer === undefined || outer === separators[0]) {
    return { axes: 'lat-lon', by: 'usual' };
  }
  return { axes: outer === 'comma' ? 'lon-lat' : 'lat-lon', by: 'custom' };
}

function createGeometry(
  { text, read, form }: { text: string; read: ParsedNumbers; form: string },
  parts: readonly GeometryPart[],
  usual: StatedAxisOrder,
): ParsedGeometry | UnreadableGeometry {
  const order = axisOrderOfLetters(read) ?? usual;
  if (order === 'contradictory') return { fault: 'malformed' };
  const repairs: GeometryRepair[] = read.decimalCommas ? ['decimal-commas'] : [];
  if (form !== parts[0]?.kind) repairs.push('other-shape');
  return { value: text, parts, order, repairs };
}

/** The axis order stated by hemisphere letters, if there are any. */
function axisOrderOfLetters({
  axes,
}: ParsedNumbers): StatedAxisOrder | 'contradictory' | undefined {
  const orders = new Set(
    axes.flatMap((axis, index): AxisOrder[] => {
      if (axis === undefined) return [];
      return (axis === 'latitude') === (index % 2 === 0) ? ['lat-lon'] : ['lon-lat'];
    }),
  );
  const [first] = orders;
  if (first === undefined) return undefined;
  return orders.size > 1 ? 'contradictory' : { axes: first, by: 'fixed' };
}

/** The numbers of a text that contains nothing else. */
interface ParsedNumbers {
  readonly numbers: readonly number[];
  /** The separators between consecutive numbers. */
  readonly separators: readonly ('blank' | 'comma')[];
  /** The axis implied by the letter after a number: N or S for latitude, E or W for longitude. */
  readonly axes: readonly ('latitude' | 'longitude' | undefined)[];
  readonly decimalCommas: boolean;
}

/** The usual form, which schema.org prescribes. */
const plainDecimals = /^-?\d+(?:\.\d+)?(?: -?\d+(?:\.\d+)?)*$/u;
const plainNumber = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iuy;
/** Degrees and minutes, optionally seconds: `45°30'15"`. */
const sexagesimal =
  /([+-]?\d{1,3})\s?°\s?(\d{1,2}(?:\.\d+)?)\s?['′’](?:\s?(\d{1,2}(?:\.\d+)?)\s?(?:["″”]|''))?/uy;
/** A hemisphere letter. The `E` of an exponent is followed by a digit. */
const hemisphereLetter = /\s*(?:°\s*)?([NSEW])(?![\p{L}\d])|\s*°/iuy;
const numberSeparator = /[\s()[\]]*([,;]?)[\s()[\]]*/uy;
/** A number with a comma as decimal separator. */
const decimalCommaNumber = /^[+-]?\d+(?:,\d+)?,?$/u;
/** Digits after a comma that cannot be degrees. */
const decimalCommaDigits = /,(?:0\d|\d{4,}),?$/u;

/**
 * Parses numbers separated by blanks, commas or semicolons, optionally with brackets and hemisphere
 * letters. A comma between digits is a decimal separator if only that gives the wanted count of
 * numbers or, without a wanted count, if the digits after a comma are too many for degrees.
 * @returns undefined for a text without numbers or with anything else
 */
export function parseNumbers(text: string, wanted?: number): ParsedNumbers | undefined {
  if (plainDecimals.test(text)) return parsePlainNumbers(text.split(' '));
  const written = text.replaceAll(/[−–]/gu, '-').replaceAll('º', '°');
  const decimalCommas = hasDecimalCommas(written, wanted);
  const scanned = scanNumbers(decimalCommas ? replaceDecimalCommas(written) : written);
  return scanned === undefined ? undefined : { ...scanned, decimalCommas };
}

function parsePlainNumbers(texts: readonly string[]): ParsedNumbers {
  const numbers = texts.map(Number);
  const separators = texts.slice(1).map(() => 'blank' as const);
  return { numbers, separators, axes: texts.map(() => undefined), decimalCommas: false };
}

function hasDecimalCommas(text: string, wanted: number | undefined): boolean {
  const groups = splitIntoGroups(text);
  if (!groups.every((group) => decimalCommaNumber.test(group))) return false;
  if (wanted === undefined) {
    return groups.length > 1 && groups.some((group) => decimalCommaDigits.test(group));
  }
  return groups.length === wanted && groups.some((group) => /,\d/u.test(group));
}

function replaceDecimalCommas(text: string): string {
  return splitIntoGroups(text)
    .map((group) => group.replace(/,$/u, '').replace(',', '.'))
    .join(' ');
}

function splitIntoGroups(text: string): readonly string[] {
  return text.split(/[\s;()[\]]+/u).filter((group) => group !== '' && group !== ',');
}

function scanNumbers(text: string): Omit<ParsedNumbers, 'decimalCommas'> | undefined {
  const numbers: number[] = [];
  const separators: ('blank' | 'comma')[] = [];
  const axes: ('latitude' | 'longitude' | undefined)[] = [];
  let at = scanSeparator(text, 0).end;
  while (at < text.length) {
    const number = scanNumber(text, at);
    if (number === undefined) return undefined;
    numbers.push(number.value);
    axes.push(number.axis);
    const between = scanSeparator(text, number.end);
    if (between.end === number.end && between.end < text.length) return undefined;
    if (between.end < text.length) separators.push(between.kind);
    at = between.end;
  }
  return numbers.length === 0 ? undefined : { numbers, separators, axes };
}

function scanNumber(text: string, at: number) {
  sexagesimal.lastIndex = at;
  const parts = sexagesimal.exec(text);
  plainNumber.lastIndex = at;
  const match = parts ?? plainNumber.exec(text);
  if (match === null) return undefined;
  const value = parts === null ? Number(match[0]) : degreesFromSexagesimal(parts);
  const end = at + match[0].length;
  hemisphereLetter.lastIndex = end;
  const letter = hemisphereLetter.exec(text);
  const hemisphere = letter?.[1]?.toUpperCase();
  return {
    value: hemisphere === 'S' || hemisphere === 'W' ? -Math.abs(value) : value,
    axis: axisOfHemisphere(hemisphere),
    end: end + (letter?.[0].length ?? 0),
  };
}

function degreesFromSexagesimal([
  ,
  whole = '0',
  minutes = '0',
  seconds = '0',
]: RegExpExecArray): number {
  const size = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600;
  return whole.startsWith('-') ? -size : size;
}

function axisOfHemisphere(hemisphere: string | undefined): ParsedNumbers['axes'][number] {
  if (hemisphere === undefined) return undefined;
  return hemisphere === 'N' || hemisphere === 'S' ? 'latitude' : 'longitude';
}

function scanSeparator(text: string, at: number): { end: number; kind: 'blank' | 'comma' } {
  numberSeparator.lastIndex = at;
  const match = numberSeparator.exec(text);
  return { end: at + (match?.[0].length ?? 0), kind: match?.[1] ? 'comma' : 'blank' };
}

/** Metres per unit, by lower-case name, symbol or UN/CEFACT code (schema.org's `unitCode`). */
const metresByUnit: ReadonlyMap<string, number> = new Map(
  (
    [
      [1, ['', 'm', 'mtr', 'meter', 'meters', 'metre', 'metres']],
      [1000, ['km', 'kmt', 'kilometer', 'kilometers', 'kilometre', 'kilometres']],
      [1609.344, ['mi', 'smi', 'mile', 'miles']],
      [1852, ['nmi']],
      [304.8e-3, ['ft', 'fot', 'feet']],
    ] as const
  ).flatMap(([metres, units]) => units.map((unit) => [unit, metres] as const)),
);

/**
 * A length such as `50`, `50 km` or `1.5e3 metres` in metres, which is also the default unit.
 * @returns undefined for other texts, and for negative or infinite lengths
 */
export function parseLength(text: string, unit = ''): number | undefined {
  const match = /^(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*([a-z]*)\.?$/iu.exec(text.trim());
  if (match === null) return undefined;
  const [, digits = '', exponent = '', ownUnit = ''] = match;
  const factor = metresByUnit.get((ownUnit === '' ? unit : ownUnit).trim().toLowerCase());
  const metres = factor === undefined ? undefined : Number(digits + exponent) * factor;
  return metres !== undefined && Number.isFinite(metres) ? metres : undefined;
}
