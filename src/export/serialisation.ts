import type { GraphPiece } from '../store/store.ts';

/**
 * A way to write statements: begins a document. Implementations are in this folder, a file each, and are collected in
 * `serialisations.ts`. What is written depends on the statements and their order alone, never on how they were cut into
 * pieces, and nothing is held longer than a subject's few statements.
 */
export type Serialisation = () => SerialisedDocument;

/** One document under way. Its text is `head`, what `write` gives for each piece in turn, and what `end` gives. */
export interface SerialisedDocument {
  readonly head: string;
  /** In parts of any size, so that a large piece need not be held twice. */
  write(piece: GraphPiece): Iterable<string>;
  end(): string;
}
