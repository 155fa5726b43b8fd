import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { isDiskFull, troubleOfWriting } from '../files/file-trouble.ts';
import { CatalogueFault } from './catalogue-fault.ts';
import { dataFile, isCreated, lockFile, privateFileMode } from './catalogue-directory.ts';
import { flush } from '../files/flush.ts';

/** More bytes than the data file, its copy and the lock file need. */
const roomBytes = 2 ** 18;
/** Upper bound for LMDB's lock file with 126 readers. */
const lockBytes = 2 ** 14;
/** The name of the data file once it is complete. */
const whole = 'whole';

/**
 * Creates an empty data file if there is none. The file appears under its name only when it is
 * complete and synced to disk: after a power cut, LMDB's own initial writes could be found in part
 * and be taken for a damaged catalogue.
 * @param isPrivate whether only the owner may read it
 * @throws {CatalogueFault} `not-writable`
 */
export function createDataFile(path: string, isPrivate: boolean): void {
  const file = join(path, dataFile);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  const directory = join(path, `created-${process.pid}`);
  try {
    makeWhole(directory);
    if (isPrivate) chmodSync(join(directory, whole), privateFileMode);
    if (size === 0) rmSync(file);
    putInPlace(join(directory, whole), file);
    flush(path);
  } catch (error) {
    const detail = `cannot be made: ${troubleOfWriting(error)}`;
    throw new CatalogueFault('not-writable', path, detail, { cause: error });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Makes a directory that holds an empty data file, synced to disk. */
function makeWhole(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  assertRoom(directory);
  void open({ path: directory, noSubdir: false, overlappingSync: false }).close();
  // Copied, because LMDB may still hold its own file open.
  copyFileSync(join(directory, dataFile), join(directory, whole));
  flush(join(directory, whole));
}

/** LMDB would abort the whole process where the disk has no room for its first pages. */
function assertRoom(directory: string): void {
  const file = join(directory, 'room');
  writeFileSync(file, Buffer.alloc(roomBytes, 1), { flush: true });
  rmSync(file);
}

/**
 * Creates an empty lock file if there is none, for example beside a restored backup. LMDB would
 * create it too, but aborts the process where the disk is full.
 * @throws {CatalogueFault} `not-writable` where the disk is full
 */
export function createLockFile(path: string): void {
  const file = join(path, lockFile);
  if (existsSync(file)) return;
  const made = join(path, `created-${process.pid}-lock`);
  try {
    writeFileSync(made, Buffer.alloc(lockBytes, 0), { flush: true });
    putInPlace(made, file);
  } catch (error) {
    // In a directory without write access, LMDB reads without a lock file or reports what is
    // missing.
    if (!isDiskFull(error)) return;
    const detail = 'cannot be opened: the disk is full';
    throw new CatalogueFault('not-writable', path, detail, { cause: error });
  } finally {
    rmSync(made, { force: true });
  }
}

/** Removes the unfinished files of a process that was killed while it created the data file. */
export function removeCreated(path: string): void {
  for (const name of readdirSync(path).filter(isCreated)) {
    rmSync(join(path, name), { recursive: true, force: true });
  }
}

/**
 * Gives a complete file its final name. Unlike a rename, a link never replaces a file that another
 * process created first.
 * @returns false where another process was first
 */
export function putInPlace(made: string, file: string): boolean {
  try {
    linkSync(made, file);
  } catch (error) {
    // Everything that `node:fs` throws has a code.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Not every file system supports hard links.
    renameSync(made, file);
  }
  return true;
}
