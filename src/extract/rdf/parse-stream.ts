import { Readable, type Transform } from 'node:stream';
import type { Quad, QuadSink } from './quad.ts';

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
  { sink, check }: { readonly sink: QuadSink; readonly check?: () => void },
): Promise<void> {
  function* pieces(): Iterable<string> {
    for (let at = 0; at < text.length; at += pieceCharacters) {
      check?.();
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
