import { fileURLToPath } from 'node:url';
import { loadConfig } from '../config/load.ts';
import type { RunReport } from '../model/run.ts';
import { runHarvest, type HarvestRequest } from '../pipeline/run-harvest.ts';
import { funnelOf } from '../report/funnel.ts';
import { showProgress } from '../report/progress.ts';
import type { SourceLedger } from '../report/ledger.ts';
import { hasErrors, runReport } from '../report/run-report.ts';
import { summarise } from '../report/summary.ts';
import { printableLines } from '../text/printable.ts';
import type { CommandContext, DefineCommand, ExitCode } from './command.ts';
import { namedSources } from './named-sources.ts';
import { wholeNumber } from './numbers.ts';
import { printJson } from './print.ts';
import { workersOption, type WorkersOption } from './workers-option.ts';

interface IngestOptions extends WorkersOption {
  readonly source?: readonly string[];
  readonly limit?: number;
  readonly full?: true;
  readonly allowRemovals?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly strict?: true;
}

export const defineIngest: DefineCommand = (program, run) => {
  program
    .command('ingest')
    .summary('harvest the sources into the catalogue')
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
    .option('--full', 'ask for everything and read it anew, as if nothing were known')
    .option(
      '--allow-removals',
      'remove what is gone, however much of a source that is (see removals-held)',
    )
    .option('--dry-run', 'do everything but store; nothing on disk is touched')
    .addOption(workersOption())
    .option('--json', 'print the report of the run as JSON, and nothing else')
    .option('--strict', 'end with exit code 2 when there were problems of severity error')
    .action(run(ingest));
};

async function ingest(
  context: CommandContext,
  file: string,
  options: IngestOptions,
): Promise<ExitCode> {
  const config = loadConfig(file, {
    cwd: context.cwd,
    env: context.env,
    overrides: { workers: options.workers },
  });
  const sources = namedSources(config, options.source);
  let ledgers: readonly SourceLedger[] = [];
  let hideProgress: (() => void) | undefined;
  const startedAt = context.now();
  const request: HarvestRequest = {
    config,
    sources,
    dryRun: options.dryRun === true,
    limit: options.limit,
    full: options.full === true,
    allowRemovals: options.allowRemovals === true,
    signal: context.signal,
    now: context.now,
    onStart: (started) => {
      ledgers = started;
      if (options.json !== true) hideProgress = showProgress(started, context.stderr, context.now);
    },
  };
  let report: RunReport;
  try {
    report = await runHarvest(request).finally(() => hideProgress?.());
  } catch (error) {
    // A full disk after eight hours: what was done until then is worth knowing.
    if (ledgers.length > 0) {
      const facts = {
        run: 'unfinished',
        startedAt,
        endedAt: context.now(),
        dryRun: request.dryRun,
        catalogue: { problems: [], counts: {} },
      };
      print(runReport({ ...facts, interrupted: true }, ledgers), context, options);
    }
    throw error;
  }
  print(report, context, options);
  if (report.interrupted) return 1;
  return options.strict === true && hasErrors(report) ? 2 : 0;
}

/** Gathers the values of an option that may be given more than once. */
function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function print(report: RunReport, context: CommandContext, options: IngestOptions): void {
  if (options.json === true) {
    const sources = report.sources.map((source) => ({ ...source, funnel: funnelOf(source) }));
    printJson({ ...report, sources }, context);
  } else {
    context.stdout.write(summarise(report, fileURLToPath(problemPages)));
  }
  for (const problem of report.examples) {
    if (problem.kind === 'internal-error')
      context.stderr.write(`${printableLines(`${problem.url}: ${problem.stack}`)}\n`);
  }
}

/** Shipped with the package, beside `dist/`. */
const problemPages = new URL('../../docs/problems/', import.meta.url);
