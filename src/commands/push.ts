import { InvalidArgumentError, Option } from 'commander';
import type { Selection } from '../catalogue/snapshot.ts';
import type { CatalogueStore } from '../catalogue/store.ts';
import type { EngineConfig } from '../config/engine-schema.ts';
import type { StoreRetry } from '../engine/store/store-connection.ts';
import type { StoreAddress } from '../engine/store/store-address.ts';
import type { TripleStore } from '../engine/store/triple-store.ts';
import type { DerivedGraph } from '../model/derived-graph.ts';
import { type DialectName, dialectNames } from '../model/dialect-name.ts';
import { type ExitCode, exitCodes, UsageFault } from '../model/fault.ts';
import type { PushReport } from '../export/push/push-outcome.ts';
import { showLine } from '../render/progress.ts';
import { formatComparison, formatPush, formatPushProgress } from '../render/push-report.ts';
import { formatCount, formatSeconds } from '../text/amounts.ts';
import { parseUrl } from '../text/parsed-url.ts';
import { escapeControlsInLines } from '../text/printable.ts';
import {
  addCatalogueOption,
  addSelectionOptions,
  addWaitOption,
  type CatalogueOption,
  lockWait,
  queriedCatalogue,
  refuseUnknownSources,
  withCatalogue,
  type WriterOptions,
} from './options.ts';
import { type CommandContext, type DefineCommand, printResult } from './command.ts';

interface PushCommandOptions extends CatalogueOption, WriterOptions {
  readonly update?: string;
  readonly query?: string;
  readonly dialect?: DialectName;
  readonly source?: readonly string[];
  readonly without?: readonly DerivedGraph[];
  readonly graphPrefix?: string;
  readonly full?: true;
  readonly dryRun?: true;
  readonly verify?: true;
}

/** Defines `cdif-graph push`. */
export const definePush: DefineCommand = (command, run) => {
  command
    .description(
      'Brings a SPARQL 1.1 store to the state of the catalogue: everything the first time, then ' +
        'what changed since the last push. A push that was interrupted is continued by the next ' +
        'one. The store is that of the arguments, with credentials in $CDIF_GRAPH_USER and ' +
        '$CDIF_GRAPH_PASSWORD, $CDIF_GRAPH_TOKEN or $CDIF_GRAPH_AUTHORIZATION, or else that of ' +
        'the configuration (engine). See docs/stores.md.',
    )
    .argument('[endpoint]', 'the URL of a SPARQL 1.1 Graph Store', parseStoreUrl)
    .option(
      '--update <url>',
      'the URL for SPARQL Update: instead of a Graph Store, or beside one to remove single ' +
        'statements; without it, a derived graph that loses statements is sent as a whole',
      parseStoreUrl,
    )
    .option(
      '--query <url>',
      'the URL for queries, with --update: to read a store that has no Graph Store, and to check ' +
        'that what was read is complete (default: that of --update)',
      parseStoreUrl,
    )
    .addOption(
      new Option(
        '--dialect <name>',
        'what the store does otherwise than the specifications say (default: recognised by its ' +
          'responses)',
      ).choices(dialectNames),
    );
  addSelectionOptions(command)
    .option(
      '--graph-prefix <text>',
      'what the name of each graph begins with in the store, such as https://example.org/a/, so ' +
        'that several catalogues can share a store',
      parseGraphPrefix,
    )
    .option(
      '--full',
      'push everything, and replace what earlier pushes wrote, also those of another catalogue',
    )
    .option('--dry-run', 'count what would be pushed, and write nothing')
    .option(
      '--verify',
      'instead of pushing, compare each graph in the store with the catalogue; exits with 1 if ' +
        'one differs',
    );
  addWaitOption(command, 'pushes to the store')
    .option('--quiet', 'write no progress to stderr, only errors')
    .option('--json', 'print the report as one JSON document');
  addCatalogueOption(command).action(run(push));
};

function parseStoreUrl(text: string): string {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    throw new InvalidArgumentError('It must be a URL, such as http://127.0.0.1:3030/ds/data.');
  }
  if (url.username !== '' || url.password !== '') {
    // An InvalidArgumentError would repeat it.
    throw new UsageFault(
      'The URL of a store must be given without user name and password: set CDIF_GRAPH_USER and ' +
        'CDIF_GRAPH_PASSWORD instead.',
    );
  }
  return url.href;
}

