import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { GraphSource } from '../store/store.ts';
import { ExportFault } from './export-fault.ts';

export interface ExportOptions {
  readonly gzip?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Writes all that a store holds as N-Quads: the record graphs in the order of their IRIs, then our own. The same state
 * gives the same bytes, gzipped too. Waits where the other side is slow, and leaves `out` open.
 * @throws what `out` throws; the signal's reason when it is aborted
 */
export async function exportQuads(
  store: Pick<GraphSource, 'statements'>,
  out: Writable,
  { gzip = false, signal }: ExportOptions = {},
): Promise<void> {
  await write(store, out, { gzip, signal, end: false });
}

/**
 * The same into a file, which appears under its name only when it is whole.
 * @throws {ExportFault} when it cannot be written; the signal's reason when it is aborted
 */
export async function exportToFile(
  store: Pick<GraphSource, 'statements'>,
  path: string,
  { gzip = false, signal }: ExportOptions = {},
): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`;
  try {
    // Flushed before it is renamed, or a machine that stops then might be left with an empty file of that name.
    const file = createWriteStream(unfinished, { flush: true });
    await write(store, file, { gzip, signal, end: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw isFromSystem(error) ? new ExportFault(path, error) : error;
  }
}

interface WriteOptions {
  readonly gzip: boolean;
  readonly signal: AbortSignal | undefined;
  readonly end: boolean;
}

async function write(
  store: Pick<GraphSource, 'statements'>,
  out: Writable,
  { gzip, signal, end }: WriteOptions,
): Promise<void> {
  const options = { end, ...(signal === undefined ? {} : { signal }) };
  // Pieces are large already; by default sixteen of them would wait in memory.
  const statements = Readable.from(store.statements(), { highWaterMark: 1 });
  try {
    // zlib writes no time into the header, so that the same text gives the same bytes.
    if (gzip) await pipeline(statements, createGzip(), out, options);
    else await pipeline(statements, out, options);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** What the operating system refuses has the name of the call that it refused. */
function isFromSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
