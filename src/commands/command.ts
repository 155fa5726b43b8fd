import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import type { ExitCode } from '../model/exit-code.ts';

/** What a command may use of the process it runs in. */
export interface CommandContext {
  readonly stdin: Readable;
  /** Takes data. */
  readonly stdout: Output;
  /** Takes talk: progress, hints, faults. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What relative paths on the command line are relative to. */
  readonly cwd: string;
  /** Aborted with an `Interruption` by the first of `interruptingSignals`. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** To be called by a command that goes on where stdout cannot be written, and says so. */
  readonly goOnWithoutStdout?: () => void;
}

export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * Says all of a command that the program's help does not: description, arguments, options, and what it does.
 * @param command has its name and summary
 * @param run wraps what the command does, so that it gets its context and its exit code reaches the shell
 */
export type DefineCommand = (command: Command, run: RunCommand) => void;

export type RunCommand = <Args extends unknown[]>(
  action: (context: CommandContext, ...args: Args) => Promise<ExitCode>,
) => (...args: Args) => Promise<void>;
