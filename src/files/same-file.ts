import { closeSync, constants, fstatSync, openSync, type BigIntStats } from 'node:fs';
import { lstat, readlink, realpath, type FileHandle } from 'node:fs/promises';

/** A file changed while it was read, or was replaced. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged' as const;

  constructor() {
    super('The file changed while it was read.');
  }
}

/** A file on the disk whose identity is known. */
export interface FileIdentity {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Tells it from every other file: see `identifyFile`. */
  readonly identity: string;
}

/**
 * Links are not followed, since they may lead elsewhere by now, and opening does not wait for
 * pipes.
 */
export const readingFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Tells a file from every other one that there is, by its number on its device. */
export function identifyFile({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev} ${ino}`;
}

/**
 * Opens a file to read it. Whoever opens it closes it.
 * @throws {FileChanged} when another file lies there, or it has another size by now; what opening
 * it throws
 */
export function openUnchangedFile({ path, bytes, identity }: FileIdentity): number {
  const descriptor = openSync(path, readingFlags);
  const stats = fstatSync(descriptor, { bigint: true });
  if (identifyFile(stats) === identity && stats.size === BigInt(bytes)) return descriptor;
  closeSync(descriptor);
  throw new FileChanged();
}

/**
 * Whether an open file is the one that lies at a path without links. A folder on the way may have
 * been exchanged for a link to another one before the file was opened.
 */
export async function isStillAtPath(handle: FileHandle, path: string): Promise<boolean> {
  const real = await placeOf(handle, path);
  if (real !== path) return false;
  const [opened, found] = await Promise.all([
    handle.stat({ bigint: true }),
    lstat(path, { bigint: true }),
  ]);
  return identifyFile(opened) === identifyFile(found);
}

/**
 * Where an open file is. Linux says so; elsewhere it can only be looked where its path leads now.
 */
async function placeOf(handle: FileHandle, path: string): Promise<string> {
  try {
    return await readlink(`/proc/self/fd/${handle.fd}`);
  } catch {
    return realpath(path);
  }
}
