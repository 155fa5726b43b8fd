import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { dataFile, isCreated } from './catalogue-directory.ts';
import { flush } from './flush.ts';

/**
 * Makes an empty data file where there is none. It appears in the directory when it is whole and on the disk: what LMDB itself
 * begins with could be found in part after a power cut, and would be taken for a damaged catalogue.
 */
export function createDataFile(path: string): void {
  const file = join(path, dataFile);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  const directory = join(path, `created-${process.pid}`);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  try {
    void open({ path: directory, noSubdir: false, overlappingSync: false }).close();
    // A copy, since LMDB may still hold its own.
    const whole = join(directory, 'whole');
    copyFileSync(join(directory, dataFile), whole);
    flush(whole);
    if (size === 0) rmSync(file);
    putInPlace(whole, file);
    flush(path);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Removes what was left by a process that was ended while it made the data file. */
export function removeCreated(path: string): void {
  for (const name of readdirSync(path).filter(isCreated)) {
    rmSync(join(path, name), { recursive: true, force: true });
  }
}

function putInPlace(whole: string, file: string): void {
  try {
    // Unlike a renamed one it takes nobody's place: another process may have been faster.
    linkSync(whole, file);
  } catch (error) {
    // Everything that `node:fs` throws has a code.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    // Not every file system knows links.
    renameSync(whole, file);
  }
}
