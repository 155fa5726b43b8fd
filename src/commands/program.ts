import type { Writable } from 'node:stream';
import { Command, CommanderError, Help } from 'commander';
import {
  codesOfInterruption,
  exitCodeHelp,
  exitCodes,
  gravestCode,
  type ExitCode,
} from '../model/exit-code.ts';
import { Fault } from '../model/fault.ts';
import { printableLines } from '../text/printable.ts';
import { version } from '../version.ts';
import type { CommandContext, RunCommand } from './command.ts';
import { commands } from './register.ts';

/**
 * The command line with all commands. Wrong usage throws commander's `CommanderError`.
 * @param args what it will be called with: only commands that are named there are loaded
 * @param exit told how the command ended, unless it throws
 */
export async function createProgram(
  args: readonly string[],
  context: CommandContext,
  exit: (code: ExitCode) => void,
): Promise<Command> {
  const program = new Command('cdif-graph')
    .description(
      'Harvests research metadata from the Web into a knowledge graph you can query with SPARQL.',
    )
    .version(version)
    .showHelpAfterError('(--help lists the options)')
    .addHelpText('after', exitCodeHelp());
  const run: RunCommand =
    (action) =>
    async (...given) => {
      const code = await action(context, ...given);
      exit(gravestCode([code, ...codesOfInterruption(context.signal)]));
    };
  // Subcommands take over how the program writes and ends, so this comes before them.
  program
    .configureHelp({ subcommandTerm })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void context.stderr.write(text),
    });
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = program.command(name).summary(summary);
    if (!args.includes(name)) continue;
    const define = await load();
    define(command, run);
  }
  return program;
}

/**
 * Says on stderr why a command threw.
 * @param error what `createProgram` or the parsing of its arguments threw
 * @param signal that of the command's context
 * @returns the exit code
 */
export function reportFailure(error: unknown, stderr: Writable, signal: AbortSignal): ExitCode {
  return gravestCode([reportError(error, stderr, signal), ...codesOfInterruption(signal)]);
}

/** @returns the exit code of the error itself */
function reportError(error: unknown, stderr: Writable, signal: AbortSignal): ExitCode {
  // Commander has said it already; asking for help or the version is no error.
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
  if (signal.aborted && isAbort(error, signal)) {
    stderr.write('cdif-graph: interrupted\n');
    return exitCodes.failed;
  }
  if (error instanceof Fault) {
    stderr.write(`cdif-graph: ${printableLines(error.message)}\n`);
    return error.exitCode;
  }
  const stack = (error instanceof Error ? error.stack : undefined) ?? String(error);
  stderr.write(
    `cdif-graph: this is a bug in cdif-graph, please report it:\n${printableLines(stack)}\n`,
  );
  return exitCodes.failed;
}

/** Whether a command was aborted: code that waits throws the signal's reason or an `AbortError`. */
function isAbort(error: unknown, { reason }: AbortSignal): boolean {
  return error === reason || (error instanceof Error && error.name === 'AbortError');
}

/** How the help lists a command, whether it is loaded or not. */
function subcommandTerm(command: Command): string {
  const name = command.name();
  const usage = commands[name]?.usage;
  return usage === undefined ? new Help().subcommandTerm(command) : `${name} ${usage}`;
}
