import {
  type LinkAttributes,
  LinkCollector,
  type LinkFault,
  maxLinks,
  type ParsedLinks,
} from './typed-links.ts';

/**
 * Parses a `Link` header, or several joined by commas (RFC 8288 §3, appendix B), into one typed
 * link for each relation. Broken links are skipped and reported in `faults` with their offset. The
 * deprecated `rev` is ignored.
 * @param base the final URL of the response: context of links without anchor, and base of relative
 * references
 * @param max the most typed links that are read
 */
export function parseLinkField(field: string, base: string, max = maxLinks): ParsedLinks {
  const links = new LinkCollector(base, max);
  const scanner = new LinkScanner(field);
  for (let value = scanner.next(); value !== undefined; value = scanner.next()) {
    const { offset } = value;
    const detail = value.kind === 'broken' ? value.detail : addLink(links, value);
    if (detail !== undefined) links.refuse({ offset, detail });
    if (links.isCut) break;
  }
  return links;
}

/** @returns the fault of the link, if any */
function addLink(links: LinkCollector, value: LinkValue): string | undefined {
  const names = new Set(value.parameters.map(({ name }) => name));
  // A link with only `rev` states the reverse relation.
  if (names.has('rev') && !names.has('rel')) return undefined;
  return links.add(attributesOf(value));
}

/**
 * The first of repeated parameters counts, except for languages and profiles, which may be several.
 */
function attributesOf({ target, parameters }: LinkValue): LinkAttributes {
  const first = new Map<string, string>();
  for (const { name, value } of parameters) if (!first.has(name)) first.set(name, value);
  return {
    href: target,
    rel: first.get('rel') ?? '',
    anchor: first.get('anchor'),
    type: extended('type', first),
    profiles: valuesOf('profile', parameters),
    title: extended('title', first),
    hreflang: valuesOf('hreflang', parameters),
  };
}

/** The value of a parameter; its extended form wins where it can be decoded (RFC 8288 §3.4.1). */
function extended(name: string, first: ReadonlyMap<string, string>): string | undefined {
  const value = first.get(`${name}*`);
  return (value === undefined ? undefined : decodeExtValue(value)) ?? first.get(name);
}

function valuesOf(wanted: string, parameters: readonly LinkParameter[]): readonly string[] {
  return parameters.filter(({ name }) => name === wanted).map(({ value }) => value);
}

/** A link-value as written (RFC 8288 §3). */
interface LinkValue {
  readonly kind: 'value';
  /** The offset of its first character. */
  readonly offset: number;
  /** The text between the angle brackets. */
  readonly target: string;
  readonly parameters: readonly LinkParameter[];
}

/** A target attribute. */
interface LinkParameter {
  /** In lower case. */
  readonly name: string;
  /** Without quotes; empty where there is none. */
  readonly value: string;
}

type BrokenValue = { readonly kind: 'broken' } & Required<LinkFault>;

const targetPattern = /<([^<>]*)>/uy;
const blanks = ' \t\r\n';
const separators = `${blanks},`;
const parameterName = /[^ \t\r\n=;,]*/uy;
const token = /[^;,]*/uy;
/** A comma before a link-value, or a quote, which may contain one. */
const nextValueOrQuote = /,[ \t\r\n]*(?=<)|"/gu;
const endOfParameter = /[ \t\r\n]*(?:[;,]|$)/uy;

/**
 * Scans the link-values of a `Link` header, or of several joined by commas, in linear time, as RFC
 * 8288 appendix B does, with two differences: a broken link-value is skipped up to the next comma
 * that starts one; and a value may be in single quotes, as CDIF writes profiles, although these
 * are token characters.
 */
class LinkScanner {
  readonly #text: string;
  #at = 0;
  /** False after an unclosed quote, so that the rest is not searched again. */
  #hasClosingQuotes = true;

  constructor(text: string) {
    this.#text = text;
  }

  next(): LinkValue | BrokenValue | undefined {
    this.#skip(separators);
    const offset = this.#at;
    if (offset >= this.#text.length) return undefined;
    const opening = this.#take(targetPattern);
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

  /** @returns undefined where a quote is not closed */
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

  /** The token that begins here, or the text in single quotes. */
  #unquoted(): string {
    const start = this.#at;
    const closing = this.#text[start] === "'" ? this.#text.indexOf("'", start + 1) : -1;
    if (closing !== -1) {
      const content = this.#text.slice(start + 1, closing);
      endOfParameter.lastIndex = closing + 1;
      // With the next link-value between them, the two are apostrophes.
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

  /** A fault at this place; skips to the next link-value. */
  #broken(detail: string): BrokenValue {
    const offset = this.#at;
    let from = offset + 1;
    for (;;) {
      nextValueOrQuote.lastIndex = from;
      const found = nextValueOrQuote.exec(this.#text);
      if (found === null) break;
      from = nextValueOrQuote.lastIndex;
      if (found[0] !== '"') {
        this.#at = from;
        return { kind: 'broken', offset, detail };
      }
      from = this.#endOfQuotes(found.index) ?? from;
    }
    this.#at = this.#text.length;
    return { kind: 'broken', offset, detail };
  }

  /** The offset after the quotes that open at `from`. */
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

  /** Consumes and returns the match of a sticky pattern at this place. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return undefined;
    const start = this.#at;
    this.#at = pattern.lastIndex;
    return this.#text.slice(start, this.#at);
  }
}

/** RFC 8187 §3.2.1, with the charset ISO-8859-1 of its predecessor, RFC 5987. */
const extValue = /^(utf-8|iso-8859-1)'[^']*'(.*)$/isu;
const encoded = /%([\dA-Fa-f]{2})/gu;
const encodesNothing = /%(?![\dA-Fa-f]{2})/u;

/**
 * The text of an extended value without its language: `UTF-8'de'B%C3%B6den`.
 * @returns undefined where it is invalid or has another charset
 */
function decodeExtValue(value: string): string | undefined {
  const [, charset, text] = extValue.exec(value.trim()) ?? [];
  if (charset === undefined || text === undefined || encodesNothing.test(text)) return undefined;
  if (charset.toLowerCase() === 'utf-8') return decodeUtf8(text);
  return text.replaceAll(encoded, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function decodeUtf8(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
