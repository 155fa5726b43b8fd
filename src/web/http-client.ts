import { setMaxListeners } from 'node:events';
import { type CredentialsBySource, credentialsFor } from '../config/credentials.ts';
import type { HttpConfig } from '../config/schema.ts';
import {
  type BodyConsumer,
  type ConditionalOptions,
  type HttpAnswer,
  type HttpHeaders,
  type HttpMethod,
  type HttpReader,
  type HttpStep,
  type LinkField,
  type NotModified,
  type OpenedResponse,
  type OpenOptions,
  type Redirect,
  ResourceError,
  type ResponseBody,
} from '../model/http.ts';
import type { RequestWatcher } from '../model/run-costs.ts';
import { ConnectionPools, isPublicAddress, type Resolve } from './connections.ts';
import {
  type BodyRequest,
  conditionalHeaders,
  consumeResponse,
  redirectTarget,
  type RequestFailure,
  type RequestOutcome,
  sendableValidators,
} from './answer.ts';
import { acceptEncoding } from './body.ts';
import { type Exchange, sendRequest } from './exchange.ts';
import type { Host } from './host.ts';
import { Hosts } from './hosts.ts';
import { RequestMeter, type RequestPriority, type RequestSlot } from './request-slots.ts';
import { retryAfterMs } from './host-pace.ts';
import type { RequestBudget } from './request-budget.ts';
import { concernsWholeHost, isHostFailure, isTransient } from './transport-problem.ts';

