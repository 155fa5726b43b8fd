import { xsd } from './vocabularies.ts';

/** Datatypes whose values are integers (XML Schema 1.1 part 2 §3.4). */
const integerTypes = [
  'integer',
  'long',
  'int',
  'short',
  'byte',
  'nonNegativeInteger',
  'positiveInteger',
  'nonPositiveInteger',
  'negativeInteger',
  'unsignedLong',
  'unsignedInt',
  'unsignedShort',
  'unsignedByte',
];

/** What a datatype of XML Schema is about, as far as its values are compared here. */
export type ValueKind =
  | 'integer'
  | 'decimal'
  | 'double'
  | 'float'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'gYear'
  | 'gYearMonth'
  | 'time'
  | 'duration';

const valueKinds: ReadonlyMap<string, ValueKind> = new Map<string, ValueKind>([
  ...integerTypes.map((name) => [termOf(name), 'integer'] as const),
  ...(['decimal', 'double', 'float', 'boolean'] as const).map(
    (name) => [termOf(name), name] as const,
  ),
  ...(['date', 'dateTime', 'gYear', 'gYearMonth', 'time', 'duration'] as const).map(
    (name) => [termOf(name), name] as const,
  ),
  [termOf('dateTimeStamp'), 'dateTime'],
  ...['dayTimeDuration', 'yearMonthDuration'].map((name) => [termOf(name), 'duration'] as const),
]);

function termOf(name: string): string {
  return `<${xsd.string.replace(/string$/u, '')}${name}>`;
}

/** The kind of the values of a datatype, given as a term; undefined for all others. */
export function valueKindOf(datatypeTerm: string): ValueKind | undefined {
  return valueKinds.get(datatypeTerm);
}

/** The digits of a decimal number that distinguish its value. */
export interface DecimalDigits {
  readonly negative: boolean;
  /** Without zeros at the ends; empty for zero. */
  readonly digits: string;
  /** The value is `0.digits` times ten to this power. */
  readonly exponent: number;
}

const decimalNumber = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/u;

/** Reads a number in the notations of xsd:decimal and xsd:double; undefined for any other text. */
export function decimalDigits(text: string): DecimalDigits | undefined {
  const match = decimalNumber.exec(text);
  const [, sign, whole = '', fraction = '', power = '0'] = match ?? [];
  if (match === null || whole + fraction === '') return undefined;
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (start < end && all[start] === '0') start += 1;
  while (end > start && all[end - 1] === '0') end -= 1;
  if (start === end) return { negative: false, digits: '', exponent: 0 };
  const exponent = whole.length - start + Number(power);
  return { negative: sign === '-', digits: all.slice(start, end), exponent };
}

function numberText({ negative, digits, exponent }: DecimalDigits): string {
  return digits === '' ? '0' : `${negative ? '-' : ''}0.${digits}e${exponent}`;
}

/**
 * The value of a binary floating-point number. @param precision the significant decimal digits
 * that count, rounded half to even as `printf` does; by default all
 */
function floatValue(number: number, precision: number | undefined): string {
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? 'INF' : '-INF';
  const text = precision === undefined ? String(number) : roundedText(number, precision);
  const read = decimalDigits(text);
  return read === undefined ? text : numberText(read);
}

/** A double halfway between two numbers of few digits has far fewer digits than these. */
const exactDigits = 60;

function roundedText(number: number, precision: number): string {
  const exact = decimalDigits(number.toPrecision(exactDigits));
  const isTie = exact?.digits.length === precision + 1 && exact.digits.endsWith('5');
  if (!isTie || exact === undefined) return number.toPrecision(precision);
  const kept = exact.digits.slice(0, precision);
  const even = BigInt(kept) + (Number(kept.at(-1)) % 2 === 0 ? 0n : 1n);
  return `${exact.negative ? '-' : ''}${even}e${exact.exponent - precision}`;
}

const floatNumber = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?INF|NaN)$/u;

/** Reads xsd:double or, rounded to it, xsd:float; undefined for a text that is none. */
export function readFloat(text: string, kind: 'double' | 'float'): number | undefined {
  if (!floatNumber.test(text)) return undefined;
  const number = Number(text.replace('INF', 'Infinity'));
  return kind === 'float' ? Math.fround(number) : number;
}

/** A point on the time line, or without a time zone on a local one. */
export interface XsdMoment {
  readonly hasZone: boolean;
  /** Milliseconds since 1970 of the whole second, in UTC where there is a time zone. */
  readonly milliseconds: number;
  /** The digits of the fraction of the second, without zeros at the end. */
  readonly fraction: string;
}

