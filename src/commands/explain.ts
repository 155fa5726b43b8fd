import { type ExitCode, exitCodes, Fault, UsageFault } from '../model/fault.ts';
import type { Config, Source } from '../config/schema.ts';
import { UnnamedResources } from '../catalogue/find-records.ts';
import type { SitemapLook } from '../catalogue/find-sitemaps.ts';
import { findUrlsWithPauses } from '../catalogue/find-urls.ts';
import type { CatalogueGraphs, HarvestLog } from '../catalogue/store.ts';
import { severityOf } from '../model/problem-catalogue.ts';
import { targetUrl } from '../model/target.ts';
import { boundProblemsOfPlace } from '../model/problem-tally.ts';
import type { LiveSettings } from '../pipeline/live-visit.ts';
import type { LiveVisit } from '../model/url-update.ts';
import { escapeControls } from '../text/printable.ts';
import { nameList } from '../render/layout.ts';
import { shellWord } from '../render/record-summary.ts';
import { formatSitemapLook } from '../render/sitemap-explanation.ts';
import { formatExplanation, type UrlExplanation } from '../render/url-explanation.ts';
import { reasonNotDue } from '../pipeline/revisit-policy.ts';
import { noContextSettings, RemoteContexts } from '../web/remote-contexts.ts';
import {
  addCatalogueOption,
  addLiveOptions,
  type LiveOptions,
  optionalConfig,
  refuseWithoutLive,
  withCatalogue,
} from './options.ts';
import { type CommandContext, type DefineCommand, printJson } from './command.ts';

interface ExplainOptions extends LiveOptions {}

/** Defines `cdif-graph explain`. */
export const defineExplain: DefineCommand = (command, run) => {
  command
    .description(
      'Explains how a URL was found, which robots.txt rule applies, what was requested, which ' +
        'metadata the response offers and which was taken, the problems, and the records; then ' +
        'the same for the URLs that it linked to. For a sitemap it tells which source read it, ' +
        'when and with which result, and what names it. It shows the latest visit that the catalogue ' +
        'knows. With --live it visits the URL now and stores nothing; it uses the settings of ' +
        'the source that lists the URL in the catalogue, or else of the only configured source ' +
        'on its host, says how to mend each problem, and exits with code 2 if there are problems ' +
        'of severity error or no metadata, with code 1 if nothing answers. Without --live it ' +
        'exits with code 1 if the URL is not known.',
    )
    .argument('<url>', 'a URL, or any name of a record (see show)');
  addLiveOptions(command, 'visit the URL now, even if the catalogue knows it')
    .option('--source <name>', 'with --live: use the settings of this source of the configuration')
    .option('--json', 'print one JSON document');
  addCatalogueOption(command).action(run(explain));
};

/** The visits of a URL, or of what is visited in place of it, and of what they linked to. */
interface Explained {
  readonly visits: readonly UrlExplanation[];
  /** How sources read the URL as a sitemap. */
  readonly sitemaps?: readonly SitemapLook[];
  /** The name of a source that begins at the URL, which is no page for it. */
  readonly beginning?: string | undefined;
  /** Introduces the visits. */
  readonly head?: string;
  /** The settings of a live visit. */
  readonly settings?: LiveSettings;
  /** The exit code of a live visit. */
  readonly code?: ExitCode;
}

async function explain(
  context: CommandContext,
  name: string,
  options: ExplainOptions,
): Promise<ExitCode> {
  refuseWithoutLive(options);
  if (options.live !== true && options.source !== undefined) {
    throw new UsageFault('--source needs --live.');
  }
  const explained = options.live === true ? explainLive : explainFromCatalogue;
  const found = await explained(name, options, context);
  const { visits, sitemaps = [], head, settings, code } = found;
  if (options.json === true) {
    printJson(
      { name, ...(settings && { settings: settingsJson(settings) }), looks: visits, sitemaps },
      context,
    );
  } else if (visits.length + sitemaps.length > 0) {
    const texts = [
      ...sitemaps.map((each) => formatSitemapLook(each)),
      ...visits.map((each) => formatExplanation(each, context.now())),
    ];
    context.stdout.write([...(head === undefined ? [] : [`${head}\n`]), ...texts].join('\n'));
  } else {
    context.stderr.write(`cdif-graph: ${formatUnknown(name, found)}\n`);
  }
  return code ?? (visits.length + sitemaps.length > 0 ? exitCodes.done : exitCodes.failed);
}

/** Says that no visit of a URL is known. */
function formatUnknown(name: string, { beginning }: Explained): string {
  const url = escapeControls(name);
  if (beginning === undefined) {
    return (
      `${url} is not known: no source lists or links to it, or the configuration excludes it. ` +
      '--live visits it now.'
    );
  }
  return (
    `${url} is where the source ${escapeControls(beginning)} begins, not one of its pages. ` +
    `problems --source ${shellWord(beginning)} shows what was wrong there, status what was found.`
  );
}

/**
 * Visits a URL now, with the settings of a source; nothing is stored.
 * @throws {UsageFault} when it is no URL, or the source is not in the configuration
 */
