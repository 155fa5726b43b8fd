import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { readWithoutPauses } from './interruptible-reading.ts';

/*
 * Reads LMDB's data file as the package `lmdb` writes it (mdb.c: MDB_page_header, MDB_meta, MDB_db,
 * MDB_node, MDB_ovpage), in the byte order of the machine. Each page begins with a header. The
 * first two pages hold a description each, of which that of the later transaction is valid. Pages
 * of trees hold, after the header, the offsets of the nodes in the order of their keys, free room,
 * and the nodes.
 */
const littleEndian = endianness() === 'LE';
/** Size of a page header; node offsets count from its end. */
const pageHeaderBytes = 24;
const magicAt = pageHeaderBytes;
const magic = 0xbe_ef_c0_de;
const versionAt = magicAt + 4;
/** The version of the file format that the package writes. */
const knownVersion = 2;
/** Offset of `mm_dbs[FREE_DBI]`, whose first member holds the page size. */
const freeAt = pageHeaderBytes + 24;
/** Size of `MDB_db`. */
const treeRecordBytes = 48;
const mainAt = freeAt + treeRecordBytes;
const lastPageAt = mainAt + treeRecordBytes;
const transactionAt = lastPageAt + 8;
const metaBytes = transactionAt + 8;
/** LMDB's smallest and largest page; it reads two of them. */
const leastPageBytes = 4096;
const mostPageBytes = 65_536;
const flagsAt = 18;
const branchFlag = 0x01;
const leafFlag = 0x02;
const overflowFlag = 0x04;
const kinds = 0x0f;
/** Header fields: the end of the node offsets, and the start of the nodes. */
const lowerAt = 20;
const upperAt = 22;
/** In an overflow page, the number of pages replaces these two fields. */
const overflowPagesAt = 20;
const nodeBytes = 8;
const bigDataFlag = 0x01;
const subDatabaseFlag = 0x02;
/** `md_root` of an empty tree. */
const noRoot = 2n ** 64n - 1n;
/** More levels than an LMDB tree can have. */
const mostLevels = 32;
/** Flags of a tree that does not sort its keys bytewise. */
const otherOrders = 0x02 | 0x08;

