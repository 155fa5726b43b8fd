import type { Quad, QuadSink, RdfTerm } from './parse-results.ts';

/**
 * Characters that an IRI cannot have are replaced by lone surrogates, which the parser accepts as
 * letters and no decoded text contains. The published IRI goes into the JSON-LD, where expansion
 * repairs it like all others. Mended text keeps its length, so that positions stay valid.
 */
const firstMark = 0xdc00;
const marks = /[\u{DC00}-\u{DC7F}]/gu;
/** Separates the text of a literal from a language tag that the parser would reject. */
const tagMark = '\u{DC40}';

/** RDF 1.1 Turtle §6.5, IRIREF. */
const forbidden = /[^!-\u{10FFFF}]|[<>"{}|^`\\]/gu;
const escape = /\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})/gu;
const escapeHere = new RegExp(escape.source, 'uy');

const soundIri = /<[!#-;=?-[\]_a-z~-\u{10FFFF}]*>(?![^\s<>"';,.()[\]{}#^@]+>)/uy;
/** On one line; ends at a `>` that no other `>` follows in the same word. */
const anyIri = /<([^<>\r\n]*(?:<[^\s<>]*)?(?:>[^\s<>"';,.()[\]{}#^@]+(?=>))*)>/uy;
const soundTag = /^[a-z]+(?:-[a-z\d]+)*(?:--(?:ltr|rtl))?$/iu;
const languageTag = /@[^\s.,;"'\\<>()[\]{}#]*/uy;
const withoutScheme = /^(?![A-Za-z][A-Za-z\d+.-]*:)[^/?#:]*:/u;

/** A term and its replacement for the parser, of the same length. */
interface MendedTerm {
  readonly end: number;
  readonly mended: string;
}

/** The end of a sticky pattern's match at an offset; undefined without one. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Reads the IRI that begins at a `<`; undefined where none ends on its line. */
export function mendIri(text: string, at: number): MendedTerm | undefined {
  const soundEnd = endOfMatch(soundIri, text, at);
  const end = soundEnd ?? endOfMatch(anyIri, text, at);
  if (end === undefined) return undefined;
  const written = text.slice(at + 1, end - 1);
  return { end, mended: soundEnd === undefined ? markedIri(written) : markedScheme(written) };
}

/** Reads the language tag, if any, after the closing quotes of a string. */
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
  // Other valid escapes, such as `\u00e9`, are left to the parser.
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
  // The parser rejects a relative IRI with a colon in its first segment (RFC 3986 §4.2).
  return withoutScheme.test(iri) ? `<${iri.replace(':', markOf(':'))}>` : `<${iri}>`;
}

function isEscape(text: string, at: number): boolean {
  const end = endOfMatch(escapeHere, text, at);
  return end !== undefined && characterOf(text.slice(at, end)) !== undefined;
}

/** The character of an escape (RDF 1.1 Turtle §6.4); undefined where invalid. */
function characterOf(escaped: string): string | undefined {
  const code = Number.parseInt(escaped.slice(2), 16);
  const isCharacter = code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

function markOf(character: string): string {
  return String.fromCharCode(firstMark + character.charCodeAt(0));
}

/** Restores the published IRIs and language tags in statements of mended text. */
export function restorePublished(sink: QuadSink): QuadSink {
  return ({ subject, predicate, object, graph }: Quad) =>
    sink({
      subject: restoreTerm(subject),
      predicate: restoreTerm(predicate),
      object: restoreTerm(object),
      graph: restoreTerm(graph),
    });
}

function restoreTerm(term: RdfTerm): RdfTerm {
  const { termType, value, datatype } = term;
  if (termType === 'NamedNode') {
    const iri = removeMarks(value);
    return iri === value ? term : { termType, value: iri };
  }
  if (termType !== 'Literal') return term;
  const at = value.lastIndexOf(tagMark);
  // An empty tag is kept as its at sign.
  if (at !== -1)
    return { termType, value: value.slice(0, at), language: value.slice(at + 1) || '@' };
  if (datatype === undefined || removeMarks(datatype.value) === datatype.value) return term;
  return { termType, value, language: '', datatype: { value: removeMarks(datatype.value) } };
}

function removeMarks(iri: string): string {
  return iri.replaceAll(marks, (mark) => String.fromCharCode(mark.charCodeAt(0) - firstMark));
}

const ofInterest = /[<"#]/gu;

/** Mends the IRIs and language tags of a line of N-Triples or N-Quads; the length stays. */
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
  const close = findStringEnd(line, start + 1, '"');
  if (close === undefined) return undefined;
  const { end, mended } = mendTag(line, close + 1, '"');
  return { end, mended: line.slice(start, close) + mended };
}

/** The offset of the closing quotation marks of a string; undefined without any. */
export function findStringEnd(text: string, from: number, quotes: string): number | undefined {
  for (let at = text.indexOf(quotes, from); at !== -1; at = text.indexOf(quotes, at + 1)) {
    let backslashes = 0;
    while (at - backslashes > from && text[at - backslashes - 1] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return undefined;
}
