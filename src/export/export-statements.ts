import type { Writable } from 'node:stream';
import type { GraphPiece, GraphStore, Selection } from '../store/store.ts';
import type { ExportFormat } from './export-format.ts';
import type { Serialisation } from './serialisation.ts';
import { serialisations } from './serialisations.ts';
import { skolemized } from './skolemize.ts';
import { writeFile } from './write-file.ts';
import { writeText, type Destination, type TextOptions } from './write-text.ts';

export interface ExportOptions extends TextOptions {
  /** N-Quads by default. */
  readonly format?: ExportFormat;
  /** Everything by default. */
  readonly selection?: Selection;
  /** Whether blank nodes become IRIs; see `skolemize.ts`. */
  readonly skolemize?: boolean;
}

type Source = Pick<GraphStore, 'statements'>;

/**
 * Writes what a store holds, graph by graph. The same state gives the same bytes, gzipped too. Waits where the other
 * side is slow, and leaves `out` open.
 * @throws what `out` throws; the signal's reason when it is aborted
 */
export async function exportStatements(
  store: Source,
  out: Writable,
  options: ExportOptions = {},
): Promise<void> {
  await write(store, { to: out, end: false }, options);
}

/**
 * The same into a file, which appears under its name only when it is whole. What is there and is no file (a pipe, a
 * device) is written to as it comes; a symbolic link is refused.
 * @throws {ExportFault} when it cannot be written; the signal's reason when it is aborted
 */
export async function exportToFile(
  store: Source,
  path: string,
  options: ExportOptions = {},
): Promise<void> {
  await writeFile(path, async (file) => write(store, { to: file, end: true }, options));
}

async function write(
  store: Source,
  destination: Destination,
  { format = 'nq', selection = {}, skolemize = false, ...how }: ExportOptions,
): Promise<void> {
  const stored = store.statements(selection);
  const pieces = skolemize ? skolemized(stored) : stored;
  await writeText(documentOf(pieces, serialisations[format]), destination, how);
}

/** The text of a whole document, in parts. */
async function* documentOf(
  pieces: AsyncIterable<GraphPiece>,
  serialisation: Serialisation,
): AsyncGenerator<string> {
  const document = serialisation();
  yield document.head;
  for await (const piece of pieces) {
    // Or a graph of which nothing is said would leave a trace in some formats.
    if (piece.nquads !== '') yield* document.write(piece);
  }
  yield document.end();
}
