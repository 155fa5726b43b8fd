import { parseStream } from './parse-stream.ts';
import type { QuadSink } from './quad.ts';
import { RdfExcess, RdfFault } from './rdf-fault.ts';

/** Deeper than what anybody writes; for each element the parser keeps what those around it declare. */
export const maxElementDepth = 1000;

/** What the parser keeps to itself and is asked for here. */
interface ParserState {
  readonly saxParser: { readonly line: number; readonly columnIndex: number; close(): unknown };
  readonly activeTagStack: readonly unknown[];
}

/**
 * Parses RDF/XML. The parser fetches nothing, and takes the entities of a document as the text they are, without looking for
 * others in it.
 * @throws {RdfFault} also where the text ends too early; {RdfExcess} where entities could stand for more than
 * `maxCharacters`, before any is put in; what the sink throws
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
    // What is no IRI is mended or dropped behind, where it costs less than the document.
    validateUri: false,
  });
  const state = parser as unknown as ParserState; // its declarations have these as private
  const faultHere = (detail: string): RdfFault => {
    const { line, columnIndex } = state.saxParser;
    return new RdfFault({ detail, line, column: columnIndex + 1 });
  };
  const check = (): void => {
    if (state.activeTagStack.length > maxElementDepth) {
      throw faultHere(`more than ${maxElementDepth} elements within each other`);
    }
  };
  const errors: Error[] = [];
  // Where the parser stands is told at once.
  const note = (error: Error): void => {
    const isOurs = error instanceof RdfExcess || error instanceof RdfFault;
    errors.push(isOurs ? error : faultHere(withoutPosition(error.message)));
  };
  parser.on('error', note);
  try {
    await parseStream(parser, text, { sink, check });
    // By itself the parser takes whatever it was given for all there is.
    state.saxParser.close();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    note(error);
  }
  const [first] = errors;
  if (first !== undefined) throw first;
}

/** How long the text is at most when each of its entities is put in. */
function longestExpansion(text: string): number {
  if (!text.includes('<!ENTITY')) return text.length;
  let longest = 0;
  for (const declaration of text.split('<!ENTITY').slice(1)) {
    longest = Math.max(longest, declaration.indexOf('>') + 1 || declaration.length);
  }
  return text.length + longest * (text.split('&').length - 1);
}

/** Its two kinds of messages begin with the position. */
function withoutPosition(message: string): string {
  return message.replace(/^(?:Line \d+ column \d+|\d+:\d+): /u, '');
}
