import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { CatalogueFault } from './catalogue-fault.ts';

export type CatalogueAccess = 'read' | 'write';

export interface CatalogueOptions {
  readonly path: string;
  readonly access: CatalogueAccess;
  /** The clock, for the lock alone. */
  readonly now?: () => Date;
}

const dataFile = 'data.mdb';
const lockFile = 'lock.mdb';
/** Of the second page header and what LMDB writes behind it (`mm_magic`, in the byte order of the machine). */
const magicOffset = 24;
const magic = 0xbe_ef_c0_de;
/** Two meta pages of the smallest size; LMDB reads both. */
const leastBytes = 8192;

/**
 * Sees to it that LMDB finds what it expects. It would end the whole process over a file that is not its own, and create
 * the directory even to read.
 * @throws {CatalogueFault}
 */
export function prepareDirectory(path: string, access: CatalogueAccess): void {
  const names = listDirectory(path, access);
  const size = names.includes(dataFile) ? statSync(join(path, dataFile)).size : 0;
  if (size === 0) {
    if (access === 'read') throw missing(path);
    // An empty data file and a lock file are what is left when the first run was ended at its very start.
    const foreign = names.find((name) => name !== dataFile && name !== lockFile);
    if (foreign !== undefined) {
      const detail = `this directory is no catalogue (it holds ${foreign}); name an empty or a new one`;
      throw new CatalogueFault('not-a-catalogue', path, detail);
    }
  } else if (size < leastBytes || readMagic(join(path, dataFile)) !== magic) {
    const detail = `${dataFile} is damaged or another program's`;
    throw new CatalogueFault('not-a-catalogue', path, detail);
  }
  if (access === 'write') assertWritable(path, size > 0 ? [path, join(path, dataFile)] : [path]);
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

function listDirectory(path: string, access: CatalogueAccess): string[] {
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
    mkdirSync(path, { recursive: true });
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

function readMagic(file: string): number {
  const bytes = new Uint8Array(4);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes, 0, 4, magicOffset);
  } finally {
    closeSync(descriptor);
  }
  return new Uint32Array(bytes.buffer)[0] ?? 0;
}

function codeOf(error: unknown): string {
  // Everything that `node:fs` throws has a code.
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
