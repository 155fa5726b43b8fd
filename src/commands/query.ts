import { InvalidArgumentError, Option } from 'commander';
import type { SparqlEngine } from '../engine/sparql-engine.ts';
import type { StoreAddress } from '../engine/store/store-address.ts';
import { type ExitCode, exitCodes, UsageFault } from '../model/fault.ts';
import { queryFormats, type QueryFormat } from '../query/run-query.ts';
import { parseUrl } from '../text/parsed-url.ts';
import { escapeControls } from '../text/printable.ts';
import {
  addCatalogueOption,
  type CatalogueOption,
  maxTimeoutSeconds,
  parseWholeNumber,
  queriedCatalogue,
  withEngine,
} from './options.ts';
import type { CommandContext, DefineCommand } from './command.ts';

interface QueryOptions extends CatalogueOption {
  readonly endpoint?: URL;
  readonly format?: QueryFormat;
  readonly timeout: number;
  readonly interactive?: true;
  readonly param?: ReadonlyMap<string, string>;
}

/** Defines `cdif-graph query`. */
export const defineQuery: DefineCommand = (command, run) => {
  command
    .description(
      'Runs a SPARQL query: a bundled query by its name, or a query from a file, from stdin ' +
        '(-) or given as text. The store of the configuration (engine.query) answers it, or else ' +
        'the engine in memory, with --store always; there a query that names no graph sees the ' +
        'union of all record graphs.',
    )
    .argument('[query]', 'the name of a bundled query, a file, SPARQL itself, or - for stdin')
    .addOption(
      new Option(
        '--format <format>',
        'the output format (default: table for SELECT and ASK, ttl for CONSTRUCT and DESCRIBE)',
      ).choices(queryFormats),
    )
    .option(
      '--param <name=value>',
      'the value of a parameter of a bundled query (repeatable); see cdif-graph queries',
      takeParameter,
    )
    .option(
      '--endpoint <url>',
      'ask a running cdif-graph serve (its address with /sparql) or another SPARQL endpoint ' +
        'instead of a catalogue; $CDIF_GRAPH_AUTHORIZATION, $CDIF_GRAPH_TOKEN, or ' +
        '$CDIF_GRAPH_USER and $CDIF_GRAPH_PASSWORD authenticate the request',
      parseEndpoint,
    )
    .option(
      '--timeout <seconds>',
      'the time limit of the query',
      parseWholeNumber(1, maxTimeoutSeconds),
      60,
    )
    .option(
      '--interactive',
      'read queries from the terminal or stdin, one after the other, and load the engine only once',
    );
  addCatalogueOption(command).action(run(query));
};

/** Everything behind the first equals sign is the value, whatever it is. */
function takeParameter(
  pair: string,
  taken: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const equals = pair.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('It must be NAME=VALUE, such as west=5.');
  const name = pair.slice(0, equals);
  if (taken.has(name)) throw new InvalidArgumentError(`${name} is given twice.`);
  return new Map([...taken, [name, pair.slice(equals + 1)]]);
}

/** A user name and password in a URL would be visible in lists of processes. */
function parseEndpoint(text: string): URL {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    throw new InvalidArgumentError('It must be a URL, such as http://127.0.0.1:8080/sparql.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError(
      'It must have no user name and password; set CDIF_GRAPH_USER and CDIF_GRAPH_PASSWORD.',
    );
  }
  return url;
}

async function query(
  context: CommandContext,
  name: string | undefined,
  options: QueryOptions,
): Promise<ExitCode> {
  if (options.interactive === true) return runInteractive(context, name, options);
  if (name === undefined) {
    throw new UsageFault(
      'No query is given. Name a bundled query or a file, give the text of a query, or use ' +
        '--interactive.',
    );
  }
  const [{ findQuery }, { readQuery }] = await Promise.all([
    import('../query/find-query.ts'),
    import('../query/read-query.ts'),
  ]);
  // Errors of the query are reported before those of the catalogue.
  const text = await findQuery(name, { ...context, values: options.param });
  const read = await readQuery(text, { isForEndpoint: options.endpoint !== undefined });
  const { isTTY, columns } = context.stdout;
  await withAnsweringEngine(options, context, async (engine) => {
    const { answerQuery } = await import('../query/run-query.ts');
    const answer = await answerQuery(engine, read, {
      format: options.format,
      width: isTTY === true ? columns : undefined,
      timeoutMs: options.timeout * 1000,
      signal: context.signal,
      onHint: (hint) => context.stderr.write(`cdif-graph: ${escapeControls(hint)}\n`),
    });
    context.stdout.write(answer);
  });
  return exitCodes.done;
}

/**
 * Opens the endpoint that is named, or else the store of the configuration, or else the catalogue
 * with its engine.
 */
async function withAnsweringEngine<T>(
  { endpoint: url, ...option }: CatalogueOption & Pick<QueryOptions, 'endpoint'>,
  context: CommandContext,
  use: (engine: Pick<SparqlEngine, 'query'>) => Promise<T>,
): Promise<T> {
  if (url === undefined) return withConfiguredEngine(option, context, use);
  if (option.config !== undefined || option.store !== undefined) {
    throw new UsageFault(
      'Give either --endpoint, or --config or --store: each names what answers.',
    );
  }
  const { credentialsOfEnvironment } = await import('./store-address.ts');
  return withStore({ query: url.href, credentials: credentialsOfEnvironment(context) }, use);
}

type Answerer = Pick<SparqlEngine, 'query'>;

async function withConfiguredEngine<T>(
  option: CatalogueOption,
  context: CommandContext,
  use: (engine: Answerer) => Promise<T>,
): Promise<T> {
  const { path, engine } = await queriedCatalogue(option, context);
  if (engine === undefined) return withEngine({ store: path }, context, use);
  // Who misses records of the last harvest should know that the catalogue was not asked.
  const { configuredStore } = await import('./store-address.ts');
  if (context.stderr.isTTY === true) {
    const { shownAddress } = await import('../engine/store/store-fault.ts');
    const who = shownAddress(new URL(engine.query ?? ''));
    context.stderr.write(`cdif-graph: ${who} answers (engine.query of the configuration)\n`);
  }
  return withStore(configuredStore(engine), use);
}

async function withStore<T>(
  address: StoreAddress,
  use: (engine: Answerer) => Promise<T>,
): Promise<T> {
  const { openRemoteEndpoint } = await import('../engine/remote-endpoint.ts');
  const endpoint = openRemoteEndpoint(address);
  try {
    return await use(endpoint);
  } finally {
    await endpoint.close();
  }
}

/** Runs the queries that are typed or piped in. */
async function runInteractive(
  context: CommandContext,
  name: string | undefined,
  { format, timeout, param, ...options }: QueryOptions,
): Promise<ExitCode> {
  if (name !== undefined || param !== undefined) {
    throw new UsageFault('With --interactive, type queries and their parameters at the prompt.');
  }
  const { runSession } = await import('./query-session.ts');
  const isForEndpoint = options.endpoint !== undefined;
  return withAnsweringEngine(options, context, async (engine) =>
    runSession(engine, context, { format, timeoutMs: timeout * 1000, isForEndpoint }),
  );
}
