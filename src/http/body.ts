import { ResourceError } from '../model/http.ts';
import { codingsToUndo, decompress } from './decompress.ts';
import { readBody, type Exchange } from './exchange.ts';
import { lengthOfWhole, ofLength } from './partial-content.ts';
import type { Traffic } from './turn.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** See `Growth`. */
  readonly maxRatio: number;
}

/**
 * The response body after content decoding. It can be iterated once; leaving the loop early, even
 * before the first read, closes the connection.
 * @throws {ResourceError} at once when the coding is unknown or `Content-Length` exceeds the limit;
 * while reading, when the body breaks off, is too large (as sent or decoded), exceeds the
 * compression ratio, is too slow, or does not have the length of its range
 */
export function openBody(
  exchange: Exchange,
  { maxBytes, maxRatio }: BodyLimits,
): AsyncIterableIterator<Uint8Array> {
  const url = exchange.request.url.href;
  const { headers } = exchange;
  const codings = codingsToUndo(headers['content-encoding'], url);
  if (codings.length === 0 && Number(headers['content-length']) > maxBytes) {
    throw new ResourceError({ kind: 'body-too-large', url, maxBytes });
  }
  let limited = limitBytes(sentBody(exchange), maxBytes, url);
  if (codings.length > 0) {
    limited = limitBytes(decompress(limited, codings, { url, maxRatio }), maxBytes, url);
  }
  limited = countDecoded(limited, exchange.request.traffic);
  return {
    next: () => limited.next(),
    return: async () => {
      // A generator that was never started returns without running its `finally`.
      exchange.body.destroy();
      return limited.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The body as sent; a 206 that claims the whole resource must have the claimed length. */
function sentBody(exchange: Exchange): AsyncIterable<Uint8Array> {
  const { status, headers, request } = exchange;
  const length = status === 206 ? lengthOfWhole(headers) : undefined;
  const pieces = readBody(exchange);
  return length === undefined
    ? pieces
    : ofLength(pieces, length, { url: request.url.href, headers });
}

async function* countDecoded(
  pieces: AsyncIterable<Uint8Array>,
  traffic: Traffic,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    traffic.decoded += piece.length;
    yield piece;
  }
}

/** The empty body of a HEAD response; frees the connection at once. */
export function emptyBody({ body }: Exchange): AsyncIterableIterator<Uint8Array> {
  body.resume();
  return limitBytes([], 0, '');
}

/**
 * Passes chunks on, up to `maxBytes` in total.
 * @throws {ResourceError} `body-too-large` beyond; whatever the source throws
 */
export async function* limitBytes(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  url: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new ResourceError({ kind: 'body-too-large', url, maxBytes });
    yield piece;
  }
}

/** Reads the first `bytes` bytes of a body, or fewer where it ends before, and stops reading. */
export async function takeBeginning(
  source: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    pieces.push(piece);
    length += piece.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(pieces).subarray(0, bytes);
}

/** Reads a whole body into memory. */
export async function collectBytes(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return joinBytes(pieces);
}

/**
 * Joins chunks in a buffer of its own, which can be transferred to a thread; chunks are views of
 * shared buffers.
 */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
