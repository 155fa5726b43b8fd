import { Readable, type Transform } from 'node:stream';
import type { Quad, QuadSink } from './quad.ts';

/**
 * What a parser reads at a time; between two it can be stopped. Elements can nest as deeply as a piece is long, and cost by the
 * square of that: in 16 KiB of `<a>` seconds.
 */
const pieceCharacters = 1024;

/**
 * Runs a text through a parser that is a stream of statements.
 * @param check is called before each piece of the text, and may throw
 * @throws what the parser, the sink and the check throw, the first of it
 */
export async function parseStream(
  parser: Pick<Transform, 'on' | 'destroy'>,
  text: string,
  { sink, check }: { readonly sink: QuadSink; readonly check?: () => void },
): Promise<void> {
  function* pieces(): Iterable<string> {
    for (let at = 0; at < text.length; at += pieceCharacters) {
      check?.();
      yield text.slice(at, at + pieceCharacters);
    }
  }
  // Where a document is parsed element by element, to pipe each would take longer than to parse it.
  const source = text.length > pieceCharacters ? Readable.from(pieces()) : undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      let isOver = false;
      const fail = (error: unknown): void => {
        isOver = true;
        reject(error);
      };
      parser.on('data', (quad: Quad) => {
        if (isOver) return;
        try {
          sink(quad);
        } catch (error) {
          fail(error);
        }
      });
      parser.on('error', fail);
      parser.on('end', resolve);
      source?.on('error', fail);
      // Parsers are made with a library that has its own declaration of a stream, of the same shape.
      const stream = parser as Transform;
      if (source === undefined) stream.end(text);
      else source.pipe(stream);
    });
  } finally {
    source?.destroy();
    parser.destroy();
  }
}
