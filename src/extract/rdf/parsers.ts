import type * as N3 from 'n3';
import { EventEmitter } from 'node:events';
import { Readable, type Transform } from 'node:stream';
import {
  batchCharacters,
  BoundedList,
  maxFaults,
  type OffsetFault,
  type Quad,
  type QuadSink,
  RdfExcess,
  RdfFault,
  type RdfFaultFacts,
} from './parse-results.ts';
import { mendLine, restorePublished } from './term-mending.ts';

/** Characters parsed at a time; parsing can stop in between. */
const pieceCharacters = 65_536;

/** The syntax of a text, and the base of its relative IRIs. */
interface N3Input {
  /** TriG includes Turtle, N-Quads includes N-Triples. */
  readonly format: 'N-Quads' | 'TriG';
  readonly baseIri: string;
}

/**
 * Parses a text and passes its statements on as they come.
 * @throws {RdfFault}, and errors of the sink
 */
export type N3Parse = (text: string, input: N3Input, sink: QuadSink) => void;

/** Loads the parser on demand. */
export async function loadN3(): Promise<N3Parse> {
  const n3 = await import('n3');
  return (text, input, sink) => parseWithN3(n3, text, input, sink);
}

/** The position in a parser error: lines from 1, columns from 0. */
interface ErrorContext {
  readonly line?: number;
  readonly token?: { readonly line: number; readonly start: number };
  readonly previousToken?: Readonly<{ line: number; end: number; endLine?: number }>;
}

/** Private state of the parser that is read here. */
interface N3State {
  readonly _lexer: { readonly _line?: number };
}

