import { setMaxListeners } from 'node:events';
import { type CredentialsBySource, credentialsFor } from '../config/credentials.ts';
import type { HttpConfig } from '../config/schema.ts';
import {
  type BodyConsumer,
  type ConditionalOptions,
  type HttpAnswer,
  type HttpHeaders,
  type HttpReader,
  type HttpStep,
  type LinkField,
  type NotModified,
  type OpenedResponse,
  type OpenOptions,
  type Redirect,
  ResourceError,
  type ResponseBody,
  type Retrieval,
} from '../model/http.ts';
import type { RequestWatcher } from '../model/run-costs.ts';
import { parseUtcMs } from '../text/dates.ts';
import { isPublicAddress } from './address-policy.ts';
import {
  type BodyRequest,
  conditionalHeaders,
  consumeResponse,
  redirectTarget,
  type RefusedResponse,
  type RequestOutcome,
  sendableValidators,
  type TransportFailure,
} from './answer.ts';
import { ConnectionPools, type Resolve } from './connections.ts';
import { acceptEncoding } from './decompress.ts';
import { type Exchange, type ExchangeRequest, sendRequest } from './exchange.ts';
import { type Host, Hosts } from './hosts.ts';
import { maxHeaderBytes } from './node-client.ts';
import { RequestMeter } from './request-meter.ts';
import { retryAfterMs } from './retry-after.ts';
import { concernsWholeHost, isHostFailure, isTransient } from './transport-problem.ts';
import type { RequestPriority, RequestSlot } from './turns.ts';

/** Further tries at one URL after requests during which the process was stopped. */
const mostHindered = 5;

/** The responses on the way to a resource. */
interface Chain {
  readonly redirects: Redirect[];
  readonly linkFields: LinkField[];
  last?: Exchange;
}

/**
 * The HTTP client of a harvest: polite, bounded, and kept out of private networks unless
 * configured.
 */
export class HttpClient implements HttpReader {
  readonly #config: HttpConfig;
  readonly #agents: ConnectionPools;
  readonly #credentials: CredentialsBySource;
  readonly #userAgent: string;
  readonly #now: () => Date;
  readonly #hosts: Hosts;
  readonly #watcher: RequestWatcher | undefined;

