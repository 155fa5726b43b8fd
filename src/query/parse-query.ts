import type { Query } from '@traqula/rules-sparql-1-1';
import { QueryFault, type QueryPlace } from '../engine/engine-task.ts';

/** The text of a query, with the mapping from parser offsets to places. */
export interface QuerySource {
  /** The text as given. */
  readonly text: string;
  /** The text to parse, with escapes of code points decoded (SPARQL 1.1 §19.2). */
  readonly decoded: string;
  /** Maps an offset in `decoded` to one in `text`. */
  readonly offsetInText: (offset: number) => number;
  /** A fault at an offset in `decoded`; after its last character if that is undefined. */
  readonly faultAt: (detail: string, offset?: number) => QueryFault;
}

const codePointEscape = /\\u([\dA-Fa-f]{4})|\\U(00(?:0[\dA-Fa-f]|10)[\dA-Fa-f]{4})/gu;

/** Decodes the escapes of code points in a query. */
export function decodeQuerySource(text: string): QuerySource {
  /** For each escape: its end in `decoded`, and the characters removed up to there. */
  const ends: { readonly at: number; readonly removed: number }[] = [];
  let removed = 0;
  const decoded = text.replaceAll(
    codePointEscape,
    (escape: string, short: string | undefined, long: string | undefined, at: number) => {
      const character = String.fromCodePoint(Number.parseInt(short ?? long ?? '', 16));
      const start = at - removed;
      removed += escape.length - character.length;
      ends.push({ at: start + character.length, removed });
      return character;
    },
  );
  const offsetInText = (offset: number): number =>
    offset + (ends.findLast(({ at }) => at <= offset)?.removed ?? 0);
  const faultAt = (detail: string, offset = decoded.trimEnd().length): QueryFault =>
    new QueryFault(detail, text, queryPlaceAt(text, offsetInText(offset)));
  return { text, decoded, offsetInText, faultAt };
}

/** The place of an offset in UTF-16 code units. */
function queryPlaceAt(text: string, offset: number): QueryPlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  return { line, column: characterCount(before.slice(lineStart)) + 1 };
}

/** Counts the code points of a text. */
function characterCount(text: string): number {
  let count = 0;
  // oxlint-disable-next-line no-unused-vars -- iterating is what counts without a list of them
  for (const _ of text) count += 1;
  return count;
}

/** A replacement in a text. Neither part has a line break, so line numbers stay. */
export interface TextEdit {
  /** UTF-16 code units from 0. */
  readonly at: number;
  readonly removed: number;
  readonly added: string;
}

/** Applies edits to a text. @param edits in the order of the text, without overlap */
export function editText(text: string, edits: readonly TextEdit[]): string {
  let end = 0;
  const parts = edits.map(({ at, removed, added }) => {
    const part = text.slice(end, at) + added;
    end = at + removed;
    return part;
  });
  return parts.join('') + text.slice(end);
}

/** Maps a place in the edited text to the text before. */
export function undoEditsOfPlace(
  place: QueryPlace,
  text: string,
  edits: readonly TextEdit[],
): QueryPlace {
  let { column } = place;
  for (const edit of edits) {
    const { line, column: start } = queryPlaceAt(text, edit.at);
    if (line !== place.line || column < start) continue;
    const added = characterCount(edit.added);
    // A place within an addition maps to the place of the edit.
    column = column < start + added ? start : column - added + edit.removed;
  }
  return { line: place.line, column };
}

type ParseQueryUnit = (text: string) => Query;

/** A syntax error from the parser. */
class SyntaxTrouble extends Error {
  /** Of the wrong token; undefined at the end of the text. */
  readonly offset: number | undefined;
  /** The permitted tokens, in words; undefined if no token begins there. */
  readonly expected: string | undefined;

  constructor(offset: number | undefined, expected?: string) {
    super('syntax error');
    this.offset = offset;
    this.expected = expected;
  }
}

/** Built on first use, since that takes a seventh of a second. */
let parser: Promise<ParseQueryUnit> | undefined;

/**
 * The syntax tree of a query. Rules on the scope of variables are not checked here: see
 * `checkVariableScopes`.
 * @throws {QueryFault} for updates and syntax errors
 */
export async function parseQuery(source: QuerySource): Promise<Query> {
  refuseLongNames(source);
  parser ??= buildParser();
  const parse = await parser;
  try {
    return parse(source.decoded);
  } catch (error) {
    if (error instanceof SyntaxTrouble) throw faultOf(error, source);
    // The parser and its regular expressions are recursive.
    if (error instanceof RangeError) {
      throw source.faultAt('it is nested too deeply, or a text or name in it is too long', 0);
    }
    throw ruleFault(error, source);
  }
}

