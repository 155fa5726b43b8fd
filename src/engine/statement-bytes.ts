import { iriTerm } from '../rdf/n-quads.ts';
import type { GraphPiece } from '../store/store.ts';
import { linesIn } from '../text/lines-in.ts';

/** The layers in which record graphs are in memory. */
export interface Layers {
  /** All record graphs in the default graph, each statement once. */
  readonly union: boolean;
  /** Each record in its named graph. */
  readonly records: boolean;
}

/** Statements of a graph for the thread, which loads them in one call. */
export interface StatementBytes {
  readonly graph: string;
  /** Statements of the graph, counted once for all layers. */
  readonly quads: number;
  /** N-Quads in UTF-8, in pieces, so that the thread has a large graph in memory once. */
  readonly pieces: readonly Uint8Array[];
}

const pieceBytes = 2 ** 22;

/** The statements of a record, once for each layer. */
export function recordBytes({ graph, nquads }: GraphPiece, layers: Layers): StatementBytes {
  const texts = [
    ...(layers.records ? [nquads] : []),
    // A line break within a literal is escaped, so that this ends statements and nothing else.
    ...(layers.union ? [nquads.replaceAll(` ${iriTerm(graph)} .\n`, ' .\n')] : []),
  ];
  return { graph, quads: linesIn(nquads), pieces: piecesOf(texts) };
}

/** The statements of a derived graph. */
export function ownBytes({ graph, nquads }: GraphPiece): StatementBytes {
  return { graph, quads: linesIn(nquads), pieces: piecesOf([nquads]) };
}

function piecesOf(texts: readonly string[]): readonly Uint8Array[] {
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (characters === 0) return [];
  // Oxigraph takes half as long for one piece as for two.
  if (characters <= pieceBytes) return [Buffer.from(texts.join(''))];
  return texts.flatMap((text) => {
    const bytes = Buffer.from(text);
    const count = Math.ceil(bytes.length / pieceBytes);
    return Array.from({ length: count }, (_, index) =>
      bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    );
  });
}
