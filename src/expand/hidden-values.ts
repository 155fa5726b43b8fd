import { repairIri } from '../rdf/iri.ts';
import { xsd } from '../rdf/vocabularies.ts';
import { trimEndCharacters } from '../text/clean-text.ts';
import { type ExpansionFinding, type FindingSink, mapFindingTexts } from './findings.ts';
import {
  isContainer,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from './json.ts';

/** Placeholders in a document for texts that jsonld.js might misread. */
interface HiddenIris {
  /** Replaces placeholders in a finding by the published texts. */
  restoreFinding<Found extends ExpansionFinding>(finding: Found): Found;
  /**
   * Restores expanded JSON-LD in place. A literal gets its published text back exactly; an IRI is
   * mended by `encodeBlanks`, which is noted as `iri-repaired`.
   */
  restore(nodes: readonly JsonValue[], findings: FindingSink): void;
}

/**
 * A scheme (RFC 3986 §3.1) or prefix. A text with `//` after it is never a compact IRI, so the
 * slashes are kept.
 */
const beginning = /^\s*[A-Za-z][A-Za-z\d+.-]*:(?:\/\/)?/u;

const blank = /\s/u;

const firstPrivateUse = 0xe000;
const lastPrivateUse = 0xf8ff;
/** Literal, or (with some others) in JSON escapes. */
const privateUse = /[\u{E000}-\u{F8FF}]|\\u[ef][\da-f]{3}/giu;

/** Whether a text has a scheme or a prefix, such as `doi:`. */
export function hasScheme(text: string): boolean {
  return beginning.test(text);
}

/** An IRI without surrounding blanks, and with inner blanks percent-encoded. */
export function encodeBlanks(text: string): string {
  return text.trim().replaceAll(/\s/gu, encodeURIComponent);
}

/**
 * jsonld.js takes an IRI with a blank in it for a relative one, even `doi:10.1234/5 `. Only the
 * context tells whether a text is an IRI and `doi:` a prefix. So the part after the scheme is
 * replaced, in place, by a placeholder without blanks, and restored after expansion. Contexts and
 * property names are not changed.
 * @param source every text that can end up in an IRI or literal: the document as JSON, and the base
 */
export function hideIrisWithBlanks(document: JsonContainer, source: string): HiddenIris {
  const found = findBlankIris(document);
  const marker = found.length === 0 ? undefined : unusedCharacter(source);
  if (marker === undefined) return none;
  const published: string[] = [];
  const hidden = new Map<string, string>();
  for (const { members, name, text } of found) {
    // One placeholder per text, so that references still match their node.
    const mark = hidden.get(text) ?? `${beginningOf(text)}${marker}${published.length}${marker}`;
    if (!hidden.has(text)) published.push(text);
    hidden.set(text, mark);
    members[name] = mark;
  }
  return createBlankIris(published, new RegExp(`${marker}(\\d+)${marker}`, 'u'));
}

/** Most documents have no such texts. */
const none: HiddenIris = { restoreFinding: (finding) => finding, restore: () => undefined };

function createBlankIris(published: readonly string[], mark: RegExp): HiddenIris {
  /** The published text for the placeholder in a text. */
  function textBehind(text: string): string | undefined {
    const [, index] = mark.exec(text) ?? [];
    return index === undefined ? undefined : published[Number(index)];
  }

  function restoreIri(iri: string, findings: FindingSink): string {
    const text = textBehind(iri);
    if (text === undefined) return iri;
    // Expansion may have replaced the prefix before the placeholder by its namespace.
    const { length } = beginningOf(text);
    const repaired = repairIri(iri.replace(mark, () => encodeBlanks(text).slice(length)));
    if (repaired === undefined) return iri.replace(mark, () => text.trim().slice(length));
    findings.add({ kind: 'iri-repaired', value: text, repaired });
    return repaired;
  }

  return {
    // A value that is not a text is in the finding as JSON, where each text ends at a quotation
    // mark.
    restoreFinding: (finding) =>
      mapFindingTexts(finding, (fact) => {
        const parts = fact.split('"');
        return parts.map((part) => textBehind(part) ?? part).join('"');
      }),
    restore(nodes, findings) {
      const pending: { value: JsonContainer; isText: boolean }[] = [
        { value: [...nodes], isText: false },
      ];
      for (const { value: container, isText } of pending) {
        const members = container as JsonObject; // only containers are added; arrays have names, too
        for (const [name, value] of Object.entries(members)) {
          const isTextToo = isText || textKeywords.has(name);
          if (isContainer(value)) pending.push({ value, isText: isTextToo });
          if (typeof value !== 'string') continue;
          members[name] = isTextToo ? (textBehind(value) ?? value) : restoreIri(value, findings);
        }
      }
    },
  };
}

/** Keywords whose values are texts or JSON in expanded JSON-LD; all other texts are IRIs. */
const textKeywords: ReadonlySet<string> = new Set(['@value', '@language', '@direction', '@index']);

interface Found {
  readonly members: JsonObject;
  readonly name: string;
  readonly text: string;
}

function findBlankIris(document: JsonContainer): readonly Found[] {
  const found: Found[] = [];
  const pending = [document];
  for (const container of pending) {
    const members = container as JsonObject; // valid for arrays as for objects
    const context = members['@context'];
    const values = Object.values(members);
    for (const value of values) if (isContainer(value) && value !== context) pending.push(value);
    // Listing the names takes longer than everything else, so only where needed.
    if (!values.some(isBlankIri)) continue;
    for (const [name, text] of Object.entries(members)) {
      if (name !== '@context' && isBlankIri(text)) found.push({ members, name, text });
    }
  }
  return found;
}

/** Whether a value is a text that would be misread as an IRI. */
function isBlankIri(value: JsonValue): value is string {
  return typeof value === 'string' && hasScheme(value) && blank.test(value);
}

/** A private-use character that does not occur in a JSON text; undefined if all do. */
function unusedCharacter(json: string): string | undefined {
  const used = new Set(
    Array.from(json.matchAll(privateUse), ([match]) =>
      match.length === 1 ? match.charCodeAt(0) : Number.parseInt(match.slice(2), 16),
    ),
  );
  for (let code = firstPrivateUse; code <= lastPrivateUse; code += 1) {
    if (!used.has(code)) return String.fromCharCode(code);
  }
  return undefined;
}

/** The scheme or prefix of a text that has one. */
function beginningOf(text: string): string {
  return beginning.exec(text)?.[0].trimStart() ?? '';
}

/** JSON with placeholders for integers that a double cannot hold. */
export interface HiddenIntegers {
  readonly json: string;
  /** Replaces placeholders in a finding by the published integers. */
  restoreFinding<Found extends ExpansionFinding>(finding: Found): Found;
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
export function hideLargeIntegers(json: string): HiddenIntegers {
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

function withoutIntegers(json: string): HiddenIntegers {
  return { json, restoreFinding: (finding) => finding, restore: () => undefined };
}

function withIntegers(json: string, digits: readonly string[]): HiddenIntegers {
  const integerFor = (value: JsonValue | undefined): string | undefined =>
    typeof value === 'number' ? digits[Math.round(value / unit) - 1] : undefined;
  return {
    json,
    restoreFinding: (finding) =>
      mapFindingTexts(finding, (text) =>
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
  const significant = trimEndCharacters(before + after, '0');
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
