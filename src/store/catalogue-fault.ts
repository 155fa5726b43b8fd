import { statfsSync } from 'node:fs';
import { constants } from 'node:os';
import { isDiskFull } from '../files/file-trouble.ts';
import { Fault } from '../model/fault.ts';
import type { GraphFacts } from './rows.ts';

export type CatalogueTrouble =
  /** There is none: it is made by writing to it. */
  | 'missing'
  | 'not-a-directory'
  /** The directory or its files are something else. */
  | 'not-a-catalogue'
  | 'newer-format'
  /** It must be written to once, to bring it to the format of now. */
  | 'older-format'
  /** Part of its file is missing, or is not what was written. */
  | 'damaged'
  /** While it was open, another took its place. */
  | 'replaced'
  | 'not-readable'
  | 'not-writable'
  /** Writing went wrong: the disk is full, for one. What was being written is not there. */
  | 'write-failed'
  | 'backup-failed';

/** The catalogue directory cannot be used as it is meant to. */
export class CatalogueFault extends Fault {
  override readonly name = 'CatalogueFault' as const;
  readonly trouble: CatalogueTrouble;
  readonly path: string;
  readonly detail: string;

  /** @param detail a sentence that says what is the matter and what to do about it */
  constructor(trouble: CatalogueTrouble, path: string, detail: string, options?: ErrorOptions) {
    super(`catalogue ${path}: ${detail}`, options);
    this.trouble = trouble;
    this.path = path;
    this.detail = detail;
  }
}

const wayOut = 'put a backup in its place, or harvest into another directory';
/** What to do about a catalogue, by what of it is damaged. */
const remedies = {
  /** Nothing in it can be relied on. */
  pages: wayOut,
  entries: `cdif-graph verify lists what is wrong, and cdif-graph rebuild derives its records again; else ${wayOut}`,
} as const;

/**
 * Part of a catalogue is missing, or is not what was written.
 * @param what is wrong, in words
 * @param part what is damaged: pages of its file, or entries in sound pages
 */
export function damaged(
  path: string,
  what: string,
  part: keyof typeof remedies,
  options?: ErrorOptions,
): CatalogueFault {
  return new CatalogueFault('damaged', path, `is damaged: ${what}; ${remedies[part]}`, options);
}

/**
 * Errors of LMDB by which a file is not what it was when it was written: MDB_PAGE_NOTFOUND,
 * MDB_CORRUPTED, MDB_INVALID, MDB_BAD_TXN (which follows them), MDB_PROBLEM.
 */
const ofDamage: ReadonlySet<number> = new Set([-30_797, -30_796, -30_793, -30_782, -30_779]);
/** LMDB's errors where a page could not be written whole, and after that: EIO, MDB_PANIC. */
const ofUnwritten: ReadonlySet<number> = new Set([constants.errno.EIO, -30_795]);
/** With less room than that a disk counts as full. */
const leastRoomBytes = 1_048_576;

/**
 * What it means to the user that reading or writing ended with an error.
 * @returns a fault; the error itself where it is another one than LMDB's
 */
export function faultOfLmdb(path: string, error: unknown): unknown {
  if (error instanceof Fault || !isFromLmdb(error)) return error;
  if (ofDamage.has(error.code)) return damaged(path, error.message, 'pages', { cause: error });
  const isFull = isDiskFull(error) || (ofUnwritten.has(error.code) && hasNoRoom(path));
  const why = isFull ? 'the disk is full.' : `${error.message}. Is the disk full, or failing?`;
  const detail = `could not be written to: ${why} What was being written is not in it`;
  return new CatalogueFault('write-failed', path, detail, { cause: error });
}

function hasNoRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize < leastRoomBytes;
  } catch {
    return false;
  }
}

/** The errors of LMDB and of the file system below it carry a number; no other error does. */
function isFromLmdb(error: unknown): error is Error & { readonly code: number } {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

/**
 * Something in a catalogue is not what was written. Whoever opened the catalogue says so: see
 * `whyFailed`.
 */
export class DamageFound extends Error {
  override readonly name = 'DamageFound' as const;
}

/** Every record is made from a document that is kept as long as the record. */
export function documentMissing({ graph }: Pick<GraphFacts, 'graph'>): DamageFound {
  return new DamageFound(`the document of ${graph} is missing`);
}
