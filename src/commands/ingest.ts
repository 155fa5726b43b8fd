import { resolve } from 'node:path';
import { hasCredentials } from '../config/credentials.ts';
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { sourceOf } from '../config/schema.ts';
import { writeErrorReason } from '../files/output-file.ts';
import type { PushReport } from '../export/push/push-outcome.ts';
import { exitCodeHelp, exitCodes, Fault, gravestCode, type ExitCode } from '../model/fault.ts';
import type { RunReport } from '../model/run.ts';
import type { HarvestRequest, StartedRun } from '../pipeline/harvest-request.ts';
import { runHarvest } from '../pipeline/run-harvest.ts';
import { openLogFile, RunLog } from '../pipeline/report/run-log.ts';
import { showHarvestProgress } from '../render/progress.ts';
import {
  gaveNothing,
  hasErrors,
  type LastRuns,
  makeRunReport,
  reportJson,
  sourceFailures,
} from '../pipeline/report/run-report.ts';
import { firstLines } from '../render/layout.ts';
import { formatPush } from '../render/push-report.ts';
import { maxListedSources } from '../render/source-choice.ts';
import { describeFailure } from '../render/source-funnel.ts';
import { summarise } from '../render/run-summary.ts';
import { formatCount } from '../text/amounts.ts';
import { escapeControlsInLines } from '../text/printable.ts';
import {
  addWorkerOptions,
  collectValues,
  loadOptions,
  lockWait,
  namedSources,
  parseWholeNumber,
  withCatalogue,
  type WriterOptions,
} from './options.ts';
import { warnOfBundledContexts } from './contexts.ts';
import {
  type CommandContext,
  type DefineCommand,
  printResult,
  problemPages,
  reportBugs,
} from './command.ts';
import { type ConfigWarnings, configWarnings } from './config-warnings.ts';

interface IngestOptions extends WriterOptions {
  readonly workers?: number;
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

/** Defines `cdif-graph ingest`. */
export const defineIngest: DefineCommand = (command, run) => {
  command
    .description(
      'Lists the URLs of all sources, fetches them, converts their metadata to RDF and stores ' +
        'one named graph per record. A problem with one URL never stops the others.',
    )
    .argument('<config>', 'the configuration, for instance config.yaml')
    .option('--source <name>', 'harvest only the source with this name (repeatable)', collectValues)
    .option(
      '--limit <n>',
      'visit at most this many of the URLs that each source lists; links from them are ' +
        'followed, too',
      parseWholeNumber(1),
    )
    .option(
      '--full',
      'fetch and process every URL again, ignoring cache validators and the revisit policy; ' +
        'continues an interrupted run with --full',
    )
    .option(
      '--allow-removals',
      'remove records that are gone, however many there are, and accept empty listings (see ' +
        'docs/problems/removals-held.md)',
    )
    .option('--dry-run', 'fetch and process, but store nothing')
    .option('--log <file>', 'append the events of the run to a file, one JSON object per line');
  addWorkerOptions(command)
    .option('--all', 'list every source in the summary, even if there are more than 50')
    .option('--json', 'print the report of the run as JSON and nothing else')
    .option('--strict', 'exit with code 2 if there were problems of severity error')
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
  await warnOfBundledContexts(config.contexts, context);
  const sources = namedSources(config.sources.map(sourceOf), options.source);
  warnOfConfig(configWarnings(config, sources), context, options);
  const isPrivate = hasCredentials(config.sources);
  const log =
    options.log === undefined ? undefined : await openLog(options.log, isPrivate, context);
  const harvested = await harvestFor({ config, sources, observer: log }, context, options);
  const { report } = harvested;
  if (options.json !== true) print(harvested, context, options);
  const pushed = report.interrupted ? undefined : await pushHarvest(config, context, options);
  if (options.json === true) print({ ...harvested, pushed }, context, options);
  // The signal decides the exit code of the process.
  if (report.interrupted) return exitCodes.done;
  reportFailures(report, context);
  return gravestCode([
    ...(pushed?.isComplete === false ? [exitCodes.failed] : []),
    ...(options.strict === true && hasErrors(report) ? [exitCodes.problems] : []),
    ...(failedSources(report).length > 0 ? [exitCodes.sourceFailed] : []),
    ...(gaveNothing(report) ? [exitCodes.failed] : []),
  ]);
}

function warnOfConfig(
  { failures, hints }: ConfigWarnings,
  { stderr }: CommandContext,
  { quiet }: IngestOptions,
): void {
  for (const text of [...failures, ...(quiet === true ? [] : hints)]) {
    stderr.write(`cdif-graph: ${escapeControlsInLines(text)}\n`);
  }
}

/** The push at the end of a harvest, as the report has it. */
interface HarvestPush {
  readonly isComplete: boolean;
  readonly push: PushReport | { readonly error: string };
}

/**
 * Brings the store of the configuration, if it takes writes, to the state of the catalogue. A fault
 * is told, and does not lose the report of the harvest.
 */
async function pushHarvest(
  { engine, store: { path } }: LoadedConfig,
  context: CommandContext,
  options: IngestOptions,
): Promise<HarvestPush | undefined> {
  if (engine === undefined || options.dryRun === true) return undefined;
  if (engine.update === undefined && engine.graphStore === undefined) return undefined;
  const { pushTo } = await import('./push.ts');
  const { configuredStore } = await import('./store-address.ts');
  const address = configuredStore(engine);
  const selection = { without: engine.without };
  try {
    const report = await withCatalogue({ store: path }, context, async (catalogue) =>
      pushTo(context, catalogue, { ...options, path, address, selection, full: undefined }),
    );
    if (options.json !== true) context.stdout.write(`\n${formatPush(report, false)}`);
    return { isComplete: report.refused.length === 0, push: report };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message } = error;
    context.stderr.write(
      'cdif-graph: the harvest is in the catalogue, but the store is not up to date: ' +
        `${escapeControlsInLines(message)}; cdif-graph push brings it there\n`,
    );
    return { isComplete: false, push: { error: message } };
  }
}