/** A B+ tree of the file: `MDB_db`. */
interface LmdbTree {
  readonly flags: number;
  readonly depth: number;
  readonly entries: bigint;
  readonly root: bigint;
}

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
export function checkFile(file: string): LmdbFileFault | undefined {
  const descriptor = openSync(file, 'r');
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const meta = readMeta(descriptor);
      if (!('main' in meta)) return meta;
      const { size } = fstatSync(descriptor);
      const isCutShort = meta.lastPage >= Math.floor(size / meta.pageBytes);
      const fault = readWithoutPauses(
        findDamage(descriptor, meta, isCutShort || size <= wholeBytes),
      );
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
export function* checkAllPages(file: string): Generator<undefined, LmdbFileFault | undefined> {
  const descriptor = openSync(file, 'r');
  try {
    const meta = readMeta(descriptor);
    return 'main' in meta ? yield* findDamage(descriptor, meta, true) : meta;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Finds the first fault that LMDB could not survive: missing or unexpected pages, nodes outside of
 * their page, keys out of order, trees of a wrong size.
 * @param isWhole whether to check all pages, or only the list of databases and the root of each
 * @returns the fault, after one `yield` per page
 */
function* findDamage(
  descriptor: number,
  { pageBytes, lastPage, free, main }: LmdbMeta,
  isWhole: boolean,
): Generator<undefined, LmdbFileFault | undefined> {
  const count = Math.min(lastPage + 1, Math.floor(fstatSync(descriptor).size / pageBytes));
  const walk = new PageWalk(descriptor, pageBytes, count);
  try {
    yield* walk.checkTree(free, isWhole);
    const databases = yield* walk.checkTree(main, true, true);
    for (const database of databases) yield* walk.checkTree(database, isWhole);
    return undefined;
  } catch (error) {
    if (error instanceof PageDamage) return { kind: 'damaged', detail: error.message };
    throw error;
  }
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
    free: readTree(latest, freeAt),
    main: readTree(latest, mainAt),
  };
}

/** @returns bytes from an offset; zeros beyond the end of the file */
function read(descriptor: number, at: number, length: number): DataView {
  const bytes = new Uint8Array(length);
  readSync(descriptor, bytes, 0, length, at);
  return new DataView(bytes.buffer);
}

/** Decodes an `MDB_db`. */
function readTree(bytes: DataView, at: number): LmdbTree {
  return {
    flags: bytes.getUint16(at + 4, littleEndian),
    depth: bytes.getUint16(at + 6, littleEndian),
    entries: bytes.getBigUint64(at + 32, littleEndian),
    root: bytes.getBigUint64(at + 40, littleEndian),
  };
}

class PageDamage extends Error {
  override readonly name = 'PageDamage' as const;
}

interface Node {
  readonly flags: number;
  readonly key: Uint8Array;
  /** In a branch, the low bits of the page number; in a leaf, the size of the value. */
  readonly number: number;
  /** Offset of the value. */
  readonly valueAt: number;
}

class PageWalk {
  readonly #descriptor: number;
  readonly #pageBytes: number;
  /** Which of the existing pages are in use; each belongs to one place in all trees. */
  readonly #used: Uint8Array;

  constructor(descriptor: number, pageBytes: number, count: number) {
    this.#descriptor = descriptor;
    this.#pageBytes = pageBytes;
    this.#used = new Uint8Array(count);
  }

  /** @returns the databases listed, in the tree that lists them */
  *checkTree(
    tree: LmdbTree,
    isWhole: boolean,
    isList = false,
  ): Generator<undefined, readonly LmdbTree[]> {
    const databases: LmdbTree[] = [];
    const pending = tree.root === noRoot ? [] : [{ page: Number(tree.root), level: 1 }];
    let entries = 0;
    let last: Uint8Array | undefined;
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { page, level } = next;
      const view = this.#treePage(page, level, tree.depth);
      const nodes = this.#nodesOf(page, view);
      if (level < tree.depth) {
        // The flags of a leaf node are the high bits of the page number in a branch node.
        const below = nodes.map(({ number, flags }) => {
          return { page: number + flags * 2 ** 32, level: level + 1 };
        });
        if (isWhole) pending.push(...below.toReversed());
      } else {
        if ((tree.flags & otherOrders) === 0) last = inOrder(page, nodes, last);
        entries += nodes.length;
        for (const node of nodes) databases.push(...this.#value(page, view, node, isList));
      }
      yield undefined;
    }
    if (isWhole && BigInt(entries) !== tree.entries) {
      throw new PageDamage(`a tree has ${entries} entries, not ${tree.entries}`);
    }
    return databases;
  }

  #treePage(page: number, level: number, depth: number): DataView {
    this.#enter(page, 1);
    const view = read(this.#descriptor, page * this.#pageBytes, this.#pageBytes);
    const kind = view.getUint16(flagsAt, littleEndian) & kinds;
    const expected = level < depth ? branchFlag : leafFlag;
    if (
      level > mostLevels ||
      kind !== expected ||
      view.getBigUint64(0, littleEndian) !== BigInt(page)
    ) {
      throw new PageDamage(`page ${page} is not the expected page`);
    }
    return view;
  }

  /** Marks pages as used. */
  #enter(first: number, count: number): void {
    const isThere = first > 1 && count > 0 && first + count <= this.#used.length;
    if (!isThere) throw new PageDamage(`page ${first} is missing`);
    if (this.#used.subarray(first, first + count).includes(1)) {
      throw new PageDamage(`page ${first} is in two places`);
    }
    this.#used.fill(1, first, first + count);
  }

  #nodesOf(page: number, view: DataView): readonly Node[] {
    const lower = view.getUint16(lowerAt, littleEndian);
    const upper = view.getUint16(upperAt, littleEndian);
    const room = this.#pageBytes - pageHeaderBytes;
    if (lower === 0 || lower % 2 === 1 || lower > upper || upper > room) {
      throw new PageDamage(`page ${page} has no nodes`);
    }
    return Array.from({ length: lower / 2 }, (_, index) => {
      const place = view.getUint16(pageHeaderBytes + 2 * index, littleEndian);
      const node = place < upper || place + nodeBytes > room ? undefined : nodeAt(view, place);
      if (node !== undefined && node.valueAt <= this.#pageBytes) return node;
      throw new PageDamage(`page ${page} has a node outside of it`);
    });
  }

  /** @returns the database that a node of the list describes */
  #value(page: number, view: DataView, node: Node, isList: boolean): readonly LmdbTree[] {
    const { flags, number: bytes, valueAt } = node;
    const isBig = flags === bigDataFlag;
    const isDatabase = isList && flags === subDatabaseFlag && bytes === treeRecordBytes;
    const end = valueAt + (isBig ? pageHeaderBytes : bytes);
    if ((flags !== 0 && !isBig && !isDatabase) || end > this.#pageBytes) {
      throw new PageDamage(`page ${page} has a value outside of it`);
    }
    if (isBig) this.#overflow(view, valueAt, bytes);
    return isDatabase ? [readTree(view, valueAt)] : [];
  }

  /** A value on overflow pages. MDB_ovpage: first page, transaction, number of pages. */
  #overflow(view: DataView, at: number, bytes: number): void {
    const first = Number(view.getBigUint64(at, littleEndian));
    const count = Number(view.getBigUint64(at + 16, littleEndian));
    this.#enter(first, count);
    const header = read(this.#descriptor, first * this.#pageBytes, pageHeaderBytes);
    const isSame =
      header.getBigUint64(0, littleEndian) === BigInt(first) &&
      (header.getUint16(flagsAt, littleEndian) & kinds) === overflowFlag &&
      header.getUint32(overflowPagesAt, littleEndian) === count;
    if (isSame && bytes <= count * this.#pageBytes - pageHeaderBytes) return;
    throw new PageDamage(`page ${first} is not the expected page`);
  }
}

function nodeAt(view: DataView, place: number): Node {
  const at = pageHeaderBytes + place;
  const [low, high] = littleEndian ? [at, at + 2] : [at + 2, at];
  const flags = view.getUint16(at + 4, littleEndian);
  const keyBytes = view.getUint16(at + 6, littleEndian);
  const valueAt = at + nodeBytes + keyBytes;
  const rest = Math.max(0, Math.min(keyBytes, view.byteLength - at - nodeBytes));
  return {
    flags,
    key: new Uint8Array(view.buffer, at + nodeBytes, rest),
    number: view.getUint16(low, littleEndian) + view.getUint16(high, littleEndian) * 2 ** 16,
    valueAt,
  };
}

/** @returns the last key */
function inOrder(
  page: number,
  nodes: readonly Node[],
  before: Uint8Array | undefined,
): Uint8Array | undefined {
  let last = before;
  for (const { key } of nodes) {
    if (last !== undefined && Buffer.compare(last, key) >= 0) {
      throw new PageDamage(`page ${page} has unsorted keys`);
    }
    last = key;
  }
  return last;
}
