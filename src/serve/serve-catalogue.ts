import type { Writable } from 'node:stream';
import type { EnginePoolOptions } from '../engine/engine-pool.ts';
import { RemoteEngine } from '../engine/remote-engine.ts';
import type { StoreAddress } from '../engine/store/store-address.ts';
import { QueryReader } from '../query/query-reader.ts';
import type { ReadQuery } from '../query/read-query.ts';
import { AccessLog } from './access-log.ts';
import { createApp } from './app.ts';
import { DumpKeeper } from './republish/dump/dump-keeper.ts';
import { ServedCatalogue } from './served-catalogue.ts';
import { listen } from './server.ts';
import { type QueriedStore, sitePath, type Site } from './site.ts';
import type { QueryTimes } from './sparql/protocol-request.ts';
import { sparqlPaths } from './sparql/sparql-endpoint.ts';

/** The options of the server. */
export interface ServeOptions {
  /**
   * The directory of the catalogue. A catalogue that does not exist yet is served as soon as it
   * does.
   */
  readonly path: string;
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  /** The public URL of the home page, with a trailing slash. Default: the address of the server. */
  readonly base?: string | undefined;
  readonly title: string;
  /**
   * How many SPARQL engines answer queries, each with a copy of the statements; by default one. Of
   * a store: how many queries it gets at once; by default four.
   */
  readonly engines?: number | undefined;
  /** The SPARQL store that answers queries instead. Nothing else needs it. */
  readonly store?: AskedStore | undefined;
  /** The time limits of SPARQL queries: by default 10 seconds, and 60 for those that ask for it. */
  readonly queryTimes?: QueryTimes | undefined;
  readonly log?: { readonly output: Writable; readonly withQueries: boolean };
  /** Called with internal errors, and with errors that prevent following the catalogue. */
  readonly onTrouble: (error: unknown) => void;
  readonly now?: () => Date;
}

/** A SPARQL store that has the statements of a catalogue. */
export interface AskedStore extends QueriedStore {
  /** Has `query`. */
  readonly address: StoreAddress;
}

/** How many queries a store gets at once; a thread each. */
const usualStoreQueries = 4;

/** A running server of a catalogue. */
export interface ServedPages {
  /** The address of the home page. */
  readonly url: string;
  /** Finishes requests in progress, then closes the catalogue. */
  readonly close: () => Promise<void>;
}

/**
 * Serves a catalogue as read-only web pages.
 * @throws {ListenFault} when the server cannot listen; {CatalogueFault} when the catalogue cannot
 * be read
 */
export async function serveCatalogue(options: ServeOptions): Promise<ServedPages> {
  const { path, host, port, title, log, onTrouble, now = () => new Date() } = options;
  const { queryTimes, store } = options;
  const reader = new QueryReader();
  const catalogue = await ServedCatalogue.open({ path, engines: enginesOf(options), onTrouble });
  const dumps = new DumpKeeper({ path, now, onTrouble });
  try {
    const server = await listen({
      host,
      port,
      log: log && new AccessLog({ ...log, now, onFailure: onTrouble }),
    });
    const base =
      options.base ?? `http://${host.includes(':') ? `[${host}]` : host}:${server.port}/`;
    const site: Site = { title, base, ...(store && { queriedStore: { without: store.without } }) };
    const onError = (error: unknown): void => onTrouble(catalogue.recoverFrom(error));
    const queryPaths = new Set(sparqlPaths.map((each) => sitePath(site, each)));
    const readQuery = async (...query: Parameters<QueryReader['read']>): Promise<ReadQuery> =>
      reader.read(...query);
    const app = createApp({ catalogue, site, readQuery, queryTimes, dumps, onError });
    server.answerWith(app.fetch, (requested) => queryPaths.has(requested));
    const close = async (): Promise<void> => {
      // Queries would take longer than requests are given to end.
      await Promise.all([server.close(), dumps.close(), catalogue.engines?.close()]);
      await Promise.all([catalogue.close(), reader.close()]);
    };
    return { url: base, close };
  } catch (error) {
    await catalogue.close();
    throw error;
  }
}

function enginesOf({ engines, store }: ServeOptions): EnginePoolOptions {
  if (store === undefined) return { engines };
  const { address } = store;
  return {
    engines: engines ?? usualStoreQueries,
    openEngine: () => new RemoteEngine(address),
  };
}
