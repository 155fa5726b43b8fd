import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

/*
 * The layout of LMDB's data file as the package `lmdb` writes it (mdb.c: MDB_page_header, MDB_meta, MDB_db, MDB_node), in
 * the byte order of the machine: every page begins with a header; the first two pages hold a description each, of which
 * the one of the later transaction holds.
 */
const little = endianness() === 'LE';
const headerBytes = 24;
const magicAt = headerBytes;
const magic = 0xbe_ef_c0_de;
/** `mm_dbs[FREE_DBI]`, in whose first member the size of a page is kept. */
const freeAt = headerBytes + 24;
const databaseBytes = 48;
const mainAt = freeAt + databaseBytes;
/** `md_root` in a description of a database, and what it is where there are no pages. */
const rootAt = 40;
const noRoot = 2n ** 64n - 1n;
const lastPageAt = mainAt + databaseBytes;
const transactionAt = lastPageAt + 8;
const metaBytes = transactionAt + 8;
/** LMDB's smallest page; it reads two of them. */
const leastPageBytes = 4096;

const flagsAt = 18;
const branchFlag = 0x01;
const leafFlag = 0x02;
/** Where the list of a page's nodes ends: offsets of two bytes each. */
const lowerAt = 20;
const nodeBytes = 8;
const bigDataFlag = 0x01;
const subDatabaseFlag = 0x02;

interface LmdbMeta {
  readonly pageBytes: number;
  /** The last page that is in use or free. */
  readonly lastPage: number;
  /** The first pages of its trees. */
  readonly roots: readonly bigint[];
}

/**
 * Whether a file is what LMDB expects, without asking LMDB, which would end the whole process over pages that are not
 * there.
 * @returns `foreign` when it is no LMDB file; `cut-short` when pages are missing that are in use. (The last pages may
 * rightly be missing where they are free.)
 */
export function lmdbFileState(file: string): 'sound' | 'foreign' | 'cut-short' {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const meta = readMeta(descriptor, size);
    if (meta === undefined) return 'foreign';
    const pages = Math.floor(size / meta.pageBytes);
    if (meta.lastPage < pages) return 'sound';
    const walk = { descriptor, pageBytes: meta.pageBytes, pages };
    return meta.roots.every((root) => isWholeTree(walk, root)) ? 'sound' : 'cut-short';
  } finally {
    closeSync(descriptor);
  }
}

function readMeta(descriptor: number, size: number): LmdbMeta | undefined {
  if (size < 2 * leastPageBytes) return undefined;
  const first = read(descriptor, 0, metaBytes);
  const pageBytes = first.getUint32(freeAt, little);
  if (first.getUint32(magicAt, little) !== magic || pageBytes < leastPageBytes) return undefined;
  if (size < 2 * pageBytes) return undefined;
  const second = read(descriptor, pageBytes, metaBytes);
  if (second.getUint32(magicAt, little) !== magic) return undefined;
  const transactionOf = (meta: DataView): bigint => meta.getBigUint64(transactionAt, little);
  const latest = transactionOf(second) > transactionOf(first) ? second : first;
  return {
    pageBytes,
    lastPage: Number(latest.getBigUint64(lastPageAt, little)),
    roots: [freeAt, mainAt].map((at) => latest.getBigUint64(at + rootAt, little)),
  };
}

interface Walk {
  readonly descriptor: number;
  readonly pageBytes: number;
  /** How many pages are there. */
  readonly pages: number;
}

/** Whether all pages of a tree, and of the databases it lists, are there. */
function isWholeTree(walk: Walk, root: bigint): boolean {
  const pending = root === noRoot ? [] : [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next >= walk.pages) return false;
    const page = read(walk.descriptor, Number(next) * walk.pageBytes, walk.pageBytes);
    const flags = page.getUint16(flagsAt, little);
    const count = (flags & (branchFlag | leafFlag)) === 0 ? 0 : page.getUint16(lowerAt, little) / 2;
    for (let index = 0; index < count; index += 1) {
      const node = headerBytes + page.getUint16(headerBytes + 2 * index, little);
      const { last, below } = pagesOf(page, node, (flags & branchFlag) !== 0);
      if (last >= walk.pages) return false;
      if (below !== undefined) pending.push(below);
    }
  }
  return true;
}

/** The last page that a node's value takes, and the page of a tree that it leads to. */
function pagesOf(
  page: DataView,
  node: number,
  isBranch: boolean,
): { readonly last: bigint; readonly below?: bigint } {
  const [low, high] = little ? [node, node + 2] : [node + 2, node];
  const flags = page.getUint16(node + 4, little);
  if (isBranch) {
    const parts = [flags, page.getUint16(high, little), page.getUint16(low, little)];
    return { last: 0n, below: parts.reduce((all, part) => (all << 16n) | BigInt(part), 0n) };
  }
  const value = node + nodeBytes + page.getUint16(node + 6, little);
  if ((flags & bigDataFlag) !== 0) {
    // MDB_ovpage: the first page, a transaction, how many pages.
    const first = page.getBigUint64(value, little);
    return { last: first + page.getBigUint64(value + 16, little) - 1n };
  }
  if ((flags & subDatabaseFlag) === 0) return { last: 0n };
  const root = page.getBigUint64(value + rootAt, little);
  return root === noRoot ? { last: 0n } : { last: 0n, below: root };
}

/** @returns bytes from a place on; zeros where there are none */
function read(descriptor: number, at: number, length: number): DataView {
  const bytes = new Uint8Array(length);
  readSync(descriptor, bytes, 0, length, at);
  return new DataView(bytes.buffer);
}