function parseWithN3(n3: typeof N3, text: string, input: N3Input, sink: QuadSink): void {
  const { format, baseIri } = input;
  // A prefix distinguishes labels from those that the parser generates, alike for each text.
  const parser = new n3.Parser({ format, baseIRI: baseIri, blankNodePrefix: 'b' });
  const pieces = new EventEmitter();
  const failures: Error[] = [];
  parser.parse(pieces, (error: Error | null, quad: N3.Quad | null) => {
    if (failures.length > 0) return;
    try {
      if (error !== null && error !== undefined) failures.push(toFault(error, text));
      else if (quad !== null) sink(quad);
    } catch (fault) {
      // Errors of the sink bypass the parser, which would treat some as its own.
      if (!(fault instanceof Error)) throw fault;
      failures.push(fault);
    }
  });
  try {
    for (let at = 0; at < text.length && failures.length === 0; at += pieceCharacters) {
      pieces.emit('data', text.slice(at, at + pieceCharacters));
    }
    if (failures.length === 0) pieces.emit('end');
  } catch (error) {
    // Some faults (a bracket in the IRI of a prefix) cause a `TypeError` in the parser.
    const { _lexer: lexer } = parser as unknown as N3State; // not in its declarations
    const { _line: line = 1 } = lexer;
    failures.push(new RdfFault({ detail: `parser failed: ${String(error)}`, line }));
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure;
}

/** The parser reports the line, also at the end of its messages. */
function toFault(error: Error, text: string): RdfFault {
  const context = 'context' in error ? (error.context as ErrorContext) : {};
  const { line = 1, token } = context;
  const column = token?.line === line ? token.start + 1 : nextColumn(context, text);
  return new RdfFault({ detail: error.message.replace(/ on line \d+\.$/u, ''), line, column });
}

/** The column of the next token in the faulty line. */
function nextColumn({ line = 1, previousToken }: ErrorContext, text: string): number {
  const [whole = ''] = /[^\r\n]*/u.exec(text.slice(offsetOfLine(text, line))) ?? [];
  const endLine = previousToken?.endLine ?? previousToken?.line;
  const from = previousToken !== undefined && endLine === line ? previousToken.end : 0;
  return Math.min(from, whole.length) + (/^\s*/u.exec(whole.slice(from))?.[0].length ?? 0) + 1;
}

/**
 * The place of a parser's fault in a part of a document that was parsed alone.
 * @param start where the part begins in the parsed text
 * @param length of the part
 * @throws any other error
 */
export function locateFaultInPart(
  error: unknown,
  parsed: string,
  start: number,
  length: number,
): OffsetFault {
  if (!(error instanceof RdfFault)) throw error;
  const { detail, line, column = 1 } = error.facts;
  const offset = offsetOfLine(parsed, line) + column - 1 - start;
  return { detail, offset: Math.max(0, Math.min(offset, length - 1)) };
}

/** Offset of a line; the end of the text where it has fewer lines. */
function offsetOfLine(text: string, line: number): number {
  const lineEnds = /\r\n|\n|\r/gu;
  for (let before = 1; before < line; before += 1) {
    if (lineEnds.exec(text) === null) return text.length;
  }
  return lineEnds.lastIndex;
}

/**
 * Parses N-Quads, including N-Triples, in linear time. Lines are independent (RDF 1.1 N-Quads §2),
 * so a fault loses its line only. Invalid IRIs and language tags are passed on as published and
 * repaired together with those of JSON-LD.
 * @throws {RdfFault} the first, beyond 10,000 bad lines; errors of the sink
 */
export function parseLines(
  parse: N3Parse,
  text: string,
  sink: QuadSink,
): BoundedList<RdfFaultFacts> {
  const faults = new BoundedList<RdfFaultFacts>();
  let line = 1;
  for (let start = 0; start < text.length;) {
    const lineEnd = text.indexOf('\n', start + batchCharacters);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    const lines = text.slice(start, end).split(/\r\n|\n|\r/u);
    const fault = parsePart(parse, text.slice(start, end), sink);
    if (fault !== undefined) {
      for (const [index, each] of lines.entries()) {
        const own = parseLine(parse, each, sink);
        if (own !== undefined) faults.add({ ...own, line: line + index });
      }
    }
    const [first] = faults.first;
    if (first !== undefined && faults.count > maxFaults) throw new RdfFault(first);
    line += lines.length - 1;
    start = end;
  }
  return faults;
}

function parseLine(parse: N3Parse, line: string, sink: QuadSink): RdfFaultFacts | undefined {
  const fault = parsePart(parse, line, sink);
  if (fault === undefined) return undefined;
  const mended = mendLine(line.toWellFormed());
  return mended === line ? fault : parsePart(parse, mended, restorePublished(sink));
}

/** Passes the statements of a sound part to the sink; else returns its fault and passes none. */
function parsePart(parse: N3Parse, part: string, sink: QuadSink): RdfFaultFacts | undefined {
  const quads: Quad[] = [];
  try {
    parse(part, { format: 'N-Quads', baseIri: '' }, (quad) => quads.push(quad));
  } catch (error) {
    if (error instanceof RdfFault) return error.facts;
    throw error;
  }
  for (const quad of quads) sink(quad);
  return undefined;
}

/** Nobody nests deeper; the parser keeps the declarations of all open elements. */
export const maxElementDepth = 1000;

/** Private state of the parser that is read here. */
interface RdfXmlState {
  readonly saxParser: { readonly line: number; readonly columnIndex: number; close(): unknown };
  readonly activeTagStack: readonly unknown[];
}

/**
 * Parses RDF/XML. The parser fetches nothing, and expands entities of a document once, not
 * recursively.
 * @throws {RdfFault} also where the text ends early; {RdfExcess} where entities could expand to
 * more than `maxCharacters`, before any is expanded; errors of the sink
 */
export async function parseRdfXml(
  text: string,
  { baseIri, maxCharacters }: { readonly baseIri: string; readonly maxCharacters: number },
  sink: QuadSink,
): Promise<void> {
  if (longestExpansion(text) > maxCharacters) throw new RdfExcess('characters', maxCharacters);
  const { RdfXmlParser } = await import('rdfxml-streaming-parser');
  const parser = new RdfXmlParser({
    baseIRI: baseIri,
    trackPosition: true,
    // Invalid IRIs are repaired or dropped later, without losing the document.
    validateUri: false,
  });
  const state = parser as unknown as RdfXmlState; // declared private
  const faultHere = (detail: string): RdfFault => {
    const { line, columnIndex } = state.saxParser;
    return new RdfFault({ detail, line, column: columnIndex + 1 });
  };
  const check = (): void => {
    if (state.activeTagStack.length > maxElementDepth) {
      throw faultHere(`more than ${maxElementDepth} nested elements`);
    }
  };
  const errors: Error[] = [];
  // The parser's position must be read at once.
  const note = (error: Error): void => {
    const isOurs = error instanceof RdfExcess || error instanceof RdfFault;
    errors.push(isOurs ? error : faultHere(error.message.replace(position, '')));
  };
  parser.on('error', note);
  try {
    await parseStream(parser, text, { sink, check });
    // The parser does not detect a truncated document.
    state.saxParser.close();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    note(error);
  }
  const [first] = errors;
  if (first !== undefined) throw first;
}

/** An upper bound of the text's length with entities expanded. */
function longestExpansion(text: string): number {
  if (!text.includes('<!ENTITY')) return text.length;
  let longest = 0;
  for (const declaration of text.split('<!ENTITY').slice(1)) {
    longest = Math.max(longest, declaration.indexOf('>') + 1 || declaration.length);
  }
  return text.length + longest * (text.split('&').length - 1);
}

/** Both kinds of the parser's messages begin with the position. */
const position = /^(?:Line \d+ column \d+|\d+:\d+): /u;

/**
 * Characters parsed at a time; parsing can stop in between. Elements nested as deeply as a piece is
 * long take quadratic time: 16 KiB of `<a>` take seconds.
 */
const xmlPieceCharacters = 1024;

/**
 * Parses a text with a streaming parser.
 * @param check called before each piece; may throw
 * @throws the first error of parser, sink or check
 */
export async function parseStream(
  parser: Pick<Transform, 'on' | 'destroy'>,
  text: string,
  { sink, check }: { readonly sink: QuadSink; readonly check: () => void },
): Promise<void> {
  function* pieces(): Iterable<string> {
    for (let at = 0; at < text.length; at += xmlPieceCharacters) {
      check();
      yield text.slice(at, at + xmlPieceCharacters);
    }
  }
  // For small elements piping would take longer than parsing.
  const source = text.length > xmlPieceCharacters ? Readable.from(pieces()) : undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      let isFailed = false;
      const fail = (error: unknown): void => {
        isFailed = true;
        reject(error);
      };
      parser.on('data', (quad: Quad) => {
        if (isFailed) return;
        try {
          sink(quad);
        } catch (error) {
          fail(error);
        }
      });
      parser.on('error', fail);
      parser.on('end', resolve);
      source?.on('error', fail);
      // Parsers use another library's stream declaration of the same shape.
      const stream = parser as Transform;
      if (source === undefined) stream.end(text);
      else source.pipe(stream);
    });
  } finally {
    source?.destroy();
    parser.destroy();
  }
}