async function explainLive(
  name: string,
  options: ExplainOptions,
  context: CommandContext,
): Promise<Explained> {
  const url = targetUrl(name.trim());
  if (url === undefined) {
    throw new UsageFault(`${escapeControls(name)} is not an http or https URL.`);
  }
  // The harvest takes longer to load than all the rest.
  const { visitNow } = await import('./live-visit.ts');
  const { visits, settings, isListed } = await visitNow(url, options, context);
  const explained = visits.map((visit) => explanationOf(visit, isListed));
  const code = liveExitCode(explained);
  return { visits: explained, head: formatLiveSettings(settings), settings, code };
}

/** As for `check`: whether the URL, with what it links to, gives metadata without an error. */
function liveExitCode(visits: readonly UrlExplanation[]): ExitCode {
  const [first] = visits;
  if (first === undefined) return exitCodes.failed;
  const { state, steps = [] } = first.outcome;
  const answers = state === 'disallowed' || steps.some(({ status }) => status !== undefined);
  if (!answers) return exitCodes.failed;
  const all = visits.flatMap(({ outcome }) => outcome.problems);
  const givesMetadata = visits.some(({ outcome }) => outcome.state === 'harvested');
  const hasErrors = all.some((problem) => severityOf(problem) === 'error');
  return givesMetadata && !hasErrors ? exitCodes.done : exitCodes.problems;
}

/** @param isListed whether a source is known to list the first URL */
function explanationOf(
  { outcome, records, recordProblems }: LiveVisit,
  isListed: boolean,
): UrlExplanation {
  const problems = boundProblemsOfPlace([...outcome.problems, ...recordProblems], outcome);
  const isNamed = outcome.listings.every(({ found }) => found.by === 'urls');
  return {
    outcome: { ...outcome, problems },
    records: records.map(({ graph, describes, quads }) => ({ graph, describes, quads })),
    isLive: true,
    ...(isNamed && !isListed ? { isUnlisted: true } : {}),
  };
}

async function explainFromCatalogue(
  name: string,
  options: ExplainOptions,
  context: CommandContext,
): Promise<Explained> {
  const config = await usableConfig(options, context);
  return withCatalogue(options, context, async (store) =>
    explainKept(name, store, config, context.now()),
  );
}

/** The configuration, if it is usable: the catalogue can be explained without it. */
async function usableConfig(
  options: ExplainOptions,
  context: CommandContext,
): Promise<Config | undefined> {
  try {
    return await optionalConfig(options, context);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

async function sourcesOf(config: Config | undefined): Promise<readonly Source[]> {
  if (config === undefined) return [];
  const { sourceOf } = await import('../config/schema.ts');
  return config.sources.map(sourceOf);
}

async function sourceBeginningAt(
  url: string,
  sources: readonly Source[],
): Promise<string | undefined> {
  if (sources.length === 0) return undefined;
  const { startOf } = await import('../config/schema.ts');
  return sources.find((each) => each.kind !== 'urls' && startOf(each) === url.trim())?.name;
}

/**
 * The visits of a URL, or of the URLs of the records with that name, and of what they linked to.
 */
async function explainKept(
  name: string,
  store: CatalogueGraphs & HarvestLog,
  config: Config | undefined,
  now: Date,
): Promise<Explained> {
  const sources = await sourcesOf(config);
  const contexts = new RemoteContexts(config ?? noContextSettings, { memory: store.contexts });
  const { looks, isElsewhere, sitemaps } = await store.inTurns((snapshot) =>
    findUrlsWithPauses(snapshot, name, new UnnamedResources()),
  );
  const explained: UrlExplanation[] = [];
  for (const { records, ...visited } of looks) {
    const known = await store.known(visited.outcome.url);
    const notDue = known && (await reasonNotDue(known, sources, { store, contexts, now }));
    explained.push({ ...visited, ...(notDue && { notDue }), records });
  }
  if (!isElsewhere) {
    const beginning = await sourceBeginningAt(name, sources);
    return { visits: explained, sitemaps, beginning };
  }
  const head =
    `${escapeControls(name)} itself is not visited, ` +
    'because a source says where its metadata is:';
  return { visits: explained, sitemaps, head };
}

/** The most sources that a line names. */
const maxNamed = 5;

const reasons = {
  named: 'as --source says',
  listed: 'which lists the URL in the catalogue',
  'same-host': 'the only configured source on its host',
} as const;

/** Names the source whose settings a visit used, and the reason, for people. */
function formatLiveSettings(settings: LiveSettings): string {
  if (settings.source !== undefined) {
    const { source, because } = settings;
    return (
      `Visited now, with the settings of the source ${escapeControls(source.name)}, ` +
      `${reasons[because]}.`
    );
  }
  const { candidates } = settings;
  const why =
    candidates.length === 0
      ? 'no configured source is known to list the URL'
      : `${nameList(candidates, maxNamed)} are on its host (choose with --source)`;
  return `Visited now, with the default settings of a source, because ${escapeControls(why)}.`;
}

/** The settings of a visit as JSON: `source` is null for the default settings. */
function settingsJson(settings: LiveSettings) {
  if (settings.source === undefined) return { source: null, candidates: settings.candidates };
  return { source: settings.source.name, because: settings.because };
}