/** A graph IRI may have a `#` already, and an IRI has only one. */
function parseGraphPrefix(text: string): string {
  if (/^[A-Za-z][A-Za-z\d+.-]*:[^\s#<>"{}|\\^`\p{Cc}]*$/u.test(text)) return text;
  throw new InvalidArgumentError(
    'It must be the beginning of an IRI without #, such as https://example.org/a/.',
  );
}

/** What is pushed where. */
interface PushTarget {
  /** The directory of the catalogue. */
  readonly path: string;
  readonly address: StoreAddress;
  readonly selection: Selection;
}

async function push(
  context: CommandContext,
  endpoint: string | undefined,
  options: PushCommandOptions,
): Promise<ExitCode> {
  const { full, dryRun, verify } = options;
  if (verify === true && (full ?? dryRun) === true) {
    throw new UsageFault(
      '--verify compares and writes nothing: give it without --full, --dry-run.',
    );
  }
  const { path, engine } = await queriedCatalogue(options, context);
  const { address, ...usual } = await namedStore(endpoint, options, { engine, context });
  const { source: sources = [], without = usual.without } = options;
  const target = { path, address, selection: { ...(sources.length > 0 && { sources }), without } };
  return withCatalogue({ store: path }, context, async (catalogue) => {
    await refuseUnknownSources(sources, catalogue);
    if (verify === true) return verifyStore(context, catalogue, { ...options, ...target });
    const report = await pushTo(context, catalogue, { ...options, ...target });
    const text = formatPush(report, dryRun === true);
    printResult(context, options, { value: report, text });
    return report.refused.length === 0 ? exitCodes.done : exitCodes.failed;
  });
}

/** The store of the arguments, or else of the configuration, and what it does not get. */
async function namedStore(
  endpoint: string | undefined,
  { update, query, dialect }: PushCommandOptions,
  from: { readonly engine: EngineConfig | undefined; readonly context: CommandContext },
): Promise<{ readonly address: StoreAddress; readonly without: readonly DerivedGraph[] }> {
  if (query !== undefined && update === undefined) {
    throw new UsageFault('--query is used together with --update only: give both.');
  }
  const { configuredStore, credentialsOfEnvironment } = await import('./store-address.ts');
  if (endpoint !== undefined || update !== undefined) {
    const credentials = credentialsOfEnvironment(from.context);
    return { address: { graphStore: endpoint, update, query, dialect, credentials }, without: [] };
  }
  const { engine } = from;
  if ((engine?.graphStore ?? engine?.update) === undefined || engine === undefined) {
    throw new UsageFault(
      'No store is named: give the URL of its Graph Store, or --update, or set ' +
        'engine.graphStore or engine.update in the configuration.',
    );
  }
  const address = configuredStore(engine);
  return { address: { ...address, ...(dialect && { dialect }) }, without: engine.without };
}

interface PushToOptions extends PushTarget, WriterOptions {
  readonly graphPrefix?: string;
  readonly full?: true | undefined;
  readonly dryRun?: true;
  readonly json?: true;
}

/**
 * Pushes a catalogue, and shows the progress.
 * @throws as `openTripleStore` and `pushCatalogue`
 */
export async function pushTo(
  context: CommandContext,
  catalogue: CatalogueStore,
  options: PushToOptions,
): Promise<PushReport> {
  const { path, selection, graphPrefix, full, dryRun } = options;
  const wait = lockWait(options, context);
  return withTripleStore(context, options, async (store, show) => {
    const { pushCatalogue } = await import('../export/push/push-catalogue.ts');
    return pushCatalogue(catalogue, store, {
      path,
      selection,
      graphPrefix,
      full,
      dryRun,
      wait,
      now: context.now,
      signal: context.signal,
      onProgress: (progress) => show(() => formatPushProgress(progress)),
    });
  });
}

/** Compares a store with the catalogue, and says what differs. */
async function verifyStore(
  context: CommandContext,
  catalogue: CatalogueStore,
  options: PushToOptions,
): Promise<ExitCode> {
  const { selection, graphPrefix = '' } = options;
  return withTripleStore(context, options, async (store, show) => {
    const { verifyPush } = await import('../export/push/verify-push.ts');
    const compared = await verifyPush(catalogue, store, {
      selection,
      graphPrefix,
      signal: context.signal,
      onProgress: (graphs) => show(() => `${formatCount(graphs, 'graph')} compared`),
    });
    const value = { store: store.name, ...compared };
    printResult(context, options, { value, text: formatComparison(value) });
    const isEqual = compared.different + compared.missing === 0;
    return isEqual ? exitCodes.done : exitCodes.failed;
  });
}

const openingLine = (): string => 'opening the store';

/** Opens a store, and shows a line of progress until it is closed. */
async function withTripleStore<Result>(
  { stderr, signal, storePatience }: CommandContext,
  { address, quiet, json }: Pick<PushToOptions, 'address' | 'json' | 'quiet'>,
  use: (store: TripleStore, show: (line: () => string) => void) => Promise<Result>,
): Promise<Result> {
  const { openTripleStore } = await import('../engine/store/open-triple-store.ts');
  const isSilent = quiet === true || json === true;
  let line = openingLine;
  const hide = isSilent ? () => undefined : showLine(() => line(), stderr);
  const onRetry = ({ reason, waitMs }: StoreRetry): void => {
    const text = `${reason}; trying again in ${formatSeconds(waitMs / 1000)}`;
    if (quiet !== true) stderr.write(`cdif-graph: ${escapeControlsInLines(text)}\n`);
  };
  const store = await openTripleStore(address, { ...storePatience, onRetry }, signal).catch(
    (error: unknown) => {
      hide();
      throw error;
    },
  );
  try {
    signal.throwIfAborted();
    return await use(store, (next) => (line = next));
  } finally {
    hide();
    await store.close();
  }
}
