import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { exportStatements, type ExportOptions } from '../../src/export/export-statements.ts';
import type { GraphPiece, Selection } from '../../src/catalogue/snapshot.ts';
import type { GraphStore } from '../../src/catalogue/store.ts';

/** A source of statements that holds what it is given and notes what it is asked for. */
export interface PieceSource {
  readonly asked: (Selection | undefined)[];
  statements(selection?: Selection): AsyncGenerator<GraphPiece>;
}

/** Statements without their graph, each as a line of N-Triples has it but for the dot, by graph. */
export type Graphs = Readonly<Record<string, readonly string[]>>;

/** @param linesPerPiece by default a graph is one piece */
export function sourceOf(graphs: Graphs, linesPerPiece = Number.MAX_SAFE_INTEGER): PieceSource {
  const asked: (Selection | undefined)[] = [];
  return {
    asked,
    async *statements(selection) {
      asked.push(selection);
      for (const [graph, statements] of Object.entries(graphs)) {
        for (let start = 0; start < statements.length; start += linesPerPiece) {
          const lines = statements.slice(start, start + linesPerPiece);
          yield { graph, nquads: lines.map((line) => `${line} <${graph}> .\n`).join('') };
        }
      }
    },
  };
}

/** The graphs as N-Quads. */
export function nquadsOf(graphs: Graphs): string {
  return Object.entries(graphs)
    .flatMap(([graph, statements]) => statements.map((line) => `${line} <${graph}> .\n`))
    .join('');
}

export async function exported(
  source: Pick<GraphStore, 'statements'>,
  options: ExportOptions = {},
): Promise<string> {
  const out = new PassThrough();
  const reading = text(out);
  await exportStatements(source, out, options);
  out.end();
  return reading;
}
