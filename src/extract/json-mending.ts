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

/** What became of a text that is not JSON. */
export type JsonMending =
  /** None where it is nothing but comments. */
  | { readonly kind: 'mended'; readonly texts: readonly MendedText[] }
  | { readonly kind: 'malformed'; readonly fault: JsonFault }
  | ({ readonly kind: 'too-complex' } & JsonExcess);

/** A JSON text that was mended. */
export interface MendedText {
  readonly json: string;
  /** What was mended, in document order, with offsets in the text as it was. */
  readonly mends: readonly { readonly what: JsonMend; readonly offset: number }[];
  /** Where in the text as it was stands what has this offset in `json`. */
  readonly originalOffset: (offset: number) => number;
}

/** A text with more to mend is no JSON that somebody got wrong; and each takes some memory. */
const maxMends = 100_000;

/**
 * Mends a text that `JSON.parse` refused where each of its faults has one reading: comments and wrappers of other languages
 * around and in it, blanks that JSON does not know, control characters in strings, `\'`, commas and semicolons behind the
 * last item, and several objects or arrays one behind the other. Reads the text once, and gives JSON texts, each of which
 * `JSON.parse` accepts.
 * @returns the first fault that could be meant in several ways
 */
export function mendJson(text: string, limits: JsonLimits): JsonMending {
  return new Mender(text, limits).read();
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Reading goes on, at an offset; or it cannot. */
type Progress = number | Exclude<JsonMending, { kind: 'mended' }>;

class Mender {
  readonly #text: string;
  readonly #limits: JsonLimits;
  readonly #open: Brackets = [];
  #expected: Expectation = 'a value';
  #values = 0;
  readonly #edits: Edit[] = [];
  readonly #found: Extent[] = [];
  /** Where the outermost value begins that is being read. */
  #start: number | undefined;
  /** Where the comma is that was read last, if no other token was read since. */
  #comma: number | undefined;
  /** What stands behind a value where the text might end. */
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
    return { kind: 'mended', texts: textsOf(text, this.#found, this.#edits) };
  }

  #endsTooEarly(): JsonFault {
    const last = this.#edits.at(-1);
    if (last?.what !== 'comment' || last.end < this.#text.length) {
      return endsTooEarly(this.#text, this.#expected);
    }
    // Mostly a line break was lost, so that the comment swallowed what stood behind it.
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

  /** @param start where the string begins, in which the fault is */
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

  /** Whether there is a bracket that closes what a comma was behind the last item of. */
  #endsSeries(at: number): boolean {
    const closing = this.#open.at(-1) === '[' ? ']' : '}';
    if (this.#comma === undefined || this.#text[at] !== closing) return false;
    this.#note('trailing-comma', this.#comma, this.#comma + 1);
    this.#comma = undefined;
    this.#expected = afterValue(this.#open);
    return true;
  }

  /** Whether there begins an object or array behind another. A number or text would be a piece of something else. */
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

  /** Whether there is a comma or semicolon behind a value, where the text might end. */
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

/** @param edits those outside of the extents are of the text before; of the first, where there is none */
function textsOf(
  text: string,
  extents: readonly Extent[],
  edits: readonly Edit[],
): readonly MendedText[] {
  // A comma turns out to be superfluous only after what stands behind it.
  const ascending = edits.toSorted((one, other) => one.start - other.start);
  let done = 0;
  return extents.map(({ start, end }, index) => {
    const next = extents[index + 1]?.start ?? text.length;
    const begin = done;
    while (done < ascending.length && (ascending[done]?.start ?? next) < next) done += 1;
    const own = ascending.slice(begin, done);
    const within = own.filter((edit) => edit.start >= start && edit.end <= end);
    return {
      json: edited(text, { start, end }, within),
      mends: own.map(({ what, start: offset }) => ({ what, offset })),
      originalOffset: (offset) => offsetBefore(within, start, offset),
    };
  });
}

function edited(text: string, { start, end }: Extent, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = start;
  for (const edit of edits) {
    parts.push(text.slice(from, edit.start), edit.replacement);
    from = edit.end;
  }
  parts.push(text.slice(from, end));
  return parts.join('');
}

function offsetBefore(edits: readonly Edit[], start: number, offset: number): number {
  let original = start + offset;
  for (const edit of edits) {
    if (original < edit.start) return original;
    const removed = edit.end - edit.start;
    if (original < edit.start + edit.replacement.length) return edit.start;
    original += removed - edit.replacement.length;
  }
  return original;
}
