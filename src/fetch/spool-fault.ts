import { Fault } from '../model/fault.ts';

/**
 * A large response body could not be written to a temporary file, mostly because the disk is full.
 */
export class SpoolFault extends Fault {
  override readonly name = 'SpoolFault' as const;

  /** @param cause what the system said */
  constructor(folder: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    super(
      `cannot write a large response to the temporary folder ${folder} (${code}); free space there, or set TMPDIR to another folder`,
      { cause },
    );
  }
}