/**
 * For rules that the parser checks itself without a place: on aggregates, and on rows of `VALUES`,
 * where it throws a `TypeError`.
 */
function ruleFault(error: unknown, { text }: QuerySource): unknown {
  if (error instanceof TypeError) {
    return new QueryFault(
      'it cannot be parsed; does a row of VALUES have more terms than variables?',
      text,
    );
  }
  return error instanceof Error ? new QueryFault(error.message, text) : error;
}

async function buildParser(): Promise<ParseQueryUnit> {
  const [{ queryUnitParserBuilder }, { AstFactory, completeParseContext, copyParseContext, lex }] =
    await Promise.all([import('@traqula/parser-sparql-1-1'), import('@traqula/rules-sparql-1-1')]);
  const { queryUnit } = queryUnitParserBuilder.build({
    // Without the words of updates, some of whose expressions take exponential time.
    tokenVocabulary: lex.sparql11LexerBuilder.tokenVocabulary.filter(
      (token) => !isUpdateToken(token),
    ),
    lexerConfig: {
      positionTracking: 'full',
      errorMessageProvider: {
        buildUnexpectedCharactersMessage: (_text, offset) => {
          throw new SyntaxTrouble(offset);
        },
        buildUnableToPopLexerModeMessage: () => '',
      },
    },
    parserConfig: {
      errorMessageProvider: {
        buildMismatchTokenMessage: ({ expected, previous }) =>
          // oxlint-disable-next-line typescript/no-unnecessary-condition -- at the start there is none
          expectedWords([expected], previous?.tokenType),
        buildNotAllInputParsedMessage: () => 'the end of the query',
        buildNoViableAltMessage: ({ expectedPathsPerAlt }) =>
          expectedWords(expectedPathsPerAlt.flat(2)),
        buildEarlyExitMessage: ({ expectedIterationPaths }) =>
          expectedWords(expectedIterationPaths.flat()),
      },
    },
    errorHandler: ([error]) => {
      const { startOffset = Number.NaN } = error?.token ?? {};
      throw new SyntaxTrouble(Number.isNaN(startOffset) ? undefined : startOffset, error?.message);
    },
  });
  const context = completeParseContext({ astFactory: new AstFactory(), skipValidation: true });
  return (text) => queryUnit(text, copyParseContext(context));
}

/** SPARQL 1.1 Update §3; WITH begins a DELETE or INSERT. */
export const updateWords: ReadonlySet<string> = new Set([
  'ADD',
  'CLEAR',
  'COPY',
  'CREATE',
  'DELETE',
  'DROP',
  'INSERT',
  'LOAD',
  'MOVE',
  'WITH',
]);

function faultOf({ offset, expected }: SyntaxTrouble, source: QuerySource): QueryFault {
  const { decoded } = source;
  if (offset === undefined) {
    return source.faultAt(`it ends where ${expected ?? 'more'} is expected`);
  }
  if (expected !== undefined) {
    const found = shownAt(decoded, offset);
    return source.faultAt(`${found} stands where ${expected} is expected`, offset);
  }
  const start = wordStart(decoded, offset);
  const word = shownAt(decoded, start);
  if (updateWords.has(word.toUpperCase())) {
    const detail = `${word.toUpperCase()} would change the catalogue, which only a harvest does`;
    return source.faultAt(detail, start);
  }
  return unknownWord(source, start, word);
}

/** For a place where no token begins. */
function unknownWord(source: QuerySource, start: number, word: string): QueryFault {
  const { decoded } = source;
  if (word === '"' || word === "'") {
    return source.faultAt('the string that begins here has no end, or a line break in it', start);
  }
  const iri = iriAround(decoded, start);
  if (iri !== undefined) {
    const detail =
      'the IRI that begins here has a blank or another character that IRIs cannot have';
    return source.faultAt(detail, iri);
  }
  return source.faultAt(`${word} is no word of SPARQL`, start);
}

/** The start of an IRI that seems to contain an offset. */
function iriAround(text: string, offset: number): number | undefined {
  const start = text.lastIndexOf('<', offset);
  const end = text.slice(offset).search(/[>\n]/u);
  if (start === -1 || end === -1 || text[offset + end] === '\n') return undefined;
  return /^<[^\s=<>][^<>\n]*$/u.test(text.slice(start, offset + 1)) ? start : undefined;
}

/** The start of the word at an offset, since `IN` of `INSERT` is a token. */
function wordStart(text: string, offset: number): number {
  let start = offset;
  while (/[\w?$:]/u.test(text.charAt(start - 1)) && /\w/u.test(text.charAt(start))) start -= 1;
  return start;
}

