import type { JsonMend } from '../model/problem.ts';
import {
  afterValue,
  beginsValue,
  blanksEnd,
  type Brackets,
  endsTooEarly,
  type Expectation,
  type JsonFault,
  readString,
  readToken,
  type Step,
} from '../text/json-grammar.ts';
import { findExcess, type JsonExcess, type JsonLimits } from './json-complexity.ts';

/** The result of mending. */
type JsonMending =
  /** None where the text consists of comments. */
  | { readonly kind: 'mended'; readonly texts: readonly MendedText[] }
  | { readonly kind: 'malformed'; readonly fault: JsonFault }
  | ({ readonly kind: 'too-complex' } & JsonExcess);

/** A mended JSON text. */
export interface MendedText {
  readonly json: string;
  /** The repairs in document order, with offsets in the original text. */
  readonly mends: readonly { readonly what: JsonMend; readonly offset: number }[];
  /** Maps an offset in `json` to the original text. */
  readonly originalOffset: (offset: number) => number;
}

/** A text with more faults is not JSON; each repair takes memory. */
const maxMends = 100_000;

/**
 * Mends a text that `JSON.parse` rejects where each fault has one reading: comments and wrappers of
 * other languages, blanks unknown to JSON, control characters in strings, `\'`, trailing commas and
 * semicolons, and several objects or arrays in sequence. Reads the text once, and returns texts
 * that `JSON.parse` accepts.
 * @returns the first ambiguous fault, if any
 */
export function mendJson(text: string, limits: JsonLimits): JsonMending {
  return new Mender(text, limits).read();
}

type Extent = Pick<JsonEdit, 'start' | 'end'>;

/** The offset at which reading continues, or why it cannot. */
type Progress = number | Exclude<JsonMending, { kind: 'mended' }>;