  /** @param version the program's, for the user agent */
  constructor(config: HttpConfig, version: string, seams: HttpClientOptions = {}) {
    this.#config = config;
    this.#userAgent = userAgent(version, config.contact);
    this.#now = seams.now ?? (() => new Date());
    this.#hosts = seams.hosts ?? new Hosts(config);
    this.#watcher = seams.watcher;
    this.#credentials = seams.credentials ?? new Map();
    this.#agents = new ConnectionPools({
      connector: {
        connectMs: config.timeouts.connectMs,
        isAllowed: seams.isAllowed ?? (config.allowPrivateAddresses ? () => true : isPublicAddress),
        resolve: seams.resolve,
      },
      connections: config.perHost.connections,
      maxHeaderSize: maxHeaderBytes,
      credentials: this.#credentials,
    });
  }

  /**
   * See `HttpReader`. The problem of a `ResourceError` is about the hop that failed. Tries are counted for each hop.
   * @throws {TypeError} when `url` is not an absolute http or https URL
   */
  async open(
    url: string,
    options: ConditionalOptions,
  ): Promise<OpenedResponse<ResponseBody> | NotModified>;
  async open(url: string, options: OpenOptions): Promise<OpenedResponse<ResponseBody>>;
  async open(
    url: string,
    options: OpenOptions,
  ): Promise<OpenedResponse<ResponseBody> | NotModified> {
    return this.read(url, options, async (body) => body);
  }

  /** See `HttpReader` and `open`. */
  async read<Taken>(
    url: string,
    options: ConditionalOptions,
    take: BodyConsumer<Taken>,
  ): Promise<OpenedResponse<Taken> | NotModified>;
  async read<Taken>(
    url: string,
    options: OpenOptions,
    take: BodyConsumer<Taken>,
  ): Promise<OpenedResponse<Taken>>;
  async read<Taken>(
    url: string,
    options: OpenOptions,
    take: BodyConsumer<Taken>,
  ): Promise<OpenedResponse<Taken> | NotModified> {
    // All requests of a run listen to one signal; Node would warn of a leak.
    setMaxListeners(0, options.signal);
    const chain: Chain = { redirects: [], linkFields: [] };
    try {
      return await this.#follow(httpUrl(url), { ...options, take }, chain);
    } catch (error) {
      const { last, redirects, linkFields } = chain;
      if (!(error instanceof ResourceError) || last === undefined) throw error;
      const { problem, cause } = error;
      const answered = { ...this.#facts(last, redirects), linkFields };
      throw new ResourceError(problem, { cause, answered });
    }
  }

  /** Requests a URL and follows redirects, adding each response to `chain`. */
  async #follow<Taken>(
    url: URL,
    asking: BodyRequest<Taken>,
    chain: Chain,
  ): Promise<OpenedResponse<Taken> | NotModified> {
    const { maxRedirects } = this.#config;
    const { redirects, linkFields } = chain;
    let at = url;
    for (;;) {
      await asking.permit?.(at.href);
      const answer = await this.#ask(at, asking, redirects.length === 0);
      if (answer.kind === 'failed') throw answer.error;
      chain.last = answer.exchange;
      const { link: text } = answer.exchange.headers;
      if (text !== undefined) linkFields.push({ url: at.href, text });
      if (answer.kind === 'refused') throw answer.error;
      if (answer.kind === 'opened') {
        return { ...this.#facts(answer.exchange, redirects), linkFields, body: answer.taken };
      }
      if (answer.kind === 'unchanged') {
        const facts = this.#facts(answer.exchange, redirects);
        const retrieval = { ...sendableValidators(asking.validators), ...facts.retrieval };
        return { ...facts, retrieval, linkFields, notModified: true };
      }
      const to = redirectTarget(answer.exchange);
      redirects.push({ from: at.href, to: to.href, status: answer.exchange.status });
      if (redirects.length > maxRedirects || redirects.some(({ from }) => from === to.href)) {
        throw new ResourceError({ kind: 'too-many-redirects', url: at.href, maxRedirects });
      }
      at = to;
    }
  }

  /** Closes all connections, also those in use. Waiting requests fail. */
  async close(): Promise<void> {
    await this.#agents.destroy();
    this.#hosts.close();
  }

  /** Requests one URL until it answers or is given up. */
  async #ask<Taken>(
    url: URL,
    asking: BodyRequest<Taken>,
    first: boolean,
  ): Promise<RequestOutcome<Taken>> {
    const host = this.#hosts.of(url);
    let last: TransportFailure | RefusedResponse | undefined;
    for (let tries = 1; ; tries += 1) {
      const urgency = first && tries === 1 ? 'first-request' : 'follow-up';
      let answer: RequestOutcome<Taken>;
      try {
        answer = await this.#try(url, asking, { host, urgency });
      } catch (error) {
        // That it was asked says more than that it is not asked again.
        if (last !== undefined && error instanceof ResourceError) return last;
        throw error;
      }
      if (answer.kind !== 'failed' && answer.kind !== 'refused') {
        host.succeeded();
        return answer;
      }
      if (!(await this.#waitToRetry(host, answer, tries, asking))) return answer;
      last = answer;
    }
  }

  /**
   * Requests a URL when its slot is free, and again where the response was lost while the process
   * was stopped: that counts as nobody's failure.
   */
  async #try<Taken>(
    url: URL,
    asking: BodyRequest<Taken>,
    { host, urgency }: { readonly host: Host; readonly urgency: RequestPriority },
  ): Promise<RequestOutcome<Taken>> {
    const { clock } = this.#hosts;
    for (let hindered = 0; ; hindered += 1) {
      const turn = await host.turn(url.href, asking.signal, urgency);
      const { stops } = clock;
      const answer = await this.#request(url, asking, turn);
      const isHindered = clock.stops > stops && isLost(answer);
      if (!isHindered || hindered === mostHindered) return answer;
    }
  }

  /** Sends one request in a slot. The slot is released when the body ends. */
  async #request<Taken>(
    url: URL,
    asking: BodyRequest<Taken>,
    turn: RequestSlot,
  ): Promise<RequestOutcome<Taken>> {
    const { method = 'GET' } = asking;
    const { clock } = this.#hosts;
    const watch = this.#watcher?.begun(method);
    const meter = new RequestMeter({ clock, traffic: turn.traffic, watch });
    const credentials = credentialsFor(this.#credentials, asking.credentialsOf, url.origin);
    let answer: Exchange | undefined;
    try {
      answer = await sendRequest(this.#agents.of(credentials), {
        method,
        url,
        signal: asking.signal,
        timeouts: this.#config.timeouts,
        clock,
        traffic: meter.traffic,
        headers: {
          ...credentials?.headers,
          accept: asking.accept,
          'accept-encoding': acceptEncoding,
          'user-agent': this.#userAgent,
          ...conditionalHeaders(asking.validators),
        },
      });
      turn.answered(answer.status < 300 || answer.status === 304);
      meter.answered(answer.status);
      answer.body.once('close', () => {
        turn.end();
      });
      const taken = await consumeResponse(answer, asking, this.#config);
      const cost = meter.end();
      asking.onStep?.(responseStep({ method, url }, answer), cost);
      return taken;
    } catch (error) {
      turn.end();
      answer?.body.destroy();
      const cost = meter.end();
      if (!(error instanceof ResourceError)) throw error;
      asking.onStep?.(
        { ...responseStep({ method, url }, answer), problem: error.problem.kind },
        cost,
      );
      return answer === undefined
        ? { kind: 'failed', error }
        : { kind: 'refused', error, exchange: answer };
    }
  }

  /**
   * Records the result of a request at its host, and waits for the back-off.
   * @returns whether to retry
   */
  async #waitToRetry(
    host: Host,
    failure: TransportFailure | RefusedResponse,
    tries: number,
    { signal, method }: Pick<OpenOptions, 'signal' | 'method'>,
  ): Promise<boolean> {
    const { problem } = failure.error;
    if (!isHostFailure(problem)) {
      if (failure.kind === 'refused') host.succeeded();
      return false;
    }
    const askedMs = this.#restAskedBy(failure);
    if (method === 'HEAD') {
      // Some servers do not support HEAD; the GET that follows tells more about the host.
      if (askedMs !== undefined || concernsWholeHost(problem)) host.failed(problem, askedMs);
      return false;
    }
    const waitMs = host.failed(problem, askedMs);
    const { retries, maxRetryAfterMs } = this.#config;
    const isGranted = askedMs === undefined || askedMs <= maxRetryAfterMs;
    if (waitMs === undefined || tries > retries || !isGranted || !isTransient(problem)) {
      host.gaveUp(problem);
      return false;
    }
    await host.pause(waitMs, signal);
    return true;
  }

  /**
   * The delay that `Retry-After` requests, in milliseconds; capped by the breaker (`maxRestMs`).
   */
  #restAskedBy(failure: TransportFailure | RefusedResponse): number | undefined {
    if (failure.kind === 'failed') return undefined;
    const { date, 'retry-after': field } = failure.exchange.headers;
    // A date in `Retry-After` is read against the server's own `Date`, since clocks differ.
    const sentAt = parseUtcMs(date ?? '');
    return retryAfterMs(field, Number.isNaN(sentAt) ? this.#now() : new Date(sentAt));
  }

  #facts(
    { request, status, headers }: Exchange,
    redirects: readonly Redirect[],
  ): Omit<HttpAnswer, 'linkFields'> {
    const { etag, 'last-modified': lastModified } = headers;
    const retrieval: Retrieval = {
      finalUrl: request.url.href,
      redirects,
      status,
      at: this.#now().toISOString(),
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    };
    return { retrieval, headers };
  }
}

