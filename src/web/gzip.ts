import { crc32, createInflateRaw } from 'node:zlib';
import { ResourceError } from '../model/http.ts';

/** Of decompressed chunks, in bytes: Node's 16 KiB make four times as many of a large sitemap. */
export const chunkSize = 65_536;

const firstMagicByte = 0x1f;
const secondMagicByte = 0x8b;
const deflateMethod = 8;
/** Bits of the flags (RFC 1952 §2.3.1). */
const flags = { headerCrc: 2, extra: 4, name: 8, comment: 16 } as const;
/** The fixed part of a header; and the most that is read of one. */
const headBytes = 10;
const maxHeadBytes = 262_144;
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
 * is ignored: padding, a comment of the server, or the rest of an older file. Node's own gunzip
 * fails there, and its error is that of a corrupt member.
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
    let ignored = 0;
    for (let rest = await bytes.next(); rest !== undefined; rest = await bytes.next()) {
      ignored += rest.length;
    }
    if (ignored > 0) onIgnored?.(ignored);
  } finally {
    await bytes.close();
  }
}

async function* readMember(bytes: ByteReader, url: string): AsyncGenerator<Uint8Array> {
  await skipHead(bytes, url);
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
async function skipHead(bytes: ByteReader, url: string): Promise<void> {
  for (let count = headBytes; count <= maxHeadBytes; count *= 2) {
    const head = await bytes.peek(count);
    const length = headLength(head);
    if (length <= head.length) {
      bytes.skip(length);
      return;
    }
    if (head.length < count) break;
  }
  throw undecodable(url);
}

/** The length of a gzip header; infinite where it is none, or not yet whole. */
function headLength(head: Uint8Array): number {
  const [, , method, flag = 0] = head;
  if (!beginsGzip(head) || method !== deflateMethod) return Infinity;
  let at = headBytes;
  if ((flag & flags.extra) !== 0) {
    const [low = 0, high = Infinity] = head.subarray(at);
    at += 2 + low + high * 256;
  }
  for (const text of [flags.name, flags.comment]) {
    if ((flag & text) === 0) continue;
    const end = head.indexOf(0, at);
    at = end === -1 ? Infinity : end + 1;
  }
  return (flag & flags.headerCrc) === 0 ? at : at + 2;
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
  if (unread > 0) bytes.giveBack(last.subarray(last.length - unread));
}

function undecodable(url: string, cause?: unknown): ResourceError {
  return new ResourceError({ kind: 'body-undecodable', url, encoding: 'gzip' }, { cause });
}

const none = new Uint8Array(0);

/** Reads bytes from pieces of any length. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  /** Read from the source, and not taken yet. */
  #rest: Uint8Array = none;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next piece, never an empty one; undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    const [first] = await this.peek(1);
    const piece = this.#rest;
    this.#rest = none;
    return first === undefined ? undefined : piece;
  }

  /** The next bytes, which stay; fewer at the end. */
  async peek(count: number): Promise<Uint8Array> {
    while (this.#rest.length < count) {
      const piece = await this.#source.next();
      if (piece.done === true) break;
      // Most pieces need no copy.
      const isFirst = this.#rest.length === 0;
      this.#rest = isFirst ? piece.value : Buffer.concat([this.#rest, piece.value]);
    }
    return this.#rest.subarray(0, count);
  }

  /** Skips bytes that `peek` has returned. */
  skip(count: number): void {
    this.#rest = this.#rest.subarray(count);
  }

  /** Puts the end of the piece that `next` has returned before the following ones. */
  giveBack(end: Uint8Array): void {
    this.#rest = end;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
