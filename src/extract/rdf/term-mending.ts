import type { Quad, QuadSink, Term } from './quad.ts';

/**
 * A character that an IRI cannot have is replaced by a lone surrogate, which the parser takes as a
 * letter and no decoded text has. The IRI as published goes into the JSON-LD, where expansion
 * repairs it as it repairs all others. Mended text has the length of the text, so that positions
 * stay what they are.
 */
const firstMark = 0xdc00;
const marks = /[\u{DC00}-\u{DC7F}]/gu;
/** Between the text of a literal and a language tag that the parser would refuse. */
const tagMark = '\u{DC40}';

/** RDF 1.1 Turtle §6.5, IRIREF. */
const forbidden = /[^!-\u{10FFFF}]|[<>"{}|^`\\]/gu;
const escape = /\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})/gu;
const escapeHere = new RegExp(escape.source, 'uy');

const soundIri = /<[!#-;=?-[\]_a-z~-\u{10FFFF}]*>(?![^\s<>"';,.()[\]{}#^@]+>)/uy;
/** On one line; what ends it is a `>` that no other `>` follows in the same word. */
const anyIri = /<([^<>\r\n]*(?:<[^\s<>]*)?(?:>[^\s<>"';,.()[\]{}#^@]+(?=>))*)>/uy;
const soundTag = /^[a-z]+(?:-[a-z\d]+)*(?:--(?:ltr|rtl))?$/iu;
const languageTag = /@[^\s.,;"'\\<>()[\]{}#]*/uy;
const withoutScheme = /^(?![A-Za-z][A-Za-z\d+.-]*:)[^/?#:]*:/u;

/** A term of a text, and what the parser is to be given for it; both are of the same length. */
export interface MendedTerm {
  readonly end: number;
  readonly mended: string;
}

/** Where a sticky pattern that is tried at a place ends; undefined where it does not fit. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Reads the IRI that begins at a `<`; undefined where none does that ends on its line. */
export function mendIri(text: string, at: number): MendedTerm | undefined {
  const soundEnd = endOfMatch(soundIri, text, at);
  const end = soundEnd ?? endOfMatch(anyIri, text, at);
  if (end === undefined) return undefined;
  const written = text.slice(at + 1, end - 1);
  return { end, mended: soundEnd === undefined ? markedIri(written) : markedScheme(written) };
}

/** Reads what follows the quotation marks that end a string: a language tag, which may be none. */
export function mendTag(text: string, stringEnd: number, quotes: string): MendedTerm {
  const end = endOfMatch(languageTag, text, stringEnd) ?? stringEnd;
  const tag = text.slice(stringEnd + 1, end);
  const mended =
    end === stringEnd || soundTag.test(tag) ? quotes + text.slice(stringEnd, end) : undefined;
  return { end, mended: mended ?? tagMark + tag + quotes };
}

function markedIri(written: string): string {
  let padding = '';
  const decoded = written.replaceAll(escape, (escaped) => {
    const character = characterOf(escaped);
    if (character === undefined || character.replace(forbidden, '') !== '') return escaped;
    padding += ' '.repeat(escaped.length - 1);
    return character;
  });
  // What is valid otherwise, such as `\u00e9`, is left to the parser.
  const begin = decoded.trimStart();
  const blanks = decoded.slice(0, decoded.length - begin.length);
  const marked = (begin + blanks).replaceAll(
    forbidden,
    (character, offset: number, whole: string) => {
      return character === '\\' && isEscape(whole, offset) ? character : markOf(character);
    },
  );
  return markedScheme(marked) + padding;
}

function markedScheme(iri: string): string {
  // The parser refuses a relative IRI with a colon in its first segment (RFC 3986 §4.2).
  return withoutScheme.test(iri) ? `<${iri.replace(':', markOf(':'))}>` : `<${iri}>`;
}

function isEscape(text: string, at: number): boolean {
  const end = endOfMatch(escapeHere, text, at);
  return end !== undefined && characterOf(text.slice(at, end)) !== undefined;
}

/** The character of an escape (RDF 1.1 Turtle §6.4); undefined where there is none. */
function characterOf(escaped: string): string | undefined {
  const code = Number.parseInt(escaped.slice(2), 16);
  const isCharacter = code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

function markOf(character: string): string {
  return String.fromCharCode(firstMark + character.charCodeAt(0));
}

/** Gives a sink the statements of mended text, with IRIs and language tags as published. */
export function asPublished(sink: QuadSink): QuadSink {
  return ({ subject, predicate, object, graph }: Quad) =>
    sink({
      subject: published(subject),
      predicate: published(predicate),
      object: published(object),
      graph: published(graph),
    });
}

function published(term: Term): Term {
  const { termType, value, datatype } = term;
  if (termType === 'NamedNode') {
    const iri = unmarked(value);
    return iri === value ? term : { termType, value: iri };
  }
  if (termType !== 'Literal') return term;
  const at = value.lastIndexOf(tagMark);
  // A tag of no characters is told by its at sign.
  if (at !== -1)
    return { termType, value: value.slice(0, at), language: value.slice(at + 1) || '@' };
  if (datatype === undefined || unmarked(datatype.value) === datatype.value) return term;
  return { termType, value, language: '', datatype: { value: unmarked(datatype.value) } };
}

function unmarked(iri: string): string {
  return iri.replaceAll(marks, (mark) => String.fromCharCode(mark.charCodeAt(0) - firstMark));
}

const ofInterest = /[<"#]/gu;

/** A line of N-Triples or N-Quads with its IRIs and language tags mended; of the same length. */
export function mendLine(line: string): string {
  let mended = '';
  let at = 0;
  ofInterest.lastIndex = 0;
  for (let found = ofInterest.exec(line); found !== null; found = ofInterest.exec(line)) {
    const { 0: character, index } = found;
    if (character === '#') break;
    const term = character === '<' ? mendIri(line, index) : mendLiteral(line, index);
    if (term === undefined) continue;
    mended += line.slice(at, index) + term.mended;
    at = term.end;
    ofInterest.lastIndex = at;
  }
  return mended + line.slice(at);
}

function mendLiteral(line: string, start: number): MendedTerm | undefined {
  const close = endOfString(line, start + 1, '"');
  if (close === undefined) return undefined;
  const { end, mended } = mendTag(line, close + 1, '"');
  return { end, mended: line.slice(start, close) + mended };
}

/** Where the quotation marks stand that end a string; undefined where none do. */
export function endOfString(text: string, from: number, quotes: string): number | undefined {
  for (let at = text.indexOf(quotes, from); at !== -1; at = text.indexOf(quotes, at + 1)) {
    let backslashes = 0;
    while (at - backslashes > from && text[at - backslashes - 1] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return undefined;
}
