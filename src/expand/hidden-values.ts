import { mendPublishedIri } from '../rdf/iri.ts';
import { xsd } from '../rdf/vocabularies.ts';
import { blankOrInvisible, trimBlanks, trimEndCharacters } from '../text/clean-text.ts';
import {
  containersIn,
  isContainer,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from '../text/json.ts';
import { type ExpansionFinding, type FindingSink, mapFindingTexts } from './findings.ts';

/**
 * A scheme (RFC 3986 §3.1) or prefix. A text with `//` after it is never a compact IRI, so the
 * slashes are kept.
 */
const beginning = /^[A-Za-z][A-Za-z\d+.-]*:(?:\/\/)?/u;

/** A reference that begins with a path, query or fragment. */
const relativeAddress = /^(?:\.{0,2}\/|[?#])\S*$/u;

const blank = /\s/u;

const firstPrivateUse = 0xe000;
const lastPrivateUse = 0xf8ff;
/** Literal, or (with some others) in JSON escapes. */
const privateUse = /[\u{E000}-\u{F8FF}]|\\u[ef][\da-f]{3}/giu;

/** Whether a text has a scheme or a prefix, such as `doi:`. */
export function hasScheme(text: string): boolean {
  return beginning.test(trimBlanks(text));
}

/** An IRI without surrounding blanks, and with inner blanks percent-encoded. */
export function encodeBlanks(text: string): string {
  return trimBlanks(text).replaceAll(/\s/gu, encodeURIComponent);
}

/**
 * jsonld.js takes an IRI with a blank in it for a relative one, even `doi:10.1234/5 `. Only the
 * context tells whether a text is an IRI and `doi:` a prefix. So the part after the scheme, or the
 * blanks around a text without others, are replaced, in place, by a placeholder without blanks, and
 * restored after expansion. Contexts and property names are not changed.
 * @param source every text that can end up in an IRI or literal: the document as JSON, and the base
 */
export function hideIrisWithBlanks(document: JsonContainer, source: string): HiddenIris {
  const found = findBlankIris(document);
  const marker = found.length === 0 ? undefined : unusedCharacter(source);
  // Most documents have no such texts.
  if (marker === undefined) return new HiddenIris([]);
  const published: string[] = [];
  const hidden = new Map<string, string>();
  for (const { members, name, text } of found) {
    // One placeholder per text, so that references still match their node.
    const mark = hidden.get(text) ?? `${shownPart(text)}${marker}${published.length}${marker}`;
    if (!hidden.has(text)) published.push(text);
    hidden.set(text, mark);
    members[name] = mark;
  }
  return new HiddenIris(published, new RegExp(`${marker}(\\d+)${marker}`, 'u'));
}

/** Placeholders in a document for texts that jsonld.js might misread. */
class HiddenIris {
  readonly #published: readonly string[];
  readonly #mark: RegExp;

  constructor(published: readonly string[], mark = /(?!)/u) {
    this.#published = published;
    this.#mark = mark;
  }

  /** Replaces placeholders in a finding by the published texts. */
  restoreFinding<Found extends ExpansionFinding>(finding: Found): Found {
    if (this.#published.length === 0) return finding;
    // A value that is not a text is in the finding as JSON, where each text ends at a quotation
    // mark.
    return mapFindingTexts(finding, (fact) => {
      const parts = fact.split('"');
      return parts.map((part) => this.#publishedText(part) ?? part).join('"');
    });
  }

  /**
   * Restores expanded JSON-LD in place. A literal gets its published text back exactly; an IRI is
   * mended by `encodeBlanks`, which is noted as `iri-repaired`.
   */
  restore(nodes: readonly JsonValue[], findings: FindingSink): void {
    if (this.#published.length === 0) return;
    const pending: { value: JsonContainer; isText: boolean }[] = [
      { value: [...nodes], isText: false },
    ];
    for (const { value: container, isText } of pending) {
      const members = container as JsonObject; // only containers are added; arrays have names, too
      for (const [name, value] of Object.entries(members)) {
        const isTextToo = isText || textKeywords.has(name);
        if (isContainer(value)) pending.push({ value, isText: isTextToo });
        if (typeof value !== 'string') continue;
        const text = this.#publishedText(value);
        if (text === undefined) continue;
        members[name] = isTextToo ? text : this.#restoreIri(value, text, findings);
      }
    }
  }

  /** The published text for the placeholder in a text. */
  #publishedText(text: string): string | undefined {
    const [, index] = this.#mark.exec(text) ?? [];
    return index === undefined ? undefined : this.#published[Number(index)];
  }

  #restoreIri(iri: string, text: string, findings: FindingSink): string {
    // Expansion may have replaced the prefix before the placeholder by its namespace.
    const { length } = shownPart(text);
    const repaired = mendPublishedIri(
      iri.replace(this.#mark, () => encodeBlanks(text).slice(length)),
    );
    if (repaired === undefined) {
      return iri.replace(this.#mark, () => trimBlanks(text).slice(length));
    }
    findings.add({ kind: 'iri-repaired', value: text, repaired });
    return repaired;
  }
}

/** Keywords whose values are texts or JSON in expanded JSON-LD; all other texts are IRIs. */
const textKeywords: ReadonlySet<string> = new Set(['@value', '@language', '@direction', '@index']);

interface FoundIri {
  readonly members: JsonObject;
  readonly name: string;
  readonly text: string;
}

function findBlankIris(document: JsonContainer): readonly FoundIri[] {
  const found: FoundIri[] = [];
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
  if (typeof value !== 'string') return false;
  // jsonld.js finds no scheme behind an invisible character.
  const isMisread = blankOrInvisible.test(value.charAt(0)) || blank.test(value);
  return isMisread && (hasScheme(value) || relativeAddress.test(trimBlanks(value)));
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

/** What expansion sees of a hidden text: all but the blanks around it, or only its scheme. */
function shownPart(text: string): string {
  const trimmed = trimBlanks(text);
  return blank.test(trimmed) ? (beginning.exec(trimmed)?.[0] ?? '') : trimmed;
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
  let done = 0;
  for (const match of json.matchAll(candidate)) {
    const integer = isInString(match.index) ? undefined : integerOf(match);
    if (integer === undefined) continue;
    const number = numbers.get(integer) ?? digits.push(integer) * unit;
    numbers.set(integer, number);
    hidden += json.slice(done, match.index) + String(number);
    done = match.index + match[0].length;
  }
  if (digits.length === 0 || hasTiny(json)) return new HiddenIntegers(json, []);
  return new HiddenIntegers(hidden + json.slice(done), digits);
}

function hasTiny(json: string): boolean {
  const isInString = stringFinder(json);
  return Array.from(json.matchAll(tiny)).some(({ index }) => !isInString(index));
}

/** JSON with placeholders for integers that a double cannot hold. */
export class HiddenIntegers {
  readonly json: string;
  readonly #digits: readonly string[];

  constructor(json: string, digits: readonly string[]) {
    this.json = json;
    this.#digits = digits;
  }

  /** Replaces placeholders in a finding by the published integers. */
  restoreFinding<Found extends ExpansionFinding>(finding: Found): Found {
    if (this.#digits.length === 0) return finding;
    return mapFindingTexts(finding, (text) =>
      text.replaceAll(placeholder, (written) => this.#integerFor(Number(written)) ?? written),
    );
  }

  /**
   * Restores expanded JSON-LD in place: each integer becomes its published digits, as text with a
   * datatype; in JSON literals it becomes the nearest double (RFC 8785).
   */
  restore(nodes: readonly JsonValue[]): void {
    if (this.#digits.length === 0) return;
    for (const container of containersIn([...nodes])) {
      if (isObject(container)) this.#restoreLiteral(container);
    }
  }

  #integerFor(value: JsonValue | undefined): string | undefined {
    return typeof value === 'number' ? this.#digits[Math.round(value / unit) - 1] : undefined;
  }

  /** @param object a value object, or any other part of expanded JSON-LD */
  #restoreLiteral(object: JsonObject): void {
    const { '@value': value, '@type': datatype } = object;
    if (datatype === '@json') {
      this.#roundIn(object);
      return;
    }
    const integer = this.#integerFor(value);
    if (integer === undefined) return;
    object['@value'] = datatype === xsd.double ? Number(integer) : integer;
    object['@type'] = datatype ?? xsd.integer;
  }

  #roundIn(literal: JsonObject): void {
    for (const container of containersIn(literal)) {
      const members = container as JsonObject; // arrays have names, too
      for (const [name, value] of Object.entries(members)) {
        const integer = this.#integerFor(value);
        if (integer !== undefined) members[name] = Number(integer);
      }
    }
  }
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
