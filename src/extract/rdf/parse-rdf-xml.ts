import { parseStream } from './parse-stream.ts';
import type { QuadSink } from './quad.ts';
import { RdfExcess, RdfFault } from './rdf-fault.ts';

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
    errors.push(isOurs ? error : faultHere(withoutPosition(error.message)));
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

/** Both kinds of its messages begin with the position. */
function withoutPosition(message: string): string {
  return message.replace(/^(?:Line \d+ column \d+|\d+:\d+): /u, '');
}
