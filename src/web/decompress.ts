import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { ResourceError } from '../model/http.ts';

/** The content codings that requests offer. */
export const acceptEncoding = 'gzip, deflate, br';

const chunkSize = 65_536;
// Node's 16 KiB make four times as many pieces of a large sitemap.

/** Keyed by content coding (RFC 9110 §8.4.1). The first byte of the data says which of two formats `deflate` is. */
const decoders: ReadonlyMap<string, (firstByte: number) => Transform> = new Map([
  ['gzip', () => createGunzip({ chunkSize })],
  ['x-gzip', () => createGunzip({ chunkSize })],
  ['br', () => createBrotliDecompress({ chunkSize })],
  ['deflate', inflateEither],
]);

/** The zlib format, as the standard wants it, begins with method 8 (RFC 1950 §2.2); some servers send raw deflate. */
function inflateEither(firstByte: number): Transform {
  return firstByte % 16 === 8 ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize });
}

/** Codings listed beyond this are an attack: each could multiply what the one inside it gives. */
const maxCodings = 5;

/**
 * The codings to undo, in the order to undo them, of a `Content-Encoding` field, which lists them as they were applied.
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

/** What even the most repetitive page may have, however little it was when it was sent: too little to do harm. */
const freeBytes = 8_388_608;

/** How much a body may grow, and whose it is. */
export interface Growth {
  readonly url: string;
  /** Bytes of what comes out for one that was sent, beyond 8 MiB. */
  readonly maxRatio: number;
}

/**
 * Undoes content codings, in the order given, piece by piece. No input gives no output. What any of them gives is measured
 * against what was sent, since a small body can hold a large one that holds nothing.
 * @throws {ResourceError} `body-undecodable` when the data are corrupt or cut off, `body-bomb` when they grow too much; what
 * the source throws
 */
export function decompress(
  source: AsyncIterable<Uint8Array>,
  codings: readonly string[],
  growth: Growth,
): AsyncIterable<Uint8Array> {
  let sent = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      sent += piece.length;
      yield piece;
    }
  }
  let pieces: AsyncIterable<Uint8Array> = counted();
  for (const coding of codings) {
    pieces = limitGrowth(undo(pieces, coding, growth.url), () => sent, growth);
  }
  return pieces;
}

async function* limitGrowth(
  source: AsyncIterable<Uint8Array>,
  sent: () => number,
  { url, maxRatio }: Growth,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > Math.max(freeBytes, sent() * maxRatio)) {
      throw new ResourceError({ kind: 'body-bomb', url, maxRatio });
    }
    yield piece;
  }
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
