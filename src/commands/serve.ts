import { Fault, UsageFault } from '../model/fault.ts';
import type { AskedStore } from '../serve/serve-catalogue.ts';
import type { QueryTimes } from '../serve/sparql/protocol-request.ts';
import { escapeControlsInLines } from '../text/printable.ts';
import {
  addCatalogueOption,
  type CatalogueOption,
  maxTimeoutSeconds,
  parseWholeNumber,
  queriedCatalogue,
} from './options.ts';
import { shownAddress } from '../engine/store/store-fault.ts';
import { configuredStore } from './store-address.ts';
import type { CommandContext, DefineCommand } from './command.ts';

interface ServeOptions extends CatalogueOption {
  readonly host: string;
  readonly port: number;
  readonly base?: string;
  readonly title: string;
  readonly queryTimeout: number;
  readonly maxQueryTimeout: number;
  readonly engines?: number;
  readonly logQueries?: true;
  readonly quiet?: true;
}

/** Defines `cdif-graph serve`. */
export const defineServe: DefineCommand = (command, run) => {
  command
    .description(
      'Serves the catalogue as web pages (search with a map and a timeline, datasets, sources, ' +
        'problems, an editor for SPARQL) and to programs: SPARQL at /sparql, JSON at /api, OGC ' +
        'API – Records at /ogc/, sitemap, dumps and changes. It only reads; what a running ingest ' +
        'commits appears within seconds. It logs each request to standard output as a line of JSON.',
    )
    .option(
      '--host <address>',
      'the address to listen on; 0.0.0.0 for all addresses of this machine',
      '127.0.0.1',
    )
    .option(
      '--port <number>',
      'the port to listen on, or 0 for any free port',
      parseWholeNumber(0, 65_535),
      8080,
    )
    .option(
      '--base <url>',
      'the public address of the pages, such as https://catalogue.example.org/, if a proxy is ' +
        'in front of this server',
    )
    .option('--title <text>', 'the title of the catalogue on its pages', 'Research data')
    .option(
      '--query-timeout <seconds>',
      'the time limit of a SPARQL query, if its request states none',
      parseWholeNumber(1, maxTimeoutSeconds),
      10,
    )
    .option(
      '--max-query-timeout <seconds>',
      'the longest time limit that a request may state',
      parseWholeNumber(1, maxTimeoutSeconds),
      60,
    )
    .option(
      '--engines <number>',
      'how many SPARQL queries run at once: 1 (the default) or 2, each with a copy of the ' +
        'statements in memory; up to 16 where a store of the configuration answers (default: 4)',
      parseWholeNumber(1, 16),
    )
    .option('--log-queries', 'include search terms in the request log')
    .option('--quiet', 'do not log requests');
  addCatalogueOption(command).action(run(serve));
};

async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  const { path, engine } = await queriedCatalogue(options, context);
  const store = engine && { address: configuredStore(engine), without: engine.without };
  assertEngines(options.engines, store);
  context.goOnWithoutStdout?.();
  const { stderr, stdout, now, signal } = context;
  const { serveCatalogue } = await import('../serve/serve-catalogue.ts');
  const report = (text: string): void =>
    void stderr.write(`cdif-graph: ${escapeControlsInLines(text)}\n`);
  const served = await serveCatalogue({
    path,
    host: options.host,
    port: options.port,
    base: options.base === undefined ? undefined : readBase(options.base),
    title: readTitle(options.title),
    engines: options.engines,
    store,
    queryTimes: readQueryTimes(options),
    now,
    ...(options.quiet !== true && {
      log: { output: stdout, withQueries: options.logQueries === true },
    }),
    onTrouble: (error) => report(troubleText(error)),
  });
  report(`${served.url} shows the catalogue ${path} (Ctrl-C ends it)`);
  if (engine?.query !== undefined) {
    report(`SPARQL queries are answered by ${shownAddress(new URL(engine.query))}`);
  }
  await aborted(signal);
  await served.close();
}

/** The most engines in memory: each may take 4 GB. */
const maxEngines = 2;

/** @throws {UsageFault} for more engines in memory than there may be */
function assertEngines(engines: number | undefined, store: AskedStore | undefined): void {
  if (store !== undefined || engines === undefined || engines <= maxEngines) return;
  throw new UsageFault(
    `--engines ${engines} is for a store (engine.query of the configuration); in memory there ` +
      `are ${maxEngines} at most`,
  );
}

/** Of a mistake of the program, also where it was made. */
function troubleText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof Fault ? error.message : (error.stack ?? error.message);
}

/** @throws {UsageFault} where it is no absolute URL of the Web without a query */
function readBase(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!isWeb || url.search !== '' || url.hash !== '') {
    throw new UsageFault(
      `--base must be an address such as https://catalogue.example.org/, not ${text}`,
    );
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** @throws {UsageFault} where the usual time limit exceeds the longest */
function readQueryTimes({ queryTimeout, maxQueryTimeout }: ServeOptions): QueryTimes {
  if (queryTimeout > maxQueryTimeout) {
    throw new UsageFault(
      `--query-timeout ${queryTimeout} is more than --max-query-timeout ${maxQueryTimeout}`,
    );
  }
  return { usualMs: queryTimeout * 1000, longestMs: maxQueryTimeout * 1000 };
}

/** @throws {UsageFault} where nothing can be read: links to the home page have it as their text */
function readTitle(text: string): string {
  if (text.trim() === '') throw new UsageFault('--title is empty');
  return text.trim();
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }));
}
