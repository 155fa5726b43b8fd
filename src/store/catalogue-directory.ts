import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CatalogueFault, damaged } from './catalogue-fault.ts';
import { flush } from '../files/flush.ts';
import { faultOfFile, type LmdbFileFault } from './lmdb-file.ts';

export type CatalogueAccess = 'read' | 'write';

export interface CatalogueOptions {
  readonly path: string;
  readonly access: CatalogueAccess;
  /** Whether its owner alone may read it, whether it is new or not: see `makePrivate`. */
  readonly isPrivate?: boolean;
  /** The clock, for the lock alone. */
  readonly now?: () => Date;
}

export const dataFile = 'data.mdb';
export const lockFile = 'lock.mdb';
/** What nobody but its owner may do anything with. */
export const privateFileMode = 0o600;
const privateDirectoryMode = 0o700;
const created = /^created-\d+(?:-lock)?$/u;
/** Images of the engine's memory, and their unfinished parts, that earlier versions kept. */
export const formerImage = /^(?:records|all|own)\.image(?:\..*\.part)?$/u;

/** Whether something in the directory is an unfinished new catalogue. */
export function isCreated(name: string): boolean {
  return created.test(name);
}

/**
 * Sees to it that LMDB finds what it expects. It would end the whole process over a file that is not its own, and create
 * the directory even to read.
 * @param isPrivate whether its owner alone may read a directory that is made
 * @throws {CatalogueFault}
 */
export function prepareDirectory(path: string, access: CatalogueAccess, isPrivate: boolean): void {
  const names = listDirectory(path, access, isPrivate ? privateDirectoryMode : undefined);
  const size = names.includes(dataFile) ? statSync(join(path, dataFile)).size : 0;
  if (size === 0) {
    if (access === 'read') throw names.includes(dataFile) ? emptied(path) : missing(path);
    // An empty data file, a lock file and an unfinished one are what is left when the first run was
    // ended at its very start, and images when somebody deleted the data file to begin anew.
    const foreign = names.find(
      (name) =>
        name !== dataFile && name !== lockFile && !isCreated(name) && !formerImage.test(name),
    );
    if (foreign !== undefined) {
      const detail = `this directory is no catalogue (it holds ${foreign}); name an empty or a new one`;
      throw new CatalogueFault('not-a-catalogue', path, detail);
    }
  } else {
    assertSound(path);
  }
  if (access === 'write') assertWritable(path, size > 0 ? [path, join(path, dataFile)] : [path]);
}

/** Whether nobody but the owner of a catalogue may read it. */
export function isPrivateCatalogue(path: string): boolean {
  return (statSync(join(path, dataFile)).mode & ~privateFileMode & 0o777) === 0;
}

/**
 * Takes the rights of others to the files of a catalogue. A directory that the operator made keeps
 * its mode.
 * @throws {CatalogueFault} `not-writable` where it is somebody else's
 */
export function makePrivate(path: string): void {
  try {
    for (const name of readdirSync(path)) {
      const isOurs = name === dataFile || name === lockFile || formerImage.test(name);
      if (!isOurs || (statSync(join(path, name)).mode & 0o077) === 0) continue;
      chmodSync(join(path, name), privateFileMode);
    }
  } catch (error) {
    const detail = `is harvested into with credentials, and could not be made readable for its owner alone (${codeOf(error)}); let its owner do that with chmod -R go= ${path}`;
    throw new CatalogueFault('not-writable', path, detail, { cause: error });
  }
}

/** Tells a data file from another one that took its place; undefined where there is none. */
export function fileIdentity(path: string): string | undefined {
  return identityOf(join(path, dataFile));
}

/** The same of the lock file. */
export function lockIdentity(path: string): string | undefined {
  return identityOf(join(path, lockFile));
}

function identityOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.dev} ${stat.ino}`;
}

/** The fault of reading where nothing was written yet. */
export function missing(path: string, options?: ErrorOptions): CatalogueFault {
  return new CatalogueFault(
    'missing',
    path,
    'there is no catalogue yet; harvest into it first',
    options,
  );
}

/** The same of an empty data file. */
function emptied(path: string): CatalogueFault {
  const detail = `${dataFile} is empty; put a backup in its place, or harvest into it again`;
  return new CatalogueFault('missing', path, detail);
}

/** New directories are known where they lie only when that is written as well. */
function flushParents(path: string, first: string): void {
  for (let each = path; each.length >= first.length; each = dirname(each)) flush(dirname(each));
}

function listDirectory(path: string, access: CatalogueAccess, mode?: number): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOTDIR') {
      throw new CatalogueFault('not-a-directory', path, 'is not a directory', { cause: error });
    }
    if (code !== 'ENOENT') {
      throw new CatalogueFault('not-readable', path, `cannot be read (${code})`, { cause: error });
    }
    if (access === 'read') throw missing(path, { cause: error });
  }
  try {
    const first = mkdirSync(path, { recursive: true, ...(mode === undefined ? {} : { mode }) });
    if (first !== undefined) flushParents(path, first);
    return [];
  } catch (error) {
    const detail = `cannot be created (${codeOf(error)})`;
    throw new CatalogueFault('not-writable', path, detail, { cause: error });
  }
}

function assertWritable(path: string, needed: readonly string[]): void {
  try {
    for (const each of needed) accessSync(each, constants.W_OK);
  } catch (error) {
    const detail = `cannot be written to (${codeOf(error)})`;
    throw new CatalogueFault('not-writable', path, detail, { cause: error });
  }
}

function assertSound(path: string): void {
  let fault: LmdbFileFault | undefined;
  try {
    fault = faultOfFile(join(path, dataFile));
  } catch (error) {
    const detail = `${dataFile} cannot be read (${codeOf(error)})`;
    throw new CatalogueFault('not-readable', path, detail, { cause: error });
  }
  if (fault !== undefined) throw catalogueFaultOf(path, fault);
}

/** What it means for a catalogue that something is wrong with its data file. */
export function catalogueFaultOf(path: string, { kind, detail }: LmdbFileFault): CatalogueFault {
  switch (kind) {
    case 'foreign': {
      const text = `${dataFile} is damaged or another program's; put a backup in its place, or harvest into another directory`;
      return new CatalogueFault('not-a-catalogue', path, text);
    }
    case 'version': {
      const text = `another version of LMDB wrote ${dataFile} (${detail}), or it is damaged; read it with the cdif-graph that wrote it, or put a backup in its place`;
      return new CatalogueFault('not-readable', path, text);
    }
    case 'damaged':
      return damaged(path, `in ${dataFile}, ${detail}`, 'pages');
  }
}

function codeOf(error: unknown): string {
  // Everything that `node:fs` throws has a code.
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
