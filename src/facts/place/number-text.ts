/** The numbers of a text that contains nothing else. */
export interface NumberText {
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
const separator = /[\s()[\]]*([,;]?)[\s()[\]]*/uy;
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
export function readNumbers(text: string, wanted?: number): NumberText | undefined {
  if (plainDecimals.test(text)) return parsePlainNumbers(text.split(' '));
  const written = text.replaceAll(/[−–]/gu, '-').replaceAll('º', '°');
  const decimalCommas = hasDecimalCommas(written, wanted);
  const scanned = scanNumbers(decimalCommas ? replaceDecimalCommas(written) : written);
  return scanned === undefined ? undefined : { ...scanned, decimalCommas };
}

function parsePlainNumbers(texts: readonly string[]): NumberText {
  const numbers = texts.map(Number);
  const separators = texts.slice(1).map(() => 'blank' as const);
  return { numbers, separators, axes: texts.map(() => undefined), decimalCommas: false };
}

function hasDecimalCommas(text: string, wanted: number | undefined): boolean {
  const groups = splitIntoGroups(text);
  if (!groups.every((group) => decimalCommaNumber.test(group))) return false;
  if (wanted !== undefined) return groups.length === wanted && groups.some(hasInnerComma);
  return groups.length > 1 && groups.some((group) => decimalCommaDigits.test(group));
}

function hasInnerComma(group: string): boolean {
  const at = group.indexOf(',');
  return at !== -1 && at < group.length - 1;
}

function replaceDecimalCommas(text: string): string {
  return splitIntoGroups(text)
    .map((group) => group.replace(/,$/u, '').replace(',', '.'))
    .join(' ');
}

function splitIntoGroups(text: string): readonly string[] {
  return text.split(/[\s;()[\]]+/u).filter((group) => group !== '' && group !== ',');
}

function scanNumbers(text: string): Omit<NumberText, 'decimalCommas'> | undefined {
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

interface ScannedNumber {
  readonly value: number;
  readonly axis: 'latitude' | 'longitude' | undefined;
  readonly end: number;
}

function scanNumber(text: string, at: number): ScannedNumber | undefined {
  sexagesimal.lastIndex = at;
  const parts = sexagesimal.exec(text);
  plainNumber.lastIndex = at;
  const match = parts ?? plainNumber.exec(text);
  if (match === null) return undefined;
  const value = parts === null ? Number(match[0]) : degreesFromSexagesimal(parts);
  const end = at + match[0].length;
  hemisphereLetter.lastIndex = end;
  const behind = hemisphereLetter.exec(text);
  const hemisphere = behind?.[1]?.toUpperCase();
  return {
    value: hemisphere === 'S' || hemisphere === 'W' ? -Math.abs(value) : value,
    axis: hemisphere === undefined ? undefined : axisOfHemisphere(hemisphere),
    end: end + (behind?.[0].length ?? 0),
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

function axisOfHemisphere(hemisphere: string): 'latitude' | 'longitude' {
  return hemisphere === 'N' || hemisphere === 'S' ? 'latitude' : 'longitude';
}

function scanSeparator(text: string, at: number): { end: number; kind: 'blank' | 'comma' } {
  separator.lastIndex = at;
  const match = separator.exec(text);
  return { end: at + (match?.[0].length ?? 0), kind: match?.[1] ? 'comma' : 'blank' };
}
