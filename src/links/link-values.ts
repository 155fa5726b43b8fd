import type { LinkFault } from './link-reading.ts';

/** A link-value as written (RFC 8288 §3). */
export interface LinkValue {
  readonly kind: 'value';
  /** Where it begins. */
  readonly offset: number;
  /** The text between the angle brackets. */
  readonly target: string;
  readonly parameters: readonly LinkParameter[];
}

/** A target attribute: its name in lower case, and its value without quotes, empty where it has none. */
export interface LinkParameter {
  readonly name: string;
  readonly value: string;
}

type BrokenValue = { readonly kind: 'broken' } & Required<LinkFault>;

const target = /<([^<>]*)>/uy;
const blanks = ' \t\r\n';
const separators = `${blanks},`;
const parameterName = /[^ \t\r\n=;,]*/uy;
const token = /[^;,]*/uy;
/** A comma behind which a link-value begins, or a quote, which may hold one. */
const resumption = /,[ \t\r\n]*(?=<)|"/gu;
const endOfParameter = /[ \t\r\n]*(?:[;,]|$)/uy;

/**
 * Parses the link-values of a `Link` header, or of several joined by commas (RFC 8288 appendix B),
 * with two differences: a broken link-value is skipped up to the next comma that starts one; and a
 * value may be in single quotes, as CDIF writes profiles, although these are token characters.
 * Linear.
 */
export function* linkValues(field: string): Generator<LinkValue | BrokenValue> {
  const scanner = new LinkScanner(field);
  for (let value = scanner.next(); value !== undefined; value = scanner.next()) yield value;
}

class LinkScanner {
  readonly #text: string;
  #at = 0;
  /** Behind a quote that nothing closes there is no closing one at all, so none is looked for again. */
  #hasClosingQuotes = true;

  constructor(text: string) {
    this.#text = text;
  }

  next(): LinkValue | BrokenValue | undefined {
    this.#skip(separators);
    const offset = this.#at;
    if (offset >= this.#text.length) return undefined;
    const opening = this.#take(target);
    if (opening === undefined) {
      return this.#broken(this.#text[offset] === '<' ? 'a target that is not closed' : 'no target');
    }
    const parameters: LinkParameter[] = [];
    for (;;) {
      this.#skip(blanks);
      const character = this.#text[this.#at];
      if (character === undefined || character === ',') break;
      if (character !== ';') return this.#broken('no ";" or "," behind a value');
      this.#at += 1;
      this.#skip(blanks);
      const parameter = this.#parameter();
      if (parameter === undefined) return this.#broken('a quote that is not closed');
      if (parameter.name !== '') parameters.push(parameter);
    }
    return { kind: 'value', offset, target: opening.slice(1, -1), parameters };
  }

  /** @returns undefined where it has a quote that is not closed */
  #parameter(): LinkParameter | undefined {
    const name = (this.#take(parameterName) ?? '').toLowerCase();
    this.#skip(blanks);
    if (this.#text[this.#at] !== '=') return { name, value: '' };
    this.#at += 1;
    this.#skip(blanks);
    const value = this.#text[this.#at] === '"' ? this.#quoted() : this.#unquoted();
    return value === undefined ? undefined : { name, value };
  }

  /** The quoted-string (RFC 9110 §5.6.4) that begins here. */
  #quoted(): string | undefined {
    const end = this.#endOfQuotes(this.#at);
    if (end === undefined) return undefined;
    const content = this.#text.slice(this.#at + 1, end - 1);
    this.#at = end;
    return content.includes('\\') ? content.replaceAll(/\\(.)/gsu, '$1') : content;
  }

  /** The token that begins here, or what stands in single quotes. */
  #unquoted(): string {
    const start = this.#at;
    const closing = this.#text[start] === "'" ? this.#text.indexOf("'", start + 1) : -1;
    if (closing !== -1) {
      const content = this.#text.slice(start + 1, closing);
      endOfParameter.lastIndex = closing + 1;
      // Only an apostrophe would have the next link-value between itself and another.
      if (!content.includes('<') && endOfParameter.test(this.#text)) {
        this.#at = closing + 1;
        return content;
      }
    }
    const value = (this.#take(token) ?? '').trimEnd();
    return value.length > 1 && value.startsWith("'") && value.endsWith("'")
      ? value.slice(1, -1)
      : value;
  }

  /** What is wrong here. Goes on to where the next link-value begins. */
  #broken(detail: string): BrokenValue {
    const offset = this.#at;
    let from = offset + 1;
    for (;;) {
      resumption.lastIndex = from;
      const found = resumption.exec(this.#text);
      if (found === null) break;
      from = resumption.lastIndex;
      if (found[0] !== '"') {
        this.#at = from;
        return { kind: 'broken', offset, detail };
      }
      from = this.#endOfQuotes(found.index) ?? from;
    }
    this.#at = this.#text.length;
    return { kind: 'broken', offset, detail };
  }

  /** The offset behind the quotes that open at `from`. */
  #endOfQuotes(from: number): number | undefined {
    if (!this.#hasClosingQuotes) return undefined;
    for (let index = from + 1; index < this.#text.length; index += 1) {
      const character = this.#text[index];
      if (character === '"') return index + 1;
      if (character === '\\') index += 1;
    }
    this.#hasClosingQuotes = false;
    return undefined;
  }

  #skip(characters: string): void {
    while (this.#at < this.#text.length && characters.includes(this.#text.charAt(this.#at))) {
      this.#at += 1;
    }
  }

  /** What a sticky pattern matches here, which is behind. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return undefined;
    const start = this.#at;
    this.#at = pattern.lastIndex;
    return this.#text.slice(start, this.#at);
  }
}
