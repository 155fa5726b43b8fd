import { STATUS_CODES } from 'node:http';
import { Agent, type BodyInit, fetch, type Response } from 'undici';
import { Fault, UsageFault } from '../model/fault.ts';
import { isPageType, parseMediaType } from '../model/media-type.ts';
import { formatBytes } from '../text/amounts.ts';
import { isObject, type JsonValue, parseJson } from '../text/json.ts';
import { parseUrl } from '../text/parsed-url.ts';
import { version } from '../version.ts';
import {
  EngineFault,
  type QueryControl,
  QueryFault,
  type QueryPlace,
  type QueryRequest,
  QueryTimeoutFault,
  type ResultFormat,
  resultMediaTypes,
  type StatedGraphs,
} from './engine-task.ts';
import { jsonAnswerAs } from './json-results.ts';
import type { StoreAddress } from './store/store-address.ts';

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

/** Where an endpoint is, and what authenticates requests to it. */
export interface EndpointAddress {
  /** Absolute, with http or https, without user name and password. */
  readonly url: string;
  /** The value of the `Authorization` field. It is sent to the origin of the URL only. */
  readonly authorization?: string | undefined;
  /** Where the operator sets it, for messages; by default in the environment variable. */
  readonly setIn?: 'configuration' | undefined;
  /** The limit of an answer, which is held in memory, in decoded bytes; 256 MiB by default. */
  readonly maxBytes?: number | undefined;
}

/** The environment variable that holds the `Authorization` field of the command line. */
export const authorizationVariable = 'CDIF_GRAPH_AUTHORIZATION';

const defaultMaxBytes = 268_435_456;
/** The limit of a text that explains a refusal; the rest is not read. */
const maxExplanationBytes = 65_536;
const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

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
  readonly #authorization: string | undefined;
  readonly #setIn: 'configuration' | undefined;
  readonly #maxBytes: number;
  // The time limit of the query covers the waiting for headers and body.
  readonly #agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

  /** @throws {UsageFault} where the authorization is no value of a field; does not show it */
  constructor({ url, authorization, setIn, maxBytes = defaultMaxBytes }: EndpointAddress) {
    this.#setIn = setIn;
    this.#url = new URL(url);
    this.#maxBytes = maxBytes;
    if (authorization !== undefined && !/^[\t -~]+$/u.test(authorization)) {
      throw new UsageFault(`${authorizationVariable} has a value that a header field cannot hold`);
    }
    this.#authorization = authorization;
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
      const response = await this.#send({ text, format, stated }, ending);
      return await this.#read(response, { text, format });
    } catch (error) {
      ending.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes all connections and ends all queries. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** Sends a query and follows redirects. */
  async #send({ text, format, stated }: Asked, signal: AbortSignal): Promise<Response> {
    let url = this.#url;
    let body: URLSearchParams | undefined = new URLSearchParams({ query: text });
    for (const graph of stated?.from ?? []) body.append('default-graph-uri', graph);
    for (const graph of stated?.fromNamed ?? []) body.append('named-graph-uri', graph);
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await this.#request(url, { body, format, signal });
      const location = response.headers.get('location');
      if (!redirectStatuses.has(response.status) || location === null) return response;
      await response.body?.cancel();
      // Only 303 leads to the answer itself (RFC 9110 §15.4.4). To ask again is safe.
      if (response.status === 303) body = undefined;
      url = redirected(url, location);
    }
    throw new EndpointFault(`${shown(this.#url)} redirects more than ${maxRedirects} times`);
  }

  async #request(
    url: URL,
    {
      body,
      format,
      signal,
    }: { body: BodyInit | undefined; format: ResultFormat; signal: AbortSignal },
  ): Promise<Response> {
    const authorization = url.origin === this.#url.origin ? this.#authorization : undefined;
    try {
      return await fetch(url, {
        dispatcher: this.#agent,
        method: body === undefined ? 'GET' : 'POST',
        ...(body !== undefined && { body }),
        headers: {
          accept: acceptOf(format),
          'user-agent': `cdif-graph/${version}`,
          ...(authorization !== undefined && { authorization }),
        },
        redirect: 'manual',
        signal,
      });
    } catch (error) {
      throw unreachable(url, error);
    }
  }

  async #read(response: Response, { text, format }: Asked): Promise<string> {
    const url = new URL(response.url);
    const type = parseMediaType(response.headers.get('content-type') ?? '').essence;
    if (!response.ok) throw await this.#refusal(response, { url, type, text });
    if (!acceptedTypes(format).includes(type)) {
      await response.body?.cancel();
      throw wrongType(url, type, format);
    }
    const answer = await readText(response, this.#maxBytes).catch((error: unknown) => {
      if (error instanceof EngineFault) throw error;
      throw new EndpointFault(`the answer of ${shown(url)} broke off${codeIn(error)}`, {
        cause: error,
      });
    });
    const table = jsonTypes.has(type) ? jsonAnswerAs(answer, format) : answer;
    if (table === undefined || !isComplete(table, format)) {
      const expected = type === '' ? resultMediaTypes[format] : type;
      throw new EndpointFault(`the answer of ${shown(url)} is incomplete, or no ${expected}`);
    }
    return table;
  }

  /** The fault of a response that is no answer. */
  async #refusal(response: Response, { url, type, text }: Refused): Promise<Fault> {
    const { status } = response;
    const isPage = isPageType(type);
    const sent = await readText(response, maxExplanationBytes, 'cut').catch(() => '');
    const { detail, place } = isPage ? noExplanation : explanationIn(sent);
    if (status === 400 && !isPage) {
      return new QueryFault(detail || 'the endpoint refused it without a reason', text, place);
    }
    const what = [status, STATUS_CODES[status]].filter(Boolean).join(' ');
    const because = detail === '' ? '' : `: ${detail}`;
    const words =
      status === 404 || status === 405
        ? `is no SPARQL endpoint (${what})${endpointHint}`
        : this.#wordsFor(response, what) + because;
    return new EndpointFault(`${shown(url)} ${words}`, { status });
  }

  #wordsFor({ status, headers, url }: Response, what: string): string {
    if (status === 401 || status === 403) {
      const { origin } = this.#url;
      if (this.#authorization === undefined) {
        return `requires authentication (${what}); ${
          this.#setIn === undefined
            ? `set ${authorizationVariable} to the value of the Authorization field, such as ` +
              'Bearer and a token'
            : 'set token, or user and password, in engine of the configuration'
        }`;
      }
      const given =
        this.#setIn === undefined ? authorizationVariable : 'engine in the configuration';
      return new URL(url).origin === origin
        ? `refuses the credentials of ${given} (${what})`
        : `requires authentication (${what}), but credentials go to ${origin} only; give this URL`;
    }
    const later = headers.get('retry-after');
    if (later === null) return `answered ${what}`;
    const when = /^\d+$/u.test(later) ? `in ${later} s` : `at ${later}`;
    return `answered ${what} and asks to try again ${when}`;
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
  const { authorization, setIn } = credentials;
  return new RemoteEndpoint({ url, authorization, setIn, maxBytes });
}

