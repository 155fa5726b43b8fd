import type { Response } from 'undici';
import { Fault } from '../model/fault.ts';
import type { DialectName } from '../model/dialect-name.ts';
import { isPageType } from '../model/media-type.ts';
import { formatBytes, formatCount, groupDigits } from '../text/amounts.ts';
import {
  EngineFault,
  type GraphsRead,
  type QueryControl,
  QueryFault,
  type QueryRequest,
  QueryTimeoutFault,
  type ResultFormat,
  resultMediaTypes,
  type StatedGraphs,
} from './engine-task.ts';
import { jsonAnswerAs } from './json-results.ts';
import { type QueryDialect, type RowLimit, standardQueries } from './store/query-dialect.ts';
import { readBodyText, readExplanation, responseType } from './store/response-text.ts';
import type { StoreAddress, StoreCredentials } from './store/store-address.ts';
import { StoreConnection, type StoreRequest } from './store/store-connection.ts';
import { recognisedDialect, storeDialects } from './store/store-dialects.ts';
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
  /** What the store does otherwise than the specifications say; by default it is recognised. */
  readonly dialect?: DialectName | undefined;
}

const defaultMaxBytes = 268_435_456;
/** The limit of the answer to `ASK {}`, the rest of which is not read. */
const maxAskBytes = 65_536;
/** No store is expected to cut graphs that are smaller. */
const leastCutStatements = 100;

const jsonTypes: ReadonlySet<string> = new Set([resultMediaTypes.json, 'application/json']);

/**
 * Answers queries by asking a SPARQL endpoint (SPARQL 1.1 Protocol, 2.1.2: query by POST with
 * URL-encoded parameters). The endpoint decides which graphs a query reads, and whether it may use
 * SERVICE. Proxies named in the environment are not used.
 *
 * Without a dialect in the address, it sends `ASK {}` before the first query, since the response
 * shows what the endpoint is: a Virtuoso may hang with a query that is not made for it.
 */
export class RemoteEndpoint {
  readonly #url: URL;
  readonly #maxBytes: number;
  readonly #connection: StoreConnection;
  /** Undefined until the endpoint has been recognised. */
  #dialect: QueryDialect | undefined;
  /** The limit of rows at which the store cuts graphs; undefined until it is asked for. */
  #maxRows: number | undefined;

  /** @throws {UsageFault} where a header field cannot hold the credentials; does not show them */
  constructor({ url, maxBytes = defaultMaxBytes, dialect, ...credentials }: EndpointAddress) {
    this.#url = new URL(url);
    this.#maxBytes = maxBytes;
    this.#dialect = dialect && storeDialects[dialect].queries;
    // The time limit of the query covers the waiting for headers and body.
    this.#connection = new StoreConnection([url], credentials, { headersMs: 0 });
  }

  /**
   * Answers a query. The time limit is for the whole exchange.
   * @throws {QueryFault} when the endpoint refuses the query; {QueryTimeoutFault}; {EndpointFault};
   * {EngineFault} `answer-too-long`, also where the endpoint cuts the answer; the signal's reason
   * when it is aborted
   */
  async query(asked: Asked, { timeoutMs, signal }: QueryControl = {}): Promise<string> {
    const limit = new AbortController();
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => limit.abort(new QueryTimeoutFault(timeoutMs)), timeoutMs);
    const ending = AbortSignal.any([limit.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      ending.throwIfAborted();
      const dialect = this.#dialect ?? (await this.#recognise(ending));
      const answer = await this.#answer(asked, dialect, ending);
      await this.#assertNotCut(answer, asked, { dialect, signal: ending });
      return answer;
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

  /** What a refusal shows is not kept, since it may come from a proxy. */
  async #recognise(signal: AbortSignal): Promise<QueryDialect> {
    const request = this.#requestOf({ text: 'ASK {}', format: 'json' }, standardQueries, signal);
    const response = await this.#connection.send(request);
    const { text } = await readBodyText(response, maxAskBytes);
    const { queries } = recognisedDialect(response.headers.get('server') ?? '', text);
    if (response.ok) this.#dialect = queries;
    return queries;
  }

  async #answer(asked: Asked, dialect: QueryDialect, signal: AbortSignal): Promise<string> {
    const request = this.#requestOf(asked, dialect, signal);
    const response = await this.#connection.send(request);
    if (!response.ok) throw await this.#refusal(response, request, { asked, dialect });
    const { rowLimit } = dialect;
    if (rowLimit !== undefined && response.headers.has(rowLimit.field)) {
      await response.body?.cancel();
      const rows = groupDigits(Number(response.headers.get(rowLimit.field)));
      throw cutFault(`${rows} rows or more`, rowLimit);
    }
    return this.#read(response, asked, dialect);
  }

