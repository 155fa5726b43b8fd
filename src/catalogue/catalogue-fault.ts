import { statfsSync } from 'node:fs';
import { constants } from 'node:os';
import { isDiskFull } from '../files/output-file.ts';
import { Fault } from '../model/fault.ts';
import type { GraphFacts } from './rows.ts';

/** Why a catalogue cannot be used. */
export type CatalogueTrouble =
  /** There is no catalogue: the first write creates it. */
  | 'missing'
  | 'not-a-directory'
  /** The directory or its files are something else than a catalogue. */
  | 'not-a-catalogue'
  | 'newer-format'
  /** The format is older than those that can be migrated. */
  | 'older-format'
  /** Part of the file is missing or differs from what was written. */
  | 'damaged'
  /** Another file replaced the catalogue while it was open. */
  | 'replaced'
  | 'not-readable'
  | 'not-writable'
  /** A write failed, for example because the disk is full; the transaction was rolled back. */
  | 'write-failed'
  | 'backup-failed';

/** The catalogue directory cannot be used as requested. */
export class CatalogueFault extends Fault {
  override readonly name = 'CatalogueFault' as const;
  readonly trouble: CatalogueTrouble;
  readonly path: string;
  readonly detail: string;

  /** @param detail a sentence that says what is wrong and how to fix it */
  constructor(trouble: CatalogueTrouble, path: string, detail: string, options?: ErrorOptions) {
    super(`catalogue ${path}: ${detail}`, options);
    this.trouble = trouble;
    this.path = path;
    this.detail = detail;
  }
}

/** What to do about a file that cannot be repaired. */
export const wayOut = 'put a backup in its place, or harvest into another directory';
/** How to repair a catalogue, by the damaged part. */
const remedies = {
  /** Nothing in the file is reliable. */
  pages: wayOut,
  entries:
    'cdif-graph verify lists what is wrong, and cdif-graph rebuild derives its records again; ' +
    `else ${wayOut}`,
} as const;

/**
 * Makes the fault for a catalogue of which a part is missing or differs from what was written.
 * @param what describes the damage
 * @param part what is damaged: pages of the file, or entries in sound pages
 */
export function damagedCatalogue(
  path: string,
  what: string,
  part: keyof typeof remedies,
  options?: ErrorOptions,
): CatalogueFault {
  return new CatalogueFault('damaged', path, `is damaged: ${what}; ${remedies[part]}`, options);
}

/**
 * LMDB errors that mean a damaged file: MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_INVALID, MDB_BAD_TXN
 * (which follows them), MDB_PROBLEM.
 */
const ofDamage: ReadonlySet<number> = new Set([-30_797, -30_796, -30_793, -30_782, -30_779]);
/** Errors of an incomplete page write, and of every call after it: EIO, MDB_PANIC. */
const ofUnwritten: ReadonlySet<number> = new Set([constants.errno.EIO, -30_795]);
/** A disk with less free space than this counts as full. */
const leastRoomBytes = 1_048_576;

/**
 * Translates an error of a read or write into a fault for the user.
 * @returns a fault, or the error itself where LMDB did not throw it
 */
export function faultFromLmdb(path: string, error: unknown): unknown {
  if (error instanceof Fault || !isFromLmdb(error)) return error;
  if (ofDamage.has(error.code)) {
    return damagedCatalogue(path, error.message, 'pages', { cause: error });
  }
  const isFull = isDiskFull(error) || (ofUnwritten.has(error.code) && hasNoRoom(path));
  const why = isFull ? 'the disk is full.' : `${error.message}. Is the disk full, or failing?`;
  const detail = `could not be written: ${why} The last change was not saved`;
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

/** Errors of LMDB and of the file system below it have a numeric code; no other errors do. */
function isFromLmdb(error: unknown): error is Error & { readonly code: number } {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

/**
 * An entry of the catalogue differs from what was written. Whoever opened the catalogue reports it:
 * see `explainFailure`.
 */
export class DamageFound extends Error {
  override readonly name = 'DamageFound' as const;
}

/** The error for a record whose document is missing; a document is kept as long as its records. */
export function documentMissing({ graph }: Pick<GraphFacts, 'graph'>): DamageFound {
  return new DamageFound(`the document of ${graph} is missing`);
}
