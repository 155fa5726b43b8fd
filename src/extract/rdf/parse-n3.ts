import { EventEmitter } from 'node:events';
import type * as N3 from 'n3';
import type { QuadSink } from './quad.ts';
import { RdfFault } from './rdf-fault.ts';

/** What a parser reads at a time; between two it can be stopped. */
const pieceCharacters = 65_536;

/** What the syntax of a text is, and what relative IRIs in it are resolved against. */
export interface N3Input {
  /** TriG takes Turtle as well, and N-Quads takes N-Triples. */
  readonly format: 'N-Quads' | 'TriG';
  readonly baseIri: string;
}

/** Parses a text, and gives its statements while it does. @throws {RdfFault}, and what the sink throws */
export type N3Parse = (text: string, input: N3Input, sink: QuadSink) => void;

/** Loads the parser, which only documents in these syntaxes need. */
export async function loadN3(): Promise<N3Parse> {
  const n3 = await import('n3');
  return (text, input, sink) => parse(n3, text, input, sink);
}

/** What an error of the parser says of its place: lines from 1, columns from 0. */
interface ErrorContext {
  readonly line?: number;
  readonly token?: { readonly line: number; readonly start: number };
  readonly previousToken?: {
    readonly line: number;
    readonly end: number;
    readonly endLine?: number;
  };
}

/** What the parser keeps to itself and is asked for here. */
interface ParserState {
  readonly _lexer: { readonly _line?: number };
}

function parse(n3: typeof N3, text: string, { format, baseIri }: N3Input, sink: QuadSink): void {
  // Labels get a beginning that those have not which the parser makes up, and the same for each text.
  const parser = new n3.Parser({ format, baseIRI: baseIri, blankNodePrefix: 'b' });
  const input = new EventEmitter();
  const failures: Error[] = [];
  parser.parse(input, (error: Error | null, quad: N3.Quad | null) => {
    if (failures.length > 0) return;
    if (error !== null && error !== undefined) failures.push(faultOf(error, text));
    else if (quad !== null) giveTo(sink, quad, failures);
  });
  try {
    for (let at = 0; at < text.length && failures.length === 0; at += pieceCharacters) {
      input.emit('data', text.slice(at, at + pieceCharacters));
    }
    if (failures.length === 0) input.emit('end');
  } catch (error) {
    // Some faults (a bracket in the IRI of a prefix) give a `TypeError` of the parser's.
    const { _lexer: lexer } = parser as unknown as ParserState; // its declarations have no such member
    const { _line: line = 1 } = lexer;
    failures.push(new RdfFault({ detail: `the parser ended with ${String(error)}`, line }));
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure;
}

/** What the sink throws must not go through the parser, which takes some errors for its own. */
function giveTo(sink: QuadSink, quad: N3.Quad, failures: Error[]): void {
  try {
    sink(quad);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    failures.push(error);
  }
}

/** The parser knows the line; its messages end with it as well. */
function faultOf(error: Error, text: string): RdfFault {
  const context = 'context' in error ? (error.context as ErrorContext) : {};
  const { line = 1, token } = context;
  const column = token?.line === line ? token.start + 1 : columnBehind(context, text);
  return new RdfFault({ detail: error.message.replace(/ on line \d+\.$/u, ''), line, column });
}

/** Where in the line of the fault the next token begins. */
function columnBehind({ line = 1, previousToken }: ErrorContext, text: string): number {
  const whole = lineAt(text, line);
  const endLine = previousToken?.endLine ?? previousToken?.line;
  const from = previousToken !== undefined && endLine === line ? previousToken.end : 0;
  return Math.min(from, whole.length) + (/^\s*/u.exec(whole.slice(from))?.[0].length ?? 0) + 1;
}

function lineAt(text: string, line: number): string {
  const start = offsetOfLine(text, line);
  const [whole = ''] = /[^\r\n]*/u.exec(text.slice(start)) ?? [];
  return whole;
}

/** Where a line begins; the end of the text where it has fewer. */
export function offsetOfLine(text: string, line: number): number {
  const lineEnds = /\r\n|\n|\r/gu;
  for (let before = 1; before < line; before += 1)
    if (lineEnds.exec(text) === null) return text.length;
  return lineEnds.lastIndex;
}
