import { xsd } from '../rdf/vocabularies.ts';
import { trimEndOf } from '../text/trim-end.ts';
import { withTexts, type Finding } from './findings.ts';
import { isContainer, isObject, type JsonContainer, type JsonValue } from './json.ts';

/** JSON with placeholders for integers that a double cannot hold. */
export interface LargeIntegers {
  readonly json: string;
  /** Replaces placeholders in a finding by the published integers. */
  inFinding<Found extends Finding>(finding: Found): Found;
  /**
   * Restores expanded JSON-LD in place: each integer becomes its published digits, as text with a
   * datatype; in JSON literals it becomes the nearest double (RFC 8785).
   */
  restore(nodes: readonly JsonValue[]): void;
}

/**
 * A number that may be an integer with more digits than a double holds exactly: 2^53 has 16. Not a
 * part of a longer number; no double has more than 309 digits before its point.
 */
const candidate =
  /(?<![\d.eE+-])-?(?:(\d{16,400})(?:\.0{1,99})?(?![\d.eE])|(\d[\d.]{15,400})[eE]([+-]?\d{1,4})(?!\d))/gu;
/** The smallest positive double; documents hardly contain multiples of it. */
const unit = Number.MIN_VALUE;
/** What could be such a multiple. */
const tiny = /[eE]-0*[3-9]\d\d|0{300}/gu;
const placeholder = /(?<![\d.])\d+(?:\.\d+)?e-\d+/gu;

/**
 * Replaces each integer beyond 2^53, which `JSON.parse` would round, by a distinct small number, so
 * that expansion still sees a number. Costs next to nothing where there are none.
 */
export function hideLargeIntegers(json: string): LargeIntegers {
  const digits: string[] = [];
  const numbers = new Map<string, number>();
  const isInString = stringFinder(json);
  let hidden = '';
  let behind = 0;
  for (const match of json.matchAll(candidate)) {
    const integer = isInString(match.index) ? undefined : integerOf(match);
    if (integer === undefined) continue;
    const number = numbers.get(integer) ?? digits.push(integer) * unit;
    numbers.set(integer, number);
    hidden += json.slice(behind, match.index) + String(number);
    behind = match.index + match[0].length;
  }
  if (digits.length === 0 || hasTiny(json)) return withoutIntegers(json);
  return withIntegers(hidden + json.slice(behind), digits);
}

function hasTiny(json: string): boolean {
  const isInString = stringFinder(json);
  return Array.from(json.matchAll(tiny)).some(({ index }) => !isInString(index));
}

function withoutIntegers(json: string): LargeIntegers {
  return { json, inFinding: (finding) => finding, restore: () => undefined };
}

function withIntegers(json: string, digits: readonly string[]): LargeIntegers {
  const integerFor = (value: JsonValue | undefined): string | undefined =>
    typeof value === 'number' ? digits[Math.round(value / unit) - 1] : undefined;
  return {
    json,
    inFinding: (finding) =>
      withTexts(finding, (text) =>
        text.replaceAll(placeholder, (written) => integerFor(Number(written)) ?? written),
      ),
    restore(nodes) {
      const pending: JsonContainer[] = [[...nodes]];
      for (const container of pending) {
        if (isObject(container)) restoreLiteral(container, integerFor);
        for (const value of Object.values(container)) if (isContainer(value)) pending.push(value);
      }
    },
  };
}

type IntegerFor = (value: JsonValue | undefined) => string | undefined;

/** @param object a value object, or any other part of expanded JSON-LD */
function restoreLiteral(object: Record<string, JsonValue>, integerFor: IntegerFor): void {
  const { '@value': value, '@type': datatype } = object;
  if (datatype === '@json') object['@value'] = roundedIn(value ?? null, integerFor);
  const integer = integerFor(value);
  if (integer === undefined || datatype === '@json') return;
  object['@value'] = datatype === xsd.double ? Number(integer) : integer;
  object['@type'] = datatype ?? xsd.integer;
}

function roundedIn(json: JsonValue, integerFor: IntegerFor): JsonValue {
  const top = [json];
  const pending: JsonContainer[] = [top];
  for (const container of pending) {
    const members = container as Record<string, JsonValue>; // arrays have names, too
    for (const [name, value] of Object.entries(members)) {
      const integer = integerFor(value);
      if (integer !== undefined) members[name] = Number(integer);
      if (isContainer(value)) pending.push(value);
    }
  }
  return top[0] ?? null;
}

/** The digits of a number; undefined where it is not an integer, or a double holds it exactly. */
function integerOf([written, whole = '', mantissa = whole, exponent = '0']: RegExpExecArray):
  | string
  | undefined {
  const number = Number(written);
  if (!Number.isFinite(number) || Math.abs(number) < 2 ** 53) return undefined;
  const [before = '', after = ''] = mantissa.split('.');
  const significant = trimEndOf(before + after, '0');
  const zeros = Number(exponent) + before.length - significant.length;
  if (zeros < 0) return undefined;
  const digits = `${significant}${'0'.repeat(zeros)}`.replace(/^0+/u, '');
  return written.startsWith('-') ? `-${digits}` : digits;
}

/** Tells whether offsets in a JSON text, given in ascending order, are inside a string. */
function stringFinder(json: string): (place: number) => boolean {
  let start = json.indexOf('"');
  let end = 0;
  return (place) => {
    while (start >= 0 && start < place) {
      end = endOfString(json, start);
      if (end > place) return true;
      start = json.indexOf('"', end);
    }
    return false;
  };
}

function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return json.length;
}
