// The characters that canonical N-Quads escapes (RDF Dataset Canonicalization §A), and U+FFFE and
// U+FFFF, which XML 1.1 does not have.
const escapedClass = String.raw`["\\\u{0}-\u{1F}\u{7F}\u{FFFE}\u{FFFF}]`;
const needsEscape = new RegExp(escapedClass, 'u');
const allEscaped = new RegExp(escapedClass, 'gu');

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\b', String.raw`\b`],
  ['\t', String.raw`\t`],
  ['\n', String.raw`\n`],
  ['\f', String.raw`\f`],
  ['\r', String.raw`\r`],
  ['"', String.raw`\"`],
  ['\\', '\\\\'],
]);

/** Writes an IRI, which must be valid (see `repairIri`), as a term. */
export function iriTerm(iri: string): string {
  return `<${iri}>`;
}

/** Writes a literal of type xsd:string. The text must be free of lone surrogates. */
export function plainLiteral(text: string): string {
  return `"${needsEscape.test(text) ? text.replaceAll(allEscaped, escape) : text}"`;
}

/** Writes a literal with a datatype, given as a term. The text must be free of lone surrogates. */
export function typedLiteral(text: string, datatypeTerm: string): string {
  return `${plainLiteral(text)}^^${datatypeTerm}`;
}

/** Writes a literal with a language tag, which must be well-formed (see `repairLanguageTag`). */
export function taggedLiteral(text: string, languageTag: string): string {
  return `${plainLiteral(text)}@${languageTag}`;
}

function escape(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return shortEscapes.get(character) ?? `\\u${code}`;
}

/** The parts of an N-Quads literal. */
interface LiteralTerm {
  /** Between the quotation marks, with its escapes. */
  readonly escaped: string;
  readonly language?: string;
  /** In angle brackets; absent for xsd:string. */
  readonly datatype?: string;
}

const escapeSequence = /\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|(.))/gu;

/** The escapes of one letter (N-Triples `ECHAR`); others stand for the letter itself. */
const unescapedCharacters: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
]);

/** Splits a literal. @param term begins with a quotation mark */
export function literalParts(term: string): LiteralTerm {
  // Language tags and IRIs have no quotation marks, so the last one ends the text.
  const end = term.lastIndexOf('"');
  const escaped = term.slice(1, end);
  const suffix = term.slice(end + 1);
  if (suffix.startsWith('@')) return { escaped, language: suffix.slice(1) };
  if (suffix.startsWith('^^')) return { escaped, datatype: suffix.slice(2) };
  return { escaped };
}

/** Resolves the escapes of N-Quads in a literal or an IRI. */
export function unescapeLiteral(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(escapeSequence, (_, four?: string, eight?: string, letter?: string) => {
    const code = four ?? eight;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    const character = letter ?? '';
    return unescapedCharacters.get(character) ?? character;
  });
}

/** The text of a term without its marks: an IRI, a label with `_:`, or the text of a literal. */
export function nameOfTerm(term: string): string {
  if (term.startsWith('<')) return unescapeLiteral(term.slice(1, -1));
  return term.startsWith('"') ? unescapeLiteral(literalParts(term).escaped) : term;
}

/** A statement without its graph. Each term is text as in N-Quads. */
export interface Statement {
  /** An IRI in angle brackets or a blank node. */
  readonly subject: string;
  /** An IRI in angle brackets. */
  readonly predicate: string;
  readonly object: string;
}

/** A line that is no statement of its graph. */
export class InvalidStatementError extends TypeError {
  override readonly name = 'InvalidStatementError' as const;

  constructor(graph: string) {
    super(`a line that is no statement of ${graph}`);
  }
}

/** The stored statements of one graph. */
export interface StatementText {
  /** The IRI of the graph. */
  readonly graph: string;
  /** As N-Quads, in whole lines. */
  readonly nquads: string;
}

/**
 * Iterates over stored statements, which are canonical N-Quads (RDF Dataset Canonicalization §5): a
 * line each, all in one graph, one blank between terms.
 * @throws {InvalidStatementError} where a line is not of the graph: the store is damaged
 */
export function* iterateStatements({ graph, nquads }: StatementText): Generator<Statement> {
  yield* iterateLines(nquads, ` <${graph}> .`, graph);
}

/**
 * Iterates over canonical N-Triples, the statements of one graph without its name.
 * @throws {InvalidStatementError} where a line is no statement
 */
export function* iterateTriples({
  graph,
  triples,
}: {
  readonly graph: string;
  readonly triples: string;
}): Generator<Statement> {
  yield* iterateLines(triples, ' .', graph);
}

function* iterateLines(lines: string, ending: string, graph: string): Generator<Statement> {
  for (let start = 0, end = 0; start < lines.length; start = end + 1) {
    end = lines.indexOf('\n', start);
    if (end === -1 || !lines.endsWith(ending, end)) throw new InvalidStatementError(graph);
    // IRIs and blank nodes have no blanks, so everything after the second blank is the object.
    const afterSubject = lines.indexOf(' ', start);
    const afterPredicate = lines.indexOf(' ', afterSubject + 1);
    yield {
      subject: lines.slice(start, afterSubject),
      predicate: lines.slice(afterSubject + 1, afterPredicate),
      object: lines.slice(afterPredicate + 1, end - ending.length),
    };
  }
}

/** Whether a term is a blank node. */
export function isBlankNode(term: string): boolean {
  return term.startsWith('_:');
}

// RFC 5646 §2.1. Regular grandfathered tags fit `langtag`; the irregular ones are listed.
const language = '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})';
const script = '(?:-[a-z]{4})?';
const region = String.raw`(?:-(?:[a-z]{2}|\d{3}))?`;
const variants = String.raw`(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*`;
const extensions = String.raw`(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*`;
const privateUse = String.raw`x(?:-[a-z\d]{1,8})+`;
const irregular =
  'en-GB-oed|i-ami|i-bnn|i-default|i-enochian|i-hak|i-klingon|i-lux|i-mingo|i-navajo|i-pwn|' +
  'i-tao|i-tay|i-tsu|sgn-BE-FR|sgn-BE-NL|sgn-CH-DE';
const langtag = `${language}${script}${region}${variants}${extensions}(?:-${privateUse})?`;
const tag = new RegExp(`^(?:${langtag}|${privateUse}|${irregular})$`, 'iu');

/**
 * Repairs a language tag: one well-formed by BCP 47 (RFC 5646 §2.1) stays; otherwise blanks around
 * it are removed and underscores become hyphens, as in `en_US`.
 * @returns undefined where the result is not a tag
 */
export function repairLanguageTag(text: string): string | undefined {
  if (tag.test(text)) return text;
  const repaired = text.trim().replaceAll('_', '-');
  return tag.test(repaired) ? repaired : undefined;
}
