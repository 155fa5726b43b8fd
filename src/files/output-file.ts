import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { constants as systemConstants } from 'node:os';
import type { Writable } from 'node:stream';

/**
 * What a process calls its own open files: the only links that are followed, since the system made
 * them.
 */
const ownDescriptor = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/u;

const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;

/**
 * Opens a file to append to it, and makes it where there is none. A symbolic link is not followed,
 * since it may lead to any file of whoever runs the program.
 * @param mode of a new file, of which the umask takes its share
 */
export async function openToAppend(path: string, mode: number): Promise<FileHandle> {
  const noLink = ownDescriptor.test(path) ? 0 : constants.O_NOFOLLOW;
  return open(path, appending | noLink, mode);
}

/**
 * Writes a file, which appears under its name only when it is whole and on the disk. What is there
 * and is no file (a pipe, a device) is written to as it comes. A symbolic link is refused, but
 * those by which the process calls its own open files.
 * @param write ends the stream when all is written
 * @throws what the system refuses; what `write` throws
 */
export async function writeWholeFile(
  path: string,
  write: (file: Writable) => Promise<void>,
): Promise<void> {
  const there = await statOf(path);
  if (ownDescriptor.test(path) || (there !== undefined && !there.isFile())) {
    const handle = await openToAppend(path, 0o666);
    await writeTo(handle, write);
  } else await replace(path, there, write);
}

/**
 * A name beside that of a file for what is not whole yet. Nobody can guess it and put something
 * there.
 */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(8).toString('hex')}.part`;
}

async function replace(
  path: string,
  before: Stats | undefined,
  write: (file: Writable) => Promise<void>,
): Promise<void> {
  // Renaming does not ask whether the file that is replaced may be written to.
  if (before !== undefined) {
    await (await open(path, constants.O_WRONLY | constants.O_NOFOLLOW)).close();
  }
  const unfinished = temporaryName(path);
  const handle = await open(unfinished, 'wx', 0o666);
  try {
    if (before !== undefined) await handle.chmod(before.mode & 0o777);
    await writeTo(handle, write);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeTo(
  handle: FileHandle,
  write: (file: Writable) => Promise<void>,
): Promise<void> {
  try {
    // Flushed before it is renamed, or a machine that stops then might be left with an empty file
    // of that name.
    await write(handle.createWriteStream({ flush: (await handle.stat()).isFile() }));
  } finally {
    await handle.close();
  }
}

/** What lies at a path; undefined where nothing does. */
async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    // Everything that `node:fs` throws has a code.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Flushes a file or directory to the disk (fsync). */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Codes for no space: on the disk, in the quota, or in a file of this size. */
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'] as const;
/** The same codes as numbers, which LMDB reports. */
const fullNumbers: ReadonlySet<unknown> = new Set(
  fullCodes.map((code) => systemConstants.errno[code]),
);

/** Whether an error of the system or of LMDB means that there is no space to write. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const { code } = error;
  return typeof code === 'number' ? fullNumbers.has(code) : fullCodes.some((full) => full === code);
}

/** The reason why a file cannot be written, in words. */
export function writeErrorReason(error: unknown): string {
  if (isDiskFull(error)) return 'the disk is full';
  // What opening a link gives where none is followed; FreeBSD has another code for it than Linux.
  if (error instanceof Error && 'code' in error && ['ELOOP', 'EMLINK'].includes(String(error.code)))
    return 'a symbolic link lies there, and none is followed; name the file itself, or remove the link';
  return error instanceof Error ? error.message : String(error);
}
