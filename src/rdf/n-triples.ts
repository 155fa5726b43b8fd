import { iriTerm, plainLiteral, type Statement, unescapeLiteral } from './n-quads.ts';
import { xsd } from './vocabularies.ts';

/** A line that is not N-Triples. */
export class InvalidTriplesError extends SyntaxError {
  override readonly name = 'InvalidTriplesError' as const;

  constructor(line: string) {
    super(`not a line of N-Triples: ${line.slice(0, maxShownCharacters)}`);
  }
}

const maxShownCharacters = 200;

/**
 * Reads N-Triples (RDF 1.1) in any spelling, with terms in that of `n-quads.ts`: the escapes that
 * it writes, and no `xsd:string`. Labels of blank nodes stay. Linear in time.
 * @param text whole lines
 * @throws {InvalidTriplesError}
 */
export function* readTriples(text: string): Generator<Statement> {
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const line = text.slice(start, end);
    const statement = new LineReader(line).statement();
    if (statement !== undefined) yield statement;
  }
}

const stringDatatype = iriTerm(xsd.string);
const languageTag = /@[A-Za-z]+(?:-[A-Za-z\d]+)*/uy;
const afterLabel = /[\s<"]/gu;
const notInIri = new RegExp(String.raw`[\u{0}-\u{20}<"]`, 'u');
const notCanonical = new RegExp(String.raw`[\\\u{0}-\u{1F}\u{7F}\u{FFFE}\u{FFFF}]`, 'u');
const validEscapes = /\\(?:[tbnrf"'\\]|u[\dA-Fa-f]{4}|U00(?:0[\dA-Fa-f]|10)[\dA-Fa-f]{4})/gu;

class LineReader {
  readonly #line: string;
  #at = 0;

  constructor(line: string) {
    this.#line = line;
  }

  /** The statement of the line; undefined where it has none. */
  statement(): Statement | undefined {
    if (this.#isAtEnd()) return undefined;
    const subject = this.#line[this.#at] === '<' ? this.#iri() : this.#label();
    this.#skipBlanks();
    const predicate = this.#iri();
    this.#skipBlanks();
    const object = this.#object();
    this.#skipBlanks();
    if (this.#line[this.#at] !== '.') throw this.#error();
    this.#at += 1;
    if (!this.#isAtEnd()) throw this.#error();
    return { subject, predicate, object };
  }

  /** Whether only blanks and a comment follow. */
  #isAtEnd(): boolean {
    this.#skipBlanks();
    const next = this.#line[this.#at];
    return next === undefined || next === '#' || (next === '\r' && this.#isLast());
  }

  #isLast(): boolean {
    return this.#at === this.#line.length - 1;
  }

  #skipBlanks(): void {
    while (this.#line[this.#at] === ' ' || this.#line[this.#at] === '\t') this.#at += 1;
  }

  #object(): string {
    const first = this.#line[this.#at];
    if (first === '<') return this.#iri();
    return first === '"' ? this.#literal() : this.#label();
  }

  #iri(): string {
    const end = this.#line[this.#at] === '<' ? this.#line.indexOf('>', this.#at) : -1;
    if (end < 0) throw this.#error();
    const text = this.#line.slice(this.#at + 1, end);
    if (notInIri.test(text)) throw this.#error();
    this.#at = end + 1;
    return iriTerm(text.includes('\\') ? this.#unescaped(text) : text);
  }

  #label(): string {
    if (!this.#line.startsWith('_:', this.#at)) throw this.#error();
    afterLabel.lastIndex = this.#at;
    let end = afterLabel.exec(this.#line)?.index ?? this.#line.length;
    // A label cannot end with a full stop, which ends the statement instead.
    while (this.#line[end - 1] === '.') end -= 1;
    if (end - this.#at < 3) throw this.#error();
    const label = this.#line.slice(this.#at, end);
    this.#at = end;
    return label;
  }

  #literal(): string {
    const end = this.#closingQuote();
    const written = this.#line.slice(this.#at + 1, end);
    this.#at = end + 1;
    const literal = notCanonical.test(written)
      ? plainLiteral(this.#unescaped(written))
      : `"${written}"`;
    languageTag.lastIndex = this.#at;
    const tag = languageTag.exec(this.#line)?.[0] ?? '';
    this.#at += tag.length;
    if (tag !== '' || !this.#line.startsWith('^^', this.#at)) return literal + tag;
    this.#at += 2;
    this.#skipBlanks();
    const datatype = this.#iri();
    return datatype === stringDatatype ? literal : `${literal}^^${datatype}`;
  }

  #closingQuote(): number {
    let end = this.#at;
    do {
      end = this.#line.indexOf('"', end + 1);
      if (end < 0) throw this.#error();
    } while (this.#isEscaped(end));
    return end;
  }

  /** Whether an odd number of backslashes is before a quotation mark. */
  #isEscaped(quote: number): boolean {
    let start = quote;
    while (this.#line[start - 1] === '\\') start -= 1;
    return (quote - start) % 2 === 1;
  }

  #unescaped(text: string): string {
    if (text.replaceAll(validEscapes, '').includes('\\')) throw this.#error();
    return unescapeLiteral(text);
  }

  #error(): InvalidTriplesError {
    return new InvalidTriplesError(this.#line);
  }
}
