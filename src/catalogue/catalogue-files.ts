import { open, type RootDatabase } from 'lmdb';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isDiskFull, syncToDisk, temporaryName, writeErrorReason } from '../files/output-file.ts';
import { Fault, UsageFault } from '../model/fault.ts';
import {
  dataFile,
  formerImageName,
  lockFile,
  privateFileMode,
  unfinishedName,
} from './catalogue-directory.ts';
import { CatalogueFault } from './catalogue-fault.ts';

/** More than there are now, so that a later version can add some. */
const maxDatabases = 32;
/** More bytes than the data file, its copy and the lock file need. */
const roomBytes = 2 ** 18;
/** Upper bound for LMDB's lock file with 126 readers. */
const lockBytes = 2 ** 14;
/** The name of the data file once it is complete. */
const whole = 'whole';
/** A directory for the compacted copy, because LMDB copies a directory into a directory. */
const compacted = 'compacted';

/**
 * Opens the LMDB environment of a directory. Without `overlappingSync`, the package's default,
 * every commit is on disk when it returns, that of a new database too; see
 * docs/decisions/0011-be-on-the-disk-before-saying-so.md.
 */
export function openEnvironment(path: string, readOnly = false): RootDatabase {
  return open({ path, noSubdir: false, maxDbs: maxDatabases, overlappingSync: false, readOnly });
}

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
    linkIntoPlace(join(directory, whole), file);
    syncToDisk(path);
  } catch (error) {
    const detail = `cannot be made: ${writeErrorReason(error)}`;
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
  void openEnvironment(directory).close();
  // Copied, because LMDB may still hold its own file open.
  copyFileSync(join(directory, dataFile), join(directory, whole));
  syncToDisk(join(directory, whole));
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
    linkIntoPlace(made, file);
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

/**
 * Gives a complete file its final name. Unlike a rename, a link never replaces a file that another
 * process created first.
 * @returns false where another process was first
 */
function linkIntoPlace(made: string, file: string): boolean {
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

/**
 * Writes a compacted copy into the catalogue directory. The copy is durable, but not yet in place.
 * @throws {CatalogueFault} `write-failed`
 */
export async function writeCompacted(environment: RootDatabase, path: string): Promise<void> {
  removeLeftovers(path);
  try {
    await copyInto(environment, path, join(path, compacted));
    syncToDisk(join(path, compacted, dataFile));
  } catch (error) {
    removeLeftovers(path);
    const detail = `could not be compacted: ${writeErrorReason(error)}. It is unchanged`;
    throw new CatalogueFault('write-failed', path, detail, { cause: error });
  }
}

/**
 * Replaces the data file by the compacted copy in one step. A process that has the old file open
 * goes on reading it. The lock file is removed too, because it lists readers of the old file; the
 * next opening creates a new one.
 */
export function putCompactedInPlace(path: string): void {
  renameSync(join(path, compacted, dataFile), join(path, dataFile));
  rmSync(join(path, lockFile), { force: true });
  syncToDisk(path);
  removeLeftovers(path);
}

/** Removes the engine memory images that earlier versions wrote. */
export function removeFormerImages(path: string): void {
  for (const file of formerImages(path)) rmSync(file, { recursive: true, force: true });
}

/** The engine memory images that earlier versions wrote. */
export function formerImages(path: string): readonly string[] {
  return readdirSync(path)
    .filter((name) => formerImageName.test(name))
    .map((name) => join(path, name));
}

/** Removes the files that a killed compaction or a killed first run left behind. */
export function removeLeftovers(path: string): void {
  for (const name of readdirSync(path)) {
    if (unfinishedName.test(name)) rmSync(join(path, name), { recursive: true, force: true });
  }
  rmSync(join(path, compacted), { recursive: true, force: true });
}

/**
 * Copies one snapshot of the catalogue into a file, which appears under its name when it is
 * complete.
 * @throws {UsageFault} when the file exists; {CatalogueFault} `backup-failed`
 */
export async function writeBackup(
  environment: RootDatabase,
  path: string,
  file: string,
): Promise<void> {
  refuseExisting(file);
  const unfinished = temporaryName(file);
  try {
    await copyInto(environment, path, unfinished);
    await forgetWriter(unfinished);
    const copy = join(unfinished, dataFile);
    syncToDisk(copy);
    if (!linkIntoPlace(copy, file)) refuseExisting(file);
    syncToDisk(dirname(file));
  } catch (error) {
    if (error instanceof Fault) throw error;
    const detail = `could not be copied to ${file}: ${writeErrorReason(error)}`;
    throw new CatalogueFault('backup-failed', path, detail, { cause: error });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** @throws {UsageFault} where the path exists, also as a dangling symbolic link */
function refuseExisting(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  throw new UsageFault(`${file} already exists; give the name of a new file.`);
}

/** Copies one snapshot, compacted, into a new directory with the access rights of the catalogue. */
async function copyInto(environment: RootDatabase, path: string, directory: string): Promise<void> {
  mkdirSync(directory, { mode: 0o700 });
  await environment.backup(directory, true);
  chmodSync(join(directory, dataFile), statSync(join(path, dataFile)).mode & 0o777);
}

/** Removes the writer lock from the copy: the process that holds it writes to the original only. */
async function forgetWriter(directory: string): Promise<void> {
  const environment = openEnvironment(directory);
  const meta = environment.openDB({ name: 'meta', encoding: 'json' });
  environment.transactionSync(() => meta.removeSync('writer'));
  await environment.close();
}
