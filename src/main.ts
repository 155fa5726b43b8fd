import type { CommandContext } from './commands/command.ts';
import { createProgram, reportFailure } from './commands/program.ts';
import { TerminalOutput } from './commands/terminal.ts';
import { codesOfInterruption, exitCodes, gravestCode, Interruption } from './model/exit-code.ts';
import type { EngineThread } from './store/engine-thread-client.ts';

/** What became of the process's output. */
interface OutputState {
  /** Whether who reads it has seen enough. */
  hasNoReader: boolean;
  hasFailed: boolean;
}

/**
 * Does what a command line asks of this process, and sets its exit code. Meant to be called once: it listens to signals, and to
 * what becomes of the output, until the process ends.
 * @param args what follows the program's name
 * @param engineThread that loads already, for a command that asks it; here it is closed, whatever became of it
 */
export async function main(args: readonly string[], engineThread?: EngineThread): Promise<void> {
  const interruption = new AbortController();
  interruptOnSignals(interruption);
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
      engineThread,
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
    await engineThread?.close();
  }
}

/** The first Ctrl-C asks the command to end in good order; handlers are gone then, so the second one ends the process. */
function interruptOnSignals(interruption: AbortController): void {
  const interrupt = (signal: 'SIGINT' | 'SIGTERM'): void => {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    interruption.abort(new Interruption(signal));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
}

/**
 * A reader that has seen enough (`| head`) closes the pipe: of the data, then the command is done; of the talk, then it goes on
 * without.
 */
function watchOutput(interruption: AbortController): OutputState {
  const output: OutputState = { hasNoReader: false, hasFailed: false };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    output.hasNoReader = error.code === 'EPIPE';
    output.hasFailed = !output.hasNoReader;
    if (output.hasFailed) {
      process.stderr.write(`cdif-graph: cannot write the output: ${error.message}\n`);
      process.exitCode = exitCodes.failed;
    }
    interruption.abort();
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return output;
}
