import {
  type BigIntStats,
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
} from 'node:fs';
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
  /** See `identifyFile`. */
  readonly identity: string;
}

/** Does not follow links, which may lead elsewhere by now, and does not wait for pipes. */
export const readingFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The bytes of a body in memory or in a file, which is closed at the end.
 * @throws {FileChanged} as `openUnchangedFile`
 */
export async function* readPieces(body: Uint8Array | FileIdentity): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  // No encoding is set, so that its chunks are bytes.
  else yield* createReadStream('', { fd: openUnchangedFile(body) }) as AsyncIterable<Uint8Array>;
}

/** A text that no other existing file has: device and inode number. */
export function identifyFile({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev} ${ino}`;
}

/**
 * Opens a file for reading; the caller closes it.
 * @throws {FileChanged} when the path leads to another file, or the size changed
 */
export function openUnchangedFile({ path, bytes, identity }: FileIdentity): number {
  const descriptor = openSync(path, readingFlags);
  const stats = fstatSync(descriptor, { bigint: true });
  if (identifyFile(stats) === identity && stats.size === BigInt(bytes)) return descriptor;
  closeSync(descriptor);
  throw new FileChanged();
}

/**
 * Whether an open file is the one at a path without links. A folder on the path may have been
 * replaced by a link before the file was opened.
 */
export async function isStillAtPath(handle: FileHandle, path: string): Promise<boolean> {
  // Linux knows the path of an open file; elsewhere the path is resolved again.
  const real = await readlink(`/proc/self/fd/${handle.fd}`).catch(async () => realpath(path));
  if (real !== path) return false;
  const [opened, found] = await Promise.all([
    handle.stat({ bigint: true }),
    lstat(path, { bigint: true }),
  ]);
  return identifyFile(opened) === identifyFile(found);
}