class Mender {
  readonly #text: string;
  readonly #limits: JsonLimits;
  readonly #open: Brackets = [];
  #expected: Expectation = 'a value';
  #values = 0;
  readonly #edits: JsonEdit[] = [];
  readonly #found: Extent[] = [];
  /** Start of the outermost value being read. */
  #start: number | undefined;
  /** Offset of the comma, if it was the last token. */
  #comma: number | undefined;
  /** The separator after a complete value. */
  #separator: JsonEdit | undefined;

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  read(): JsonMending {
    const text = this.#text;
    let at = blanksEnd(text, 0);
    while (at < text.length) {
      if (this.#beginsAnother(at)) this.#beginAnother(at);
      const token = readToken(text, at, this.#expected, this.#open);
      const progress = 'detail' in token ? this.#mend(token, at) : this.#accept(token, at);
      if (typeof progress !== 'number') return progress;
      at = blanksEnd(text, progress);
    }
    if (this.#start !== undefined) return malformed(this.#endFault());
    if (this.#separator !== undefined) this.#edits.push(this.#separator);
    return { kind: 'mended', texts: mendedTexts(text, this.#found, this.#edits) };
  }

  #endFault(): JsonFault {
    const last = this.#edits.at(-1);
    if (last?.what !== 'comment' || last.end < this.#text.length) {
      return endsTooEarly(this.#text, this.#expected);
    }
    // Usually a line break was lost, and the comment swallowed the rest.
    return { offset: last.start, detail: `expected ${this.#expected}, found only a comment` };
  }

  #accept({ next, expected }: Step, at: number): Progress {
    if (this.#start !== undefined && beginsValue(this.#text, at, this.#expected)) this.#values += 1;
    this.#start ??= at;
    this.#comma = this.#text[at] === ',' ? at : undefined;
    this.#expected = expected;
    if (expected === 'the end of the text') {
      this.#found.push({ start: this.#start, end: next });
      this.#start = undefined;
    }
    const excess = findExcess({ depth: this.#open.length, values: this.#values }, this.#limits);
    return excess === undefined ? next : { kind: 'too-complex', ...excess };
  }

  #mend(fault: JsonFault, at: number): Progress {
    if (this.#edits.length >= maxMends) return malformed(fault);
    if (fault.offset > at) return this.#mendString(fault, at);
    const filler = matchFiller(this.#text, at, this.#open.length === 0 ? 'outside' : 'inside');
    if (filler !== undefined) {
      this.#edits.push(filler);
      return filler.end;
    }
    if (this.#endsSeries(at)) return at;
    return this.#separates(at) ? at + 1 : malformed(fault);
  }

  /** @param start the start of the faulty string */
  #mendString(first: JsonFault, start: number): Progress {
    let fault = first;
    while (this.#edits.length < maxMends) {
      const edit = mendInString(this.#text, fault.offset);
      if (edit === undefined) break;
      this.#edits.push(edit);
      const rest = { start, from: edit.end, expected: this.#expected, open: this.#open };
      const token = readString(this.#text, rest);
      if (!('detail' in token)) return this.#accept(token, start);
      fault = token;
    }
    return malformed(fault);
  }

  /** Accepts a closing bracket after a trailing comma. */
  #endsSeries(at: number): boolean {
    const closing = this.#open.at(-1) === '[' ? ']' : '}';
    if (this.#comma === undefined || this.#text[at] !== closing) return false;
    this.#edits.push(removal('trailing-comma', this.#comma, this.#comma + 1));
    this.#comma = undefined;
    this.#expected = afterValue(this.#open);
    return true;
  }

  /** Whether another object or array begins. A number or text would belong to something else. */
  #beginsAnother(at: number): boolean {
    const [first] = this.#found;
    if (first === undefined || this.#expected !== 'the end of the text') return false;
    return this.#isBracket(at) && this.#isBracket(first.start);
  }

  #beginAnother(at: number): void {
    if (this.#found.length === 1) this.#edits.push(removal('several-values', at, at));
    this.#values += 1;
    this.#separator = undefined;
    this.#expected = 'a value';
  }

  #isBracket(at: number): boolean {
    return this.#text[at] === '{' || this.#text[at] === '[';
  }

  /** Accepts one comma or semicolon after a complete value. */
  #separates(at: number): boolean {
    if (this.#expected !== 'the end of the text' || this.#separator !== undefined) return false;
    const what = separators.get(this.#text[at]);
    if (what === undefined) return false;
    this.#separator = removal(what, at, at + 1);
    return true;
  }
}

const separators: ReadonlyMap<string | undefined, JsonMend> = new Map([
  [',', 'trailing-comma'],
  [';', 'trailing-semicolon'],
]);

function malformed(fault: JsonFault) {
  return { kind: 'malformed', fault } as const;
}

/** @param edits those between extents belong to the text before; leading ones to the first */
function mendedTexts(
  text: string,
  extents: readonly Extent[],
  edits: readonly JsonEdit[],
): readonly MendedText[] {
  // A trailing comma is recorded only after what follows it.
  const ascending = edits.toSorted((one, other) => one.start - other.start);
  let done = 0;
  return extents.map(({ start, end }, index) => {
    const next = extents[index + 1]?.start ?? text.length;
    const begin = done;
    while (done < ascending.length && (ascending[done]?.start ?? next) < next) done += 1;
    const own = ascending.slice(begin, done);
    const within = own.filter((edit) => edit.start >= start && edit.end <= end);
    return {
      json: applyEdits(text, { start, end }, within),
      mends: own.map(({ what, start: offset }) => ({ what, offset })),
      originalOffset: (offset) => originalOffsetOf(within, start, offset),
    };
  });
}

function applyEdits(text: string, { start, end }: Extent, edits: readonly JsonEdit[]): string {
  const parts: string[] = [];
  let from = start;
  for (const edit of edits) {
    parts.push(text.slice(from, edit.start), edit.replacement);
    from = edit.end;
  }
  parts.push(text.slice(from, end));
  return parts.join('');
}

function originalOffsetOf(edits: readonly JsonEdit[], start: number, offset: number): number {
  let original = start + offset;
  for (const edit of edits) {
    if (original < edit.start) return original;
    if (original < edit.start + edit.replacement.length) return edit.start;
    original += edit.end - edit.start - edit.replacement.length;
  }
  return original;
}

/** A part of a text that is not JSON and has one reading. */
interface JsonEdit {
  readonly what: JsonMend;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

function removal(what: JsonMend, start: number, end: number): JsonEdit {
  return { what, start, end, replacement: '' };
}

/** Whether a place is outside of all brackets or inside some. */
export type Surroundings = 'outside' | 'inside';

/** Text between tokens that has no meaning. */
interface Filler {
  readonly what: JsonMend;
  readonly pattern: RegExp;
  /** Where it has no meaning; absent for everywhere. */
  readonly only?: Surroundings;
}

/**
 * The first match counts. `<!--` is removed before a value; otherwise it begins a comment, which
 * may be that line only, as in JavaScript, with `-->` after the JSON. Drupal wraps in
 * `<!--//--><![CDATA[//><!--`. Searches that may fail are bounded, or happen once: reading ends
 * there.
 */
const fillers: readonly Filler[] = [
  { what: 'byte-order-mark', pattern: /\uFEFF+/uy },
  { what: 'blank', pattern: /[^\S \t\n\r]+/uy },
  { what: 'cdata', pattern: /(?:\/\/[ \t]*)?(?:<!\[CDATA\[|\]\]>)/uy, only: 'outside' },
  { what: 'html-comment', pattern: /(?:\/\/[ \t]*)?<!--(?=\s*[[{])|-->/uy, only: 'outside' },
  { what: 'html-comment', pattern: /<!--[^{]{0,500}?-->|<!--[^\n\r]*/uy, only: 'outside' },
  { what: 'html-comment', pattern: /<!--[^]*?-->/uy, only: 'inside' },
  { what: 'cdata', pattern: /\/\*[ \t]*(?:<!\[CDATA\[|\]\]>)[ \t]*\*\//uy },
  { what: 'comment', pattern: /\/\*[^]*?\*\/|\/\/[^\n\r\u2028\u2029]*/uy },
];

/** Matches meaningless text between tokens; undefined where it may have a meaning. */
export function matchFiller(text: string, at: number, where: Surroundings): JsonEdit | undefined {
  for (const { what, pattern, only = where } of fillers) {
    if (only !== where) continue;
    pattern.lastIndex = at;
    if (pattern.test(text)) return removal(what, at, pattern.lastIndex);
  }
  return undefined;
}

const controls = /\p{Cc}+/uy;

/**
 * Matches unescaped control characters and `\'` in a string. Other unknown escapes are ambiguous:
 * JavaScript drops the backslash of `\alpha`, others keep it.
 */
function mendInString(text: string, at: number): JsonEdit | undefined {
  if (text.startsWith(String.raw`\'`, at)) {
    return { what: 'escape', start: at, end: at + 2, replacement: "'" };
  }
  controls.lastIndex = at;
  if (!controls.test(text)) return undefined;
  const end = controls.lastIndex;
  const replacement = JSON.stringify(text.slice(at, end)).slice(1, -1);
  return { what: 'control-character', start: at, end, replacement };
}

const reference = /&(?:(quot|amp|lt|gt|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu;
const characters: ReadonlyMap<string, string> = new Map([
  ['quot', '"'],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['apos', "'"],
]);
const lastCodePoint = 0x10_ff_ff;

/**
 * Resolves the character references of a script that was HTML-escaped by mistake: it has `&quot;`
 * and no quotation mark, without which nothing is JSON-LD. References inside its strings were
 * escaped twice (`&amp;amp;`) and stay.
 * @returns the text, and a function that maps its offsets to the original; undefined where it is no
 * such text
 */
export function unescapeHtml(
  text: string,
): { readonly text: string; readonly originalOffset: (offset: number) => number } | undefined {
  if (text.includes('"') || !/&(?:quot|#0*34|#x0*22);/iu.test(text)) return undefined;
  return {
    text: text.replaceAll(reference, resolveReference),
    originalOffset: createOffsetFinder(text),
  };
}

/** Ascending offsets read the text only once. */
function createOffsetFinder(text: string): (offset: number) => number {
  let last = 0;
  let removed = 0;
  let matches = text.matchAll(reference);
  let next = matches.next();
  return (offset) => {
    if (offset < last) {
      removed = 0;
      matches = text.matchAll(reference);
      next = matches.next();
    }
    last = offset;
    while (next.done !== true && next.value.index - removed < offset) {
      const [whole, ...groups] = next.value;
      removed += whole.length - resolveReference(whole, ...groups).length;
      next = matches.next();
    }
    return offset + removed;
  };
}

/** The character of a reference; the reference itself where invalid. */
function resolveReference(whole: string, name?: string, decimal?: string, hex = ''): string {
  if (name !== undefined) return characters.get(name.toLowerCase()) ?? '';
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0 && code <= lastCodePoint ? String.fromCodePoint(code) : whole;
}
