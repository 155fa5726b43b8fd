import type { Query } from '@traqula/rules-sparql-1-1';
import { QueryFault } from '../engine/query-fault.ts';
import { refuseLongNames } from './long-names.ts';
import type { QuerySource } from './query-source.ts';
import { expectedWords, isUpdateToken } from './syntax-words.ts';

type ParseQueryUnit = (text: string) => Query;

/** A syntax error as the parser gives it. */
class SyntaxTrouble extends Error {
  /** Of what stands there; undefined at the end of the text. */
  readonly offset: number | undefined;
  /** What could stand there, in words; undefined where no token begins. */
  readonly expected: string | undefined;

  constructor(offset: number | undefined, expected?: string) {
    super('syntax error');
    this.offset = offset;
    this.expected = expected;
  }
}

/** It takes a seventh of a second to load and build, so that only commands that read a query do. */
let parser: Promise<ParseQueryUnit> | undefined;

/**
 * The syntax tree of a query. Rules on the scope of variables are not checked here: see
 * `checkScopes`.
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
    // The parser calls itself for what is nested, and so do its regular expressions.
    if (error instanceof RangeError) {
      throw source.faultAt('it is nested too deeply, or a text or name in it is too long', 0);
    }
    throw ruleFault(error, source);
  }
}

/**
 * For rules that the parser checks itself, without a place: on aggregates, and on rows of `VALUES`,
 * over which it stumbles.
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

/** Where an IRI seems to begin in whose middle some place is. */
function iriAround(text: string, offset: number): number | undefined {
  const start = text.lastIndexOf('<', offset);
  const end = text.slice(offset).search(/[>\n]/u);
  if (start === -1 || end === -1 || text[offset + end] === '\n') return undefined;
  return /^<[^\s=<>][^<>\n]*$/u.test(text.slice(start, offset + 1)) ? start : undefined;
}

/** Words are tokens up to where they are none any more: `INSERT` begins with `IN`. */
function wordStart(text: string, offset: number): number {
  let start = offset;
  while (/[\w?$:]/u.test(text.charAt(start - 1)) && /\w/u.test(text.charAt(start))) start -= 1;
  return start;
}

const longestShown = 40;

/** What stands at a place: a word, a name, an IRI, or else a character. */
function shownAt(text: string, offset: number): string {
  const rest = text.slice(offset, offset + longestShown);
  return /^(?:<[^<>\s]*>?|[?$:]?[\p{L}\p{N}_][\p{L}\p{N}_:.-]*|.)/su.exec(rest)?.[0] ?? '';
}
