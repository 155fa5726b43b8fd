import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { ResourceError } from '../model/http.ts';

/** The content codings that requests offer. */
export const acceptEncoding = 'gzip, deflate, br';

// Node's 16 KiB make four times as many chunks of a large sitemap.
const chunkSize = 65_536;

/** By content coding (RFC 9110 §8.4.1); the first byte of the data tells two formats of `deflate`. */
const decoders = new Map<string, (firstByte: number) => Transform>([
  ['gzip', () => createGunzip({ chunkSize })],
  ['x-gzip', () => createGunzip({ chunkSize })],
  ['br', () => createBrotliDecompress({ chunkSize })],
  // Standard zlib data begin with method 8 (RFC 1950 §2.2); some servers send raw deflate.
  [
    'deflate',
    (firstByte) =>
      firstByte % 16 === 8 ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize }),
  ],
]);

/** More codings are an attack: each could multiply the output of the one before. */
const maxCodings = 5;

/**
 * The codings of a `Content-Encoding` field in the order to undo them; the field lists them in the
 * order in which they were applied.
 * @throws {ResourceError} `body-undecodable` when one is unknown
 */
export function codingsToUndo(field: string | undefined, url: string): string[] {
  if (field === undefined) return [];
  const codings = field
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxCodings || !codings.every((coding) => decoders.has(coding))) {
    throw new ResourceError({ kind: 'body-undecodable', url, encoding: field });
  }
  return codings.toReversed();
}

/** A decoded body up to this size, in bytes, is accepted whatever its compression ratio. */
const freeBytes = 8_388_608;

/** The limit for the growth of a body by decompression. */
export interface Growth {
  readonly url: string;
  /** Decoded bytes for each byte sent, beyond 8 MiB. */
  readonly maxRatio: number;
}

/** Passes chunks on. @param onChunk gets the bytes so far, those of the chunk included; may throw */
export async function* observeChunks(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onChunk: (bytes: number, chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    onChunk(bytes, chunk);
    yield chunk;
  }
}

/**
 * Undoes content codings, in the order given, chunk by chunk; an empty body stays empty. The output
 * of each coding is limited, since a small body can decompress to a huge one.
 * @throws {ResourceError} `body-undecodable` when the data are corrupt or cut off, `body-bomb` when
 * they grow too much; what the source throws
 */
export function decompress(
  source: AsyncIterable<Uint8Array>,
  codings: readonly string[],
  { url, maxRatio }: Growth,
): AsyncIterable<Uint8Array> {
  let sent = 0;
  const limitGrowth = (bytes: number): void => {
    if (bytes <= Math.max(freeBytes, sent * maxRatio)) return;
    throw new ResourceError({ kind: 'body-bomb', url, maxRatio });
  };
  let chunks = observeChunks(source, (bytes) => (sent = bytes));
  for (const coding of codings) chunks = observeChunks(undo(chunks, coding, url), limitGrowth);
  return chunks;
}

async function* undo(
  source: AsyncIterable<Uint8Array>,
  coding: string,
  url: string,
): AsyncGenerator<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  const first = await nextWithContent(pieces);
  const decoder = decoders.get(coding)?.(first?.[0] ?? 0);
  if (first === undefined || decoder === undefined) return;

  let sourceFailed = false;
  async function* input(head: Uint8Array): AsyncGenerator<Uint8Array> {
    try {
      yield head;
      for (;;) {
        // Not around the `yield`s: there, the decoder's own errors come in.
        const piece = await pieces.next().catch((error: unknown) => {
          sourceFailed = true;
          throw error;
        });
        if (piece.done === true) return;
        yield piece.value;
      }
    } finally {
      await pieces.return?.();
    }
  }
  // The outcome arrives at the loop below as well.
  const output = pipeline(Readable.from(input(first)), decoder, () => undefined);
  try {
    yield* output as AsyncIterable<Uint8Array>; // zlib gives Buffers, and the typings of `Readable` say `any`
  } catch (error) {
    if (sourceFailed) throw error;
    throw new ResourceError({ kind: 'body-undecodable', url, encoding: coding }, { cause: error });
  }
}

async function nextWithContent(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  for (;;) {
    const piece = await pieces.next();
    if (piece.done) return undefined;
    if (piece.value.length > 0) return piece.value;
  }
}
