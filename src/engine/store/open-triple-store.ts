import type { Response } from 'undici';
import { markerGraph } from '../../catalogue/derived/derived-terms.ts';
import { formatCount, groupDigits } from '../../text/amounts.ts';
import { groupBy } from '../../text/collections.ts';
import { runTogether, WorkLimit } from './at-once.ts';
import { GraphStoreEndpoint, graphUrl } from './graph-store-endpoint.ts';
import { triplesType } from './read-graph.ts';
import { readExplanation } from './response-text.ts';
import type { StoreAddress } from './store-address.ts';
import { StoreConnection, type StorePatience, type StoreRequest } from './store-connection.ts';
import { recognisedDialect, type StoreDialect, storeDialects } from './store-dialects.ts';
import { shownAddress, StoreFault } from './store-fault.ts';
import type { GraphWrite, RefusedWrite, TripleStore } from './triple-store.ts';
import { UpdateEndpoint } from './update-endpoint.ts';

/** No store is expected to cut answers that are shorter. */
const leastCutLines = 100;

/** Writes by Update that wait for a common request have at most so many characters and writes. */
const jobLimits = { characters: 2 ** 20, writes: 100 } as const;

/**
 * Opens a store for writing and reading. One request shows whether it can be reached, takes the
 * credentials, and which dialect it speaks by its `Server` field, unless the address says so.
 * @param patience limits, and who is told of retries
 * @throws {StoreFault} if it cannot be reached, refuses the credentials, cannot be written to, or
 *   the address has neither a Graph Store nor an endpoint for updates; {UsageFault} for credentials
 *   that a header field cannot hold; the signal's reason when it is aborted
 */
export async function openTripleStore(
  address: StoreAddress,
  patience?: StorePatience,
  signal?: AbortSignal,
): Promise<TripleStore> {
  const { graphStore, update, query, credentials } = address;
  const first = graphStore ?? update;
  if (first === undefined) {
    throw new StoreFault('no URL of a Graph Store, and none for SPARQL updates');
  }
  const dialect = await findDialect(address, patience, signal);
  if (!dialect.isWritable) {
    const at = shownAddress(new URL(first));
    throw new StoreFault(`${at} takes no writes: it is cdif-graph serve`);
  }
  const connection = new StoreConnection(urlsOf(address), credentials, patience, dialect.requests);
  return new HttpTripleStore({
    connection,
    dialect,
    url: new URL(first),
    ...(graphStore !== undefined && { graphStore: new GraphStoreEndpoint(connection, graphStore) }),
    ...(update !== undefined && {
      update: new UpdateEndpoint(connection, { update, query: query ?? update }, dialect.operation),
    }),
  });
}

function urlsOf({ graphStore, update, query }: StoreAddress): readonly string[] {
  return [graphStore, update, query].filter((url) => url !== undefined);
}

async function findDialect(
  address: StoreAddress,
  patience: StorePatience | undefined,
  signal: AbortSignal | undefined,
): Promise<StoreDialect> {
  const { credentials, dialect } = address;
  const connection = new StoreConnection(urlsOf(address), credentials, patience);
  try {
    const request = firstRequest(address);
    const server = await askForServer(connection, { ...request, signal });
    return dialect === undefined ? recognisedDialect(server) : storeDialects[dialect];
  } finally {
    await connection.close();
  }
}

/** A request for the graph of the marker, which need not be there. */
function firstRequest({ graphStore, update = '', query = update }: StoreAddress): StoreRequest {
  // A wrong address is told at once.
  const common = { isRead: true, isFirst: true };
  if (graphStore !== undefined) {
    const url = graphUrl(graphStore, markerGraph);
    return { ...common, url, role: 'graph store', method: 'GET', accept: triplesType };
  }
  const body = new URLSearchParams({ query: `ASK { GRAPH <${markerGraph}> { ?s ?p ?o } }` });
  return { ...common, url: new URL(query), role: 'SPARQL endpoint', method: 'POST', body };
}

/** @returns the `Server` field of the response */
async function askForServer(connection: StoreConnection, request: StoreRequest): Promise<string> {
  const response = await connection.exchange(request, async (got) => got);
  await assertIsOpen(connection, request, response);
  return response.headers.get('server') ?? '';
}

