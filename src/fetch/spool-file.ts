import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityOf } from '../files/same-file.ts';
import { SpoolFault } from './spool-fault.ts';

/** A temporary file that is being written. Readable for its owner only. */
export class SpoolFile {
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
      return identityOf(stats);
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
