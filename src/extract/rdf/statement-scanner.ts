import { endOfMatch, findStringEnd, mendIri, mendTag } from './term-mending.ts';

/** A statement of Turtle or TriG: the text between two dots, at the top level or in a graph. */
export interface StatementPart {
  readonly kind: 'statement';
  readonly start: number;
  readonly end: number;
  /** With mended IRIs and language tags, of the same length. */
  readonly text: string;
  readonly isEnded: boolean;
  /** Whether a brace ends it, before which the dot is optional. */
  readonly isClosed: boolean;
  /** The opening of its graph, with the brace; empty without one. */
  readonly graph: string;
  /** Offsets of lines in the text that look like the start of another statement. */
  readonly cuts: readonly number[];
  readonly prefixes: ReadonlySet<string>;
}

/** A declaration of a prefix or of the base. */
export interface DirectivePart {
  readonly kind: 'directive';
  readonly start: number;
  /** Undefined where it declares the base. */
  readonly prefix: string | undefined;
  /** In angle brackets, mended. */
  readonly iri: string;
  /** Offset of a missing or superfluous dot. */
  readonly mendedAt: number | undefined;
}

/** A part of a Turtle or TriG document, with its offset. */
export type DocumentPart =
  | StatementPart
  | DirectivePart
  /** Text that is no statement. */
  | { readonly kind: 'fault'; readonly start: number; readonly detail: string }
  /** Notation3, in which statements may be quoted without being asserted. */
  | { readonly kind: 'formula'; readonly start: number };

const prefixedName = String.raw`[^\s<>"';,()[\]{}:]*:[^\s<>"';,()[\]{}]*`;
const label = String.raw`(?:<[^<>\r\n]*>|${prefixedName}|\[\s*\])`;
const threeTerms = String.raw`${label}\s+(?:a|<[^<>\r\n]*>|${prefixedName})(?:\s+|(?=["'<[(]))["'<[(_:A-Za-z\d+-]`;
const declaration = String.raw`@(?:prefix|base)\s|(?:prefix\s+[^\s:<>]*:|base)\s*<`;
const graphStart = String.raw`(?:graph\s+)?${label}\s*\{(?!\|)`;

/** Three consecutive terms begin a statement, unless they are in a list. */
const statementStart = new RegExp(threeTerms, 'uy');
/** Text that can only follow a complete statement. */
const newStart = new RegExp(`${declaration}|${graphStart}`, 'iuy');
const anyStart = `(?=${threeTerms}|${declaration}|${graphStart})`;
const nextStart = new RegExp(String.raw`[\r\n][ \t]*${anyStart}`, 'giu');
const nextStartOfLine = new RegExp(String.raw`[\r\n]${anyStart}`, 'giu');
const directive = /@?(?:(prefix)\s+([^\s:<>]*):|base)\s*(?=<)/iuy;
const dot = /\s*\./uy;
const white = /\s+/uy;
const comment = /#[^\r\n]*/uy;
const restOfLine = /[^\r\n]*/uy;
const word = /[^\s<>"'#;,()[\]{}\\]+/uy;
const afterLiteral = /\s*(?:[;,.\])}@^|~#>]|\{\||$)/uy;
const graphLabel = new RegExp(`^(?:${label})$`, 'u');

/**
 * Splits a Turtle or TriG document into statements without a grammar, in linear time, so that each
 * can be parsed alone. A dot ends a statement whatever is open. A single-quoted string ends with
 * its line at the latest; an unclosed triple-quoted one ends before the next line that begins a
 * statement.
 */
