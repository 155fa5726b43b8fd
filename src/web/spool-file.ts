import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyFile } from '../files/same-file.ts';
import { Fault } from '../model/fault.ts';
import type { Body } from '../model/http.ts';
import { concatBytes } from './body.ts';

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
  folder = tmpdir(),
): Promise<Body> {
  const path = join(folder, `cdif-graph-${randomUUID()}`);
  const orFault = async <Result>(result: Promise<Result>): Promise<Result> =>
    result.catch((error: unknown) => {
      throw new SpoolFault(folder, error);
    });
  let inMemory: Uint8Array[] = [];
  let bytes = 0;
  let file: FileHandle | undefined;
  try {
    for await (const piece of body) {
      bytes += piece.length;
      inMemory.push(piece);
      if (bytes <= maxInMemory) continue;
      // `wx` does not follow a link that somebody else has put there; only the owner may read.
      file ??= await orFault(open(path, 'wx', 0o600));
      for (const each of inMemory) await orFault(file.writeFile(each));
      inMemory = [];
    }
    if (file === undefined) return concatBytes(inMemory);
    const identity = identifyFile(await orFault(file.stat({ bigint: true })));
    await orFault(file.close());
    return { path, bytes, identity, temporary: true };
  } catch (error) {
    await file?.close().catch(() => undefined);
    if (file !== undefined) await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * A large response body could not be written to a temporary file, mostly because the disk is full.
 */
export class SpoolFault extends Fault {
  override readonly name = 'SpoolFault' as const;

  /** @param cause the error of the system */
  constructor(folder: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    super(
      `cannot write a large response to the temporary folder ${folder} (${code}); free space there, or set TMPDIR to another folder`,
      { cause },
    );
  }
}
