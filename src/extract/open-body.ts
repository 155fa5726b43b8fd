import { closeSync, fstatSync, readSync, type Stats } from 'node:fs';
import { FileChanged, type FileIdentity, openUnchangedFile } from '../files/same-file.ts';
import type { Body } from '../model/http.ts';

/** Read-ahead in bytes. */
const windowBytes = 1_048_576;

/** Random access to bytes. The opener closes it. */
export interface ByteSource {
  /**
   * Fills `bytes` from an offset.
   * @returns the number of bytes read: fewer only at the end
   */
  readInto(bytes: Uint8Array, offset: number): number;
  /** The bytes of a range; valid until the next call. */
  pick(offset: number, length: number): Uint8Array;
  close(): void;
}

/**
 * Opens a body for random access.
 * @throws {FileChanged} when its file was replaced or has another size; errors of opening the file
 */
export function openByteSource(body: Body): ByteSource {
  if (!(body instanceof Uint8Array)) return new OpenFile(body);
  const pick = (offset: number, length: number): Uint8Array =>
    body.subarray(offset, offset + length);
  return {
    pick,
    readInto(bytes, offset) {
      const read = pick(offset, bytes.length);
      bytes.set(read);
      return read.length;
    },
    close: () => undefined,
  };
}

/**
 * A file with random access. Blocks on the disk: extraction has its own thread. The opener closes
 * it.
 */
export class OpenFile implements ByteSource {
  readonly #descriptor: number;
  readonly #opened: Stats;
  #window: Uint8Array = new Uint8Array(0);
  #windowStart = 0;

  /** @throws as `openUnchangedFile` */
  constructor(file: FileIdentity) {
    this.#descriptor = openUnchangedFile(file);
    this.#opened = fstatSync(this.#descriptor);
  }

  /** @throws {FileChanged}, as all reading methods */
  readInto(bytes: Uint8Array, offset: number): number {
    let count = 0;
    while (count < bytes.length) {
      const read = readSync(this.#descriptor, bytes, count, bytes.length - count, offset + count);
      if (read === 0) break;
      count += read;
    }
    this.#assertSame();
    return count;
  }

  /**
   * The bytes of a range, with read-ahead, so that consecutive ranges cost few reads. Valid until
   * the next call.
   */
  readOn(offset: number, length: number): Uint8Array {
    const known = this.#fromWindow(offset, length);
    if (known !== undefined) return known;
    this.#window = this.#read(offset, Math.max(length, windowBytes));
    this.#windowStart = offset;
    return this.#window.subarray(0, length);
  }

  /** The bytes of a distant range, without read-ahead. */
  pick(offset: number, length: number): Uint8Array {
    return this.#fromWindow(offset, length) ?? this.#read(offset, length);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #assertSame(): void {
    const { size, mtimeMs } = fstatSync(this.#descriptor);
    if (size === this.#opened.size && mtimeMs === this.#opened.mtimeMs) return;
    throw new FileChanged();
  }

  #fromWindow(offset: number, length: number): Uint8Array | undefined {
    const start = offset - this.#windowStart;
    const isInside = start >= 0 && start + length <= this.#window.length;
    return isInside ? this.#window.subarray(start, start + length) : undefined;
  }

  #read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, this.readInto(bytes, offset));
  }
}

/**
 * The first bytes of a body; of a file, at most `count`. Blocks on the disk: extraction has its own
 * thread.
 * @throws {FileChanged} when its file is modified meanwhile; errors of reading the file
 */
export function readBodyHead(body: Body, count: number): Uint8Array {
  if (body instanceof Uint8Array) return body;
  const file = new OpenFile(body);
  try {
    return file.pick(0, Math.min(count, body.bytes));
  } finally {
    file.close();
  }
}

/**
 * All bytes of a body.
 * @throws as `readBodyHead`
 */
export function readBodyBytes(body: Body): Uint8Array {
  return readBodyHead(body, Number.POSITIVE_INFINITY);
}

/** The size of a body in bytes. */
export function bodySize(body: Body): number {
  return body instanceof Uint8Array ? body.length : body.bytes;
}
