import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasCredentials } from '../config/credentials.ts';
import { loadConfig } from '../config/load.ts';
import { troubleOfWriting } from '../files/file-trouble.ts';
import { exitCodeHelp, exitCodes, gravestCode, type ExitCode } from '../model/exit-code.ts';
import type { RunReport } from '../model/run.ts';
import { runHarvest, type HarvestRequest, type StartedRun } from '../pipeline/run-harvest.ts';
import { openLogFile } from '../report/log-file.ts';
import { showProgress } from '../report/progress.ts';
import { RunLog } from '../report/run-log.ts';
import { cameToNothing, hasErrors, reportJson, runReport } from '../report/run-report.ts';
import { maxListed } from '../report/source-choice.ts';
import { failuresOf } from '../report/source-failures.ts';
import type { LastRuns } from '../report/source-figures.ts';
import { failureText, summarise } from '../report/summary.ts';
import { amount } from '../text/amounts.ts';
import { printableLines } from '../text/printable.ts';
import { loadOptions } from './catalogue-option.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import { namedSources } from './named-sources.ts';
import { wholeNumber } from './numbers.ts';
import { printJson } from './print.ts';
import {
  lockWait,
  quietOption,
  waitOption,
  type QuietOption,
  type WaitOption,
} from './wait-option.ts';
import { workersOption, type WorkersOption } from './workers-option.ts';

interface IngestOptions extends WorkersOption, WaitOption, QuietOption {
  readonly source?: readonly string[];
  readonly limit?: number;
  readonly full?: true;
  readonly allowRemovals?: true;
  readonly dryRun?: true;
  readonly log?: string;
  readonly json?: true;
  readonly strict?: true;
  readonly all?: true;
}

export const defineIngest: DefineCommand = (command, run) => {
  command
    .description(
      'Finds the URLs of all sources, fetches them, turns their JSON-LD into RDF and stores one named graph a record. A problem with one URL never stops the others.',
    )
    .argument('<config>', 'the configuration, for instance config.yaml')
    .option(
      '--source <name>',
      'harvest only the source of this name; may be given more than once',
      collect,
    )
    .option(
      '--limit <n>',
      'harvest at most this many of the URLs that each source lists; links from them are followed',
      wholeNumber(1),
    )
    .option(
      '--full',
      'ask for everything and read it anew, as if nothing were known; goes on where one with --full was interrupted',
    )
    .option(
      '--allow-removals',
      'remove what is gone, however much of a source that is, and believe empty lists (see removals-held)',
    )
    .option('--dry-run', 'do everything but store; nothing on disk is touched')
    .option('--log <file>', 'append what happens to a file as it does, one JSON object a line')
    .addOption(workersOption())
    .addOption(waitOption())
    .addOption(quietOption())
    .option('--all', 'list all sources in the summary, also where there are more than 50')
    .option('--json', 'print the report of the run as JSON, and nothing else')
    .option('--strict', 'end with exit code 2 when there were problems of severity error')
    .addHelpText('after', exitCodeHelp())
    .action(run(ingest));
};

async function ingest(
  context: CommandContext,
  file: string,
  options: IngestOptions,
): Promise<ExitCode> {
  const config = loadConfig(file, {
    ...loadOptions(context),
    overrides: { workers: options.workers },
  });
  const sources = namedSources(config, options.source);
  const isPrivate = hasCredentials(config.sources);
  const log =
    options.log === undefined ? undefined : await openLog(options.log, isPrivate, context);
  let harvested: Harvested;
  try {
    harvested = await harvestFor({ config, sources, log }, context, options);
  } finally {
    await log?.close();
  }
  const { report } = harvested;
  print(harvested, context, options);
  if (report.interrupted) return exitCodes.done; // The signal of the context decides.
  tellFailures(report, context);
  return gravestCode([
    ...(options.strict === true && hasErrors(report) ? [exitCodes.problems] : []),
    ...(report.sources.some((source) => failuresOf(source).length > 0)
      ? [exitCodes.sourceFailed]
      : []),
    ...(cameToNothing(report) ? [exitCodes.failed] : []),
  ]);
}