/** Further tries at one URL after requests during which the process was stopped. */
const maxLostByStops = 5;

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
  readonly #pools: ConnectionPools;
  readonly #credentials: CredentialsBySource;
  readonly #userAgent: string;
  readonly #now: () => Date;
  readonly #hosts: Hosts;
  readonly #watcher: RequestWatcher | undefined;
  readonly #budget: RequestBudget | undefined;

  /** @param version the program's, for the user agent */
  constructor(config: HttpConfig, version: string, seams: HttpClientOptions = {}) {
    this.#config = config;
    this.#userAgent = userAgent(version, config.contact);
    this.#now = seams.now ?? (() => new Date());
    this.#hosts = seams.hosts ?? new Hosts(config);
    this.#watcher = seams.watcher;
    this.#budget = seams.budget;
    this.#credentials = seams.credentials ?? new Map();
    const isAllowed = config.allowPrivateAddresses ? () => true : isPublicAddress;
    const connectionOptions = {
      connectMs: config.timeouts.connectMs,
      isAllowed: seams.isAllowed ?? isAllowed,
      resolve: seams.resolve,
      connections: config.perHost.connections,
      onOpen: (host: string) => this.#hosts.of({ host }).sent(),
    };
    this.#pools = new ConnectionPools(connectionOptions, this.#credentials);
  }

  /**
   * See `HttpReader`. The problem of a `ResourceError` is about the hop that failed; each hop has
   * its own retries.
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
      if (!(error instanceof ResourceError) || chain.last === undefined) throw error;
      const { problem, cause } = error;
      throw new ResourceError(problem, { cause, answered: this.#facts(chain.last, chain) });
    }
  }

  /** Requests a URL and follows redirects, adding each response to `chain`. */
  async #follow<Taken>(
    url: URL,
    request: BodyRequest<Taken>,
    chain: Chain,
  ): Promise<OpenedResponse<Taken> | NotModified> {
    const { maxRedirects } = this.#config;
    const { redirects, linkFields } = chain;
    let at = url;
    for (;;) {
      await request.permit?.(at.href);
      const outcome = await this.#requestHop(at, request, redirects.length === 0);
      if (outcome.kind === 'failed') throw outcome.error;
      const { exchange } = outcome;
      chain.last = exchange;
      const { link: text } = exchange.headers;
      if (text !== undefined) linkFields.push({ url: at.href, text });
      if (outcome.kind === 'refused') throw outcome.error;
      const facts = this.#facts(exchange, chain);
      if (outcome.kind === 'opened') return { ...facts, body: outcome.taken };
      if (outcome.kind === 'unchanged') {
        const sent = sendableValidators(request.validators);
        const { etag = sent.etag, lastModified = sent.lastModified } = facts.retrieval;
        return {
          ...facts,
          retrieval: { ...facts.retrieval, etag, lastModified },
          notModified: true,
        };
      }
      const to = redirectTarget(exchange);
      redirects.push({ from: at.href, to: to.href, status: exchange.status });
      if (redirects.length > maxRedirects || redirects.some(({ from }) => from === to.href)) {
        throw new ResourceError({ kind: 'too-many-redirects', url: at.href, maxRedirects });
      }
      at = to;
    }
  }

  /** Closes all connections, also those in use. Waiting requests fail. */
  async close(): Promise<void> {
    await this.#pools.destroy();
    this.#hosts.close();
  }

  /** Requests one URL until it answers or is given up. */
  async #requestHop<Taken>(
    url: URL,
    request: BodyRequest<Taken>,
    isFirst: boolean,
  ): Promise<RequestOutcome<Taken>> {
    const host = this.#hosts.of(url);
    let last: RequestFailure | undefined;
    for (let tries = 1; ; tries += 1) {
      const priority = isFirst && tries === 1 ? 'first-request' : 'follow-up';
      let outcome: RequestOutcome<Taken>;
      try {
        outcome = await this.#try(url, request, { host, priority });
      } catch (error) {
        // The last response says more than why there is no further request.
        if (last !== undefined && error instanceof ResourceError) return last;
        throw error;
      }
      if (outcome.kind !== 'failed' && outcome.kind !== 'refused') {
        host.succeeded();
        return outcome;
      }
      if (!isHostFailure(outcome.error.problem)) {
        if (outcome.kind === 'refused') host.succeeded();
        return outcome;
      }
      if (!(await this.#waitToRetry(host, outcome, tries, request))) return outcome;
      last = outcome;
    }
  }

  /**
   * Requests a URL when its slot is free, and again where the response was lost while the process
   * was stopped: that counts as nobody's failure.
   */
  async #try<Taken>(
    url: URL,
    request: BodyRequest<Taken>,
    { host, priority }: { readonly host: Host; readonly priority: RequestPriority },
  ): Promise<RequestOutcome<Taken>> {
    const { clock } = this.#hosts;
    for (let lost = 0; ; lost += 1) {
      const slot = await host.takeSlot(url.href, request.signal, priority);
      const { stops } = clock;
      try {
        this.#budget?.take(url.href);
      } catch (error) {
        slot.end();
        throw error;
      }
      const answering = this.#request(url, request, slot);
      // On a connection whose response has just ended, undici sends it only in the next turn.
      setImmediate(() => host.sent());
      const outcome = await answering;
      const isLostByStop = clock.stops > stops && isLost(outcome);
      if (!isLostByStop || lost === maxLostByStops) return outcome;
    }
  }

  /** Sends one request in a slot. The slot is released when the body ends. */
  async #request<Taken>(
    url: URL,
    request: BodyRequest<Taken>,
    slot: RequestSlot,
  ): Promise<RequestOutcome<Taken>> {
    const { method = 'GET' } = request;
    const { clock } = this.#hosts;
    const meter = new RequestMeter(clock, slot.traffic, this.#watcher?.begun(method));
    const credentials = credentialsFor(this.#credentials, request.credentialsOf, url.origin);
    let exchange: Exchange | undefined;
    try {
      exchange = await sendRequest(this.#pools.of(credentials), {
        method,
        url,
        signal: request.signal,
        timeouts: this.#config.timeouts,
        clock,
        traffic: meter.traffic,
        onRepeat: () => {
          this.#budget?.take(url.href);
          this.#watcher?.begun(method).ended();
        },
        headers: {
          ...credentials?.headers,
          accept: request.accept,
          'accept-encoding': acceptEncoding,
          'user-agent': this.#userAgent,
          ...conditionalHeaders(request.validators),
        },
      });
      slot.answered(exchange.status < 300 || exchange.status === 304);
      meter.answered(exchange.status);
      exchange.body.once('close', () => slot.end());
      const outcome = await consumeResponse(exchange, request, this.#config);
      const cost = meter.end();
      request.onStep?.(describeStep(method, url, exchange), cost);
      return outcome;
    } catch (error) {
      slot.end();
      exchange?.body.destroy();
      const cost = meter.end();
      if (!(error instanceof ResourceError)) throw error;
      const step = { ...describeStep(method, url, exchange), problem: error.problem.kind };
      request.onStep?.(step, cost);
      return exchange ? { kind: 'refused', error, exchange } : { kind: 'failed', error };
    }
  }

  /** Records a failure of the host, and waits for the back-off. @returns whether to retry */
  async #waitToRetry(
    host: Host,
    failure: RequestFailure,
    tries: number,
    { signal, method }: Pick<OpenOptions, 'signal' | 'method'>,
  ): Promise<boolean> {
    const { problem } = failure.error;
    const { maxRetryAfterMs, retries } = this.#config;
    const requestedMs =
      failure.kind === 'failed' ? undefined : retryAfterMs(failure.exchange.headers, this.#now());
    const cappedMs = requestedMs && Math.min(requestedMs, maxRetryAfterMs);
    if (method === 'HEAD') {
      // Some servers do not support HEAD; the GET that follows tells more about the host.
      if (cappedMs !== undefined || concernsWholeHost(problem)) host.failed(problem, cappedMs);
      return false;
    }
    const waitMs = host.failed(problem, cappedMs);
    const isLastTry = tries > retries || (requestedMs ?? 0) > maxRetryAfterMs;
    if (waitMs === undefined || isLastTry || !isTransient(problem)) {
      host.gaveUp(problem);
      return false;
    }
    await host.pause(waitMs, signal);
    return true;
  }

  #facts({ request, status, headers }: Exchange, { redirects, linkFields }: Chain): HttpAnswer {
    const { etag, 'last-modified': lastModified } = headers;
    const { href: finalUrl } = request.url;
    const at = this.#now().toISOString();
    const retrieval = { finalUrl, redirects, status, at, etag, lastModified };
    return { retrieval, headers, linkFields };
  }
}

