import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib';
import { type HttpHeaders, ResourceError } from '../model/http.ts';
import type { Problem } from '../model/problem.ts';
import { type Exchange, readSentBody } from './exchange.ts';
import { beginsGzip, chunkSize, gunzip } from './gzip.ts';

/** Limits for the size of a body. */
export interface BodyLimits {
  /** As sent, and as decoded. */
  readonly maxBytes: number;
  /** Decoded bytes for each byte sent, beyond 8 MiB. */
  readonly maxRatio: number;
}

/**
 * The response body after content decoding. It can be iterated once; leaving the loop early, even
 * before the first read, closes the connection.
 * @throws {ResourceError} at once when the coding is unknown or `Content-Length` exceeds the limit;
 * while reading, when the body breaks off, breaks a limit, or is not as long as its range
 */
export function openBody(
  exchange: Exchange,
  { maxBytes, maxRatio, onProblem }: BodyLimits & Pick<DecompressOptions, 'onProblem'>,
): AsyncIterableIterator<Uint8Array> {
  const url = exchange.request.url.href;
  const { headers } = exchange;
  const codings = codingsToUndo(headers['content-encoding'], url);
  if (codings.length === 0 && Number(headers['content-length']) > maxBytes) {
    throw new ResourceError({ kind: 'body-too-large', url, maxBytes });
  }
  const length = exchange.status === 206 ? completeRangeLength(headers) : undefined;
  const sent = readSentBody(exchange);
  const whole = length === undefined ? sent : requireLength(sent, length, { url, headers });
  let limited = limitBytes(whole, maxBytes, url);
  if (codings.length > 0) {
    limited = limitBytes(decompress(limited, codings, { url, maxRatio, onProblem }), maxBytes, url);
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

/**
 * The error of a server that sent a part of the requested resource.
 * @param measured the length of the body, if it was read
 */
export function partialContentError(
  url: string,
  headers: HttpHeaders,
  measured: { readonly bytes?: number } = {},
): ResourceError {
  return new ResourceError({ kind: 'partial-content', url, ...namedRange(headers), ...measured });
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
  if (bytes !== length) throw partialContentError(url, headers, { bytes });
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

/** The content codings that requests offer. */
export const acceptEncoding = 'gzip, deflate, br';

const gzipCodings: ReadonlySet<string> = new Set(['gzip', 'x-gzip']);

/** By content coding (RFC 9110 §8.4.1); the first byte tells two formats of `deflate` apart. */
const decoders = new Map<string, (firstByte: number) => Transform>([
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
  if (codings.length > maxCodings || !codings.every(isKnownCoding)) {
    throw new ResourceError({ kind: 'body-undecodable', url, encoding: field });
  }
  return codings.toReversed();
}

function isKnownCoding(coding: string): boolean {
  return gzipCodings.has(coding) || decoders.has(coding);
}

/** A decoded body up to this size, in bytes, is accepted whatever its compression ratio. */
const freeBytes = 8_388_608;

/** Passes chunks on. @param onChunk gets the bytes so far with those of the chunk; may throw */
async function* observeChunks(
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
  { url, maxRatio, onProblem }: DecompressOptions,
): AsyncIterable<Uint8Array> {
  const onIgnored = (bytes: number): void => {
    onProblem?.({ kind: 'gzip-bytes-ignored', url, bytes });
  };
  let sent = 0;
  const limitGrowth = (bytes: number): void => {
    if (bytes <= Math.max(freeBytes, sent * maxRatio)) return;
    throw new ResourceError({ kind: 'body-bomb', url, maxRatio });
  };
  let chunks = observeChunks(source, (bytes) => (sent = bytes));
  for (const coding of codings) {
    const isGzip = gzipCodings.has(coding);
    const decoded = isGzip ? undoGzip(chunks, url, onIgnored) : undo(chunks, coding, url);
    chunks = observeChunks(decoded, limitGrowth);
  }
  return chunks;
}

/** How to decompress a body. */
interface DecompressOptions extends Pick<BodyLimits, 'maxRatio'> {
  readonly url: string;
  /** Told of what loses nothing of the body: `gzip-bytes-ignored`. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
}

async function* undoGzip(
  source: AsyncIterable<Uint8Array>,
  url: string,
  onIgnored: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  const first = await nextWithContent(pieces);
  if (first !== undefined) yield* gunzip(startingWith(first, pieces), url, onIgnored);
}

/**
 * Decompresses a body that is gzip by its first two bytes, whatever its name and type say; other
 * bodies are passed on.
 * @param limits apply to the size after decompression
 */
export async function* uncompressed(
  body: AsyncIterable<Uint8Array>,
  limits: BodyLimits & DecompressOptions,
): AsyncGenerator<Uint8Array> {
  const pieces = bufferStart(body, 2);
  const first = await pieces.next();
  if (first.done === true) return;
  const whole = startingWith(first.value, pieces);
  if (!beginsGzip(first.value)) yield* whole;
  else yield* limitBytes(decompress(whole, ['gzip'], limits), limits.maxBytes, limits.url);
}

/** Puts a piece before others; closing it closes these. */
export async function* startingWith(
  first: Uint8Array,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (;;) {
      const piece = await pieces.next();
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    await pieces.return?.();
  }
}

/**
 * Passes bytes on, but with a first piece of at least `length` bytes, as far as there are so many,
 * so that it suffices to detect the format. Bytes received before an error are still yielded.
 */
export async function* bufferStart(
  source: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  try {
    for await (const piece of source) {
      if (start === undefined) {
        yield piece;
        continue;
      }
      start = Buffer.concat([start, piece]);
      if (start.length < length) continue;
      yield start;
      start = undefined;
    }
  } catch (error) {
    if (start !== undefined && start.length > 0) yield start;
    throw error;
  }
  if (start !== undefined && start.length > 0) yield start;
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
    // zlib gives Buffers, and the typings of `Readable` say `any`.
    yield* output as AsyncIterable<Uint8Array>;
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
