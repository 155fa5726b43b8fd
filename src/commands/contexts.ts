import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFile } from '../catalogue/catalogue-directory.ts';
import type { CatalogueStore } from '../catalogue/store.ts';
import type { Config } from '../config/schema.ts';
import type { ContextMemory } from '../model/harvest-memory.ts';
import type { ContextSource } from '../model/remote-context.ts';
import { type FetchContext, noContextSettings, RemoteContexts } from '../web/remote-contexts.ts';
import { escapeControlsInLines } from '../text/printable.ts';
import type { CommandContext } from './command.ts';
import { liveConfig, type LiveOptions, withCatalogue } from './options.ts';

/** The contexts for documents that are validated. */
export interface ValidationContexts {
  readonly source: ContextSource;
  /** Uses the contexts that a catalogue has. */
  readonly useCatalogue: (store: Pick<CatalogueStore, 'contexts'>) => void;
  readonly close: () => Promise<void>;
}

/**
 * The contexts that harvests of a configuration fetched; none without a catalogue, which is opened
 * for each of them, since few documents need any.
 */
export function fetchedContexts(
  config: Config | undefined,
  context: CommandContext,
): ContextMemory {
  const path = config?.store.path;
  const hasCatalogue = path !== undefined && existsSync(join(path, dataFile));
  return {
    get: async (url) =>
      hasCatalogue
        ? withCatalogue({ store: path }, context, async ({ contexts }) => contexts.get(url))
        : undefined,
    put: async () => undefined,
  };
}

/**
 * Opens the contexts that the configuration maps to files, and those that its harvests fetched; for
 * files and URLs those of the hosts that it allows.
 */
export async function openValidationContexts(
  config: Config | undefined,
  options: Pick<LiveOptions, 'allowPrivateAddresses' | 'source'> & { readonly all?: true },
  context: CommandContext,
): Promise<ValidationContexts> {
  const fetched = fetchedContexts(config, context);
  let stored: Pick<ContextMemory, 'get'> = fetched;
  const memory: ContextMemory = { ...fetched, get: async (url) => stored.get(url) };
  const isCatalogue = options.all === true || options.source !== undefined;
  const mayFetch = !isCatalogue && (config?.http.contextHosts ?? []).length > 0;
  const web =
    config === undefined || !mayFetch ? undefined : await openFetch(config, options, context);
  return {
    source: new RemoteContexts(config ?? noContextSettings, { memory, fetch: web?.fetch }),
    useCatalogue: ({ contexts }) => {
      stored = contexts;
    },
    close: async () => web?.close(),
  };
}

/** The HTTP client takes longer to load than all the rest. */
async function openFetch(
  config: Config,
  options: Pick<LiveOptions, 'allowPrivateAddresses'>,
  { now, signal }: CommandContext,
): Promise<{ readonly fetch: FetchContext; readonly close: () => Promise<void> }> {
  const [{ openWeb }, { RunMeter }, { createContextFetch }] = await Promise.all([
    import('../pipeline/harvest-web.ts'),
    import('../pipeline/report/run-meter.ts'),
    import('../web/fetch-context.ts'),
  ]);
  const request = { config: liveConfig(config, options), now, observer: undefined };
  const web = openWeb(request, new RunMeter());
  return {
    fetch: createContextFetch({ ...web, signal }),
    close: async () => web.http.close(),
  };
}

/** Warns of contexts that the configuration maps to files although they are bundled. */
export async function warnOfBundledContexts(
  contexts: Readonly<Record<string, string>> | undefined,
  { stderr }: CommandContext,
): Promise<void> {
  if (contexts === undefined) return;
  const { isBundledContext } = await import('../expand/remote-contexts.ts');
  for (const url of Object.keys(contexts).filter(isBundledContext)) {
    const text = `contexts maps ${url}, which is bundled with cdif-graph: the file is not used`;
    stderr.write(`cdif-graph: ${escapeControlsInLines(text)}\n`);
  }
}
