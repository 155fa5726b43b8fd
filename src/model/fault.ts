import { exitCodes, type ExitCode } from './exit-code.ts';

/**
 * An error of the program or its operator: a wrong configuration, a store that cannot be written, a
 * wrong query. It is thrown, ends the command, and its message says what and where. A fact about
 * somebody else's resource is a `Problem` instead.
 */
export abstract class Fault extends Error {
  /** The exit code of a command that ends with this fault. */
  readonly exitCode: ExitCode = exitCodes.failed;
}

/** A wrong call of a command: a bad option value, an unknown name. */
export class UsageFault extends Fault {
  override readonly name = 'UsageFault' as const;
  override readonly exitCode = exitCodes.usage;
}
