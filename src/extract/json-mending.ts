import type { JsonMend } from '../model/problem.ts';
import { excessOf, type JsonExcess, type JsonLimits } from './json-complexity.ts';
import {
  afterValue,
  beginsValue,
  blanksEnd,
  endsTooEarly,
  readString,
  readToken,
  type Brackets,
  type Expectation,
  type JsonFault,
  type Step,
} from '../text/json-grammar.ts';
import { editInString, fillerAt, type Edit } from './json-mends.ts';

/** The result of mending. */
export type JsonMending =
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

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The offset at which reading continues, or why it cannot. */
type Progress = number | Exclude<JsonMending, { kind: 'mended' }>;

class Mender {
  readonly #text: string;
  readonly #limits: JsonLimits;
  readonly #open: Brackets = [];
  #expected: Expectation = 'a value';
  #values = 0;
  readonly #edits: Edit[] = [];
  readonly #found: Extent[] = [];
  /** Start of the outermost value being read. */
  #start: number | undefined;
  /** Offset of the comma, if it was the last token. */
  #comma: number | undefined;
  /** The separator after a complete value. */
  #separator: Edit | undefined;

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
    if (this.#start !== undefined) return malformed(this.#endsTooEarly());
    if (this.#separator !== undefined) this.#edits.push(this.#separator);
    return { kind: 'mended', texts: mendedTexts(text, this.#found, this.#edits) };
  }

  #endsTooEarly(): JsonFault {
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
    const excess = excessOf({ depth: this.#open.length, values: this.#values }, this.#limits);
    return excess === undefined ? next : { kind: 'too-complex', ...excess };
  }

  #mend(fault: JsonFault, at: number): Progress {
    if (this.#edits.length >= maxMends) return malformed(fault);
    if (fault.offset > at) return this.#mendString(fault, at);
    const filler = fillerAt(this.#text, at, this.#open.length === 0 ? 'outside' : 'inside');
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
      const edit = editInString(this.#text, fault.offset);
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
    this.#note('trailing-comma', this.#comma, this.#comma + 1);
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
    if (this.#found.length === 1) this.#note('several-values', at, at);
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
    this.#separator = { what, start: at, end: at + 1, replacement: '' };
    return true;
  }

  #note(what: JsonMend, start: number, end: number): void {
    this.#edits.push({ what, start, end, replacement: '' });
  }
}

const separators: ReadonlyMap<string | undefined, JsonMend> = new Map([
  [',', 'trailing-comma'],
  [';', 'trailing-semicolon'],
]);

function malformed(fault: JsonFault): { readonly kind: 'malformed'; readonly fault: JsonFault } {
  return { kind: 'malformed', fault };
}

/** @param edits those between extents belong to the text before; leading ones to the first */
function mendedTexts(
  text: string,
  extents: readonly Extent[],
  edits: readonly Edit[],
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

function applyEdits(text: string, { start, end }: Extent, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = start;
  for (const edit of edits) {
    parts.push(text.slice(from, edit.start), edit.replacement);
    from = edit.end;
  }
  parts.push(text.slice(from, end));
  return parts.join('');
}

function originalOffsetOf(edits: readonly Edit[], start: number, offset: number): number {
  let original = start + offset;
  for (const edit of edits) {
    if (original < edit.start) return original;
    const removed = edit.end - edit.start;
    if (original < edit.start + edit.replacement.length) return edit.start;
    original += removed - edit.replacement.length;
  }
  return original;
}
