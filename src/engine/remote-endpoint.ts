import type { Response } from 'undici';
import { Fault } from '../model/fault.ts';
import { isPageType } from '../model/media-type.ts';
import { formatBytes } from '../text/amounts.ts';
import {
  EngineFault,
  type QueryControl,
  QueryFault,
  type QueryRequest,
  QueryTimeoutFault,
  type ResultFormat,
  resultMediaTypes,
  type StatedGraphs,
} from './engine-task.ts';
import { jsonAnswerAs } from './json-results.ts';
import { readBodyText, readExplanation, responseType } from './store/response-text.ts';
import type { StoreAddress, StoreCredentials } from './store/store-address.ts';
import { StoreConnection, type StoreRequest } from './store/store-connection.ts';
import { shownAddress, StoreFault } from './store/store-fault.ts';

/** An endpoint cannot be reached, refuses a query, or sends something else than its answer. */
export class EndpointFault extends Fault {
  override readonly name = 'EndpointFault' as const;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;

  constructor(
    message: string,
    options: ErrorOptions & { readonly status?: number | undefined } = {},
  ) {
    super(message, options);
    this.status = options.status;
  }
}

/**
 * Where an endpoint is, and what authenticates requests to it. Credentials are sent to the origin of
 * the URL only.
 */
export interface EndpointAddress extends StoreCredentials {
  /** Absolute, with http or https, without user name and password. */
  readonly url: string;
  /** The limit of an answer, which is held in memory, in decoded bytes; 256 MiB by default. */
  readonly maxBytes?: number | undefined;
}

/** The environment variable that holds the `Authorization` field of the command line. */
export const authorizationVariable = 'CDIF_GRAPH_AUTHORIZATION';

const defaultMaxBytes = 268_435_456;

/** Media types that can be used in place of that of a format. */
const substitutes: Partial<Record<ResultFormat, readonly string[]>> = {
  json: ['application/json'],
  xml: ['application/xml', 'text/xml'],
  // Endpoints without these formats have JSON, from which they are written here.
  csv: [resultMediaTypes.json],
  tsv: [resultMediaTypes.json],
  // N-Triples is a subset of both, and all that some endpoints write.
  ttl: ['application/n-triples'],
  nq: ['text/x-nquads', 'application/n-triples'],
};

const jsonTypes: ReadonlySet<string> = new Set([resultMediaTypes.json, 'application/json']);

/**
 * Answers queries by asking a SPARQL endpoint (SPARQL 1.1 Protocol, 2.1.2: query by POST with
 * URL-encoded parameters). The endpoint decides which graphs a query reads, and whether it may use
 * SERVICE. Proxies named in the environment are not used.
 */
export class RemoteEndpoint {
  readonly #url: URL;
  readonly #maxBytes: number;
  readonly #connection: StoreConnection;

  /** @throws {UsageFault} where a header field cannot hold the credentials; does not show them */
  constructor({ url, maxBytes = defaultMaxBytes, ...credentials }: EndpointAddress) {
    this.#url = new URL(url);
    this.#maxBytes = maxBytes;
    // The time limit of the query covers the waiting for headers and body.
    this.#connection = new StoreConnection([url], credentials, { headersMs: 0 });
  }

