import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Chunk size: writing small texts one by one would cost a system call each. */
export const chunkCharacters = 2 ** 16;

export interface TextOptions {
  readonly gzip?: boolean;
  readonly signal?: AbortSignal;
}

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
