import { endOfMatch, endOfString, mendIri, mendTag } from './term-mending.ts';

/** A statement of Turtle or TriG: what stands between two dots, at the top or in a graph. */
export interface StatementPart {
  readonly kind: 'statement';
  readonly start: number;
  readonly end: number;
  /** With IRIs and language tags mended, and of the same length. */
  readonly text: string;
  /** Whether it ends with its dot. */
  readonly isEnded: boolean;
  /** Whether a brace ends it, before which the dot may be left out. */
  readonly isClosed: boolean;
  /** What opens the graph in which it stands, with its brace; empty in none. */
  readonly graph: string;
  /** Where in the text lines begin that read as the beginning of another statement. */
  readonly cuts: readonly number[];
  /** The prefixes that it uses. */
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
  /** Where a dot is missing, or is one too many. */
  readonly mendedAt: number | undefined;
}

/** What is no statement. */
export interface FaultPart {
  readonly kind: 'fault';
  readonly start: number;
  readonly detail: string;
}

/** The document is Notation3, in which statements may be quoted without being made. */
export interface FormulaPart {
  readonly kind: 'formula';
  readonly start: number;
}

export type DocumentPart = StatementPart | DirectivePart | FaultPart | FormulaPart;

const prefixedName = String.raw`[^\s<>"';,()[\]{}:]*:[^\s<>"';,()[\]{}]*`;
const label = String.raw`(?:<[^<>\r\n]*>|${prefixedName}|\[\s*\])`;
const threeTerms = String.raw`${label}\s+(?:a|<[^<>\r\n]*>|${prefixedName})(?:\s+|(?=["'<[(]))["'<[(_:A-Za-z\d+-]`;
const declaration = String.raw`@(?:prefix|base)\s|(?:prefix\s+[^\s:<>]*:|base)\s*<`;
const graphStart = String.raw`(?:graph\s+)?${label}\s*\{(?!\|)`;

/** Three terms that follow upon each other begin a statement, unless they stand in a list. */
const statementStart = new RegExp(threeTerms, 'uy');
/** What can stand nowhere but behind a statement. */
const newStart = new RegExp(`${declaration}|${graphStart}`, 'iuy');
const anyStart = `(?=${threeTerms}|${declaration}|${graphStart})`;
const nextStart = new RegExp(String.raw`[\r\n][ \t]*${anyStart}`, 'giu');
const nextStartOfLine = new RegExp(String.raw`[\r\n]${anyStart}`, 'giu');
const directive = /@?(?:(prefix)\s+([^\s:<>]*):|base)\s*(?=<)/iuy;
const dot = /\s*\./uy;
const white = /\s+/uy;
const comment = /#[^\r\n]*/uy;
const word = /[^\s<>"'#;,()[\]{}\\]+/uy;
/** What may follow upon a literal. */
const behindLiteral = /\s*(?:[;,.\])}@^|~#>]|\{\||$)/uy;
const graphLabel = new RegExp(`^(?:${label})$`, 'u');

/**
 * Cuts a Turtle or TriG document into its statements without a grammar, in time linear in its
 * length, so that each can be parsed for itself. A dot ends a statement whatever is open. A string
 * in single quotation marks ends with its line at the latest; one in triple quotation marks that is
 * not closed ends before the next line that begins a statement.
 */
export class StatementScanner {
  readonly #text: string;
  readonly #ready: DocumentPart[] = [];
  #at = 0;
  #graph = '';
  #graphStart = 0;
  /** Those of its name. */
  #graphPrefixes: ReadonlySet<string> = new Set();
  /**
   * Where the next line begins that ends a formula, and whether one was found to be open up to
   * there.
   */
  #formulaLimit = -1;
  #isFormulaOpen = false;
  /** Where the next triple quotation marks stand that are not escaped, by kind. */
  readonly #closings = new Map<string, number | undefined>();
  /** Whether nothing but blanks stands before on this line. */
  #isLineStart = true;
  #start: number | undefined;
  /** Of the statement up to here. */
  #mended = '';
  /** The first terms of the statement. */
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
    if (this.#graph !== '') this.#fault(this.#graphStart, 'graph that is not closed');
    yield* this.#ready;
  }

