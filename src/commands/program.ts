import { Command, CommanderError, Help } from 'commander';
import type { Writable } from 'node:stream';
import {
  type ExitCode,
  exitCodeHelp,
  exitCodes,
  exitCodesOfInterruption,
  Fault,
  gravestCode,
} from '../model/fault.ts';
import { escapeControlsInLines } from '../text/printable.ts';
import { version } from '../version.ts';
import type { CommandContext, DefineCommand, RunCommand } from './command.ts';

/**
 * The command line with all commands. Wrong usage throws commander's `CommanderError`.
 * @param args what it will be called with: only commands that are named there are loaded
 * @param exit gets the exit code of the command, unless it throws
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
      const code = (await action(context, ...given)) ?? exitCodes.done;
      exit(gravestCode([code, ...exitCodesOfInterruption(context.signal)]));
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
  return gravestCode([reportError(error, stderr, signal), ...exitCodesOfInterruption(signal)]);
}

/** @returns the exit code of the error itself */
function reportError(error: unknown, stderr: Writable, signal: AbortSignal): ExitCode {
  // Commander has written the message already; a request for help or the version is no error.
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
  if (signal.aborted && isAbort(error, signal)) {
    stderr.write('cdif-graph: interrupted\n');
    return exitCodes.failed;
  }
  if (error instanceof Fault) {
    stderr.write(`cdif-graph: ${escapeControlsInLines(error.message)}\n`);
    return error.exitCode;
  }
  const stack = (error instanceof Error ? error.stack : undefined) ?? String(error);
  stderr.write(
    `cdif-graph: this is a bug in cdif-graph, please report it:\n${escapeControlsInLines(stack)}\n`,
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

/** A command as the help of the program lists it. */
interface RegisteredCommand {
  /** What follows its name in the help. */
  readonly usage: string;
  readonly summary: string;
  /** Loads the rest, and all that the command needs. */
  readonly load: () => Promise<DefineCommand>;
}

/** Every command, in the order of the help; only the one that runs is loaded. */
export const commands: Readonly<Record<string, RegisteredCommand>> = {
  init: {
    usage: '[file]',
    summary: 'write a commented configuration',
    load: async () => (await import('./init.ts')).defineInit,
  },
  ingest: {
    usage: '[options] <config>',
    summary: 'harvest the sources into the catalogue',
    load: async () => (await import('./ingest.ts')).defineIngest,
  },
  worker: {
    usage: '[options]',
    summary: 'harvest for an ingest on another machine',
    load: async () => (await import('./worker.ts')).defineWorker,
  },
  check: {
    usage: '[options] <url>',
    summary: 'say what a harvester finds at a site, and what to fix',
    load: async () => (await import('./check.ts')).defineCheck,
  },
  status: {
    usage: '[options]',
    summary: 'show the contents of the catalogue, the latest runs and failures',
    load: async () => (await import('./status.ts')).defineStatus,
  },
  show: {
    usage: '[options] <name>',
    summary: 'show one record: a summary, its graph, its JSON-LD, its provenance',
    load: async () => (await import('./show.ts')).defineShow,
  },
  explain: {
    usage: '[options] <url>',
    summary: 'explain how one URL was processed',
    load: async () => (await import('./explain.ts')).defineExplain,
  },
  problems: {
    usage: '[options]',
    summary: 'list all problems, or write a report for each publisher',
    load: async () => (await import('./problems.ts')).defineProblems,
  },
  search: {
    usage: '[options] [words...]',
    summary: 'find datasets by words, place, time, variables and more',
    load: async () => (await import('./search.ts')).defineSearch,
  },
  query: {
    usage: '[options] [query]',
    summary: 'query the catalogue with SPARQL',
    load: async () => (await import('./query.ts')).defineQuery,
  },
  queries: {
    usage: '[options] [name]',
    summary: 'list the bundled queries, or show one',
    load: async () => (await import('./queries.ts')).defineQueries,
  },
  serve: {
    usage: '[options]',
    summary: 'serve the catalogue as web pages',
    load: async () => (await import('./serve.ts')).defineServe,
  },
  validate: {
    usage: '[options] [names...]',
    summary: 'say what to fix in metadata records, and how',
    load: async () => (await import('./validate.ts')).defineValidate,
  },
  kernel: {
    usage: '[options] [name]',
    summary: 'show FAIR Digital Object kernel records',
    load: async () => (await import('./kernel.ts')).defineKernel,
  },
  signposting: {
    usage: '[options] [name]',
    summary: 'show the typed links that a publisher should send',
    load: async () => (await import('./signposting.ts')).defineSignposting,
  },
  export: {
    usage: '[options]',
    summary: 'write the catalogue as RDF for another store',
    load: async () => (await import('./export.ts')).defineExport,
  },
  push: {
    usage: '[options] [endpoint]',
    summary: 'bring a SPARQL store to the state of the catalogue',
    load: async () => (await import('./push.ts')).definePush,
  },
  verify: {
    usage: '[options]',
    summary: 'check the integrity of the catalogue',
    load: async () => (await import('./verify.ts')).defineVerify,
  },
  rebuild: {
    usage: '[options]',
    summary: 'derive all graphs again from the kept documents',
    load: async () => (await import('./rebuild.ts')).defineRebuild,
  },
  remove: {
    usage: '[options]',
    summary: 'remove a source from the catalogue',
    load: async () => (await import('./remove.ts')).defineRemove,
  },
  'rename-source': {
    usage: '[options] <old> <new>',
    summary: 'rename a source in the catalogue',
    load: async () => (await import('./rename-source.ts')).defineRenameSource,
  },
  compact: {
    usage: '[options]',
    summary: 'return the free space of the catalogue to the disk',
    load: async () => (await import('./compact.ts')).defineCompact,
  },
  backup: {
    usage: '[options] <file>',
    summary: 'copy the catalogue into one file',
    load: async () => (await import('./backup.ts')).defineBackup,
  },
};