  #requestOf(
    { text, format, reads, stated }: Asked,
    dialect: QueryDialect,
    signal: AbortSignal,
  ): StoreRequest {
    const body = new URLSearchParams({ query: dialect.prologue(text, reads) + text });
    for (const graph of stated?.from ?? []) body.append('default-graph-uri', graph);
    for (const graph of stated?.fromNamed ?? []) body.append('named-graph-uri', graph);
    return {
      url: this.#url,
      role: 'SPARQL endpoint',
      method: 'POST',
      body,
      accept: acceptOf(dialect.answerTypes[format]),
      isRead: true,
      signal,
    };
  }

  async #read(response: Response, { format }: Asked, dialect: QueryDialect): Promise<string> {
    const url = new URL(response.url);
    const type = responseType(response);
    if (!dialect.answerTypes[format].includes(type)) {
      await response.body?.cancel();
      throw wrongType(url, type, format);
    }
    const { text, isWhole } = await readBodyText(response, this.#maxBytes);
    if (!isWhole) throw tooLongFault(this.#maxBytes);
    const isJson = jsonTypes.has(type);
    const answer = dialect.mendAnswer(text);
    const table = isJson ? jsonAnswerAs(answer, format) : answer;
    if (table === undefined || !isComplete(table, format)) {
      const expected = type === '' ? resultMediaTypes[format] : type;
      throw new EndpointFault(
        `the answer of ${shownAddress(url)} is incomplete, or no ${expected}`,
      );
    }
    return table;
  }

  /** The fault of a response that is no answer. */
  async #refusal(
    response: Response,
    request: StoreRequest,
    { asked: { text }, dialect }: { readonly asked: Asked; readonly dialect: QueryDialect },
  ): Promise<Fault> {
    const { detail, place } = await readExplanation(response);
    const type = responseType(response);
    const refused = dialect.refusedQuery({ status: response.status, type, detail, text });
    if (refused === undefined) {
      return this.#connection.refusal(request, response, detail, endpointHint);
    }
    if (refused.isTooSlow) return new QueryTimeoutFault(undefined, detail);
    const words = detail || 'the endpoint refused it without a reason';
    return new QueryFault(words, text, place ?? refused.place);
  }

  /**
   * Asks for the limit of a store that cuts graphs without a sign. It counts solutions, of which
   * several may give the same statement, so that a graph of half as many statements is doubtful.
   * @throws {EngineFault} `answer-too-long` for an answer that may be cut
   */
  async #assertNotCut(
    answer: string,
    { format }: Asked,
    { dialect, signal }: { readonly dialect: QueryDialect; readonly signal: AbortSignal },
  ): Promise<void> {
    const { rowLimit } = dialect;
    if (rowLimit === undefined || dialect.answerTypes[format][0] !== resultMediaTypes.nt) return;
    const statements = answer.split('\n').length - 1;
    if (statements < leastCutStatements) return;
    const asked: Asked = { text: rowLimit.query, format: 'csv' };
    this.#maxRows ??= await this.#answer(asked, dialect, signal).then(
      (table) => Number(/^[1-9]\d*$/mu.exec(table)?.[0] ?? Infinity),
      (error: unknown) => {
        // The user of the store may not be allowed to read its settings.
        if (error instanceof QueryFault) return Infinity;
        throw error;
      },
    );
    if (statements * 2 < this.#maxRows) return;
    throw cutFault(formatCount(statements, 'statement'), rowLimit);
  }
}

/**
 * Opens the endpoint for queries of a store.
 * @param maxBytes as `EndpointAddress.maxBytes`
 * @throws {TypeError} if the address has no URL for queries
 */
export function openRemoteEndpoint(
  { query: url, dialect, credentials }: StoreAddress,
  maxBytes?: number,
): RemoteEndpoint {
  if (url === undefined) throw new TypeError('The store has no URL for queries.');
  return new RemoteEndpoint({ url, ...credentials, dialect, maxBytes });
}

/** A query for an endpoint. */
interface Asked extends Pick<QueryRequest, 'text' | 'format'> {
  /** What the query reads, if it is known: a Virtuoso hides other graphs of its own and of ours. */
  readonly reads?: GraphsRead | undefined;
  /** The dataset, instead of the one that the query states (SPARQL 1.1 Protocol, 2.1.4). */
  readonly stated?: StatedGraphs | undefined;
}

const endpointHint = '; that of cdif-graph serve is /sparql below its address';

/** A refusal in this form has the place of an error (RFC 9457). */
const problemType = 'application/problem+json';

function acceptOf([own, ...others]: readonly string[]): string {
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

/** @param length of the answer */
function cutFault(length: string, { setting }: RowLimit): EngineFault {
  return new EngineFault(
    'answer-too-long',
    `the answer has ${length}, and the store cuts longer ones; ask for less, or in parts (ORDER ` +
      `BY, LIMIT and OFFSET), or let its operator raise its limit: ${setting}`,
  );
}

/** Whether an answer in XML has its end; other formats do not show it. */
function isComplete(answer: string, format: ResultFormat): boolean {
  return format !== 'xml' || /<\/(?:\w+:)?sparql\s*>/u.test(answer.slice(-1000));
}
