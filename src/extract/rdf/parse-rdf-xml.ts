import { Readable, type Transform } from 'node:stream';
import { type Quad, type QuadSink, RdfExcess, RdfFault } from './parse-results.ts';

/** Nobody nests deeper; the parser keeps the declarations of all open elements. */
export const maxElementDepth = 1000;

/** Private state of the parser that is read here. */
interface ParserState {
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
  const state = parser as unknown as ParserState; // declared private
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
const pieceCharacters = 1024;

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
    for (let at = 0; at < text.length; at += pieceCharacters) {
      check();
      yield text.slice(at, at + pieceCharacters);
    }
  }
  // For small elements piping would take longer than parsing.
  const source = text.length > pieceCharacters ? Readable.from(pieces()) : undefined;
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
