import { basename, extname } from 'node:path';
import type { GraphPiece } from '../catalogue/store.ts';

/** Export formats, named after their file extensions. `query` uses the same names. */
export const exportFormats = ['nq', 'trig', 'nt', 'ttl', 'jsonld'] as const;

/** One of `exportFormats`. */
export type ExportFormat = (typeof exportFormats)[number];

/** Format and compression derived from a file name. */
interface FileKind {
  /** N-Quads if the extension is unknown. */
  readonly format: ExportFormat;
  readonly gzip: boolean;
}

const gzipEnding = '.gz';

/** Reads the extensions of a file name, ignoring case: `all.TTL.gz` is gzipped Turtle. */
export function fileKind(path: string): FileKind {
  const name = basename(path).toLowerCase();
  const gzip = name.endsWith(gzipEnding);
  const ending = extname(gzip ? name.slice(0, -gzipEnding.length) : name).slice(1);
  return { format: exportFormats.find((format) => format === ending) ?? 'nq', gzip };
}

/**
 * A serialisation format; calling it starts a document. The output depends only on the statements
 * and their order, not on how they are split into pieces, and memory is bounded by the statements
 * of one subject.
 */
export type Serialisation = () => SerialisedDocument;

/** A document being written: `head`, then the output of `write` for each piece, then `end`. */
interface SerialisedDocument {
  readonly head: string;
  /** Yields text in parts, so that a large piece is not held twice. */
  write(piece: GraphPiece): Iterable<string>;
  end(): string;
}
