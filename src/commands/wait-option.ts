import { InvalidArgumentError, Option } from 'commander';
import type { LockWait } from '../store/lock-wait.ts';
import type { CommandContext } from './command.ts';
import { durationMs } from './numbers.ts';

/** How long a command that writes waits while another process writes to the catalogue. */
export interface WaitOption {
  /** In milliseconds; true to wait without limit. */
  readonly wait?: number | true;
}

/** Makes a command write only errors and failures to stderr. */
export interface QuietOption {
  readonly quiet?: true;
}

/** The option of `WaitOption`. */
export function waitOption(): Option {
  return new Option(
    '--wait [duration]',
    'if another process writes to the catalogue, wait for it: at most this long (90s, 10m, 2h), or without limit',
  ).argParser(waitMs);
}

/** The option of `QuietOption`. */
export function quietOption(): Option {
  return new Option('--quiet', 'write no progress to stderr, only errors and failures');
}

/** How the command waits for a locked catalogue; undefined where it does not wait. */
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
      `${error.message} To wait without limit, put --wait after all other arguments.`,
    );
  }
}
