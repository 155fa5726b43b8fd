import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { GraphPiece, GraphSource, Selection } from '../store/store.ts';
import type { ExportFormat } from './export-format.ts';
import type { Serialisation } from './serialisation.ts';
import { serialisations } from './serialisations.ts';
import { skolemized } from './skolemize.ts';
import { writeFile } from './write-file.ts';

export interface ExportOptions {
  /** N-Quads by default. */
  readonly format?: ExportFormat;
  readonly gzip?: boolean;
  /** Everything by default. */
  readonly selection?: Selection;
  /** Whether blank nodes become IRIs; see `skolemize.ts`. */
  readonly skolemize?: boolean;
  readonly signal?: AbortSignal;
}

type Source = Pick<GraphSource, 'statements'>;

/** What is handed on at once: small graphs one by one would cost a call of the system each. */
const chunkCharacters = 2 ** 16;

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
 * device) is written to as it comes; a symbolic link stays, and what it leads to is written.
 * @throws {ExportFault} when it cannot be written; the signal's reason when it is aborted
 */
export async function exportToFile(
  store: Source,
  path: string,
  options: ExportOptions = {},
): Promise<void> {
  await writeFile(path, async (file) => write(store, { to: file, end: true }, options));
}

interface Destination {
  readonly to: Writable;
  /** Whether it is ended when all is written. */
  readonly end: boolean;
}

async function write(
  store: Source,
  { to, end }: Destination,
  { format = 'nq', gzip = false, selection = {}, skolemize = false, signal }: ExportOptions,
): Promise<void> {
  const options = { end, ...(signal === undefined ? {} : { signal }) };
  const stored = store.statements(selection);
  const pieces = skolemize ? skolemized(stored) : stored;
  // Chunks are large already; by default sixteen of them would wait in memory.
  const text = Readable.from(documentOf(pieces, serialisations[format]), { highWaterMark: 1 });
  try {
    // zlib writes no time into the header, so that the same text gives the same bytes.
    if (gzip) await pipeline(text, createGzip(), to, options);
    else await pipeline(text, to, options);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** The text of a whole document, in chunks. */
async function* documentOf(
  pieces: AsyncIterable<GraphPiece>,
  serialisation: Serialisation,
): AsyncGenerator<string> {
  const document = serialisation();
  let chunk = document.head;
  for await (const piece of pieces) {
    // Or a graph of which nothing is said would leave a trace in some formats.
    if (piece.nquads === '') continue;
    for (const part of document.write(piece)) {
      chunk += part;
      if (chunk.length < chunkCharacters) continue;
      yield chunk;
      chunk = '';
    }
  }
  chunk += document.end();
  if (chunk !== '') yield chunk;
}