/** Whether no complete response arrived. */
function isLost<Taken>(outcome: RequestOutcome<Taken>): boolean {
  if (outcome.kind !== 'failed' && outcome.kind !== 'refused') return false;
  const { kind } = outcome.error.problem;
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

/** Dependencies of a client, and seams for tests. */
export interface HttpClientOptions {
  /** For requests that name a source (`OpenOptions.credentialsOf`). */
  readonly credentials?: CredentialsBySource;
  /** The hosts of the run. The client closes them. */
  readonly hosts?: Hosts;
  /** Called for every request. */
  readonly watcher?: RequestWatcher | undefined;
  /** How many requests the client may send: retries and redirects count; unlimited by default. */
  readonly budget?: RequestBudget | undefined;
  /** Replaces the system's resolver. */
  readonly resolve?: Resolve;
  /** Replaces the check of addresses, which come without brackets. */
  readonly isAllowed?: (address: string) => boolean;
  readonly now?: () => Date;
}

/** Describes a request and its response, where one arrived. */
function describeStep(method: HttpMethod, url: URL, exchange: Exchange | undefined): HttpStep {
  const { 'content-type': contentType, location }: HttpHeaders = exchange?.headers ?? {};
  return { method, url: url.href, status: exchange?.status, contentType, location };
}

/** `cdif-graph/VERSION (+contact)`, in ASCII whatever was configured. */
function userAgent(version: string, contact: string | undefined): string {
  const product = `cdif-graph/${version}`;
  return contact === undefined ? product : `${product} (+${new URL(contact).href})`;
}
