import { InvalidArgumentError, Option } from 'commander';
import type { LockWait } from '../store/lock-wait.ts';
import type { CommandContext } from './command.ts';
import { durationMs } from './numbers.ts';

/** How a command that writes is told to wait for a catalogue that another process writes to. */
export interface WaitOption {
  /** In milliseconds; true to wait as long as it takes. */
  readonly wait?: number | true;
}

/** How a command is told to write nothing but faults, and what demands action, to stderr. */
export interface QuietOption {
  readonly quiet?: true;
}

/** The option of `WaitOption`. */
export function waitOption(): Option {
  return new Option(
    '--wait [duration]',
    'wait while another process writes to the catalogue: ' +
      'so long (90s, 10m, 2h), or as long as it takes',
  ).argParser(waitMs);
}

/** The option of `QuietOption`. */
export function quietOption(): Option {
  return new Option('--quiet', 'no progress on stderr, only faults and what demands action');
}

/**
 * What the options of a command make of a locked catalogue; undefined where the command is not to
 * wait.
 */
export function lockWait(
  { wait, quiet }: WaitOption & QuietOption,
  { signal, stderr }: CommandContext,
): LockWait | undefined {
  if (wait === undefined) return undefined;
  return {
    longestMs: wait === true ? Number.POSITIVE_INFINITY : wait,
    signal,
    onWait: ({ pid, host, since }) => {
      if (quiet === true) return;
      stderr.write(
        `cdif-graph: waiting for process ${pid} on ${host}, ` +
          `which has been writing to the catalogue since ${since}\n`,
      );
    },
  };
}

function waitMs(text: string): number {
  try {
    return durationMs(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError(
      `${error.message} To wait as long as it takes, write --wait behind everything else.`,
    );
  }
}
