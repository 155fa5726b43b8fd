import { type ExitCode, exitCodes, Fault, UsageFault } from '../model/fault.ts';
import type { Source } from '../config/schema.ts';
import { UnnamedResources } from '../catalogue/find-records.ts';
import { findUrlsWithPauses } from '../catalogue/find-urls.ts';
import type { CatalogueGraphs, HarvestLog } from '../catalogue/store.ts';
import { escapeControls } from '../text/printable.ts';
import {
  formatExplanation,
  formatLiveSettings,
  introduceMetadataVisits,
  settingsJson,
  type UrlExplanation,
} from '../render/url-explanation.ts';
import { reasonNotDue } from '../pipeline/revisit-policy.ts';
import {
  addCatalogueOption,
  addLiveOptions,
  type LiveOptions,
  optionalConfig,
  refuseWithoutLive,
  withCatalogue,
} from './options.ts';
import { type CommandContext, type DefineCommand, printJson } from './command.ts';
import type { Explained } from './live-visit.ts';

interface ExplainOptions extends LiveOptions {
  readonly json?: true;
}

/** Defines `cdif-graph explain`. */
export const defineExplain: DefineCommand = (command, run) => {
  command
    .description(
      'Explains how a URL was found, which robots.txt rule applies, what was requested, which metadata the response offers and which was taken, the problems, and the records; then the same for the URLs that it linked to. It shows the latest visit that the catalogue knows. With --live it visits the URL now and stores nothing; it uses the settings of the source that lists the URL in the catalogue, or else of the only configured source on its host. Exits with code 1 if the URL is not known.',
    )
    .argument('<url>', 'a URL, or any name of a record (see show)');
  addLiveOptions(command, 'visit the URL now, whatever the catalogue says')
    .option('--source <name>', 'with --live: use the settings of this source of the configuration')
    .option('--json', 'print one JSON document');
  addCatalogueOption(command).action(run(explain));
};

async function explain(
  context: CommandContext,
  name: string,
  options: ExplainOptions,
): Promise<ExitCode> {
  refuseWithoutLive(options);
  if (options.live !== true && options.source !== undefined) {
    throw new UsageFault('--source needs --live.');
  }
  const { visits, settings, described } =
    options.live === true
      ? // The harvest takes longer to load than all the rest.
        await (await import('./live-visit.ts')).explainLive(name, options, context)
      : await explainFromCatalogue(name, options, context);
  if (options.json === true) {
    printJson(
      { name, ...(settings && { settings: settingsJson(settings) }), looks: visits },
      context,
    );
  } else if (visits.length > 0) {
    const head = [
      ...(settings === undefined ? [] : [`${formatLiveSettings(settings)}\n`]),
      ...(described === undefined ? [] : [`${introduceMetadataVisits(described)}\n`]),
    ];
    context.stdout.write(
      [...head, ...visits.map((each) => formatExplanation(each, context.now()))].join('\n'),
    );
  }
  if (visits.length > 0) return exitCodes.done;
  if (options.json !== true) {
    context.stderr.write(
      `cdif-graph: ${escapeControls(name)} is not known: no source lists or links to it, or the configuration excludes it. --live visits it now.\n`,
    );
  }
  return exitCodes.failed;
}

async function explainFromCatalogue(
  name: string,
  options: ExplainOptions,
  context: CommandContext,
): Promise<Explained> {
  const sources = await configuredSources(options, context);
  return withCatalogue(options, context, async (store) =>
    explainKept(name, store, sources, context.now()),
  );
}

/** None without a usable configuration: the catalogue can be explained without it. */
async function configuredSources(
  options: ExplainOptions,
  context: CommandContext,
): Promise<readonly Source[]> {
  try {
    const config = await optionalConfig(options, context);
    if (config === undefined) return [];
    const { sourceOf } = await import('../config/schema.ts');
    return config.sources.map(sourceOf);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

/**
 * The visits of a URL, or of the URLs of the records with that name, and of what they linked to.
 */
async function explainKept(
  name: string,
  store: CatalogueGraphs & HarvestLog,
  sources: readonly Source[],
  now: Date,
): Promise<Explained> {
  const { looks, isElsewhere } = await store.inTurns((snapshot) =>
    findUrlsWithPauses(snapshot, name, new UnnamedResources()),
  );
  const explained: UrlExplanation[] = [];
  for (const { records, ...visited } of looks) {
    const known = await store.known(visited.outcome.url);
    const notDue = known && (await reasonNotDue(known, sources, { store, now }));
    explained.push({ ...visited, ...(notDue && { notDue }), records });
  }
  return { visits: explained, ...(isElsewhere ? { described: name } : {}) };
}
