import { crc32, createInflateRaw } from 'node:zlib';
import { ResourceError } from '../model/http.ts';

/** Of decompressed chunks, in bytes: Node's 16 KiB make four times as many of a large sitemap. */
export const chunkSize = 65_536;

const firstMagicByte = 0x1f;
const secondMagicByte = 0x8b;
const deflateMethod = 8;
/** Bits of the flags (RFC 1952 §2.3.1). */
const flags = { headerCrc: 2, extra: 4, name: 8, comment: 16 } as const;
/** Up to the flags, and the whole fixed part. */
const headBytes = 10;
const trailerBytes = 8;

/**
 * Each member costs a decompressor, so many tiny ones are an attack: members that are always
 * allowed, and the decompressed bytes that each further one must have on average.
 */
const freeMembers = 1000;
const bytesPerMember = 256;

/** Whether bytes begin as gzip (RFC 1952 §2.3.1). */
export function beginsGzip([first, second]: Uint8Array): boolean {
  return first === firstMagicByte && second === secondMagicByte;
}

/**
 * Decompresses gzip, member by member (RFC 1952 §2.2). What follows the last member is no gzip and
 * is ignored: padding, a comment of the server, or the rest of an older file.
 * @param onIgnored told once, at the end, how many bytes were ignored
 * @throws {ResourceError} `body-undecodable` where a member is corrupt or cut off, or where there
 * are too many tiny ones; what the source throws
 */
export async function* gunzip(
  source: AsyncIterable<Uint8Array>,
  url: string,
  onIgnored?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteReader(source);
  let members = 0;
  let decoded = 0;
  try {
    do {
      members += 1;
      if (members > freeMembers + decoded / bytesPerMember) throw undecodable(url);
      for await (const chunk of readMember(bytes, url)) {
        decoded += chunk.length;
        yield chunk;
      }
    } while (beginsGzip(await bytes.peek(2)));
    const ignored = await bytes.skipAll();
    if (ignored > 0) onIgnored?.(ignored);
  } finally {
    await bytes.close();
  }
}

async function* readMember(bytes: ByteReader, url: string): AsyncGenerator<Uint8Array> {
  await skipHeader(bytes, url);
  let crc = 0;
  let length = 0;
  for await (const chunk of inflate(bytes, url)) {
    crc = crc32(chunk, crc);
    length += chunk.length;
    yield chunk;
  }
  const trailer = Buffer.from(await bytes.peek(trailerBytes));
  const isWhole = trailer.length === trailerBytes;
  // The length is modulo 2^32.
  if (!isWhole || trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== length >>> 0) {
    throw undecodable(url);
  }
  bytes.skip(trailerBytes);
}

/** @throws {ResourceError} where it is no whole gzip header */
async function skipHeader(bytes: ByteReader, url: string): Promise<void> {
  const head = await bytes.peek(headBytes);
  const [, , method, flag = 0] = head;
  if (!beginsGzip(head) || method !== deflateMethod || head.length < headBytes) {
    throw undecodable(url);
  }
  bytes.skip(headBytes);
  if ((flag & flags.extra) !== 0) {
    const [low = 0, high = 0] = await bytes.peek(2);
    await skipWhole(bytes, 2 + low + high * 256, url);
  }
  if ((flag & flags.name) !== 0) await skipText(bytes, url);
  if ((flag & flags.comment) !== 0) await skipText(bytes, url);
  if ((flag & flags.headerCrc) !== 0) await skipWhole(bytes, 2, url);
}

async function skipWhole(bytes: ByteReader, count: number, url: string): Promise<void> {
  if ((await bytes.peek(count)).length < count) throw undecodable(url);
  bytes.skip(count);
}

/** Skips a text that ends with a zero byte. */
async function skipText(bytes: ByteReader, url: string): Promise<void> {
  for (;;) {
    const piece = await bytes.next();
    if (piece === undefined) throw undecodable(url);
    const end = piece.indexOf(0);
    if (end === -1) continue;
    bytes.giveBack([piece.subarray(end + 1)]);
    return;
  }
}

/** Decompresses deflate data to their end; the reader is then behind them. */
async function* inflate(bytes: ByteReader, url: string): AsyncGenerator<Uint8Array> {
  const decoder = createInflateRaw({ chunkSize });
  let last: Uint8Array = new Uint8Array(0);
  let fedBytes = 0;
  let failure: { readonly error: unknown } | undefined;
  // One piece at a time: the decoder notices the end only by bytes behind it, which it leaves.
  const feed = async (): Promise<void> => {
    try {
      for (;;) {
        const piece = await bytes.next();
        if (piece === undefined) break;
        last = piece;
        fedBytes += piece.length;
        await new Promise((resolve) => decoder.write(last, resolve));
        if (decoder.bytesWritten < fedBytes) return;
      }
      decoder.end();
    } catch (error) {
      failure = { error };
      decoder.destroy();
    }
  };
  void feed();
  try {
    // zlib gives Buffers, and the typings of streams say `any`.
    yield* decoder as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw failure === undefined ? undecodable(url, error) : failure.error;
  } finally {
    decoder.destroy();
  }
  const unread = fedBytes - decoder.bytesWritten;
  if (unread > 0) bytes.giveBack([last.subarray(last.length - unread)]);
}

function undecodable(url: string, cause?: unknown): ResourceError {
  return new ResourceError({ kind: 'body-undecodable', url, encoding: 'gzip' }, { cause });
}

/** Reads bytes from pieces of any length. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  /** Read from the source, and not taken yet. */
  #waiting: Uint8Array[] = [];

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next piece, never an empty one; undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    for (;;) {
      const waiting = this.#waiting.shift();
      if (waiting !== undefined && waiting.length > 0) return waiting;
      if (waiting !== undefined) continue;
      const piece = await this.#source.next();
      if (piece.done === true) return undefined;
      if (piece.value.length > 0) return piece.value;
    }
  }

  /** The next bytes, which stay; fewer at the end. */
  async peek(count: number): Promise<Uint8Array> {
    const taken: Uint8Array[] = [];
    let length = 0;
    while (length < count) {
      const piece = await this.next();
      if (piece === undefined) break;
      taken.push(piece);
      length += piece.length;
    }
    const bytes = Buffer.concat(taken);
    this.giveBack([bytes]);
    return bytes.subarray(0, count);
  }

  /** Skips bytes that `peek` has returned. */
  skip(count: number): void {
    const [first, ...rest] = this.#waiting;
    if (first !== undefined) this.#waiting = [first.subarray(count), ...rest];
  }

  /** Puts bytes before the next ones. */
  giveBack(pieces: readonly Uint8Array[]): void {
    this.#waiting = [...pieces, ...this.#waiting];
  }

  /** Reads to the end. @returns the number of bytes */
  async skipAll(): Promise<number> {
    let count = 0;
    for (;;) {
      const piece = await this.next();
      if (piece === undefined) return count;
      count += piece.length;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
