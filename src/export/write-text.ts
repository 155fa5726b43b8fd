import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** What is handed on at once: small texts one by one would cost a call of the system each. */
export const chunkCharacters = 2 ** 16;

export interface TextOptions {
  readonly gzip?: boolean;
  readonly signal?: AbortSignal;
}

export interface Destination {
  readonly to: Writable;
  /** Whether it is ended when all is written. */
  readonly end: boolean;
}

/**
 * Writes texts one after the other, perhaps gzipped. The same texts give the same bytes. Waits where the other side is slow.
 * @throws what the destination or the texts throw; the signal's reason when it is aborted
 */
export async function writeText(
  parts: AsyncIterable<string>,
  { to, end }: Destination,
  { gzip = false, signal }: TextOptions,
): Promise<void> {
  const options = { end, ...(signal === undefined ? {} : { signal }) };
  // Chunks are large already; by default sixteen of them would wait in memory.
  const text = Readable.from(inChunks(parts), { highWaterMark: 1 });
  try {
    // zlib writes no time into the header.
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
