import type { GraphPiece } from '../store/store.ts';

/**
 * A serialisation format; calling it starts a document. The output depends only on the statements
 * and their order, not on how they are split into pieces, and memory is bounded by the statements
 * of one subject.
 */
export type Serialisation = () => SerialisedDocument;

/** A document being written: `head`, then the output of `write` for each piece, then `end`. */
export interface SerialisedDocument {
  readonly head: string;
  /** Yields text in parts, so that a large piece is not held twice. */
  write(piece: GraphPiece): Iterable<string>;
  end(): string;
}
