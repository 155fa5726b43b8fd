import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import type { Source } from '../config/schema.ts';
import { Fault, UsageFault } from '../model/fault.ts';
import { ProblemTally } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import type { UrlOutcome } from '../model/run.ts';
import { targetUrl } from '../model/target-url.ts';
import type { CatalogueStore } from '../store/store.ts';
import { printable } from '../text/printable.ts';
import { settingsJson, settingsLine } from '../render/live-settings.ts';
import { describedLine, explanationText, type UrlExplanation } from '../render/url-explanation.ts';
import { reasonNotDue } from '../pipeline/reason-not-due.ts';
import { addCatalogueOption, configIfAny, withCatalogue } from './catalogue-option.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import type { Explained } from './explain-live.ts';
import { refuseWithoutLive, type LiveOptions } from './live-options.ts';
import { looksNamed } from './named-looks.ts';
import { printJson } from './print.ts';

interface ExplainOptions extends LiveOptions {
  readonly json?: true;
}

export const defineExplain: DefineCommand = (command, run) => {
  command
    .description(
      'Says of a URL how it was found, what robots.txt says of it, what was requested, which metadata it offers and which of it was taken, what is wrong with it, and which records came of it; then the same of what it led to. Tells what the catalogue knows of the latest look, or looks now and stores nothing: as the source that lists the URL in the catalogue, with what is kept of the listing, or else with the settings of the only source of the configuration on its host. Ends with 1 when the URL is not known.',
    )
    .argument('<url>', 'the URL, or what names a record: see show')
    .option('--live', 'look now, on the Web, whatever the catalogue says')
    .option('--source <name>', 'with --live: look as for this source of the configuration')
    .option('--allow-private-addresses', 'with --live: ask this machine and private networks, too')
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
    throw new UsageFault('--source is for --live.');
  }
  const { looks, settings, described } =
    options.live === true
      ? // What looks at the Web takes longer to load than all the rest.
        await (await import('./explain-live.ts')).explainLive(name, options, context)
      : await explainFromCatalogue(name, options, context);
  if (options.json === true) {
    printJson({ name, ...(settings && { settings: settingsJson(settings) }), looks }, context);
  } else if (looks.length > 0) {
    const head = [
      ...(settings === undefined ? [] : [`${settingsLine(settings)}\n`]),
      ...(described === undefined ? [] : [`${describedLine(described)}\n`]),
    ];
    context.stdout.write(
      [...head, ...looks.map((each) => explanationText(each, context.now()))].join('\n'),
    );
  }
  if (looks.length > 0) return exitCodes.done;
  if (options.json !== true) {
    context.stderr.write(
      `cdif-graph: ${printable(name)} is not known: no source lists or links to it, or it is excluded. With --live it is looked at now.\n`,
    );
  }
  return exitCodes.failed;
}

/** URLs led to from one are explained with it, as many as are of use to people. */
const maxExplained = 20;

/** The looks at the offers that were taken of a look. */
async function takenFrom(
  { signposts }: UrlOutcome,
  store: CatalogueStore,
): Promise<readonly UrlOutcome[]> {
  const taken: UrlOutcome[] = [];
  for (const { verdict, via, url } of signposts?.offers ?? []) {
    const target = targetUrl(url);
    if (verdict !== 'taken' || via === 'script' || target === undefined) continue;
    const next = await store.outcomeOf(target);
    if (next !== undefined) taken.push(next);
  }
  return taken;
}

/**
 * Those of a URL and of its records, as far as they are of use to people, and how many more there
 * are.
 */
async function allProblems(url: string, store: CatalogueStore): Promise<readonly Problem[]> {
  const tally = new ProblemTally();
  for await (const { problem } of store.problems({ url })) tally.add(problem);
  return tally.list({ url });
}

async function explainFromCatalogue(
  name: string,
  options: ExplainOptions,
  context: CommandContext,
): Promise<Explained> {
  const sources = await configuredSources(options, context);
  return withCatalogue(options, context, async (store) =>
    explainKept(name, { store, sources, now: context.now() }),
  );
}

/**
 * None where there is no configuration, or it is not whole here: what is kept can be told without
 * it.
 */
async function configuredSources(
  options: ExplainOptions,
  context: CommandContext,
): Promise<readonly Source[]> {
  try {
    const config = await configIfAny(options, context);
    if (config === undefined) return [];
    const { sourceOf } = await import('../config/schema.ts');
    return config.sources.map(sourceOf);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

interface Explaining {
  readonly store: CatalogueStore;
  readonly sources: readonly Source[];
  readonly now: Date;
}

/** The looks at the URL, or at those that the records are from which the text names, and at what they led to. */
async function explainKept(name: string, explaining: Explaining): Promise<Explained> {
  const { store, sources, now } = explaining;
  const explained = new Map<string, UrlExplanation>();
  const { own, describing } = await looksNamed(name, store);
  const looks = own === undefined ? describing : [own, ...describing];
  const records = own === undefined ? await store.find(name) : [];
  const waiting = [...looks, ...records.flatMap(({ outcome }) => outcome ?? [])];
  for (let outcome = waiting.shift(); outcome !== undefined; outcome = waiting.shift()) {
    const { url } = outcome;
    if (explained.has(url) || explained.size >= maxExplained) continue;
    const found = (await store.find(url)).map(({ record }) => record);
    const known = await store.known(url);
    const visit = known?.visit;
    const notDue = known && (await reasonNotDue(known, sources, { store, now }));
    explained.set(url, {
      outcome: { ...outcome, problems: await allProblems(url, store) },
      ...(visit && { visit }),
      ...(notDue && { notDue }),
      records: found.filter(({ documentUrl }) => documentUrl === url),
    });
    waiting.push(...(await takenFrom(outcome, store)));
  }
  const isElsewhere = own === undefined && describing.length > 0;
  return { looks: [...explained.values()], ...(isElsewhere ? { described: name } : {}) };
}
