import { isatty } from 'node:tty';
import type { CommandContext } from './commands/command.ts';
import { createProgram, reportFailure } from './commands/program.ts';
import { TerminalOutput } from './commands/terminal.ts';
import {
  codesOfInterruption,
  exitCodes,
  gravestCode,
  interruptingSignals,
  Interruption,
  type InterruptingSignal,
} from './model/exit-code.ts';

/** What became of the process's output. */
interface OutputState {
  /** Whether who reads it has seen enough. */
  hasNoReader: boolean;
  hasFailed: boolean;
  /** Whether the command goes on without it. */
  isLog: boolean;
}

/**
 * Does what a command line asks of this process, and sets its exit code. Meant to be called once: it listens to signals, and to
 * what becomes of the output, until the process ends.
 * @param args what follows the program's name
 */
export async function main(args: readonly string[]): Promise<void> {
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const interruption = new AbortController();
  const ignoreSignals = interruptOnSignals(interruption);
  const output = watchOutput(interruption);
  try {
    const context: CommandContext = {
      stdin: process.stdin,
      stdout: process.stdout.isTTY ? new TerminalOutput(process.stdout) : process.stdout,
      stderr: process.stderr,
      env: process.env,
      cwd: process.cwd(),
      signal: interruption.signal,
      now: () => new Date(),
      goOnWithoutStdout: () => {
        output.isLog = true;
      },
    };
    const program = await createProgram(args, context, (code) => {
      // A command may have gone on when its output could not be written any more.
      process.exitCode = output.hasFailed ? gravestCode([code, exitCodes.failed]) : code;
    });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // A reader that has seen enough is no failure, whatever the command made of the closed pipe.
    if (output.hasNoReader) {
      process.exitCode = gravestCode(codesOfInterruption(interruption.signal));
    } else if (output.hasFailed) process.exitCode = exitCodes.failed;
    else process.exitCode = reportFailure(error, process.stderr, interruption.signal);
  } finally {
    // A thread that is ended in a long step keeps the process until that is over; a signal ends it.
    ignoreSignals();
    // Node would abort when it cannot set back the modes of a terminal that is gone (EIO). What is
    // left of the signal ends the process with the same code.
    if (hasTerminal && process.exitCode === exitCodes.hungUp) process.kill(process.pid, 'SIGHUP');
  }
}

/**
 * The first signal asks the command to end in good order; handlers are gone then, so the second one
 * ends the process.
 * @returns takes the handlers away
 */
function interruptOnSignals(interruption: AbortController): () => void {
  const ignoreSignals = (): void => {
    for (const each of interruptingSignals) process.off(each, interrupt);
  };
  const interrupt = (signal: InterruptingSignal): void => {
    ignoreSignals();
    interruption.abort(new Interruption(signal));
  };
  for (const each of interruptingSignals) process.on(each, interrupt);
  return ignoreSignals;
}

/**
 * Codes of an output that nobody reads any more: a pipe whose other end is closed, a closed
 * terminal.
 */
const unread: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO']);

/**
 * A reader that has seen enough (`| head`) closes the pipe: of the data, then the command is done;
 * of the talk, then it goes on without, as it does where the talk cannot be written for another
 * reason: nobody could be told of that.
 */
function watchOutput(interruption: AbortController): OutputState {
  const output: OutputState = { hasNoReader: false, hasFailed: false, isLog: false };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (output.isLog) return;
    output.hasNoReader = unread.has(error.code);
    output.hasFailed = !output.hasNoReader;
    if (output.hasFailed) {
      process.stderr.write(`cdif-graph: cannot write the output: ${error.message}\n`);
      process.exitCode = exitCodes.failed;
    }
    interruption.abort();
  });
  process.stderr.on('error', () => undefined);
  return output;
}
