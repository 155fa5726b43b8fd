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
  takenBy,
} from '../../text/json-grammar.ts';
import { findExcess, type JsonExcess, type JsonLimits } from '../json-complexity.ts';
import { matchFiller, skipFillers } from './fillers.ts';
import { type Extent, type JsonEdit, type MendedText, mendedTexts, removal } from './json-edits.ts';
import { mendInString, readLooseString } from './loose-strings.ts';
import { beginsNextMember, type LooseValue, readBareName, readLooseValue } from './loose-tokens.ts';

/** The result of mending. */
type JsonMending =
  /** None where the text consists of comments. */
  | { readonly kind: 'mended'; readonly texts: readonly MendedText[] }
  | { readonly kind: 'malformed'; readonly fault: JsonFault }
  | ({ readonly kind: 'too-complex' } & JsonExcess);

/** A text with more faults is not JSON; each repair takes memory. */
const maxMends = 100_000;

/**
 * Mends a text that `JSON.parse` rejects where each fault has one reading;
 * docs/problems/json-mended.md lists them. Reads the text once, and returns texts that `JSON.parse`
 * accepts.
 * @returns the first ambiguous fault, if any
 */
export function mendJson(text: string, limits: JsonLimits): JsonMending {
  return new Mender(text, limits).read();
}

/** The repaired value of a member; its JSON is undefined where it names none. */
export interface MendedValue {
  readonly json: string | undefined;
  readonly mends: MendedText['mends'];
}

/** Mends the text of the value of a member; undefined where it can mean several things. */
export function mendValue(name: string, text: string, limits: JsonLimits): MendedValue | undefined {
  const before = `{${JSON.stringify(name)}:`;
  const mending = mendJson(`${before}${text}}`, limits);
  const [object] = mending.kind === 'mended' && mending.texts.length === 1 ? mending.texts : [];
  if (object === undefined) return undefined;
  const { json } = object;
  return {
    json: json.startsWith(before) ? json.slice(before.length, -1) : undefined,
    mends: object.mends.map(({ what, offset }) => ({ what, offset: offset - before.length })),
  };
}

/** The offset at which reading continues, or why it cannot. */
type Progress = number | Exclude<JsonMending, { kind: 'mended' }>;

/** Where a member, or an item of an array, begins. */
interface PartStart {
  readonly start: number;
  /** The tokens that could come at its place. */
  readonly expected: Expectation;
  /** The comma before it. */
  readonly comma: Extent | undefined;
}

