import { Command } from 'commander';
import { version } from '../version.ts';
import { defineBackup } from './backup.ts';
import type { CommandContext, ExitCode, RunCommand } from './command.ts';
import { defineCompact } from './compact.ts';
import { defineExplain } from './explain.ts';
import { defineExport } from './export.ts';
import { defineIngest } from './ingest.ts';
import { defineInit } from './init.ts';
import { defineKernel } from './kernel.ts';
import { defineQueries } from './queries.ts';
import { defineQuery } from './query.ts';
import { defineRebuild } from './rebuild.ts';
import { defineRemove } from './remove.ts';
import { defineRenameSource } from './rename-source.ts';
import { defineSearch } from './search.ts';
import { defineShow } from './show.ts';
import { defineSignposting } from './signposting.ts';
import { defineStatus } from './status.ts';
import { defineVerify } from './verify.ts';

/** Every command, in the order of the help. */
const commands = [
  defineInit,
  defineIngest,
  defineStatus,
  defineShow,
  defineExplain,
  defineSearch,
  defineQuery,
  defineQueries,
  defineKernel,
  defineSignposting,
  defineExport,
  defineVerify,
  defineRebuild,
  defineRemove,
  defineRenameSource,
  defineCompact,
  defineBackup,
];

/**
 * The command line with all commands. Wrong usage throws commander's `CommanderError`.
 * @param exit told how the command ended, unless it throws
 */
export function createProgram(context: CommandContext, exit: (code: ExitCode) => void): Command {
  const program = new Command('cdif-graph')
    .description(
      'Harvests research metadata from the Web into a knowledge graph you can query with SPARQL.',
    )
    .version(version)
    .showHelpAfterError('(add --help for what is possible)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done; 1 a fault, or nothing harvested; 2 problems of severity error with --strict; 3 bad usage or configuration',
    );
  const run: RunCommand =
    (action) =>
    async (...args) =>
      exit(await action(context, ...args));
  // Subcommands take over how the program writes and ends, so this comes before them.
  program.exitOverride().configureOutput({
    writeOut: (text) => void context.stdout.write(text),
    writeErr: (text) => void context.stderr.write(text),
  });
  for (const define of commands) define(program, run);
  return program;
}