/** A query for an endpoint. */
interface Asked extends Pick<QueryRequest, 'text' | 'format'> {
  /** The dataset, instead of the one that the query states (SPARQL 1.1 Protocol, 2.1.4). */
  readonly stated?: StatedGraphs | undefined;
}

/** A response that is no answer: its URL, its media type, and the query. */
interface Refused {
  readonly url: URL;
  readonly type: string;
  readonly text: string;
}

const endpointHint = '; that of cdif-graph serve is /sparql below its address';

/** An address for messages, without parameters, which may hold a key. */
function shown({ origin, pathname }: URL): string {
  return origin + pathname;
}

function redirected(from: URL, location: string): URL {
  const url = parseUrl(location, from.href);
  if (url !== undefined && /^https?:$/u.test(url.protocol) && url.username + url.password === '') {
    return url;
  }
  throw new EndpointFault(`${shown(from)} redirects to something that is no web address`);
}

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
  const at = shown(url);
  if (isPageType(type)) {
    return new EndpointFault(`${at} is no SPARQL endpoint: it sent an HTML page${endpointHint}`);
  }
  const other = Object.entries(resultMediaTypes).find(([, each]) => each === type)?.[0];
  const sent = type === '' ? 'an answer without a media type' : type;
  const hint = other === undefined ? '' : `; try --format ${other}`;
  return new EndpointFault(`${at} sent ${sent}, not ${resultMediaTypes[format]}${hint}`);
}

function unreachable(url: URL, error: unknown): EndpointFault {
  return new EndpointFault(`${shown(url)} cannot be reached${codeIn(error)}`, { cause: error });
}

/** The code of a failed exchange, or else its message, in brackets. */
function codeIn(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return '';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
  return code === '' ? '' : ` (${code})`;
}

/**
 * Reads a body as UTF-8.
 * @param beyond what to do with a longer body: refuse it, or cut it
 * @throws {EngineFault} `answer-too-long`; the error of the connection
 */
async function readText(
  { body }: Response,
  maxBytes: number,
  beyond: 'refuse' | 'cut' = 'refuse',
): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  // The Fetch Standard: a body is a stream of Uint8Array.
  const chunks = (body ?? []) as AsyncIterable<Uint8Array> | readonly Uint8Array[];
  // Leaving the loop closes the connection.
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      if (beyond === 'cut') break;
      throw new EngineFault(
        'answer-too-long',
        `the answer has more than ${formatBytes(maxBytes)}; ask for less, or in parts ` +
          '(ORDER BY, LIMIT and OFFSET)',
      );
    }
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}

interface Explanation {
  readonly detail: string;
  readonly place?: QueryPlace;
}

const noExplanation: Explanation = { detail: '' };
/** Lines and characters that are shown of a text; many end in a stack trace. */
const explanationLines = 8;
const explanationCharacters = 600;

/**
 * What a response says about a refusal: a text, or JSON such as a problem (RFC 9457), which has
 * `line` and `column` from `cdif-graph serve`.
 */
function explanationIn(sent: string): Explanation {
  const json = parseJson(sent);
  if (!isObject(json)) return { detail: shorten(sent) };
  const { detail, message, exception, error, title, line, column } = json;
  const words = [detail, message, exception, error, title].find(isText) ?? '';
  const place = isCount(line) && isCount(column) ? { line, column } : undefined;
  return { detail: shorten(words), ...(place && { place }) };
}

function shorten(text: string): string {
  const lines = text.split(/\r?\n|\r/u).filter((line) => !/^\s*(?:at\s.*)?$/u.test(line));
  const kept = lines.slice(0, explanationLines).join('\n').trim();
  return kept.length > explanationCharacters ? `${kept.slice(0, explanationCharacters)}…` : kept;
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** Whether an answer in XML has its end; other formats do not show it. */
function isComplete(answer: string, format: ResultFormat): boolean {
  return format !== 'xml' || /<\/(?:\w+:)?sparql\s*>/u.test(answer.slice(-1000));
}
