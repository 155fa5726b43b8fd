import { iriTerm, iterateTriples } from '../../rdf/n-quads.ts';
import { resultMediaTypes } from '../engine-task.ts';
import { readGraph } from './read-graph.ts';
import { readBodyText } from './response-text.ts';
import type { ContentRefusal, StoreConnection, StoreRequest } from './store-connection.ts';
import type { StoreDialect } from './store-dialects.ts';
import type { GraphWrite, RefusedWrite } from './triple-store.ts';
import { dataOperations, deleteOperations, dropOperation } from './update-text.ts';

/** The most operations of one request. */
const maxOperations = 20;
/** The most characters of a request with several operations. */
const maxRequestCharacters = 2 ** 20;
/** A store that refuses requests of this size for their size refuses all of them. */
const leastRequestCharacters = 2048;
/** The limit of an answer with one number. */
const maxCountBytes = 4096;
const separator = ' ;\n';

/** Writes graphs by SPARQL 1.1 Update, and reads them by CONSTRUCT. */
export class UpdateEndpoint {
  readonly #connection: StoreConnection;
  readonly #urls: { readonly update: string; readonly query: string };
  readonly #limits: StoreDialect['operation'];
  /** Becomes smaller when the store refuses requests for their size. */
  #maxCharacters = maxRequestCharacters;

  constructor(
    connection: StoreConnection,
    urls: { readonly update: string; readonly query: string },
    limits: StoreDialect['operation'],
  ) {
    this.#connection = connection;
    this.#urls = urls;
    this.#limits = limits;
  }

  /**
   * Applies writes in their order, several of them in one request; those that the store refuses are
   * found by sending parts of a refused request. A graph that needs several requests is incomplete
   * until the last of them is answered.
   * @param writes without blank nodes
   * @throws as `StoreConnection.exchange`
   */
  async write(
    writes: readonly GraphWrite[],
    signal?: AbortSignal,
  ): Promise<readonly RefusedWrite[]> {
    const refusal = await this.#apply(writes, signal);
    if (refusal === undefined) return [];
    const [write] = writes;
    if (write === undefined) return [];
    if (writes.length === 1) return [{ write, reason: refusal.reason }];
    // Writes before the refused one are sent again, which has no further effect.
    const middle = Math.ceil(writes.length / 2);
    const first = await this.write(writes.slice(0, middle), signal);
    return [...first, ...(await this.write(writes.slice(middle), signal))];
  }

  /** Reads a graph; see `TripleStore.read`. */
  read(graph: string, signal?: AbortSignal): AsyncIterable<string> {
    const query = `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH ${iriTerm(graph)} { ?s ?p ?o } }`;
    return readGraph(this.#connection, this.#requestFor(query, signal));
  }

  /** Counts the statements of a graph; undefined where the store answers something else. */
  async count(graph: string, signal?: AbortSignal): Promise<number | undefined> {
    const query = `SELECT (COUNT(*) AS ?n) WHERE { GRAPH ${iriTerm(graph)} { ?s ?p ?o } }`;
    const accept = resultMediaTypes.json;
    const request = { ...this.#requestFor(query, signal), accept };
    const answer = await this.#connection.exchange(request, async (response) =>
      readBodyText(response, maxCountBytes),
    );
    const [, digits] = /"n"\s*:\s*\{[^{}]*"value"\s*:\s*"(\d{1,15})"/u.exec(answer.text) ?? [];
    return digits === undefined ? undefined : Number(digits);
  }

  #requestFor(query: string, signal: AbortSignal | undefined): StoreRequest {
    return {
      url: new URL(this.#urls.query),
      role: 'SPARQL endpoint',
      method: 'POST',
      body: new URLSearchParams({ query }),
      isRead: true,
      signal,
    };
  }

  /** Sends writes in as few requests as possible. @returns the first refusal */
  async #apply(
    writes: readonly GraphWrite[],
    signal: AbortSignal | undefined,
  ): Promise<ContentRefusal | undefined> {
    const limit = this.#maxCharacters;
    for (const text of this.#requestsFor(writes)) {
      const refusal = await this.#send(text, writes.length > 1, signal);
      if (refusal === undefined) continue;
      // Another request has shown meanwhile that smaller ones are needed.
      if (refusal.status === 413 && this.#maxCharacters < limit) return this.#apply(writes, signal);
      const half = Math.floor(text.length / 2);
      // Only a single statement makes a request longer than the limit.
      const canShrink = text.length <= this.#maxCharacters && half >= leastRequestCharacters;
      if (refusal.status !== 413 || !canShrink) return refusal;
      this.#maxCharacters = half;
      return this.#apply(writes, signal);
    }
    return undefined;
  }

  async #send(
    text: string,
    isDivisible: boolean,
    signal: AbortSignal | undefined,
  ): Promise<ContentRefusal | undefined> {
    return this.#connection.write({
      url: new URL(this.#urls.update),
      role: 'endpoint for updates',
      method: 'POST',
      body: text,
      type: 'application/sparql-update',
      isDivisible,
      signal,
    });
  }

  /** The texts of requests: operations, joined by semicolons. */
  *#requestsFor(writes: readonly GraphWrite[]): Generator<string> {
    let [text, count] = ['', 0];
    for (const operation of this.#operationsFor(writes)) {
      const isFull =
        count === maxOperations ||
        text.length + separator.length + operation.length > this.#maxCharacters;
      if (isFull && count > 0) {
        yield text;
        [text, count] = ['', 0];
      }
      text += count === 0 ? operation : separator + operation;
      count += 1;
    }
    if (count > 0) yield text;
  }

  *#operationsFor(writes: readonly GraphWrite[]): Generator<string> {
    for (const write of writes) {
      const { kind, graph } = write;
      if (kind === 'drop' || kind === 'replace') yield dropOperation(graph);
      if (kind === 'drop') continue;
      const { statements, characters } = this.#limits;
      const most = Math.min(characters, this.#maxCharacters - operationCharacters(graph));
      const limits = { statements, characters: most };
      if (kind === 'delete') yield* deleteOperations(graph, write.subjects, most);
      const verb = kind === 'delete' ? 'DELETE' : 'INSERT';
      yield* dataOperations({ verb, graph }, iterateTriples(write), limits);
    }
  }
}

/** At most so many characters of an operation are not its statements or subjects. */
function operationCharacters(graph: string): number {
  return 2 * graph.length + 100;
}
