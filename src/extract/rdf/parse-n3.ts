import type * as N3 from 'n3';
import { EventEmitter } from 'node:events';
import {
  batchCharacters,
  type BoundedList,
  BoundedListBuilder,
  maxFaults,
  type OffsetFault,
  type Quad,
  type QuadSink,
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
  readonly previousToken?: {
    readonly line: number;
    readonly end: number;
    readonly endLine?: number;
  };
}

/** Private state of the parser that is read here. */
interface ParserState {
  readonly _lexer: { readonly _line?: number };
}

function parseWithN3(
  n3: typeof N3,
  text: string,
  { format, baseIri }: N3Input,
  sink: QuadSink,
): void {
  // A prefix distinguishes labels from those that the parser generates, alike for each text.
  const parser = new n3.Parser({ format, baseIRI: baseIri, blankNodePrefix: 'b' });
  const input = new EventEmitter();
  const failures: Error[] = [];
  parser.parse(input, (error: Error | null, quad: N3.Quad | null) => {
    if (failures.length > 0) return;
    if (error !== null && error !== undefined) failures.push(toFault(error, text));
    else if (quad !== null) passToSink(sink, quad, failures);
  });
  try {
    for (let at = 0; at < text.length && failures.length === 0; at += pieceCharacters) {
      input.emit('data', text.slice(at, at + pieceCharacters));
    }
    if (failures.length === 0) input.emit('end');
  } catch (error) {
    // Some faults (a bracket in the IRI of a prefix) cause a `TypeError` in the parser.
    const { _lexer: lexer } = parser as unknown as ParserState; // not in its declarations
    const { _line: line = 1 } = lexer;
    failures.push(new RdfFault({ detail: `parser failed: ${String(error)}`, line }));
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure;
}

/** Errors of the sink bypass the parser, which would treat some as its own. */
function passToSink(sink: QuadSink, quad: N3.Quad, failures: Error[]): void {
  try {
    sink(quad);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    failures.push(error);
  }
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
  for (let before = 1; before < line; before += 1)
    if (lineEnds.exec(text) === null) return text.length;
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
  const faults = new BoundedListBuilder<RdfFaultFacts>();
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
