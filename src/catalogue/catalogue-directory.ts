import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncToDisk } from '../files/output-file.ts';
import { CatalogueFault, damagedCatalogue, wayOut } from './catalogue-fault.ts';
import { checkFile, type LmdbFileFault } from './lmdb-file.ts';

/** Whether a catalogue is opened to read only, or to write too. */
export type CatalogueAccess = 'read' | 'write';

/** The directory of a catalogue, and how it is opened. */
export interface CatalogueOptions {
  readonly path: string;
  readonly access: CatalogueAccess;
  /** Whether only the owner may read the catalogue, new or existing: see `makePrivate`. */
  readonly isPrivate?: boolean;
  /** The clock; used by the writer lock only. */
  readonly now?: () => Date;
}

/** LMDB's name for the file with the data. */
export const dataFile = 'data.mdb';
/** LMDB's name for the file that lists readers and serialises writers. */
export const lockFile = 'lock.mdb';
/** The directory with what SPARQL stores have of the catalogue: see `PushLedger`. */
export const ledgersDirectory = 'pushes';
/** Read and write for the owner, nothing for anybody else. */
export const privateFileMode = 0o600;
const privateDirectoryMode = 0o700;
/** Unfinished files of a new catalogue. */
export const unfinishedName = /^created-\d+(?:-lock)?$/u;
/** Engine memory images, and their unfinished parts, that earlier versions wrote. */
export const formerImageName = /^(?:records|all|own)\.image(?:\..*\.part)?$/u;

/**
 * Checks that the directory holds what LMDB expects. LMDB would abort the process on a foreign
 * file, and would create the directory even for reading.
 * @param isPrivate whether only the owner may read a directory that is created here
 * @throws {CatalogueFault}
 */
export function prepareDirectory(path: string, access: CatalogueAccess, isPrivate: boolean): void {
  const names = listDirectory(path, access, isPrivate ? privateDirectoryMode : undefined);
  const size = names.includes(dataFile) ? statSync(join(path, dataFile)).size : 0;
  if (size === 0) {
    if (access === 'read' && names.includes(dataFile)) {
      const detail = `${dataFile} is empty; put a backup in its place, or harvest into it again`;
      throw new CatalogueFault('missing', path, detail);
    }
    if (access === 'read') throw missingCatalogue(path);
    // An empty data file, a lock file and an unfinished file remain when the first run was killed
    // at its start; images remain when somebody deleted the data file.
    const isLeft = (name: string): boolean =>
      isOwnFile(name) || name === ledgersDirectory || unfinishedName.test(name);
    const foreign = names.find((name) => !isLeft(name));
    if (foreign !== undefined) {
      const detail =
        `this directory is not a catalogue (it contains ${foreign}); ` +
        'choose an empty or a new directory';
      throw new CatalogueFault('not-a-catalogue', path, detail);
    }
  } else {
    assertSound(path);
  }
  if (access === 'write') assertWritable(path, size > 0 ? [path, join(path, dataFile)] : [path]);
}

function isOwnFile(name: string): boolean {
  return name === dataFile || name === lockFile || formerImageName.test(name);
}

/** Whether only the owner may read the catalogue. */
export function isPrivateCatalogue(path: string): boolean {
  return (statSync(join(path, dataFile)).mode & ~privateFileMode & 0o777) === 0;
}

/**
 * Removes the access of group and others to the files of a catalogue. A directory that the operator
 * created keeps its mode.
 * @throws {CatalogueFault} `not-writable` where another user owns the files
 */
export function makePrivate(path: string): void {
  try {
    for (const name of readdirSync(path).filter(isOwnFile)) {
      const file = join(path, name);
      if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, privateFileMode);
    }
  } catch (error) {
    const detail =
      'contains records harvested with credentials, but access for other users could not be ' +
      `removed (${codeOf(error)}); its owner can do that with chmod -R go= ${path}`;
    throw new CatalogueFault('not-writable', path, detail, { cause: error });
  }
}

/** Identifies a file, so that a replacement is noticed; undefined where there is none. */
export function fileIdentity(path: string, name = dataFile): string | undefined {
  const stat = statSync(join(path, name), { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.dev} ${stat.ino}`;
}

/**
 * Identifies the data file and its last modification. The time is that of the inode, which no
 * program can set, so that a file that was replaced by a backup differs, too.
 */
export function fileState(path: string): string {
  const { dev, ino, ctimeNs } = statSync(join(path, dataFile), { bigint: true });
  return `${dev} ${ino} ${ctimeNs}`;
}

/** The fault for reading a catalogue that does not exist yet. */
export function missingCatalogue(path: string, options?: ErrorOptions): CatalogueFault {
  const detail = 'there is no catalogue yet; harvest into it first';
  return new CatalogueFault('missing', path, detail, options);
}

/** A new directory survives a power cut only when its parent is synced too. */
function flushParents(path: string, first: string): void {
  for (let each = path; each.length >= first.length; each = dirname(each)) {
    syncToDisk(dirname(each));
  }
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
    if (access === 'read') throw missingCatalogue(path, { cause: error });
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
    fault = checkFile(join(path, dataFile));
  } catch (error) {
    const detail = `${dataFile} cannot be read (${codeOf(error)})`;
    throw new CatalogueFault('not-readable', path, detail, { cause: error });
  }
  if (fault !== undefined) throw catalogueFaultOf(path, fault);
}

/** Translates a fault of the data file into a fault of the catalogue. */
export function catalogueFaultOf(path: string, { kind, detail }: LmdbFileFault): CatalogueFault {
  switch (kind) {
    case 'foreign': {
      const text = `${dataFile} is damaged or another program's; ${wayOut}`;
      return new CatalogueFault('not-a-catalogue', path, text);
    }
    case 'version': {
      const text =
        `another version of LMDB wrote ${dataFile} (${detail}), or it is damaged; ` +
        'read it with the cdif-graph that wrote it, or put a backup in its place';
      return new CatalogueFault('not-readable', path, text);
    }
    case 'damaged':
      return damagedCatalogue(path, `in ${dataFile}, ${detail}`, 'pages');
  }
}

function codeOf(error: unknown): string {
  // Everything that `node:fs` throws has a code.
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
