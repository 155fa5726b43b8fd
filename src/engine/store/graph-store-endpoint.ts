import { iterateTriples, isBlankNode } from '../../rdf/n-quads.ts';
import { readGraph, triplesType } from './read-graph.ts';
import type { ContentRefusal, StoreConnection, StoreRequest } from './store-connection.ts';
import type { GraphWrite } from './triple-store.ts';

/** The writes of the SPARQL 1.1 Graph Store HTTP Protocol, which cannot remove statements. */
export type WholeGraphWrite = Exclude<GraphWrite, { readonly kind: 'delete' }>;

/**
 * Writes and reads graphs by the SPARQL 1.1 Graph Store HTTP Protocol, with indirect graph
 * identification (§4.2): the parameter `graph` is added to those of the URL.
 */
export class GraphStoreEndpoint {
  readonly #connection: StoreConnection;
  readonly #url: string;

  constructor(connection: StoreConnection, url: string) {
    this.#connection = connection;
    this.#url = url;
  }

  /**
   * Applies one write.
   * @returns why the store refused its content, if it did
   * @throws as `StoreConnection.exchange`
   */
  async write(write: WholeGraphWrite, signal?: AbortSignal): Promise<ContentRefusal | undefined> {
    const { kind, graph } = write;
    const request = this.#requestFor(graph, signal);
    if (kind === 'add') return write.triples === '' ? undefined : this.#post(request, write);
    // Stores do not agree on whether a graph without statements exists.
    if (kind === 'drop' || write.triples === '') {
      return this.#connection.write({ ...request, isPipelined: true, method: 'DELETE' });
    }
    const refusal = await this.#send({ ...request, method: 'PUT' }, write.triples);
    if (refusal?.status !== 413) return refusal;
    const halves = halvesOf(write.triples);
    if (halves === undefined || hasBlankNode(write)) return refusal;
    // Two requests with one blank node would make two of it.
    const [first, second] = halves;
    return (
      (await this.write({ kind, graph, triples: first }, signal)) ??
      (await this.#post(request, { graph, triples: second }))
    );
  }

  /** Reads a graph; see `TripleStore.read`. */
  read(graph: string, signal?: AbortSignal): AsyncIterable<string> {
    const request = this.#requestFor(graph, signal);
    return readGraph(this.#connection, { ...request, method: 'GET', isRead: true });
  }

  /** Adds statements, in several requests if the store takes no longer ones. */
  async #post(
    request: Omit<StoreRequest, 'isRead' | 'method'>,
    { graph, triples }: { readonly graph: string; readonly triples: string },
  ): Promise<ContentRefusal | undefined> {
    const refusal = await this.#send({ ...request, method: 'POST' }, triples);
    const halves = refusal?.status === 413 ? halvesOf(triples) : undefined;
    if (halves === undefined) return refusal;
    const [first, second] = halves;
    return (
      (await this.#post(request, { graph, triples: first })) ??
      (await this.#post(request, { graph, triples: second }))
    );
  }

  async #send(
    request: Omit<StoreRequest, 'isRead'>,
    triples: string,
  ): Promise<ContentRefusal | undefined> {
    return this.#connection.write({
      ...request,
      isPipelined: true,
      body: triples,
      type: triplesType,
    });
  }

  #requestFor(
    graph: string,
    signal: AbortSignal | undefined,
  ): Omit<StoreRequest, 'isRead' | 'method'> {
    return { url: graphUrl(this.#url, graph), role: 'graph store', signal };
  }
}

/** The URL of a graph; what it has in its query already, such as a key, stays as it is written. */
export function graphUrl(store: string, graph: string): URL {
  const url = new URL(store);
  const before = url.search.length > 1 ? `${url.search}&` : '?';
  url.search = `${before}graph=${encodeURIComponent(graph)}`;
  return url;
}

/** Divides lines in the middle, or not at all where there is one line only. */
function halvesOf(lines: string): readonly [string, string] | undefined {
  const behind = lines.indexOf('\n', lines.length / 2) + 1;
  const at =
    behind > 0 && behind < lines.length ? behind : lines.lastIndexOf('\n', lines.length - 2) + 1;
  return at > 0 ? [lines.slice(0, at), lines.slice(at)] : undefined;
}

function hasBlankNode({ graph, triples }: Extract<GraphWrite, { kind: 'replace' }>): boolean {
  if (!triples.includes('_:')) return false;
  for (const { subject, object } of iterateTriples({ graph, triples })) {
    if (isBlankNode(subject) || isBlankNode(object)) return true;
  }
  return false;
}