function failedSources({ sources }: RunReport): RunReport['sources'] {
  return sources.filter((source) => sourceFailures(source).length > 0);
}

/** Repeats failures on stderr: a scheduler such as cron sends that by mail. */
function reportFailures(report: RunReport, { stderr }: CommandContext): void {
  const lines = firstLines(
    failedSources(report),
    maxListedSources,
    (source) => sourceFailures(source).map((kind) => `${source.source}: ${describeFailure(kind)}`),
    (count) => `${formatCount(count, 'more source')} failed, too`,
  );
  for (const line of lines) stderr.write(`cdif-graph: ${line}\n`);
  if (gaveNothing(report)) {
    stderr.write(
      'cdif-graph: no source gave any record; the problems that the report lists say why\n',
    );
  }
}

interface Harvested {
  readonly report: RunReport;
  /** See `reportJson`. */
  readonly lastRuns: LastRuns | undefined;
}

/**
 * Harvests, shows the progress, and closes the log. If a fault ends the run, the report until then
 * is printed first.
 */
async function harvestFor(
  what: Pick<HarvestRequest, 'sources'> & {
    readonly config: LoadedConfig;
    readonly observer: RunLog | undefined;
  },
  context: CommandContext,
  options: IngestOptions,
): Promise<Harvested> {
  let started: StartedRun | undefined;
  let hideProgress: (() => void) | undefined;
  const startedAt = context.now();
  const request: HarvestRequest = {
    ...what,
    dryRun: options.dryRun === true,
    limit: options.limit,
    full: options.full === true,
    allowRemovals: options.allowRemovals === true,
    wait: lockWait(options, context),
    distribute: options.dryRun === true ? undefined : await distribution(what.config, context),
    signal: context.signal,
    now: context.now,
    onStart: (begun) => {
      started = begun;
      const isSilent = options.json === true || options.quiet === true;
      if (!isSilent) hideProgress = showHarvestProgress(begun.ledgers, context.stderr, context.now);
    },
  };
  try {
    const report = await runHarvest(request).finally(() => hideProgress?.());
    return { report, lastRuns: started?.lastRuns };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    what.observer?.tell({ event: 'run-failed', message });
    // For example a full disk after eight hours: the report up to then is still of use.
    if (started !== undefined) {
      const { ledgers, lastRuns, ...begun } = started;
      const facts = {
        run: begun.run,
        continues: begun.continues,
        startedAt,
        endedAt: context.now(),
        dryRun: request.dryRun,
        catalogue: { problems: [], counts: {} },
      };
      const report = makeRunReport({ ...facts, interrupted: true }, ledgers);
      print({ report, lastRuns }, context, options);
    }
    throw error;
  } finally {
    await what.observer?.close();
  }
}

/** What hands the visits out to workers; undefined without a queue. */
async function distribution(
  { queue, workerCredentials }: LoadedConfig,
  { stderr }: CommandContext,
): Promise<HarvestRequest['distribute']> {
  if (queue === undefined) return undefined;
  const { distributeByRedis } = await import('../distributed/distribution.ts');
  return distributeByRedis(queue.redis, workerCredentials, (text) => {
    stderr.write(`cdif-graph: ${escapeControlsInLines(text)}\n`);
  });
}

/** @throws {LogFault} where the file cannot be written */
async function openLog(
  file: string,
  isPrivate: boolean,
  { cwd, now, stderr }: CommandContext,
): Promise<RunLog> {
  const sink = await openLogFile(resolve(cwd, file), { isPrivate });
  const onFailure = (error: unknown): void => {
    const text = `the log ends here, because ${file} cannot be written: ${writeErrorReason(error)}`;
    stderr.write(`cdif-graph: ${escapeControlsInLines(text)}\n`);
  };
  return new RunLog({ sink, now, onFailure });
}

function print(
  { report, lastRuns, pushed }: Harvested & { readonly pushed?: HarvestPush | undefined },
  context: CommandContext,
  options: IngestOptions,
): void {
  printResult(context, options, {
    value: { ...reportJson(report, lastRuns), ...(pushed && { push: pushed.push }) },
    text: summarise(report, problemPages, lastRuns, options.all),
  });
  reportBugs(report.examples, context);
}
