import type { Limits } from '../config/schema.ts';

/** The limits of a JSON text before it is parsed. */
export type JsonLimits = Pick<Limits, 'jsonDepth' | 'jsonValues'>;

/** The exceeded limit. */
export interface JsonExcess {
  readonly limit: 'depth' | 'values';
  readonly max: number;
}

/** The size of a JSON value. */
export interface JsonComplexity {
  /** Levels of arrays and objects. */
  readonly depth: number;
  /** Values of members and items of arrays, at all levels. */
  readonly values: number;
}

/**
 * Checks a JSON text against the limits before it is parsed, since a few megabytes of brackets or
 * digits become gigabytes of objects. In invalid JSON it counts at least up to the fault.
 */
export function findTextExcess(json: string, limits: JsonLimits): JsonExcess | undefined {
  if (isQuicklyWithin(json, limits)) return undefined;
  const scanner = new JsonScanner();
  const bytes = Buffer.from(json);
  scanner.scan(bytes, 0, bytes.length);
  return findExcess(scanner, limits);
}

/** A quick check: each value takes at least a character, and each level a bracket. */
function isQuicklyWithin(json: string, { jsonDepth, jsonValues }: JsonLimits): boolean {
  if (json.length > jsonValues) return false;
  let brackets = 0;
  for (const bracket of ['{', '[']) {
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      brackets += 1;
      if (brackets > jsonDepth) return false;
    }
  }
  return true;
}

/** The exceeded limit; undefined within both. */
export function findExcess(
  { depth, values }: JsonComplexity,
  { jsonDepth, jsonValues }: JsonLimits,
): JsonExcess | undefined {
  if (depth > jsonDepth) return { limit: 'depth', max: jsonDepth };
  return values > jsonValues ? { limit: 'values', max: jsonValues } : undefined;
}

const doubleQuote = 0x22;
const singleQuote = 0x27;
/** Classes of bytes for finding the end of a value. */
const kinds = { other: 0, quote: 1, opening: 2, closing: 3, comma: 4, colon: 5, blank: 6 } as const;
const kindOf = new Uint8Array(256);

for (const [characters, kind] of [
  [`"'`, kinds.quote],
  ['[{', kinds.opening],
  [']}', kinds.closing],
  [',', kinds.comma],
  [':', kinds.colon],
  [' \t\n\r', kinds.blank],
] as const) {
  for (const byte of Buffer.from(characters)) kindOf[byte] = kind;
}

const backslash = 0x5c;

/** Whether a byte after a quote, blanks aside, shows that the quote is within a text. */
export function isInText(byte = 0): boolean {
  return byte > 0x20 && byte < 0x80 && !textEnds.has(byte);
}

/** What follows a string in JSON, or where a comma is missing; comments may begin with the last. */
const textEnds: ReadonlySet<number> = new Set(Buffer.from(`,:]}"'/<`));
const isDigit = (byte = 0): boolean => byte >= 0x30 && byte <= 0x39;

/**
 * Finds the end of one JSON value in bytes that arrive in pieces, and its size, without parsing. It
 * counts brackets and skips strings, so results for invalid JSON are reliable only up to the first
 * fault; faults that `mendJson` mends mislead it rarely. It buffers nothing.
 */
export class JsonScanner {
  /** Levels of arrays and objects so far; 0 for a text or a number. */
  depth = 0;
  /** Values of members and items of arrays so far, at all levels. */
  values = 0;
  #open = 0;
  /** The quote that began the string; 0 outside of strings. */
  #quote = 0;
  /** Whether the last quote may belong to the text: what follows decides. */
  #isQuoteOpen = false;
  /** Whether a name or value is due, so that an apostrophe is a quote. */
  #isDue = true;
  #inWord = false;
  // After an opening bracket comes a value or nothing; each comma adds one.
  #isOpened = false;
  // Bytes of the next piece that a backslash at the end of this one escapes.
  #escaped = 0;

  /**
   * Scans the next piece; the first begins with the value.
   * @returns the index after the value's last byte; -1 where it continues after `to`
   */
  scan(bytes: Uint8Array, from: number, to: number): number {
    let at = from + this.#escaped;
    while (at < to) {
      if (this.#quote !== 0) {
        at = this.#endOfString(bytes, at, to);
        if (this.#quote !== 0) break;
        if (this.#open === 0) return at;
        continue;
      }
      const kind = kindOf[bytes[at] ?? 0] ?? kinds.other;
      if (this.isWord && kind !== kinds.other) return at;
      at += 1;
      if (kind !== kinds.blank && this.#take(kind, bytes[at - 1])) return at;
    }
    this.#escaped = at - to;
    return -1;
  }

  /** Whether the text so far is a value if nothing follows: a number or literal has no end mark. */
  get isWord(): boolean {
    return this.#inWord && this.#open === 0;
  }

  /** @returns whether the value ended */
  #take(kind: number, byte = 0): boolean {
    if (kind === kinds.closing) return this.#ascend();
    if (kind === kinds.comma) this.values += 1;
    else if (kind !== kinds.colon) this.#beginValue(kind, byte);
    this.#isDue = kind === kinds.comma || kind === kinds.colon || kind === kinds.opening;
    return false;
  }

  #beginValue(kind: number, byte: number): void {
    if (this.#isOpened) this.values += 1;
    this.#isOpened = false;
    if (kind === kinds.quote && (byte === doubleQuote || this.#isDue)) this.#quote = byte;
    else if (kind !== kinds.opening) this.#inWord = true;
    else {
      this.#isOpened = true;
      this.#open += 1;
      if (this.#open > this.depth) this.depth = this.#open;
    }
  }

  /** @returns whether it was the last bracket */
  #ascend(): boolean {
    this.#isOpened = false;
    this.#isDue = false;
    this.#open -= 1;
    return this.#open <= 0;
  }

  /** The index after the string, or `to` or one more where it continues. */
  #endOfString(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to && this.#quote !== 0) {
      at = this.#isQuoteOpen ? this.#decideQuote(bytes, at, to) : this.#nextQuote(bytes, at, to);
    }
    return at;
  }

  #nextQuote(bytes: Uint8Array, from: number, to: number): number {
    const quote = this.#quote;
    let at = from;
    while (at < to) {
      const byte = bytes[at];
      if (byte === quote) {
        this.#isQuoteOpen = this.#isDoubtful(bytes, at);
        if (!this.#isQuoteOpen) this.#quote = 0;
        return at + 1;
      }
      at += byte === backslash ? 2 : 1;
    }
    return at;
  }

  /** An inch mark or an apostrophe may belong to the text; other quotes in a text come in pairs. */
  #isDoubtful(bytes: Uint8Array, at: number): boolean {
    return this.#open > 0 && (this.#quote === singleQuote || isDigit(bytes[at - 1]));
  }

  #decideQuote(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to && kindOf[bytes[at] ?? 0] === kinds.blank) at += 1;
    if (at === to) return at;
    this.#isQuoteOpen = false;
    if (!isInText(bytes[at])) this.#quote = 0;
    return at;
  }
}
