import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyFile } from '../files/same-file.ts';
import { Fault } from '../model/fault.ts';
import type { Body } from '../model/http.ts';
import { concatBytes } from './body.ts';

/** A temporary file that is being written. Readable for its owner only. */
class SpoolFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #folder: string;

  private constructor(folder: string, path: string, handle: FileHandle) {
    this.#folder = folder;
    this.path = path;
    this.#handle = handle;
  }

  /** Makes an empty file. @throws {SpoolFault} */
  static async create(folder: string = tmpdir()): Promise<SpoolFile> {
    const path = join(folder, `cdif-graph-${randomUUID()}`);
    try {
      // `wx` does not follow a link that somebody else has put there.
      return new SpoolFile(folder, path, await open(path, 'wx', 0o600));
    } catch (error) {
      throw new SpoolFault(folder, error);
    }
  }

  /** Appends chunks in order. @throws {SpoolFault} */
  async write(pieces: readonly Uint8Array[]): Promise<void> {
    try {
      for (const piece of pieces) await this.#handle.writeFile(piece);
    } catch (error) {
      throw new SpoolFault(this.#folder, error);
    }
  }

  /** Finishes the file. @returns its identity @throws {SpoolFault} */
  async close(): Promise<string> {
    try {
      const stats = await this.#handle.stat({ bigint: true });
      await this.#handle.close();
      return identifyFile(stats);
    } catch (error) {
      throw new SpoolFault(this.#folder, error);
    }
  }

  /** Deletes the file. Never fails, since it is called after another failure. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.path, { force: true }).catch(() => undefined);
  }
}

/** Larger bodies, in bytes, are kept in a file, so that many large ones do not fill the memory. */
export const maxBytesInMemory = 4_194_304;

/**
 * Reads a whole body into a buffer of its own, or into a temporary file beyond `maxInMemory` bytes.
 * Leaves nothing behind on failure.
 * @param folder where the file is created; by default the temporary folder of the system
 * @throws {SpoolFault} when the file cannot be written; whatever the body throws
 */
export async function storeBody(
  body: AsyncIterable<Uint8Array>,
  maxInMemory: number,
  folder?: string,
): Promise<Body> {
  let inMemory: Uint8Array[] = [];
  let bytes = 0;
  let file: SpoolFile | undefined;
  try {
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes <= maxInMemory) {
        inMemory.push(piece);
        continue;
      }
      file ??= await SpoolFile.create(folder);
      await file.write([...inMemory, piece]);
      inMemory = [];
    }
    if (file === undefined) return concatBytes(inMemory);
    const identity = await file.close();
    return { path: file.path, bytes, identity, temporary: true };
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

/**
 * A large response body could not be written to a temporary file, mostly because the disk is full.
 */
export class SpoolFault extends Fault {
  override readonly name = 'SpoolFault' as const;

  /** @param cause what the system said */
  constructor(folder: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    super(
      `cannot write a large response to the temporary folder ${folder} (${code}); free space there, or set TMPDIR to another folder`,
      { cause },
    );
  }
}
