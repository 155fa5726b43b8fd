import { hash } from 'node:crypto';
import { literalParts, plainLiteral, unescapeLiteral } from '../../rdf/n-quads.ts';
import {
  decimalDigits,
  literalValue,
  readFloat,
  readXsdMoment,
  type ValueKind,
  valueKindOf,
} from '../../rdf/literal-values.ts';

// Everything here was found by experiments with Virtuoso Open Source 7.2.5, by Graph Store PUT and
// by SPARQL Update, and is told to users in docs/stores.md.

/** Bytes of an IRI; Virtuoso puts a digest in place of the end of a longer one. */
const maxIriBytes = 1880;
/**
 * Characters of the IRI of a datatype, far below the limit: beyond it, Virtuoso writes a row that
 * it cannot read when it starts again.
 */
const maxDatatype = 1000;
/** Bytes of a literal as it is written; Virtuoso refuses a request with one of more than 65,515. */
const maxTextBytes = 60_000;
/** Characters of a language tag; Virtuoso refuses a request with one of more than some 63. */
const maxLanguageTag = 60;
/** The largest integer that SPARQL Update accepts; Graph Store makes longer ones `INF`. */
const maxInteger = 2n ** 63n - 1n;
/** Digits before and after the decimal point that are kept. */
const maxDecimal = { whole: 20, fraction: 15 };
/** Digits of a fraction of a second that are kept. */
const maxSecondDigits = 6;
/** The significant digits with which it writes binary floating-point numbers. */
const writtenDigits = 6;

/** Datatypes that it reads, with its own faults, and writes otherwise. */
const interpretedDatatypes: ReadonlySet<string> = new Set([
  '<http://www.opengis.net/ont/geosparql#wktLiteral>',
  '<http://www.openlinksw.com/schemas/virtrdf#Geometry>',
  '<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral>',
]);

/** The prefix of the IRIs that stand for those that Virtuoso would change. */
export const shortenedIriPrefix = 'urn:cdif-graph:iri:';

/**
 * The term that is sent to Virtuoso for a term: the same, or one that it keeps with its value.
 * - A literal that Virtuoso would refuse or change: a plain string of the same text.
 * - A literal of more than 60,000 bytes: its beginning, with a note of its length and digest.
 * - An IRI that Virtuoso would shorten or change: an IRI made of its digest.
 */
export function virtuosoTerm(term: string): string {
  if (term.startsWith('<')) return isKeptIri(term) ? term : shortenedIri(term);
  if (!term.startsWith('"')) return term;
  const { escaped, language, datatype } = literalParts(term);
  const text = Buffer.byteLength(escaped) > maxTextBytes ? cutText(escaped) : keptText(escaped);
  if (language !== undefined) {
    return language.length > maxLanguageTag ? `"${text}"` : `"${text}"@${language}`;
  }
  if (datatype === undefined || !isKeptValue(escaped, datatype)) return `"${text}"`;
  return `"${text}"^^${datatype}`;
}

/** Virtuoso changes two schemes of its own: `local` becomes the address of its HTTP server. */
function isKeptIri(term: string): boolean {
  if (term.startsWith('<local:') || term.startsWith('<nodeID://')) return false;
  return term.length * 3 <= maxIriBytes || Buffer.byteLength(term) - 2 <= maxIriBytes;
}

function shortenedIri(term: string): string {
  return `<${shortenedIriPrefix}${hash('sha256', term).slice(0, 32)}>`;
}

/** Virtuoso loses U+007F where it is escaped, and keeps it where it is not. */
function keptText(escaped: string): string {
  if (!escaped.includes(String.raw`\u007F`)) return escaped;
  return escaped.replaceAll(/\\(?:u007F|.)/gsu, (escape) =>
    escape.length > 2 ? '\u{7F}' : escape,
  );
}

function cutText(escaped: string): string {
  const text = unescapeLiteral(escaped);
  let [bytes, end] = [0, 0];
  for (const character of text) {
    bytes += Buffer.byteLength(plainLiteral(character)) - 2;
    if (bytes > maxTextBytes) break;
    end += character.length;
  }
  const note = `… [cut: ${text.length} characters, SHA-256 ${hash('sha256', text)}]`;
  return keptText(plainLiteral(text.slice(0, end) + note).slice(1, -1));
}

function isKeptValue(escaped: string, datatype: string): boolean {
  if (interpretedDatatypes.has(datatype) || !isKeptIri(datatype)) return false;
  if (datatype.length > maxDatatype) return false;
  const kind = valueKindOf(datatype);
  if (kind !== undefined) return keptValues[kind](escaped);
  // It ends texts of some datatypes at U+0000.
  return Buffer.byteLength(escaped) <= maxTextBytes && !escaped.includes(String.raw`\u0000`);
}

function absolute(integer: bigint): bigint {
  return integer < 0n ? -integer : integer;
}

function isKeptDecimal(text: string): boolean {
  const read = /^[+-]?[\d.]{1,80}$/u.test(text) ? decimalDigits(text) : undefined;
  if (read === undefined) return false;
  const { digits, exponent } = read;
  return exponent <= maxDecimal.whole && digits.length - exponent <= maxDecimal.fraction;
}

function isKeptInteger(text: string): boolean {
  return /^[+-]?\d{1,60}$/u.test(text) && absolute(BigInt(text)) <= maxInteger;
}

function isKeptFloat(kind: 'double' | 'float') {
  return (text: string): boolean => {
    const number = readFloat(text, kind);
    return number !== undefined && (text.includes('N') || Number.isFinite(number));
  };
}

/** Virtuoso counts years before 1 otherwise, and drops the time zone `-00:00`. */
function isKeptMoment(kind: 'date' | 'dateTime' | 'gYear' | 'gYearMonth' | 'time') {
  return (text: string): boolean => {
    const fraction = readXsdMoment(text, kind)?.fraction;
    const isKept = fraction !== undefined && fraction.length <= maxSecondDigits;
    return isKept && !text.startsWith('0000') && !text.endsWith('-00:00');
  };
}

/** Texts that are not of their datatype are not kept, since some become `0` or a date. */
const keptValues = {
  integer: isKeptInteger,
  decimal: isKeptDecimal,
  double: isKeptFloat('double'),
  float: isKeptFloat('float'),
  boolean: (text) => literalValue(text, 'boolean') !== undefined,
  date: isKeptMoment('date'),
  dateTime: isKeptMoment('dateTime'),
  gYear: isKeptMoment('gYear'),
  gYearMonth: isKeptMoment('gYearMonth'),
  time: isKeptMoment('time'),
  duration: () => false,
} as const satisfies Record<ValueKind, (text: string) => boolean>;

/**
 * The same text for terms that Virtuoso does not tell apart: all numbers, `true` and 1, and all
 * moments of equal value are one object of a subject and predicate, whatever their datatypes.
 * @param term as `virtuosoTerm` gives, or as Virtuoso writes it
 */
export function virtuosoComparable(term: string): string {
  if (!term.startsWith('"')) return term;
  const { escaped, language, datatype } = literalParts(term);
  const kind = datatype === undefined ? undefined : valueKindOf(datatype);
  const value = kind && literalValue(escaped, kind, writtenDigits);
  if (value !== undefined) return `=${value}`;
  const plain = plainLiteral(unescapeLiteral(escaped));
  if (language !== undefined) return `${plain}@${language.toLowerCase()}`;
  return datatype === undefined ? plain : `${plain}^^${datatype}`;
}
