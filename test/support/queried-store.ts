import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { namedNode, Store } from 'oxigraph';

/** What a store was asked. */
interface SeenQuery {
  readonly query: string;
  readonly parameters: URLSearchParams;
  readonly accept: string;
  readonly authorization: string | undefined;
}

/** A SPARQL store for queries. */
export interface QueriedTestStore {
  readonly url: string;
  readonly seen: readonly SeenQuery[];
  /** Answers instead of the store, until it is undefined. */
  instead: ((response: ServerResponse) => void) | undefined;
  /** Ends the server and all connections. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a store with these statements. It writes JSON and N-Triples only; without `FROM` the
 * default graph is the union of all graphs.
 */
export async function startQueriedStore(nquads: string): Promise<QueriedTestStore> {
  const store = new Store();
  store.load(nquads, { format: 'nq' });
  const seen: SeenQuery[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parameters = new URLSearchParams(await readAll(request));
    const query = parameters.get('query') ?? '';
    const { accept = '', authorization } = request.headers;
    seen.push({ query, parameters, accept, authorization });
    if (started.instead === undefined) answer(response, store, { query, parameters });
    else started.instead(response);
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  const started: QueriedTestStore = {
    url: `http://127.0.0.1:${port}/sparql`,
    seen,
    instead: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return started;
}

function answer(
  response: ServerResponse,
  store: Store,
  { query, parameters }: Pick<SeenQuery, 'parameters' | 'query'>,
): void {
  const isGraph = /\b(?:CONSTRUCT|DESCRIBE)\b/u.test(query);
  const type = isGraph ? 'application/n-triples' : 'application/sparql-results+json';
  const from = parameters.getAll('default-graph-uri').map((iri) => namedNode(iri));
  const fromNamed = parameters.getAll('named-graph-uri').map((iri) => namedNode(iri));
  const isStated = from.length + fromNamed.length > 0 || /\bFROM\b/u.test(query);
  try {
    const results: unknown = store.query(query, {
      results_format: isGraph ? 'nt' : 'json',
      use_default_graph_as_union: !isStated,
      ...(from.length + fromNamed.length > 0 && { default_graph: from, named_graphs: fromNamed }),
    });
    response.setHeader('content-type', type);
    response.end(String(results));
  } catch (error) {
    response.writeHead(400, { 'content-type': 'text/plain' });
    response.end(String(error));
  }
}
