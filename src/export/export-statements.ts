import type { Writable } from 'node:stream';
import type { GraphPiece, GraphStore, Selection } from '../store/store.ts';
import type { ExportFormat } from './export-format.ts';
import type { Serialisation } from './serialisation.ts';
import { serialisations } from './serialisations.ts';
import { skolemized } from './skolemize.ts';
import { writeFile } from './write-file.ts';
import { writeText, type Destination, type TextOptions } from './write-text.ts';

export interface ExportOptions extends TextOptions {
  /** Default: N-Quads. */
  readonly format?: ExportFormat;
  /** Default: everything. */
  readonly selection?: Selection;
  /** Whether blank nodes become IRIs; see `skolemize.ts`. */
  readonly skolemize?: boolean;
}

type Source = Pick<GraphStore, 'statements'>;

/**
 * Writes the contents of a store, graph by graph. The same state gives the same bytes, also
 * gzipped. Applies back-pressure and leaves `out` open.
 * @throws errors of `out`; the abort reason of the signal
 */
export async function exportStatements(
  store: Source,
  out: Writable,
  options: ExportOptions = {},
): Promise<void> {
  await writeStatements(store, { to: out, end: false }, options);
}

/**
 * As `exportStatements`, to a file that appears under its name only when it is complete. Existing
 * pipes and devices are written to directly; symbolic links are refused.
 * @throws {ExportFault} if the file cannot be written; the abort reason of the signal
 */
export async function exportToFile(
  store: Source,
  path: string,
  options: ExportOptions = {},
): Promise<void> {
  await writeFile(path, async (file) => writeStatements(store, { to: file, end: true }, options));
}

async function writeStatements(
  store: Source,
  destination: Destination,
  { format = 'nq', selection = {}, skolemize = false, ...how }: ExportOptions,
): Promise<void> {
  const stored = store.statements(selection);
  const pieces = skolemize ? skolemized(stored) : stored;
  await writeText(serialisePieces(pieces, serialisations[format]), destination, how);
}

/** Yields the text of a document in pieces. */
async function* serialisePieces(
  pieces: AsyncIterable<GraphPiece>,
  serialisation: Serialisation,
): AsyncGenerator<string> {
  const document = serialisation();
  yield document.head;
  for await (const piece of pieces) {
    // Skipped, because an empty graph would leave a trace in some formats.
    if (piece.nquads !== '') yield* document.write(piece);
  }
  yield document.end();
}