export class StatementScanner {
  readonly #text: string;
  readonly #ready: DocumentPart[] = [];
  #at = 0;
  #graph = '';
  #graphStart = 0;
  /** Prefixes in its name. */
  #graphPrefixes: ReadonlySet<string> = new Set();
  /** Offset of the next line that ends a formula, and whether a formula is open up to there. */
  #formulaLimit = -1;
  #isFormulaOpen = false;
  /** Offsets of the next unescaped triple quotation marks, by kind. */
  readonly #closings = new Map<string, number | undefined>();
  /** Whether only blanks precede on this line. */
  #isLineStart = true;
  #start: number | undefined;
  #mended = '';
  #terms: string[] = [];
  #lists = 0;
  #cuts: number[] = [];
  #prefixes = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  *parts(): Iterable<DocumentPart> {
    while (this.#at < this.#text.length) {
      this.#step();
      if (this.#ready.length > 0) yield* this.#ready.splice(0);
    }
    this.#finish({});
    if (this.#graph !== '') this.#fault(this.#graphStart, 'unclosed graph');
    yield* this.#ready;
  }

  #step(): void {
    const blanks = endOfMatch(white, this.#text, this.#at);
    if (blanks !== undefined) {
      if (/[\r\n]/u.test(this.#text.slice(this.#at, blanks))) this.#isLineStart = true;
      this.#skip(blanks);
      return;
    }
    if (this.#isLineStart && this.#start !== undefined) this.#detectStart();
    this.#isLineStart = false;
    if (this.#start === undefined && this.#declare()) return;
    this.#token(this.#text[this.#at] ?? '');
  }

  #detectStart(): void {
    if (endOfMatch(newStart, this.#text, this.#at) !== undefined) this.#finish({});
    else if (this.#lists === 0 && endOfMatch(statementStart, this.#text, this.#at) !== undefined) {
      this.#cuts.push(this.#mended.length);
    }
  }

  #token(character: string): void {
    if (character === '#') this.#skip(endOfMatch(comment, this.#text, this.#at) ?? this.#at + 1);
    else if (character === '<') this.#iri();
    else if (character === '"' || character === "'") this.#string(character);
    else if (character === '{') this.#openBrace();
    else if (character === '}') this.#closeBrace();
    else if (character === '\\') this.#take(this.#at + 2);
    else this.#word(character);
  }

  #iri(): void {
    const term = mendIri(this.#text, this.#at);
    if (term === undefined) this.#take(this.#at + 1);
    else this.#take(term.end, term.mended);
  }

  #string(quote: string): void {
    const isLong = this.#text.startsWith(quote.repeat(3), this.#at);
    const quotes = isLong ? quote.repeat(3) : quote;
    const close = isLong ? this.#longClose(quotes) : this.#shortClose(quote);
    if (close !== undefined) {
      const { end, mended } = mendTag(this.#text, close + quotes.length, quotes);
      this.#take(end, this.#text.slice(this.#at, close) + mended);
    } else if (isLong) this.#dropStatement('unclosed string');
    else {
      // With the rest of the line the statement becomes unparsable.
      this.#lists = 0;
      this.#take(endOfMatch(restOfLine, this.#text, this.#at) ?? this.#text.length);
    }
  }

  #shortClose(quote: string): number | undefined {
    const close = findStringEnd(this.#text, this.#at + 1, quote);
    if (close === undefined) return undefined;
    return /[\r\n]/u.test(this.#text.slice(this.#at, close)) ? undefined : close;
  }

  /**
   * The end of a long string; undefined where the following text shows that it was not closed
   * there.
   */
  #longClose(quotes: string): number | undefined {
    const from = this.#at + quotes.length;
    let close = this.#closings.get(quotes);
    // Search if unknown; that there is none holds for the rest of the text.
    if (!this.#closings.has(quotes) || (close !== undefined && close < from)) {
      close = findStringEnd(this.#text, from, quotes);
      this.#closings.set(quotes, close);
    }
    if (close === undefined) return undefined;
    const end = close + quotes.length;
    return endOfMatch(afterLiteral, this.#text, end) === undefined ? undefined : close;
  }

  #openBrace(): void {
    const isAnnotation = this.#text[this.#at + 1] === '|';
    const name = isAnnotation ? undefined : this.#graphName();
    if (name === undefined) {
      // Lists do not contain braces.
      this.#lists = 0;
      this.#take(isAnnotation ? this.#at + 2 : this.#endOfFormula());
      return;
    }
    const start = this.#start ?? this.#at;
    if (this.#graph !== '') this.#fault(start, 'graph within an unclosed graph');
    this.#graphStart = start;
    this.#graph = `${name} {`;
    this.#graphPrefixes = this.#prefixes;
    this.#at += 1;
    this.#begin();
  }

  /** The graph name before a brace, or nothing. */
  #graphName(): string | undefined {
    const [first, second, ...others] = this.#terms;
    if (first === undefined) return '';
    if (second === undefined) return graphLabel.test(first) ? first : undefined;
    if (others.length > 0) return undefined;
    // Each part of the graph needs the same name.
    if (first === '[' && second === ']') return `_:graph${this.#at}`;
    return /^graph$/iu.test(first) && graphLabel.test(second) ? `graph ${second}` : undefined;
  }

  /**
   * The offset after the brace that closes a non-graph; or after the opening one if none does
   * before the next unindented start of a statement.
   */
  #endOfFormula(): number {
    if (this.#formulaLimit < this.#at) {
      nextStartOfLine.lastIndex = this.#at;
      this.#formulaLimit = nextStartOfLine.exec(this.#text)?.index ?? this.#text.length;
      this.#isFormulaOpen = false;
    }
    if (this.#isFormulaOpen) return this.#at + 1;
    const braces = /[{}]/gu;
    braces.lastIndex = this.#at;
    let depth = 0;
    for (const { 0: brace, index } of this.#text.slice(0, this.#formulaLimit).matchAll(braces)) {
      depth += brace === '{' ? 1 : -1;
      if (depth === 0) return index + 1;
    }
    this.#isFormulaOpen = true;
    return this.#at + 1;
  }

  #closeBrace(): void {
    if (this.#graph === '' || this.#text[this.#at - 1] === '|') {
      if (this.#start === undefined) this.#fault(this.#at, 'unmatched brace');
      this.#take(this.#at + 1);
      if (this.#terms.length === 1) this.#begin();
      return;
    }
    this.#finish({ isClosed: true });
    this.#graph = '';
    this.#graphPrefixes = new Set();
    this.#at += 1;
  }

  #word(character: string): void {
    if (character === '=' && this.#text[this.#at + 1] === '>' && this.#start === undefined) {
      this.#ready.push({ kind: 'formula', start: this.#at });
    }
    if (character === '(') this.#lists += 1;
    if (character === ')') this.#lists = Math.max(0, this.#lists - 1);
    const end = this.#endOfWord(character);
    const name = this.#text.slice(this.#at, end);
    const colon = name.indexOf(':');
    // A datatype follows `^^`, and a step of a Notation3 path follows `^`.
    if (colon !== -1) this.#prefixes.add(name.slice(0, colon).replace(/^\^+/u, ''));
    this.#take(end);
    if (character === '.' && this.#text[end - 1] === '.') this.#finish({ isEnded: true });
  }

  /** A word does not end with a dot; one that begins with a dot is a number or the dot alone. */
  #endOfWord(character: string): number {
    let end = endOfMatch(word, this.#text, this.#at) ?? this.#at + 1;
    if (character === '.') {
      return /^\.\d/u.test(this.#text.slice(this.#at, this.#at + 2)) ? end : this.#at + 1;
    }
    while (this.#text[end - 1] === '.') end -= 1;
    return end;
  }

  /** Reads a declaration, if one begins here. */
  #declare(): boolean {
    directive.lastIndex = this.#at;
    const found = directive.exec(this.#text);
    if (found === null) return false;
    const term = mendIri(this.#text, directive.lastIndex);
    if (term === undefined) return false;
    const dotEnd = endOfMatch(dot, this.#text, term.end);
    const needsDot = this.#text[this.#at] === '@';
    const mendedAt = needsDot === (dotEnd !== undefined) ? undefined : (dotEnd ?? term.end) - 1;
    const prefix = found[1] === undefined ? undefined : (found[2] ?? '');
    const iri = term.mended.trimEnd();
    this.#ready.push({ kind: 'directive', start: this.#at, prefix, iri, mendedAt });
    this.#at = dotEnd ?? term.end;
    return true;
  }

  #skip(end: number): void {
    if (this.#start !== undefined) this.#mended += this.#text.slice(this.#at, end);
    this.#at = end;
  }

  #take(end: number, mended = this.#text.slice(this.#at, end)): void {
    this.#start ??= this.#at;
    if (this.#terms.length < 3) this.#terms.push(mended.trimEnd());
    this.#mended += mended;
    this.#at = end;
  }

  #finish({ isEnded = false, isClosed = false }): void {
    const start = this.#start;
    if (start !== undefined) {
      this.#ready.push({
        kind: 'statement',
        start,
        end: this.#at,
        text: this.#mended,
        isEnded,
        isClosed,
        graph: this.#graph,
        cuts: this.#cuts,
        prefixes: new Set([...this.#prefixes, ...this.#graphPrefixes]),
      });
    }
    this.#begin();
  }

  /** Drops the statement, and continues at the next apparent start. */
  #dropStatement(detail: string): void {
    this.#fault(this.#at, detail);
    nextStart.lastIndex = this.#at;
    const found = nextStart.exec(this.#text);
    this.#at = found === null ? this.#text.length : nextStart.lastIndex;
    this.#begin();
    this.#isLineStart = true;
  }

  #fault(start: number, detail: string): void {
    this.#ready.push({ kind: 'fault', start, detail });
  }

  #begin(): void {
    this.#start = undefined;
    this.#mended = '';
    this.#terms = [];
    this.#lists = 0;
    this.#cuts = [];
    this.#prefixes = new Set();
  }
}