class Mender {
  readonly #text: string;
  readonly #limits: JsonLimits;
  readonly #open: Brackets = [];
  /** For each open bracket, whether it begins an array of contexts, types or the like. */
  readonly #ofKeyword: boolean[] = [];
  #expected: Expectation = 'a value';
  #values = 0;
  readonly #edits: JsonEdit[] = [];
  readonly #found: Extent[] = [];
  /** Start of the outermost value being read. */
  #start: number | undefined;
  /** The last token. */
  #last: Extent = { start: 0, end: 0 };
  /** The comma, if it was the last token. */
  #comma: Extent | undefined;
  /** The last name of a member. */
  #member: PartStart | undefined;
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
    this.#followBrackets(at);
    if (expected === '":"') {
      this.#member = { start: at, expected: this.#expected, comma: this.#comma };
    }
    this.#last = { start: at, end: next };
    this.#comma = this.#text[at] === ',' ? this.#last : undefined;
    this.#expected = expected;
    if (expected === 'the end of the text') {
      this.#found.push({ start: this.#start, end: next });
      this.#start = undefined;
    }
    const excess = findExcess({ depth: this.#open.length, values: this.#values }, this.#limits);
    return excess === undefined ? next : { kind: 'too-complex', ...excess };
  }

  #followBrackets(at: number): void {
    if (this.#open.length < this.#ofKeyword.length) this.#ofKeyword.pop();
    if (this.#open.length <= this.#ofKeyword.length) return;
    const { start = 0 } = this.#member ?? {};
    const isKeyword = this.#text.slice(start, start + 2).includes('@');
    const isValue = this.#text[this.#last.start] === ':';
    this.#ofKeyword.push(this.#text[at] === '[' && isValue && isKeyword);
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
    if (this.#separates(at)) return at + 1;
    return (this.#open.length === 0 ? undefined : this.#mendToken(at)) ?? malformed(fault);
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

  /** Mends within brackets what is no token of JSON; undefined where it can mean several things. */
  #mendToken(at: number): Progress | undefined {
    const takes = takenBy(this.#expected);
    if (takes === 'value') return this.#mendValue(at);
    if (takes === 'name') return this.#mendName(at);
    if (this.#expected === '":"') return undefined;
    return this.#insertComma(at) ?? this.#growNumber(at) ?? this.#growString(at);
  }

  #mendValue(at: number): Progress | undefined {
    const isItem = this.#open.at(-1) === '[';
    const end = isItem ? ',' : '}';
    if (this.#text[at] === ',' || this.#text[at] === end) {
      return this.#leaveOut({ what: 'missing-value', start: at, end: at });
    }
    if (this.#text[at] === "'") return this.#takeLooseString(at, isItem ? 'item' : 'member');
    const value = readLooseValue(this.#text, at);
    if (value?.json === undefined) return value && this.#leaveOut(value);
    return this.#replace({ ...value, replacement: value.json }, afterValue(this.#open));
  }

  #mendName(at: number): Progress | undefined {
    if (this.#text[at] === ',') {
      this.#edits.push(removal('extra-comma', at, at + 1));
      return at + 1;
    }
    if (this.#text[at] === "'") return this.#takeLooseString(at, 'name');
    const name = readBareName(this.#text, at);
    if (name === undefined) return undefined;
    const { end, json: replacement } = name;
    return this.#replace({ what: 'bare-name', start: at, end, replacement }, '":"');
  }

  #takeLooseString(start: number, role: 'name' | 'member' | 'item'): Progress | undefined {
    const string = readLooseString(this.#text, start, role);
    if (string === undefined) return undefined;
    const edit = {
      what: 'single-quotes',
      start,
      end: string.end,
      replacement: string.json,
    } as const;
    return this.#replace(edit, role === 'name' ? '":"' : afterValue(this.#open));
  }

  /** Reads other text as a token. */
  #replace(edit: JsonEdit, expected: Expectation): Progress {
    this.#edits.push(edit);
    return this.#accept({ next: edit.end, expected }, edit.start);
  }

  /**
   * Leaves out a member whose value names nothing, with its comma; likewise items of keywords.
   * Other items become null, which JSON-LD ignores, since the places of those after them may have a
   * meaning: coordinates.
   */
  #leaveOut({ what, start, end }: Omit<LooseValue, 'json'>): Progress | undefined {
    const isItem = this.#open.at(-1) === '[';
    if (isItem && this.#ofKeyword.at(-1) !== true) {
      return this.#replace({ what, start, end, replacement: 'null' }, afterValue(this.#open));
    }
    const item: PartStart = { start, expected: this.#expected, comma: this.#comma };
    const part = isItem ? item : this.#member;
    if (part === undefined) return undefined;
    const next = skipFillers(this.#text, end, 'inside');
    if (this.#text[next] === ',') {
      this.#cut({ what, start: part.start, end: next + 1, replacement: '', place: start });
      this.#expected = part.expected;
      this.#comma = part.comma;
      return next + 1;
    }
    const isInserted = part.comma?.start === part.start;
    if (this.#text[next] !== (isItem ? ']' : '}') || isInserted) return undefined;
    this.#cut({
      what,
      start: part.comma?.start ?? part.start,
      end: next,
      replacement: '',
      place: start,
    });
    this.#comma = undefined;
    this.#expected = afterValue(this.#open);
    return next;
  }

  /** Adds an edit in place of those in its extent. */
  #cut(edit: JsonEdit): void {
    for (let last = this.#edits.at(-1); last !== undefined; last = this.#edits.at(-1)) {
      const isBefore =
        last.start < edit.start || (last.end === edit.start && last.what === 'missing-comma');
      if (isBefore) break;
      this.#edits.pop();
    }
    this.#edits.push(edit);
  }

  /** Inserts a comma between two members, and between objects or arrays in an array. */
  #insertComma(at: number): Progress | undefined {
    const isItem = this.#open.at(-1) === '[';
    const isFollowed = isItem
      ? this.#isBracket(at) && ']}'.includes(this.#text[this.#last.start] ?? ' ')
      : at > this.#last.end && beginsNextMember(this.#text, at);
    if (!isFollowed) return undefined;
    this.#comma = { start: at, end: at };
    this.#edits.push({ what: 'missing-comma', ...this.#comma, replacement: ',' });
    this.#expected = isItem ? 'a value' : 'a name in double quotes';
    return at;
  }

  /** Reads on where the last token was the beginning of a number as others write them. */
  #growNumber(at: number): Progress | undefined {
    const { start, end } = this.#last;
    if (end !== at || !/[-\d]/u.test(this.#text[start] ?? '')) return undefined;
    const number = readLooseValue(this.#text, start);
    if (number?.json === undefined || number.end <= end) return undefined;
    return this.#regrow({ ...number, replacement: number.json });
  }

  /** Reads on where a quotation mark in a text seemed to end it. */
  #growString(at: number): Progress | undefined {
    const { start } = this.#last;
    if (this.#text[start] !== '"' || blanksEnd(this.#text, this.#last.end) !== at) return undefined;
    const string = readLooseString(
      this.#text,
      start,
      this.#open.at(-1) === '[' ? 'item' : 'member',
    );
    if (string?.inner === undefined || string.end <= this.#last.end) return undefined;
    const { end, json: replacement, inner: place } = string;
    return this.#regrow({ what: 'unescaped-quote', start, end, replacement, place });
  }

  /** Lets the last value be longer. */
  #regrow(edit: JsonEdit): number {
    this.#cut(edit);
    this.#last = edit;
    return edit.end;
  }

  /** Accepts a closing bracket after a trailing comma. */
  #endsSeries(at: number): boolean {
    const closing = this.#open.at(-1) === '[' ? ']' : '}';
    if (this.#comma === undefined || this.#text[at] !== closing) return false;
    this.#edits.push(removal('trailing-comma', this.#comma.start, this.#comma.end));
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

const separators: ReadonlyMap<string | undefined, JsonEdit['what']> = new Map([
  [',', 'trailing-comma'],
  [';', 'trailing-semicolon'],
]);

function malformed(fault: JsonFault) {
  return { kind: 'malformed', fault } as const;
}