/** What demands action is told on stderr, too: a scheduler sends that by mail. */
function tellFailures(report: RunReport, { stderr }: CommandContext): void {
  const failed = report.sources.filter((source) => failuresOf(source).length > 0);
  for (const source of failed.slice(0, maxListed)) {
    for (const kind of failuresOf(source)) {
      stderr.write(`cdif-graph: ${source.source}: ${failureText(kind)}\n`);
    }
  }
  const more = failed.length - maxListed;
  if (more > 0) stderr.write(`cdif-graph: and ${amount(more, 'more source')} failed\n`);
  if (cameToNothing(report)) {
    stderr.write(
      'cdif-graph: The harvest came to nothing: no source gave a single record. See the problems.\n',
    );
  }
}

interface Harvested {
  readonly report: RunReport;
  /** See `reportJson`. */
  readonly lastRuns: LastRuns | undefined;
}

interface Harvesting extends Pick<HarvestRequest, 'config' | 'sources'> {
  readonly log: RunLog | undefined;
}

/** Harvests, and shows how far that is. Where a fault ends it, what was done until then is printed before. */
async function harvestFor(
  { config, sources, log }: Harvesting,
  context: CommandContext,
  options: IngestOptions,
): Promise<Harvested> {
  let started: StartedRun | undefined;
  let hideProgress: (() => void) | undefined;
  const startedAt = context.now();
  const request: HarvestRequest = {
    config,
    sources,
    dryRun: options.dryRun === true,
    limit: options.limit,
    full: options.full === true,
    allowRemovals: options.allowRemovals === true,
    observer: log,
    wait: lockWait(options, context),
    signal: context.signal,
    now: context.now,
    onStart: (begun) => {
      started = begun;
      const isSilent = options.json === true || options.quiet === true;
      if (!isSilent) hideProgress = showProgress(begun.ledgers, context.stderr, context.now);
    },
  };
  try {
    const report = await runHarvest(request).finally(() => hideProgress?.());
    return { report, lastRuns: started?.lastRuns };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log?.tell({ event: 'run-failed', message });
    // A full disk after eight hours: what was done until then is worth knowing.
    if (started !== undefined) {
      const { run, continues, ledgers, lastRuns } = started;
      const facts = {
        run,
        continues,
        startedAt,
        endedAt: context.now(),
        dryRun: request.dryRun,
        catalogue: { problems: [], counts: {} },
      };
      const report = runReport({ ...facts, interrupted: true }, ledgers);
      print({ report, lastRuns }, context, options);
    }
    throw error;
  }
}

/** @throws {LogFault} where the file cannot be written */
async function openLog(
  file: string,
  isPrivate: boolean,
  { cwd, now, stderr }: CommandContext,
): Promise<RunLog> {
  const sink = await openLogFile(resolve(cwd, file), { isPrivate });
  const onFailure = (error: unknown): void => {
    const reason = troubleOfWriting(error);
    const text = printableLines(`the log ends here, ${file} cannot be written: ${reason}`);
    stderr.write(`cdif-graph: ${text}\n`);
  };
  return new RunLog({ sink, now, onFailure });
}

/** Gathers the values of an option that may be given more than once. */
function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function print(
  { report, lastRuns }: Harvested,
  context: CommandContext,
  options: IngestOptions,
): void {
  if (options.json === true) printJson(reportJson(report, lastRuns), context);
  else context.stdout.write(summarise(report, fileURLToPath(problemPages), lastRuns, options.all));
  for (const problem of report.examples) {
    if (problem.kind === 'internal-error')
      context.stderr.write(`${printableLines(`${problem.url}: ${problem.stack}`)}\n`);
  }
}

/** Shipped with the package, beside `dist/`. */
const problemPages = new URL('../../docs/problems/', import.meta.url);