/** Whether no complete response arrived. */
function isLost<Taken>(answer: RequestOutcome<Taken>): boolean {
  if (answer.kind !== 'failed' && answer.kind !== 'refused') return false;
  const { kind } = answer.error.problem;
  return kind === 'timed-out' || kind === 'connection-failed';
}

function httpUrl(text: string): URL {
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`not an http or https URL: ${text}`);
  }
  url.hash = '';
  return url;
}

/** What a test may want otherwise. */
interface HttpSeams {
  /** Instead of the system's resolver. */
  readonly resolve?: Resolve;
  /** Instead of what `allowPrivateAddresses` means: decides on an address without brackets. */
  readonly isAllowed?: (address: string) => boolean;
  readonly now?: () => Date;
}

/** What of a client is no matter of its configuration. */
export interface HttpClientOptions extends HttpSeams {
  /** Of sources, for requests that name one (`OpenOptions.credentialsOf`). */
  readonly credentials?: CredentialsBySource;
  /** What is known of hosts, where others share it. The client closes it. */
  readonly hosts?: Hosts;
  /** Hears of every request. */
  readonly watcher?: RequestWatcher | undefined;
}

/** Describes a request and its response. @param answer absent where none arrived */
function responseStep(
  { method, url }: Pick<ExchangeRequest, 'method' | 'url'>,
  answer: Exchange | undefined,
): HttpStep {
  const { 'content-type': contentType, location }: HttpHeaders = answer?.headers ?? {};
  return {
    method,
    url: url.href,
    ...(answer === undefined ? {} : { status: answer.status }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(location === undefined ? {} : { location }),
  };
}

/** `cdif-graph/VERSION (+contact)`, in ASCII whatever was configured. */
function userAgent(version: string, contact: string | undefined): string {
  const product = `cdif-graph/${version}`;
  return contact === undefined ? product : `${product} (+${new URL(contact).href})`;
}
