#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { CommanderError } from 'commander';
import { createProgram } from './commands/program.ts';
import { TerminalOutput } from './commands/terminal.ts';
import { Fault } from './model/fault.ts';
import { printableLines } from './text/printable.ts';

// Where there is much memory V8 lets its heaps grow to four times what is in use before it looks what is; of a large list the
// rest is texts that are written already. Twice costs no time that could be measured. Threads have the flag too.
setFlagsFromString('--heap-growing-percent=100');

const interruption = new AbortController();

// The first Ctrl-C asks the command to end in good order; handlers are gone then, so the second one ends the process.
const interrupt = (): void => {
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  interruption.abort();
};
process.on('SIGINT', interrupt).on('SIGTERM', interrupt);

// A reader that has seen enough (`| head`) closes the pipe: of the data, then the command is done; of the talk, then
// it goes on without.
let readerLeft = false;
let outputFailed = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  readerLeft = error.code === 'EPIPE';
  outputFailed = !readerLeft;
  if (outputFailed) {
    process.stderr.write(`cdif-graph: cannot write the output: ${error.message}\n`);
    process.exitCode = 1;
  }
  interruption.abort();
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const program = await createProgram(
    process.argv.slice(2),
    {
      stdin: process.stdin,
      stdout: process.stdout.isTTY ? new TerminalOutput(process.stdout) : process.stdout,
      stderr: process.stderr,
      env: process.env,
      cwd: process.cwd(),
      signal: interruption.signal,
      now: () => new Date(),
    },
    (code) => {
      // A command may have gone on when its output could not be written any more.
      process.exitCode = outputFailed ? 1 : code;
    },
  );
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** Says on stderr what went wrong. @returns the exit code */
function report(error: unknown): number {
  if (readerLeft) return 0;
  if (outputFailed) return 1;
  // Commander has said it already; asking for help or the version is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 3;
  if (interruption.signal.aborted && isAbort(error)) {
    process.stderr.write('cdif-graph: interrupted\n');
    return 1;
  }
  if (error instanceof Fault) {
    process.stderr.write(`cdif-graph: ${printableLines(error.message)}\n`);
    return error.exitCode;
  }
  const stack = (error instanceof Error ? error.stack : undefined) ?? String(error);
  process.stderr.write(
    `cdif-graph: a mistake in the program, please report it:\n${printableLines(stack)}\n`,
  );
  return 1;
}

/** Whether something ended because it was asked to. What waits may throw the signal's reason or an error made of it. */
function isAbort(error: unknown): boolean {
  return (
    error === interruption.signal.reason || (error instanceof Error && error.name === 'AbortError')
  );
}