  #step(): void {
    const blanks = endOfMatch(white, this.#text, this.#at);
    if (blanks !== undefined) {
      if (/[\r\n]/u.test(this.#text.slice(this.#at, blanks))) this.#isLineStart = true;
      this.#skip(blanks);
      return;
    }
    if (this.#isLineStart && this.#start !== undefined) this.#lookForStart();
    this.#isLineStart = false;
    if (this.#start === undefined && this.#declare()) return;
    this.#token(this.#text[this.#at] ?? '');
  }

  /** Tells where another statement seems to begin. */
  #lookForStart(): void {
    if (endOfMatch(newStart, this.#text, this.#at) !== undefined) this.#finish({});
    else if (this.#lists === 0 && endOfMatch(statementStart, this.#text, this.#at) !== undefined) {
      this.#cuts.push(this.#mended.length);
    }
  }

  #token(character: string): void {
    switch (character) {
      case '#':
        this.#skip(endOfMatch(comment, this.#text, this.#at) ?? this.#at + 1);
        return;
      case '<':
        this.#iri();
        return;
      case '"':
      case "'":
        this.#string(character);
        return;
      case '{':
        this.#openBrace();
        return;
      case '}':
        this.#closeBrace();
        return;
      case '\\':
        this.#take(this.#at + 2);
        return;
      default:
        this.#word(character);
    }
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
    if (close === undefined && isLong) {
      this.#leave('string that is not closed');
      return;
    }
    if (close === undefined) {
      // The rest of the line makes the statement one that cannot be parsed.
      this.#lists = 0;
      const line = /[^\r\n]*/uy;
      this.#take(endOfMatch(line, this.#text, this.#at) ?? this.#text.length);
      return;
    }
    const { end, mended } = mendTag(this.#text, close + quotes.length, quotes);
    this.#take(end, this.#text.slice(this.#at, close) + mended);
  }

  #shortClose(quote: string): number | undefined {
    const close = endOfString(this.#text, this.#at + 1, quote);
    if (close === undefined) return undefined;
    return /[\r\n]/u.test(this.#text.slice(this.#at, close)) ? undefined : close;
  }

  /** Where a long string ends; undefined where what follows shows that it was not closed there. */
  #longClose(quotes: string): number | undefined {
    const from = this.#at + quotes.length;
    let close = this.#closings.get(quotes);
    // Where it is not known yet; that there is none holds for the rest of the text.
    if (!this.#closings.has(quotes) || (close !== undefined && close < from)) {
      close = endOfString(this.#text, from, quotes);
      this.#closings.set(quotes, close);
    }
    if (close === undefined) return undefined;
    const end = close + quotes.length;
    return endOfMatch(behindLiteral, this.#text, end) === undefined ? undefined : close;
  }

  #openBrace(): void {
    const isAnnotation = this.#text[this.#at + 1] === '|';
    const name = isAnnotation ? undefined : this.#graphName();
    if (name === undefined) {
      // No list has braces in it.
      this.#lists = 0;
      this.#take(isAnnotation ? this.#at + 2 : this.#endOfFormula());
      return;
    }
    const start = this.#start ?? this.#at;
    if (this.#graph !== '') this.#fault(start, 'graph within a graph that is not closed');
    this.#graphStart = start;
    this.#graph = `${name} {`;
    this.#graphPrefixes = this.#prefixes;
    this.#at += 1;
    this.#begin();
  }

  /** What stands before a brace, if that is a graph's name or nothing. */
  #graphName(): string | undefined {
    const [first = '', second = ''] = this.#terms;
    switch (this.#terms.length) {
      case 0:
        return '';
      case 1:
        return graphLabel.test(first) ? first : undefined;
      case 2:
        // In each part that stands in it the graph needs the same name.
        if (first === '[' && second === ']') return `_:graph${this.#at}`;
        return /^graph$/iu.test(first) && graphLabel.test(second) ? `graph ${second}` : undefined;
      default:
        return undefined;
    }
  }

  /**
   * Behind the brace that closes what is no graph; behind the one that opens it where none does
   * before the next line that begins a statement without an indentation.
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
    for (
      let found = braces.exec(this.#text);
      found !== null && found.index < this.#formulaLimit;
      found = braces.exec(this.#text)
    ) {
      depth += found[0] === '{' ? 1 : -1;
      if (depth === 0) return braces.lastIndex;
    }
    this.#isFormulaOpen = true;
    return this.#at + 1;
  }

  #closeBrace(): void {
    if (this.#graph === '' || this.#text[this.#at - 1] === '|') {
      if (this.#start === undefined) this.#fault(this.#at, 'brace that closes no graph');
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
    // A datatype stands behind `^^`, and a step of a path of Notation3 behind `^`.
    if (colon !== -1) this.#prefixes.add(name.slice(0, colon).replace(/^\^+/u, ''));
    this.#take(end);
    if (character === '.' && this.#text[end - 1] === '.') this.#finish({ isEnded: true });
  }

  /** A word does not end with a dot; one that begins with it is a number, or the dot alone. */
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
    this.#ready.push({
      kind: 'directive',
      start: this.#at,
      prefix,
      iri: term.mended.trimEnd(),
      mendedAt,
    });
    this.#at = dotEnd ?? term.end;
    return true;
  }

  /** Goes on over blanks and comments. */
  #skip(end: number): void {
    if (this.#start !== undefined) this.#mended += this.#text.slice(this.#at, end);
    this.#at = end;
  }

  /** Takes a token into the statement. */
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

  /** Gives the statement up, and goes on where the next one seems to begin. */
  #leave(detail: string): void {
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
