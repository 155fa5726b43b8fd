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
 * The body of an answer after content decoding. It can be iterated once, and closes the connection when it is
 * left early, even where nothing was read yet.
 * @throws {ResourceError} at once, when its coding is unknown or the length it announces is too
 * large; while it is read, when it breaks off, is too large (also as sent), grows too much, is too
 * slow, or is not as long as its range
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
      // A generator that was not begun ends without running its `finally`.
      exchange.body.destroy();
      return limited.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** As it was sent; a 206 that is said to be the whole has to be as long as that. */
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

/** The body of an answer to HEAD, which has none whatever its headers say. Its connection is free at once. */
export function emptyBody({ body }: Exchange): AsyncIterableIterator<Uint8Array> {
  body.resume();
  return limitBytes([], 0, '');
}

/**
 * Passes on what comes, up to `maxBytes`.
 * @throws {ResourceError} `body-too-large` beyond; what the source throws
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

/** Takes the first bytes of a body, as many as there are up to `bytes`, and leaves the rest. */
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

/** Takes a body into memory. */
export async function collectBytes(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return joinBytes(pieces);
}

/** Puts pieces together, in memory of their own, which can be given to a thread: pieces are windows on other buffers. */
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
