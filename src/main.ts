import { isatty } from 'node:tty';
import { type CommandContext, TerminalOutput } from './commands/command.ts';
import { createProgram, reportFailure } from './commands/program.ts';
import {
  exitCodesOfInterruption,
  exitCodes,
  gravestCode,
  interruptingSignals,
  Interruption,
  type InterruptingSignal,
} from './model/fault.ts';

/**
 * Runs a command line in this process and sets the exit code. Call it once: it listens to signals
 * and to errors of the output until the process ends.
 * @param args what follows the program's name
 */
export async function main(args: readonly string[]): Promise<void> {
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const interruption = new AbortController();
  const { ignoreSignals, killedBySignals } = interruptOnSignals(interruption);
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
      killedBySignals,
    };
    const program = await createProgram(args, context, (code) => {
      // The command may have continued although its output could not be written.
      process.exitCode = output.hasFailed ? gravestCode([code, exitCodes.failed]) : code;
    });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // A pipe that its reader closed is no failure, whatever error the command ended with.
    if (output.hasNoReader) {
      process.exitCode = gravestCode(exitCodesOfInterruption(interruption.signal));
    } else if (output.hasFailed) process.exitCode = exitCodes.failed;
    else process.exitCode = reportFailure(error, process.stderr, interruption.signal);
  } finally {
    // A terminated thread may keep the process alive for a while; from here on a signal ends it.
    ignoreSignals();
    // Node would abort because it cannot reset a terminal that is gone (EIO); SIGHUP ends the
    // process with the same exit code.
    if (hasTerminal && process.exitCode === exitCodes.hungUp) process.kill(process.pid, 'SIGHUP');
  }
}

/**
 * The first signal makes the command end in good order and removes the handlers, so the second
 * signal kills the process.
 * @returns a function that removes the handlers, and one that does so while another one runs
 */
function interruptOnSignals(interruption: AbortController) {
  const listen = (): void => {
    for (const each of interruptingSignals) process.on(each, interrupt);
  };
  const ignoreSignals = (): void => {
    for (const each of interruptingSignals) process.off(each, interrupt);
  };
  const interrupt = (signal: InterruptingSignal): void => {
    ignoreSignals();
    interruption.abort(new Interruption(signal));
  };
  const killedBySignals = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    ignoreSignals();
    try {
      return await act();
    } finally {
      if (!interruption.signal.aborted) listen();
    }
  };
  listen();
  return { ignoreSignals, killedBySignals };
}

/** Error codes of an output without a reader: a closed pipe, a closed terminal. */
const unread: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO']);

/**
 * If the reader closes stdout (`| head`), the command is done. Errors of stderr are ignored: there
 * is no place left to report them.
 */
function watchOutput(interruption: AbortController) {
  const output = {
    /** Whether its reader closed it, as `| head` does. */
    hasNoReader: false,
    hasFailed: false,
    /** Whether the command continues without it. */
    isLog: false,
  };
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
