import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { constants as systemConstants } from 'node:os';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';

/** Paths of the process's own open files: the only links followed, since the system made them. */
const ownDescriptor = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/u;

const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;

/**
 * Opens a file to append to it; creates it where there is none. Does not follow a symbolic link,
 * which may lead to any file of the user.
 * @param mode of a new file, before the umask
 */
export async function openToAppend(path: string, mode: number): Promise<FileHandle> {
  const noLink = ownDescriptor.test(path) ? 0 : constants.O_NOFOLLOW;
  return open(path, appending | noLink, mode);
}

/**
 * Writes a file that appears under its name only when it is complete and on the disk. A pipe or
 * device is written to directly. A symbolic link is refused, except those of the process's own open
 * files.
 * @param write ends the stream when all is written
 * @throws the error of the system; whatever `write` throws
 */
export async function writeWholeFile(
  path: string,
  write: (file: Writable) => Promise<void>,
): Promise<void> {
  const before = await statOf(path);
  if (ownDescriptor.test(path) || (before !== undefined && !before.isFile())) {
    await writeTo(await openToAppend(path, 0o666), write);
  } else await replace(path, before, write);
}

/** An unguessable name beside a file for its incomplete content. */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(8).toString('hex')}.part`;
}

async function replace(
  path: string,
  before: Stats | undefined,
  write: (file: Writable) => Promise<void>,
): Promise<void> {
  // Renaming does not check whether the replaced file is writable.
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
    // Flushed before the rename: otherwise a crash could leave an empty file of that name.
    await write(handle.createWriteStream({ flush: (await handle.stat()).isFile() }));
  } finally {
    await handle.close();
  }
}

/** The status of a path; undefined where there is nothing. */
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

const linkLies =
  'a symbolic link lies there, and none is followed; name the file itself, or remove the link';

/** What some codes of the system mean for a file that is to be written. */
const codeTexts: Readonly<Partial<Record<string, string>>> = {
  EISDIR: 'a folder lies there; name a file in it',
  // Linux and FreeBSD report a link that is not followed by different codes.
  ELOOP: linkLies,
  EMLINK: linkLies,
};

/** The reason why a file cannot be written, in words. */
export function writeErrorReason(error: unknown): string {
  if (isDiskFull(error)) return 'the disk is full';
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as NodeJS.ErrnoException; // absent in other errors
  const isNoPath = code === 'ENOENT' || code === 'ENOTDIR';
  const folder = isNoPath && path !== undefined ? missingFolder(path) : undefined;
  return folder ?? codeTexts[code] ?? error.message;
}

/**
 * Says that the folder of a file to be written is missing; undefined where it is not.
 * @param path absolute
 */
export function missingFolder(path: string): string | undefined {
  const folder = dirname(path);
  try {
    return statSync(folder).isDirectory() ? undefined : `${folder} is not a folder`;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException; // whatever `node:fs` throws has a code
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return undefined;
    return `the folder ${folder} does not exist; create it first`;
  }
}