const clock = String.raw`(\d\d):(\d\d):(\d\d)(?:\.(\d+))?`;
const zone = String.raw`(Z|[+-]\d\d:\d\d)?`;
const moments = {
  gYear: new RegExp(`^(\\d{4})()()()()()()${zone}$`, 'u'),
  gYearMonth: new RegExp(`^(\\d{4})-(\\d\\d)()()()()()${zone}$`, 'u'),
  date: new RegExp(`^(\\d{4})-(\\d\\d)-(\\d\\d)()()()()${zone}$`, 'u'),
  dateTime: new RegExp(`^(\\d{4})-(\\d\\d)-(\\d\\d)T${clock}${zone}$`, 'u'),
  time: new RegExp(`^()()()${clock}${zone}$`, 'u'),
};
const millisecondsPerMinute = 60_000;

/**
 * Reads xsd:date, dateTime, gYear, gYearMonth and time of the years 0 to 9999: where a moment is
 * not precise, its beginning, and for a time that of 1970-01-01. Undefined where a text is none.
 */
export function readXsdMoment(text: string, kind: keyof typeof moments): XsdMoment | undefined {
  const parts = moments[kind].exec(text)?.slice(1);
  if (parts === undefined) return undefined;
  const [fraction = '', offset] = parts.slice(6);
  const [year, month, day, hour, minute, second] = ['1970', '01', '01', '00', '00', '00'].map(
    (absent, index) => parts[index] || absent,
  );
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const local = Date.parse(iso);
  // `Date` reads the 30th of February as the 1st of March.
  if (Number.isNaN(local) || new Date(local).toISOString() !== iso) return undefined;
  const minutes = offsetMinutes(offset);
  if (minutes === undefined) return undefined;
  return {
    hasZone: offset !== undefined,
    milliseconds: local - minutes * millisecondsPerMinute,
    fraction: withoutZerosAtEnd(fraction),
  };
}

function offsetMinutes(offset = 'Z'): number | undefined {
  if (offset === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4))];
  if (hours > 14 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

const duration =
  /^(-?)P(?:(\d{1,12})Y)?(?:(\d{1,12})M)?(?:(\d{1,12})D)?(?:T(?:(\d{1,12})H)?(?:(\d{1,12})M)?(?:(\d{1,12})(?:\.(\d+))?S)?)?$/u;

/** Months and seconds of xsd:duration. */
function durationValue(text: string): string | undefined {
  const parts = duration.exec(text)?.slice(2);
  if (parts === undefined) return undefined;
  const [years = 0n, months = 0n, days = 0n, hours = 0n, minutes = 0n, seconds = 0n] = parts
    .slice(0, 6)
    .map((part) => BigInt(part ?? 0));
  const fraction = withoutZerosAtEnd(parts[6] ?? '');
  const whole = ((days * 24n + hours) * 60n + minutes) * 60n + seconds;
  return `${text.startsWith('-') ? '-' : ''}${years * 12n + months}M${whole}.${fraction}S`;
}

/**
 * The same text for all spellings of one value; undefined where the text is not of the datatype,
 * or the datatype not of XML Schema.
 * @param precision the significant decimal digits of xsd:double and xsd:float that count
 */
export function literalValue(
  text: string,
  kind: ValueKind,
  precision?: number,
): string | undefined {
  return valueReaders[kind](text, precision);
}

/** As numbers, since some stores do not tell the two apart. */
const booleanValues: ReadonlyMap<string, string> = new Map([
  ['true', '0.1e1'],
  ['1', '0.1e1'],
  ['false', '0'],
  ['0', '0'],
]);

function exactValue(text: string): string | undefined {
  const read = /[eE]/u.test(text) ? undefined : decimalDigits(text);
  return read && numberText(read);
}

function floatReader(kind: 'double' | 'float'): ValueReader {
  return (text, precision) => {
    const number = readFloat(text, kind);
    return number === undefined ? undefined : floatValue(number, precision);
  };
}

function momentReader(kind: keyof typeof moments, name = 'moment'): ValueReader {
  return (text) => {
    const read = readXsdMoment(text, kind);
    return read && `${name} ${read.milliseconds}.${read.fraction}${read.hasZone ? 'Z' : ''}`;
  };
}

type ValueReader = (text: string, precision?: number) => string | undefined;

const valueReaders = {
  integer: exactValue,
  decimal: exactValue,
  double: floatReader('double'),
  float: floatReader('float'),
  boolean: (text) => booleanValues.get(text),
  date: momentReader('date'),
  dateTime: momentReader('dateTime'),
  gYear: momentReader('gYear'),
  gYearMonth: momentReader('gYearMonth'),
  time: momentReader('time', 'time'),
  duration: durationValue,
} as const satisfies Record<ValueKind, ValueReader>;
