import { exitCodes, type ExitCode } from './exit-code.ts';

/**
 * Ours or the operator's: a bad configuration, a store that cannot be written, a wrong query. It is thrown, ends the
 * command, and its message says what and where. A fact about somebody else's resource is a `Problem` instead.
 */
export abstract class Fault extends Error {
  /** The exit code of a command that the fault ends. */
  readonly exitCode: ExitCode = exitCodes.failed;
}

/** The command was called wrongly: an option's value, a name that does not exist. */
export class UsageFault extends Fault {
  override readonly name = 'UsageFault' as const;
  override readonly exitCode = exitCodes.usage;
}