async function assertIsOpen(
  connection: StoreConnection,
  request: StoreRequest,
  response: Response,
): Promise<void> {
  if (response.status === 401 || response.status === 403) {
    const { detail } = await readExplanation(response);
    throw connection.refusal(request, response, detail);
  }
  await response.body?.cancel();
}

interface Parts {
  readonly connection: StoreConnection;
  readonly dialect: StoreDialect;
  readonly url: URL;
  readonly graphStore?: GraphStoreEndpoint;
  readonly update?: UpdateEndpoint;
}

/** A store whose graphs are written as wholes by its Graph Store, if it has one, else by Update. */
class HttpTripleStore implements TripleStore {
  readonly name: string;
  readonly dialect: StoreDialect;
  readonly canDelete: boolean;
  readonly needsSkolemIris: boolean;
  readonly #parts: Parts;
  readonly #limit: WorkLimit;

  constructor(parts: Parts) {
    this.name = shownAddress(parts.url);
    this.dialect = parts.dialect;
    this.canDelete = parts.update !== undefined;
    this.needsSkolemIris = parts.graphStore === undefined;
    this.#parts = parts;
    const { connections, pipelined } = parts.dialect.requests;
    this.#limit = new WorkLimit(connections * pipelined);
  }

  async write(
    writes: readonly GraphWrite[],
    signal?: AbortSignal,
  ): Promise<readonly RefusedWrite[]> {
    signal?.throwIfAborted();
    const graphs = [...groupBy(writes, ({ graph }) => graph).values()];
    const jobs = this.#parts.graphStore === undefined ? joinGraphs(graphs) : graphs;
    const waiting = jobs.values();
    const refused: RefusedWrite[] = [];
    const work = async (ending: AbortSignal): Promise<void> => {
      for (const job of waiting) {
        await this.#limit.run(async () => {
          ending.throwIfAborted();
          refused.push(...(await this.#apply(job, ending)));
        });
      }
    };
    await runTogether(Array<typeof work>(this.#limit.atOnce).fill(work), signal);
    return refused;
  }

  async *read(graph: string, signal?: AbortSignal): AsyncGenerator<string> {
    const { graphStore, update } = this.#parts;
    let lines = 0;
    for await (const piece of (graphStore ?? update)?.read(graph, signal) ?? []) {
      lines += countLineEnds(piece);
      yield piece;
    }
    // Virtuoso cuts answers after `ResultSetMaxRows` statements without saying so.
    const count = lines < leastCutLines ? undefined : await update?.count(graph, signal);
    if (count === undefined || lines >= count) return;
    const [sent, all] = [groupDigits(lines), formatCount(count, 'statement')];
    throw new StoreFault(
      `${this.name} sent ${sent} of ${all} of ${graph}; raise its limit of results, which is ` +
        'ResultSetMaxRows in the configuration of Virtuoso',
    );
  }

  async close(): Promise<void> {
    await this.#parts.connection.close();
  }

  /** Applies writes one after another. */
  async #apply(
    writes: readonly GraphWrite[],
    signal: AbortSignal,
  ): Promise<readonly RefusedWrite[]> {
    const { graphStore, update } = this.#parts;
    if (graphStore === undefined) return (await update?.write(writes, signal)) ?? [];
    const refused: RefusedWrite[] = [];
    for (const write of writes) {
      if (write.kind === 'delete') {
        if (update === undefined) throw new TypeError('a Graph Store cannot delete statements');
        refused.push(...(await update.write([write], signal)));
      } else {
        const refusal = await graphStore.write(write, signal);
        if (refusal !== undefined) refused.push({ write, reason: refusal.reason });
      }
    }
    return refused;
  }
}

/** Joins the writes of several graphs, so that they can share requests. */
function joinGraphs(
  graphs: readonly (readonly GraphWrite[])[],
): readonly (readonly GraphWrite[])[] {
  const jobs: GraphWrite[][] = [];
  let characters = Infinity;
  for (const writes of graphs) {
    const own = writes.reduce((sum, write) => sum + charactersOf(write), 0);
    const job = jobs.at(-1);
    const isFull = characters + own > jobLimits.characters || job?.length === jobLimits.writes;
    if (job === undefined || isFull) {
      jobs.push([...writes]);
      characters = own;
    } else {
      job.push(...writes);
      characters += own;
    }
  }
  return jobs;
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function charactersOf(write: GraphWrite): number {
  return write.kind === 'drop' ? 0 : write.triples.length;
}
