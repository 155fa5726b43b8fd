import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema, sourceOf, type Config } from '../config/schema.ts';
import { UsageFault } from '../model/fault.ts';
import type { Target } from '../model/target.ts';
import { targetFromCatalogue, type KeptOutcomes } from '../pipeline/kept-target.ts';
import {
  chooseLiveSettings,
  type LiveSettings,
  type LiveVisit,
  visitLive,
} from '../pipeline/live-visit.ts';
import { dataFile } from '../store/catalogue-directory.ts';
import { configIfAny, withCatalogue } from './catalogue-option.ts';
import type { CommandContext } from './command.ts';
import type { LiveOptions } from './live-options.ts';
import { namedSources } from './named-sources.ts';

/** The looks at a URL and at what it led to, and as which source it was looked at. */
export interface LiveLooks {
  readonly looks: readonly LiveVisit[];
  readonly settings: LiveSettings;
  /** Whether it is known how a source lists the URL. */
  readonly isListed: boolean;
}

/**
 * Looks at a URL now, as a source of the configuration that is given or lies here, and stores nothing.
 * @throws {UsageFault} when the source is not in the configuration
 */
export async function lookNow(
  url: string,
  options: LiveOptions,
  context: CommandContext,
): Promise<LiveLooks> {
  const given = await configIfAny(options, context);
  const { settings, target } = await settingsFor(url, { given, options, context });
  const config = asking(given ?? defaults(), options);
  const { now } = context;
  const looks = await inTime(context.signal, options.timeoutMs, async (signal) =>
    visitLive(url, { config, settings, target, signal, now }),
  );
  return { looks, settings, isListed: target !== undefined };
}

/** Does something with a signal that is aborted when another one is, and when it takes too long. */
async function inTime<Result>(
  signal: AbortSignal,
  timeoutMs: number | undefined,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (timeoutMs === undefined) return act(signal);
  // Node forgets a composed signal that only a timer would abort.
  const both = new AbortController();
  const abort = (): void => both.abort(signal.reason);
  const timer = setTimeout(abort, timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await act(both.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

interface Circumstances {
  readonly given: Config | undefined;
  readonly options: LiveOptions;
  readonly context: CommandContext;
}

async function settingsFor(
  url: string,
  { given, options, context }: Circumstances,
): Promise<{ readonly settings: LiveSettings; readonly target?: Target }> {
  const { source } = options;
  if (given === undefined) {
    if (source === undefined) return { settings: { source: undefined, candidates: [] } };
    throw new UsageFault(
      '--source needs the configuration that has the source: give --config FILE.',
    );
  }
  const [named] = source === undefined ? [] : namedSources(given, [source]);
  const kept = await keptLooks(url, given, context);
  const { listings = [] } = kept?.own ?? {};
  const settings = chooseLiveSettings({
    url,
    sources: given.sources.map(sourceOf),
    named,
    listings,
  });
  if (kept === undefined || settings.source === undefined) return { settings };
  const { listing } = settings;
  // Live, it is asked for on the Web.
  if (listing === undefined || listing.found.by === 'folder') return { settings };
  return { settings, target: targetFromCatalogue(listing, kept) };
}

/** What the catalogue of a configuration knows of a URL and of what led there; nothing where there is none yet. */
async function keptLooks(
  url: string,
  { store: { path } }: Config,
  context: CommandContext,
): Promise<KeptOutcomes | undefined> {
  if (!existsSync(join(path, dataFile))) return undefined;
  return withCatalogue({ store: path }, context, async (store) => {
    const own = await store.outcomeOf(url);
    if (own === undefined) return undefined;
    const places = new Set(own.listings.flatMap(({ found }) => found.in ?? []));
    const pages = await Promise.all(Array.from(places, async (place) => store.outcomeOf(place)));
    return { own, pages: pages.filter((page) => page !== undefined) };
  });
}

/** One URL needs no threads. */
function asking(config: Config, options: LiveOptions): Config {
  const { http } = config;
  const allowPrivateAddresses =
    http.allowPrivateAddresses || options.allowPrivateAddresses === true;
  return { ...config, workers: 0, http: { ...http, allowPrivateAddresses } };
}

/** How to ask where no configuration says it. */
function defaults(): Config {
  return configSchema.parse({
    store: { path: 'none' },
    sources: [{ name: 'none', urls: ['http://none.invalid/'] }],
  });
}
