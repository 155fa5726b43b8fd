/** The numbers of a text that has nothing else in it. */
export interface NumberText {
  readonly numbers: readonly number[];
  /** What stands between a number and the next. */
  readonly separators: readonly ('blank' | 'comma')[];
  /** What the letter behind a number says that it is: N and S a latitude, E and W a longitude. */
  readonly axes: readonly ('latitude' | 'longitude' | undefined)[];
  readonly decimalCommas: boolean;
}

/** As schema.org has them, and most texts. */
const decimals = /^-?\d+(?:\.\d+)?(?: -?\d+(?:\.\d+)?)*$/u;
const plain = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iuy;
/** Degrees and minutes, perhaps seconds: `45°30'15"`. */
const sexagesimal =
  /([+-]?\d{1,3})\s?°\s?(\d{1,2}(?:\.\d+)?)\s?['′’](?:\s?(\d{1,2}(?:\.\d+)?)\s?(?:["″”]|''))?/uy;
/** The `E` of an exponent has a digit behind it. */
const letter = /\s*(?:°\s*)?([NSEW])(?![\p{L}\d])|\s*°/iuy;
const separator = /[\s()[\]]*([,;]?)[\s()[\]]*/uy;
/** One number, where a comma stands for the decimal point. */
const withComma = /^[+-]?\d+(?:,\d+)?,?$/u;
/** Digits behind a comma that are no degrees. */
const fraction = /,(?:0\d|\d{4,}),?$/u;

/**
 * The numbers of a text: between them blanks, commas or semicolons, around them perhaps brackets, behind them perhaps
 * letters for a hemisphere. A comma between digits is a decimal one where that, and only that, gives as many numbers as
 * are wanted; where any number of them will do, where the digits behind one are too many for degrees.
 * @returns undefined for a text with anything else in it, or without numbers
 */
export function readNumbers(text: string, wanted?: number): NumberText | undefined {
  if (decimals.test(text)) return plainNumbers(text.split(' '));
  const written = text.replaceAll(/[−–]/gu, '-').replaceAll('º', '°');
  const decimalCommas = hasDecimalCommas(written, wanted);
  const scanned = scan(decimalCommas ? withPoints(written) : written);
  return scanned === undefined ? undefined : { ...scanned, decimalCommas };
}

function plainNumbers(texts: readonly string[]): NumberText {
  const numbers = texts.map(Number);
  const separators = texts.slice(1).map(() => 'blank' as const);
  return { numbers, separators, axes: texts.map(() => undefined), decimalCommas: false };
}

function hasDecimalCommas(text: string, wanted: number | undefined): boolean {
  const groups = groupsOf(text);
  if (!groups.every((group) => withComma.test(group))) return false;
  if (wanted !== undefined) return groups.length === wanted && groups.some(hasInnerComma);
  return groups.length > 1 && groups.some((group) => fraction.test(group));
}

function hasInnerComma(group: string): boolean {
  const at = group.indexOf(',');
  return at !== -1 && at < group.length - 1;
}

function withPoints(text: string): string {
  return groupsOf(text)
    .map((group) => group.replace(/,$/u, '').replace(',', '.'))
    .join(' ');
}

function groupsOf(text: string): readonly string[] {
  return text.split(/[\s;()[\]]+/u).filter((group) => group !== '' && group !== ',');
}

function scan(text: string): Omit<NumberText, 'decimalCommas'> | undefined {
  const numbers: number[] = [];
  const separators: ('blank' | 'comma')[] = [];
  const axes: ('latitude' | 'longitude' | undefined)[] = [];
  let at = separatorEnd(text, 0).end;
  while (at < text.length) {
    const number = numberAt(text, at);
    if (number === undefined) return undefined;
    numbers.push(number.value);
    axes.push(number.axis);
    const between = separatorEnd(text, number.end);
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

function numberAt(text: string, at: number): ScannedNumber | undefined {
  sexagesimal.lastIndex = at;
  const parts = sexagesimal.exec(text);
  plain.lastIndex = at;
  const match = parts ?? plain.exec(text);
  if (match === null) return undefined;
  const value = parts === null ? Number(match[0]) : degrees(parts);
  const end = at + match[0].length;
  letter.lastIndex = end;
  const behind = letter.exec(text);
  const hemisphere = behind?.[1]?.toUpperCase();
  return {
    value: hemisphere === 'S' || hemisphere === 'W' ? -Math.abs(value) : value,
    axis: hemisphere === undefined ? undefined : axisOf(hemisphere),
    end: end + (behind?.[0].length ?? 0),
  };
}

function degrees([, whole = '0', minutes = '0', seconds = '0']: RegExpExecArray): number {
  const size = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600;
  return whole.startsWith('-') ? -size : size;
}

function axisOf(hemisphere: string): 'latitude' | 'longitude' {
  return hemisphere === 'N' || hemisphere === 'S' ? 'latitude' : 'longitude';
}

function separatorEnd(text: string, at: number): { end: number; kind: 'blank' | 'comma' } {
  separator.lastIndex = at;
  const match = separator.exec(text);
  return { end: at + (match?.[0].length ?? 0), kind: match?.[1] ? 'comma' : 'blank' };
}
