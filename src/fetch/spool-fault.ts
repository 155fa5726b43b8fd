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
      `Large answers are kept in ${folder} while they are worked on, which failed (${code}); make room there, or have TMPDIR name another folder`,
      { cause },
    );
  }
}
