import { Fault } from '../model/fault.ts';

export type CatalogueTrouble =
  /** There is none: it is made by writing to it. */
  | 'missing'
  | 'not-a-directory'
  /** The directory or its files are something else. */
  | 'not-a-catalogue'
  | 'newer-format'
  /** It must be written to once, to bring it to the format of now. */
  | 'older-format'
  /** Part of its file is missing. */
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

/**
 * What it means to the user that writing to a catalogue ended with an error.
 * @returns a fault; the error itself where it is another one than LMDB's
 */
export function faultOfWriting(path: string, error: unknown): unknown {
  if (error instanceof Fault || !isFromLmdb(error)) return error;
  const detail = `could not be written to (${error.message}); is the disk full? What was being written is not in it`;
  return new CatalogueFault('write-failed', path, detail, { cause: error });
}

/** The errors of LMDB and of the file system below it carry a number; no other error does. */
function isFromLmdb(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}