const longestShown = 40;

/** The word, name, IRI or character at an offset. */
function shownAt(text: string, offset: number): string {
  const rest = text.slice(offset, offset + longestShown);
  return /^(?:<[^<>\s]*>?|[?$:]?[\p{L}\p{N}_][\p{L}\p{N}_:.-]*|.)/su.exec(rest)?.[0] ?? '';
}

/** A kind of token of the parser. */
interface TokenKind {
  readonly name: string;
  /** Of keywords and signs, how they are written. */
  readonly LABEL?: string;
}

const updateTokens =
  /^(?:Load|LoadInto|Clear|Drop|Create|Add|To|Move|Copy|ModifyWith|Delete\w*|Insert\w*|UsingClause|GraphAll|DefaultGraph)$/u;

/** Whether a token occurs in updates only. */
function isUpdateToken({ name }: TokenKind): boolean {
  return updateTokens.test(name);
}

/** Descriptions of places by tokens that are all permitted there; the first match counts. */
const places: readonly (readonly [words: string, ...needed: readonly string[]])[] = [
  ['an expression', 'Exclamation', 'BuiltInStr'],
  ['an expression in parentheses or a function', 'BuiltInStr'],
  ['a property (an IRI, a variable, a path or a)', 'Hat', 'a'],
  ['a variable, an IRI or a literal', 'Var1', 'IriRef', 'StringLiteral1'],
  ['an IRI or a literal', 'IriRef', 'StringLiteral1'],
];

const kinds: ReadonlyMap<string, string> = new Map([
  ['IriRef', 'an IRI'],
  ['PNameLn', 'a name with a prefix'],
  ['PNameNs', 'a prefix with its colon'],
  ['Var1', 'a variable'],
  ['Var2', 'a variable'],
  ['Integer', 'a whole number'],
  ['BlankNodeLabel', 'a blank node'],
  ['Anon', 'a blank node'],
  ['Nil', '()'],
  ['a', 'a'],
  ['GroupByGroup', 'GROUP BY'],
  ['Order', 'ORDER BY'],
  ['NamedGraph', 'NAMED'],
]);

/**
 * Names the permitted tokens in words.
 * @param tokens the last ones that the parser tried; at the end of a group, only the brace
 */
function expectedWords(tokens: readonly TokenKind[], previous?: TokenKind): string {
  if (tokens.length === 1 && tokens[0]?.name === 'RCurly') {
    return previous?.name === 'Dot' || previous?.name === 'LCurly'
      ? 'a pattern or }'
      : 'a dot or }';
  }
  const names = new Set(tokens.map(({ name }) => name));
  const place = places.find(([, ...needed]) => needed.every((name) => names.has(name)));
  if (place !== undefined) return place[0];
  // The part of a prefixed name after the colon may be empty.
  if (names.has('PNameLn')) names.delete('PNameNs');
  const words = tokens
    .filter(({ name }) => names.has(name))
    .map(({ name, LABEL }) => kinds.get(name) ?? LABEL ?? 'another term');
  return listed([...new Set(words)]);
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? 'something else';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/**
 * The longest accepted name, in characters. The parser reads runs of short words and dots in
 * quadratic time.
 */
const longestName = 1000;
/**
 * Everything but blanks and ASCII punctuation, of which names have the dot, the hyphen and the
 * underscore.
 */
const nameLike = /[^\s!-,/:-@[-^`{-~]+/uy;
const iriPattern = /<[^<>"{}|^`\\\s]*>/uy;
const comment = /#[^\n\r]*/uy;

/**
 * Refuses names and words that would take the parser too long; texts, IRIs and comments may be of
 * any length.
 * @throws {QueryFault}
 */
function refuseLongNames(source: QuerySource): void {
  const text = source.decoded;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    const name = character === '"' || character === "'" ? 0 : lengthOf(nameLike, text, at);
    if (name > longestName) {
      throw source.faultAt(`names and words have at most ${longestName} characters`, at);
    }
    at += name || lengthOfOther(text, at, character);
  }
}

function lengthOfOther(text: string, at: number, character: string): number {
  switch (character) {
    case '"':
    case "'":
      return endOfText(text, at, character) - at;
    case '<':
      return Math.max(1, lengthOf(iriPattern, text, at));
    case '#':
      return lengthOf(comment, text, at);
    default:
      return 1;
  }
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** @returns the offset after the string that begins at `start` */
function endOfText(text: string, start: number, quote: string): number {
  const end = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let at = start + end.length;
  while (at < text.length && !text.startsWith(end, at)) at += text[at] === '\\' ? 2 : 1;
  return at + end.length;
}
