import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import {
  firstDamage,
  headerBytes,
  littleEndian,
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
const magicAt = headerBytes;
const magic = 0xbe_ef_c0_de;
const versionAt = magicAt + 4;
/** The version of the file format that the package writes. */
const knownVersion = 2;
/** Offset of `mm_dbs[FREE_DBI]`, whose first member holds the page size. */
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

/** A fault of a data file; `detail` is for people. */
export interface LmdbFileFault {
  /**
   * `foreign`: not an LMDB file; `version`: written by another version of LMDB; `damaged`: pages
   * are missing or differ from what was written.
   */
  readonly kind: 'foreign' | 'version' | 'damaged';
  readonly detail: string;
}

/**
 * Up to this size all pages are checked, which takes about 30 ms; of larger files only the root
 * pages.
 */
const wholeBytes = 8_388_608;
/** How often the check is repeated when another process writes meanwhile. */
const attempts = 3;

/**
 * Finds what keeps LMDB from reading a file, without LMDB, which would abort the process on missing
 * or unexpected pages. (The last pages may be missing where they are free.)
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
      // Until a transaction ends, the pages of the last one are not overwritten.
      const after = readMeta(descriptor);
      if ('main' in after && after.transaction === meta.transaction) return fault;
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Checks all pages in use. A read transaction must be open meanwhile, so that no page is reused.
 * @returns the fault, after one `yield` per page
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
  const foreign = { kind: 'foreign', detail: 'it is not an LMDB file' } as const;
  const { size } = fstatSync(descriptor);
  if (size < 2 * leastPageBytes) return foreign;
  const first = read(descriptor, 0, metaBytes);
  const pageBytes = first.getUint32(freeAt, littleEndian);
  const isSize = pageBytes >= leastPageBytes && pageBytes <= mostPageBytes;
  if (first.getUint32(magicAt, littleEndian) !== magic || !isSize) return foreign;
  if (size < 2 * pageBytes) return foreign;
  const second = read(descriptor, pageBytes, metaBytes);
  if (second.getUint32(magicAt, littleEndian) !== magic) return foreign;
  const versions = [first, second].map((meta) => meta.getUint32(versionAt, littleEndian));
  const other = versions.find((version) => version !== knownVersion);
  if (other !== undefined) return { kind: 'version', detail: `its format is ${other}` };
  const transactionOf = (meta: DataView): bigint => meta.getBigUint64(transactionAt, littleEndian);
  const latest = transactionOf(second) > transactionOf(first) ? second : first;
  return {
    pageBytes,
    lastPage: Number(latest.getBigUint64(lastPageAt, littleEndian)),
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

/** @returns bytes from an offset; zeros beyond the end of the file */
function read(descriptor: number, at: number, length: number): DataView {
  const bytes = new Uint8Array(length);
  readSync(descriptor, bytes, 0, length, at);
  return new DataView(bytes.buffer);
}
