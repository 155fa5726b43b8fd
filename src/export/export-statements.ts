import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { GraphPiece, GraphStore, Selection } from '../catalogue/store.ts';
import { writeErrorReason, writeWholeFile } from '../files/output-file.ts';
import { Fault } from '../model/fault.ts';
import type { ExportFormat, Serialisation } from './export-format.ts';
import { serialisations } from './serialisations.ts';
import { skolemized } from './skolemize.ts';

/** Options of an export of statements. */
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
  await writeExportFile(path, async (file) =>
    writeStatements(store, { to: file, end: true }, options),
  );
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

/** Chunk size: writing small texts one by one would cost a system call each. */
export const chunkCharacters = 2 ** 16;

/** How texts are written to a stream. */
export interface TextOptions {
  readonly gzip?: boolean;
  readonly signal?: AbortSignal;
}

/** The stream that receives an export. */
export interface Destination {
  readonly to: Writable;
  /** Whether to end the stream after writing. */
  readonly end: boolean;
}

/**
 * Writes texts to a stream, optionally gzipped. The same texts give the same bytes. Applies
 * back-pressure.
 * @throws errors of the stream or the texts; the abort reason of the signal
 */
export async function writeText(
  parts: AsyncIterable<string>,
  { to, end }: Destination,
  { gzip = false, signal }: TextOptions,
): Promise<void> {
  const options = { end, ...(signal === undefined ? {} : { signal }) };
  // Chunks are large already; the default would buffer sixteen of them.
  const text = Readable.from(inChunks(parts), { highWaterMark: 1 });
  try {
    // zlib writes no timestamp into the header.
    if (gzip) await pipeline(text, createGzip(), to, options);
    else await pipeline(text, to, options);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

async function* inChunks(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const part of parts) {
    chunk += part;
    if (chunk.length < chunkCharacters) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/**
 * Writes an export file; see `writeWholeFile`.
 * @throws {ExportFault} if it cannot be written; errors of `writeContent`
 */
export async function writeExportFile(
  path: string,
  writeContent: (file: Writable) => Promise<void>,
): Promise<void> {
  try {
    await writeWholeFile(path, writeContent);
  } catch (error) {
    throw isSystemError(error) ? new ExportFault(path, error) : error;
  }
}

/** Errors of the operating system name the failed system call. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** An export file cannot be written. An existing file is left unchanged. */
class ExportFault extends Fault {
  override readonly name = 'ExportFault' as const;
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`cannot write the export to ${path}: ${writeErrorReason(cause)}`, { cause });
    this.path = path;
  }
}
