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

/** More than the data file, its copy and the lock file take. */
const roomBytes = 2 ** 18;
/** At least what LMDB's lock file takes for 126 readers. */
const lockBytes = 2 ** 14;
/** Under this name it is whole. */
const whole = 'whole';

/**
 * Makes an empty data file where there is none. It appears in the directory when it is whole and on the disk: what LMDB itself
 * begins with could be found in part after a power cut, and would be taken for a damaged catalogue.
 * @param isPrivate whether its owner alone may read it
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

/** Makes a directory with an empty data file in it that is on the disk. */
function makeWhole(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  assertRoom(directory);
  void open({ path: directory, noSubdir: false, overlappingSync: false }).close();
  // A copy, since LMDB may still hold its own.
  copyFileSync(join(directory, dataFile), join(directory, whole));
  flush(join(directory, whole));
}

/** LMDB would end the whole process where there is no room for what it begins with. */
function assertRoom(directory: string): void {
  const file = join(directory, 'room');
  writeFileSync(file, Buffer.alloc(roomBytes, 1), { flush: true });
  rmSync(file);
}

/**
 * Makes an empty lock file where there is none, such as beside a backup that was put in place.
 * LMDB, which creates it again, would end the whole process where there is no room for it.
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
    // Where nothing may be written, LMDB reads without one or says what it lacks.
    if (!isDiskFull(error)) return;
    const detail = 'cannot be opened: the disk is full';
    throw new CatalogueFault('not-writable', path, detail, { cause: error });
  } finally {
    rmSync(made, { force: true });
  }
}

/** Removes what was left by a process that was ended while it made the data file. */
export function removeCreated(path: string): void {
  for (const name of readdirSync(path).filter(isCreated)) {
    rmSync(join(path, name), { recursive: true, force: true });
  }
}

/**
 * Gives a file that is whole its name. Unlike by renaming it takes nobody's place: another process
 * may have been faster.
 * @returns whether it was not
 */
export function putInPlace(made: string, file: string): boolean {
  try {
    linkSync(made, file);
  } catch (error) {
    // Everything that `node:fs` throws has a code.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Not every file system knows links.
    renameSync(made, file);
  }
  return true;
}
