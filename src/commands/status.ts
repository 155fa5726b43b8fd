import { readConformance } from '../conformance/read-conformance.ts';
import { engineUse } from '../engine/engine-memory.ts';
import { exitCodes, type ExitCode, UsageFault } from '../model/fault.ts';
import { isHarvested, reportJson } from '../pipeline/report/run-report.ts';
import { maxListedSources } from '../render/source-choice.ts';
import type { CatalogueStore, HarvestLog } from '../catalogue/store.ts';
import { formatCount, formatMoment } from '../text/amounts.ts';
import { escapeControls, escapeControlsInLines } from '../text/printable.ts';
import { firstLines } from '../render/layout.ts';
import { conformanceOfSource } from '../render/conformance-lines.ts';
import { type DescribedStatus, formatCatalogueStatus } from '../render/catalogue-status.ts';
import { formatRun } from '../render/run-summary.ts';
import {
  addCatalogueOption,
  type CatalogueOption,
  configFromOption,
  durationParser,
  withCatalogue,
} from './options.ts';
import { type CommandContext, type DefineCommand, printResult, problemPages } from './command.ts';

interface StatusOptions extends CatalogueOption {
  readonly run?: string;
  /** In milliseconds. */
  readonly maxAge?: number;
  readonly all?: true;
  readonly workers?: true;
  readonly redis?: string;
}

/** Defines `cdif-graph status`. */
export const defineStatus: DefineCommand = (command, run) => {
  command
    .description(
      'Shows what is in the catalogue: its records and sources, its size on disk, the latest ' +
        'runs, and the problems of the latest visit of each URL, by kind.',
    )
    .option(
      '--run <run>',
      'show the whole report of one run: its identifier, the beginning of that, or last for ' +
        'the latest run',
    )
    .option(
      '--max-age <duration>',
      'exit with code 1 if a configured source was not completely harvested within this time ' +
        '(90m, 36h, 2d), and name such sources on stderr',
      durationParser(),
    )
    .option(
      '--workers',
      'show the workers, the harvests and the queue between them, by --redis, the variable ' +
        'CDIF_GRAPH_REDIS, or the queue of the configuration',
    )
    .option('--redis <url>', 'the address of Redis for --workers')
    .option('--all', 'list every source, even if there are more than 50')
    .option('--json', 'print one JSON document, with sizes in bytes');
  addCatalogueOption(command).action(run(status));
};

async function status(context: CommandContext, options: StatusOptions): Promise<ExitCode> {
  const { run: name, maxAge, all } = options;
  if (options.workers === true) return fleetStatus(context, options);
  const config = maxAge === undefined ? undefined : await configFromOption(options, context);
  return withCatalogue(options, context, async (store) => {
    if (name === undefined) {
      const found = await describedStatus(store);
      printResult(context, options, {
        value: { ...found, engine: engineUse(found) },
        text: formatCatalogueStatus(found, problemPages, context.now(), all),
      });
    } else {
      const found = await store.run(name);
      const { report } = found;
      printResult(context, options, {
        value: report === undefined ? found : { ...found, report: reportJson(report) },
        text: formatRun(found, problemPages, all),
      });
    }
    if (maxAge === undefined) return exitCodes.done;
    // Without a configuration, that of the latest run counts.
    const configured = config?.sources.map((source) => source.name);
    const names = configured ?? (await store.configuredSources()) ?? [];
    return reportOverdue(names, maxAge, store, context);
  });
}

/** Shows what workers and coordinators are at; needs no catalogue. */
async function fleetStatus(context: CommandContext, options: StatusOptions): Promise<ExitCode> {
  // Loaded here, since zod takes time to load.
  const { isRedisUrl, redisForm, redisVariable } = await import('../config/queue-schema.ts');
  const given = options.redis ?? context.env[redisVariable];
  const redis = given ?? (await configFromOption(options, context))?.queue?.redis;
  if (redis === undefined) {
    throw new UsageFault(`--workers needs a configuration that has queue, or --redis`);
  }
  if (!isRedisUrl(redis)) throw new UsageFault(`the address of Redis must be ${redisForm}`);
  const [{ connectRedis }, { readFleetStatus }, { formatFleet }] = await Promise.all([
    import('../distributed/redis.ts'),
    import('../distributed/fleet-status.ts'),
    import('../render/fleet.ts'),
  ]);
  const connections = await connectRedis(redis, (text) => {
    context.stderr.write(`cdif-graph: ${escapeControlsInLines(text)}\n`);
  });
  try {
    const found = await readFleetStatus(connections.redis);
    printResult(context, options, { value: found, text: formatFleet(found) });
  } finally {
    connections.close();
  }
  return exitCodes.done;
}

async function describedStatus(
  store: Pick<CatalogueStore, 'inTurns' | 'status'>,
): Promise<DescribedStatus> {
  const found = await store.status();
  const conformance = await store.inTurns(readConformance);
  const sources = found.sources.map((source) => {
    return { ...source, ...conformanceOfSource(conformance, source.source) };
  });
  return { ...found, sources };
}

/** Names the sources that were not harvested within an age on stderr. */
async function reportOverdue(
  names: readonly string[],
  maxAgeMs: number,
  store: Pick<HarvestLog, 'lastRuns'>,
  { now, stderr }: CommandContext,
): Promise<ExitCode> {
  const lastRuns = await store.lastRuns(names, isHarvested);
  const overdue = names.filter((name) => {
    const endedAt = lastRuns.get(name)?.endedAt;
    const ageMs = endedAt === undefined ? Infinity : now().getTime() - Date.parse(endedAt);
    // A wrong clock dated the run in the future: its age is unknown.
    return ageMs < 0 || ageMs > maxAgeMs;
  });
  const lines = firstLines(
    overdue,
    maxListedSources,
    (name) => {
      const last = lastRuns.get(name);
      const isAhead = last !== undefined && Date.parse(last.endedAt) > now().getTime();
      const ahead = isAhead ? ', which is in the future: a clock was wrong' : '';
      const when = last === undefined ? 'never' : `last on ${formatMoment(last.endedAt)}${ahead}`;
      return `${escapeControls(name)} was not harvested in time (${when})`;
    },
    (count) => {
      const more = formatCount(count, 'more source was', 'more sources were');
      return `and ${more} not harvested in time`;
    },
  );
  for (const line of lines) stderr.write(`cdif-graph: ${line}\n`);
  return overdue.length === 0 ? exitCodes.done : exitCodes.failed;
}