  /**
   * Answers a query. The time limit is for the whole exchange.
   * @throws {QueryFault} when the endpoint answers 400; {QueryTimeoutFault}; {EndpointFault};
   * {EngineFault} `answer-too-long`; the signal's reason when it is aborted
   */
  async query(
    { text, format, stated }: Asked,
    { timeoutMs, signal }: QueryControl = {},
  ): Promise<string> {
    const limit = new AbortController();
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => limit.abort(new QueryTimeoutFault(timeoutMs)), timeoutMs);
    const ending = AbortSignal.any([limit.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      ending.throwIfAborted();
      const request = this.#requestOf({ text, format, stated }, ending);
      const response = await this.#connection.send(request);
      return await this.#read(response, request, { text, format });
    } catch (error) {
      ending.throwIfAborted();
      if (!(error instanceof StoreFault)) throw error;
      const { message, cause, status } = error;
      throw new EndpointFault(message, { cause, ...(status !== undefined && { status }) });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes all connections and ends all queries. */
  async close(): Promise<void> {
    await this.#connection.close();
  }

  #requestOf({ text, format, stated }: Asked, signal: AbortSignal): StoreRequest {
    const body = new URLSearchParams({ query: text });
    for (const graph of stated?.from ?? []) body.append('default-graph-uri', graph);
    for (const graph of stated?.fromNamed ?? []) body.append('named-graph-uri', graph);
    return {
      url: this.#url,
      role: 'SPARQL endpoint',
      method: 'POST',
      body,
      accept: acceptOf(format),
      isRead: true,
      signal,
    };
  }

  async #read(response: Response, request: StoreRequest, { text, format }: Asked): Promise<string> {
    const url = new URL(response.url);
    const type = responseType(response);
    if (!response.ok) throw await this.#refusal(response, request, text);
    if (!acceptedTypes(format).includes(type)) {
      await response.body?.cancel();
      throw wrongType(url, type, format);
    }
    const { text: answer, isWhole } = await readBodyText(response, this.#maxBytes);
    if (!isWhole) throw tooLongFault(this.#maxBytes);
    const table = jsonTypes.has(type) ? jsonAnswerAs(answer, format) : answer;
    if (table === undefined || !isComplete(table, format)) {
      const expected = type === '' ? resultMediaTypes[format] : type;
      throw new EndpointFault(
        `the answer of ${shownAddress(url)} is incomplete, or no ${expected}`,
      );
    }
    return table;
  }

  /** The fault of a response that is no answer. */
  async #refusal(response: Response, request: StoreRequest, text: string): Promise<Fault> {
    const { detail, place } = await readExplanation(response);
    if (response.status === 400 && !isPageType(responseType(response))) {
      return new QueryFault(detail || 'the endpoint refused it without a reason', text, place);
    }
    return this.#connection.refusal(request, response, detail, endpointHint);
  }
}

/**
 * Opens the endpoint for queries of a store.
 * @param maxBytes as `EndpointAddress.maxBytes`
 * @throws {TypeError} if the address has no URL for queries
 */
export function openRemoteEndpoint(
  { query: url, credentials }: StoreAddress,
  maxBytes?: number,
): RemoteEndpoint {
  if (url === undefined) throw new TypeError('The store has no URL for queries.');
  return new RemoteEndpoint({ url, ...credentials, maxBytes });
}

/** A query for an endpoint. */
interface Asked extends Pick<QueryRequest, 'text' | 'format'> {
  /** The dataset, instead of the one that the query states (SPARQL 1.1 Protocol, 2.1.4). */
  readonly stated?: StatedGraphs | undefined;
}

const endpointHint = '; that of cdif-graph serve is /sparql below its address';

function acceptedTypes(format: ResultFormat): readonly string[] {
  return [resultMediaTypes[format], ...(substitutes[format] ?? [])];
}

/** A refusal in this form has the place of an error (RFC 9457). */
const problemType = 'application/problem+json';

function acceptOf(format: ResultFormat): string {
  const [own, ...others] = acceptedTypes(format);
  const accepted = [own, ...others.map((type, index) => `${type};q=0.${9 - index}`)];
  return [...accepted, `${problemType};q=0.1`].join(', ');
}

/** The fault of a response in another media type, with the format that it has, if it is ours. */
function wrongType(url: URL, type: string, format: ResultFormat): EndpointFault {
  const at = shownAddress(url);
  if (isPageType(type)) {
    return new EndpointFault(`${at} is no SPARQL endpoint: it sent an HTML page${endpointHint}`);
  }
  const other = Object.entries(resultMediaTypes).find(([, each]) => each === type)?.[0];
  const sent = type === '' ? 'an answer without a media type' : type;
  const hint = other === undefined ? '' : `; try --format ${other}`;
  return new EndpointFault(`${at} sent ${sent}, not ${resultMediaTypes[format]}${hint}`);
}

function tooLongFault(maxBytes: number): EngineFault {
  return new EngineFault(
    'answer-too-long',
    `the answer has more than ${formatBytes(maxBytes)}; ask for less, or in parts ` +
      '(ORDER BY, LIMIT and OFFSET)',
  );
}

/** Whether an answer in XML has its end; other formats do not show it. */
function isComplete(answer: string, format: ResultFormat): boolean {
  return format !== 'xml' || /<\/(?:\w+:)?sparql\s*>/u.test(answer.slice(-1000));
}
