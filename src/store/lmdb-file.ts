import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import {
  firstDamage,
  headerBytes,
  treeAt,
  treeBytes,
  type LmdbPages,
  type LmdbTree,
} from './lmdb-pages.ts';

/*
 * The layout of LMDB's data file as the package `lmdb` writes it (mdb.c: MDB_page_header, MDB_meta,
 * MDB_db), in the byte order of the machine: every page begins with a header; the first two pages
 * hold a description each, of which the one of the later transaction holds.
 */
const little = endianness() === 'LE';
const magicAt = headerBytes;
const magic = 0xbe_ef_c0_de;
const versionAt = magicAt + 4;
/** Of the file's format, as the package writes it. */
const knownVersion = 2;
/** `mm_dbs[FREE_DBI]`, in whose first member the size of a page is kept. */
const freeAt = headerBytes + 24;
const mainAt = freeAt + treeBytes;
const lastPageAt = mainAt + treeBytes;
const transactionAt = lastPageAt + 8;
const metaBytes = transactionAt + 8;
/** LMDB's smallest and largest page; it reads two of them. */
const leastPageBytes = 4096;
const mostPageBytes = 65_536;

interface LmdbMeta {
  readonly pageBytes: number;
  /** The last page that is in use or free. */
  readonly lastPage: number;
  readonly transaction: bigint;
  readonly free: LmdbTree;
  readonly main: LmdbTree;
}

/** What is wrong with a file; `detail` is for people. */
export interface LmdbFileFault {
  /**
   * `foreign`: no LMDB file; `version`: another version of LMDB wrote it; `damaged`: pages are
   * missing, or are not what they were.
   */
  readonly kind: 'foreign' | 'version' | 'damaged';
  readonly detail: string;
}

/**
 * Up to this size all pages are looked at, which takes some 30 ms; of larger files the first ones
 * of the trees.
 */
const wholeBytes = 8_388_608;
/** So often a file is looked at again to which somebody wrote meanwhile. */
const attempts = 3;

/**
 * What keeps LMDB from reading a file, found without asking LMDB, which would end the whole process
 * over pages that are not there or not what it expects. (The last pages may rightly be missing
 * where they are free.)
 * @returns undefined where nothing is found
 */
export function faultOfFile(file: string): LmdbFileFault | undefined {
  const descriptor = openSync(file, 'r');
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const meta = readMeta(descriptor);
      if (!('main' in meta)) return meta;
      const { size } = fstatSync(descriptor);
      const isCutShort = meta.lastPage >= Math.floor(size / meta.pageBytes);
      const fault = runToEnd(damageIn(descriptor, meta, isCutShort || size <= wholeBytes));
      if (fault === undefined) return undefined;
      // As long as no transaction has ended, nobody has written to the pages of the last one.
      const after = readMeta(descriptor);
      if ('main' in after && after.transaction === meta.transaction) return fault;
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Looks at all pages that are in use. Meanwhile a transaction must be open that reads, so that no
 * page of it is used again.
 * @returns what is wrong, after a `yield` a page
 */
export function* faultOfPages(file: string): Generator<undefined, LmdbFileFault | undefined> {
  const descriptor = openSync(file, 'r');
  try {
    const meta = readMeta(descriptor);
    return 'main' in meta ? yield* damageIn(descriptor, meta, true) : meta;
  } finally {
    closeSync(descriptor);
  }
}

function* damageIn(
  descriptor: number,
  { pageBytes, lastPage, free, main }: LmdbMeta,
  isWhole: boolean,
): Generator<undefined, LmdbFileFault | undefined> {
  const count = Math.min(lastPage + 1, Math.floor(fstatSync(descriptor).size / pageBytes));
  const pages: LmdbPages = {
    pageBytes,
    count,
    read: (page, bytes) => read(descriptor, page * pageBytes, bytes),
  };
  const detail = yield* firstDamage(pages, { free, main }, isWhole);
  return detail === undefined ? undefined : { kind: 'damaged', detail };
}

function readMeta(descriptor: number): LmdbMeta | LmdbFileFault {
  const foreign = { kind: 'foreign', detail: 'it is no LMDB file' } as const;
  const { size } = fstatSync(descriptor);
  if (size < 2 * leastPageBytes) return foreign;
  const first = read(descriptor, 0, metaBytes);
  const pageBytes = first.getUint32(freeAt, little);
  const isSize = pageBytes >= leastPageBytes && pageBytes <= mostPageBytes;
  if (first.getUint32(magicAt, little) !== magic || !isSize) return foreign;
  if (size < 2 * pageBytes) return foreign;
  const second = read(descriptor, pageBytes, metaBytes);
  if (second.getUint32(magicAt, little) !== magic) return foreign;
  const versions = [first, second].map((meta) => meta.getUint32(versionAt, little));
  const other = versions.find((version) => version !== knownVersion);
  if (other !== undefined) return { kind: 'version', detail: `its format is ${other}` };
  const transactionOf = (meta: DataView): bigint => meta.getBigUint64(transactionAt, little);
  const latest = transactionOf(second) > transactionOf(first) ? second : first;
  return {
    pageBytes,
    lastPage: Number(latest.getBigUint64(lastPageAt, little)),
    transaction: transactionOf(latest),
    free: treeAt(latest, freeAt),
    main: treeAt(latest, mainAt),
  };
}

function runToEnd<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** @returns bytes from a place on; zeros where there are none */
function read(descriptor: number, at: number, length: number): DataView {
  const bytes = new Uint8Array(length);
  readSync(descriptor, bytes, 0, length, at);
  return new DataView(bytes.buffer);
}
