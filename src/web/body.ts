import { type HttpHeaders, ResourceError } from '../model/http.ts';
import { codingsToUndo, decompress, observeChunks } from './decompress.ts';
import { type Exchange, readSentBody } from './exchange.ts';

/** Limits for the size of a body. */
export interface BodyLimits {
  /** As sent, and as decoded. */
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
  const length = exchange.status === 206 ? completeRangeLength(headers) : undefined;
  const sent = readSentBody(exchange);
  let limited = limitBytes(
    length === undefined ? sent : requireLength(sent, length, { url, headers }),
    maxBytes,
    url,
  );
  if (codings.length > 0) {
    limited = limitBytes(decompress(limited, codings, { url, maxRatio }), maxBytes, url);
  }
  const { traffic } = exchange.request;
  limited = observeChunks(limited, (_, chunk) => traffic.count('decoded', chunk.length));
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

/** The empty body of a HEAD response; frees the connection at once. */
export function emptyBody({ body }: Exchange): AsyncIterableIterator<Uint8Array> {
  body.resume();
  return limitBytes([], 0, '');
}

/**
 * Passes chunks on, up to `maxBytes` in total.
 * @throws {ResourceError} `body-too-large` beyond; whatever the source throws
 */
export function limitBytes(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  url: string,
): AsyncGenerator<Uint8Array> {
  return observeChunks(source, (bytes) => {
    if (bytes > maxBytes) throw new ResourceError({ kind: 'body-too-large', url, maxBytes });
  });
}

/** Reads the first `bytes` bytes of a body, or fewer where it ends before, and stops reading. */
export async function readPrefix(
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
  return concatBytes(pieces);
}

/**
 * Joins chunks in a buffer of its own, which can be transferred to a thread; chunks are views of
 * shared buffers.
 */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/**
 * The length in bytes, as sent, of a 206 whose range is the whole resource (RFC 9110 §15.3.7);
 * undefined where it is a part, or may be one.
 */
export function completeRangeLength(headers: HttpHeaders): number | undefined {
  const { 'content-range': range = '' } = headers;
  if (hasSeveralRanges(headers)) return undefined;
  const [, last, total] = /^\s*bytes\s+0-(\d+)\/(\d+)\s*$/iu.exec(range) ?? [];
  const length = Number(total);
  return last !== undefined && Number(last) + 1 === length ? length : undefined;
}

/** The error of a server that sent a part of the requested resource. */
export function partialContentError(url: string, headers: HttpHeaders): ResourceError {
  return new ResourceError({ kind: 'partial-content', url, ...namedRange(headers) });
}

/**
 * Passes on a body whose range claims the whole resource.
 * @throws {ResourceError} `partial-content` at its end where the length differs; whatever the
 * source throws
 */
async function* requireLength(
  source: AsyncIterable<Uint8Array>,
  length: number,
  { url, headers }: { readonly url: string; readonly headers: HttpHeaders },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    yield piece;
  }
  if (bytes === length) return;
  throw new ResourceError({ kind: 'partial-content', url, ...namedRange(headers), bytes });
}

/** The range as the server names it; for several ranges, the content type. */
function namedRange(headers: HttpHeaders): { readonly range?: string } {
  const { 'content-range': range, 'content-type': type = '' } = headers;
  if (hasSeveralRanges(headers)) return { range: type };
  return range === undefined ? {} : { range };
}

function hasSeveralRanges({ 'content-type': type = '' }: HttpHeaders): boolean {
  return /^\s*multipart\/byteranges\b/iu.test(type);
}
