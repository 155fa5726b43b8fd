import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, fetch, request as sendByUndici, Response } from 'undici';
import { UsageFault } from '../../model/fault.ts';
import { isPageType } from '../../model/media-type.ts';
import { parseUrl } from '../../text/parsed-url.ts';
import { version } from '../../version.ts';
import { backOffMs, retryAfterMs } from '../../web/host-pace.ts';
import { readBodyText, readExplanation, responseType } from './response-text.ts';
import type { StoreCredentials } from './store-address.ts';
import { StoreAuthentication } from './store-authentication.ts';
import {
  brokenFault,
  credentialPlaces,
  isBusy,
  refusalFault,
  shownAddress,
  statusText,
  StoreFault,
  unreachableFault,
} from './store-fault.ts';

/** A wait before a request is sent again. */
export interface StoreRetry {
  readonly waitMs: number;
  /** Why, with the address, in one line. */
  readonly reason: string;
  /** How often the request failed, from 1. */
  readonly failures: number;
}

/** Limits of the exchanges with a store, and who is told of retries. */
export interface StorePatience {
  /** How long a request is tried again without success; 5 minutes by default. */
  readonly totalMs?: number;
  /** The wait for the beginning of a response, 5 minutes by default; 0 for no limit. */
  readonly headersMs?: number;
  readonly onRetry?: (retry: StoreRetry) => void;
  /** For tests; by default the monotonic clock. */
  readonly clock?: {
    readonly now: () => number;
    readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  };
}

/** How many requests are on their way at once. */
export interface RequestLimits {
  readonly connections: number;
  /** Requests that are sent over a connection before the first is answered (RFC 9112 §9.3.2). */
  readonly pipelined: number;
}

/** A request to a store. */
export interface StoreRequest {
  readonly url: URL;
  /** What the URL should be, for messages, such as `graph store`. */
  readonly role: string;
  readonly method: 'DELETE' | 'GET' | 'POST' | 'PUT';
  readonly accept?: string;
  readonly body?: string | URLSearchParams | undefined;
  /** The media type of the body, if it does not have its own. */
  readonly type?: string;
  /**
   * Whether the request changes nothing, so that any redirect is followed; a write is sent on
   * within its origin only, and by 307 and 308 only, which keep its method.
   */
  readonly isRead: boolean;
  /** Whether parts of a refused request are sent, so that it is not sent twice itself. */
  readonly isDivisible?: boolean;
  /**
   * Whether other requests may overtake the request, as happens where a connection breaks before
   * pipelined requests are answered.
   */
  readonly isPipelined?: boolean;
  /** Whether a failed connection is a fault at once; a busy store is waited for. */
  readonly isFirst?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A write that the store refused for its content. */
export interface ContentRefusal {
  readonly status: number;
  readonly reason: string;
}

const defaultPatienceMs = 300_000;
const defaultHeadersMs = 300_000;
const firstBackOffMs = 500;
const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** A longer body is not sent before it is known what authentication the store demands. */
const shortBodyCharacters = 65_536;
/** The limit of a response to a write, of which only the beginning matters. */
const maxReceiptBytes = 65_536;
/** Statuses that can be about the content of one write. */
const contentStatuses: ReadonlySet<number> = new Set([400, 409, 413, 422, 500]);

const systemClock: NonNullable<StorePatience['clock']> = {
  now: () => performance.now(),
  pause: async (ms, signal) => {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  },
};

/**
 * HTTP to one store. Credentials and client certificate go to the origins of the given URLs only.
 * Proxies named in the environment are not used.
 */
export class StoreConnection {
  readonly #origins: ReadonlySet<string>;
  readonly #authentication: StoreAuthentication;
  /** With the client certificate. */
  readonly #own: Agent;
  readonly #others: Agent;
  readonly #patience: StorePatience;
  readonly #setIn: StoreCredentials['setIn'];

  /**
   * @param urls absolute, with http or https, without user name and password
   * @param limits without a limit of connections by default, and one request at a time in each
   * @throws {UsageFault} where a header field cannot hold the credentials, or they are in a URL;
   * does not show them
   */
  constructor(
    urls: readonly string[],
    credentials: StoreCredentials,
    patience: StorePatience = {},
    limits: Partial<RequestLimits> = {},
  ) {
    const parsed = urls.map((url) => new URL(url));
    const open = parsed.find(({ username, password }) => username + password !== '');
    if (open !== undefined) {
      const message = `${shownAddress(open)} must be given without user name and password; set `;
      throw new UsageFault(message + credentialPlaces);
    }
    this.#origins = new Set(parsed.map(({ origin }) => origin));
    this.#authentication = new StoreAuthentication(credentials);
    const { headersMs = defaultHeadersMs } = patience;
    const times = { headersTimeout: headersMs, bodyTimeout: headersMs };
    const { connections = null, pipelined = 1 } = limits;
    this.#own = new Agent({
      ...times,
      connections,
      pipelining: pipelined,
      ...(credentials.tls && { connect: credentials.tls }),
    });
    this.#others = new Agent(times);
    this.#patience = patience;
    this.#setIn = credentials.setIn;
  }

  /**
   * Sends a request once, with authentication, and follows redirects. Resolves with any status.
   * @throws {StoreFault}; the signal's reason when it is aborted
   */
  async send(request: StoreRequest): Promise<Response> {
    let current = request;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await this.#sendAuthenticated(current);
      const location = response.headers.get('location');
      if (!redirectStatuses.has(response.status) || location === null) return response;
      await response.body?.cancel();
      const url = redirected(current, response.status, location);
      // Only 303 leads to the answer itself (RFC 9110 §15.4.4). To read again is safe.
      current =
        response.status === 303
          ? { ...current, url, method: 'GET', body: undefined }
          : { ...current, url };
    }
    throw new StoreFault(`${shownAddress(request.url)} redirects more than ${maxRedirects} times`);
  }

  /**
   * Sends a request that may be repeated, until the store has answered it and the body is read.
   * @param take reads the response
   * @throws {StoreFault} after `totalMs` without success; see `send`; whatever `take` throws
   */
  async exchange<Taken>(
    request: StoreRequest,
    take: (response: Response) => Promise<Taken>,
  ): Promise<Taken> {
    const { signal } = request;
    const { totalMs = defaultPatienceMs, onRetry, clock = systemClock } = this.#patience;
    const startedAt = clock.now();
    let serverErrors = 0;
    for (let failures = 1; ; failures += 1) {
      const outcome = await this.#attempt(request, take, serverErrors);
      if ('taken' in outcome) return outcome.taken;
      const { fault, askedMs = 0 } = outcome;
      serverErrors += Number(fault.status === 500);
      const waitMs = Math.max(askedMs, backOffMs(firstBackOffMs, failures, Math.random()));
      if (clock.now() - startedAt + waitMs > totalMs) throw givenUp(fault, failures);
      const [reason = ''] = fault.message.split('\n', 1);
      onRetry?.({ waitMs, reason, failures });
      await clock.pause(waitMs, signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      });
    }
  }

  /**
   * Sends a write, which may be repeated.
   * @returns why the store refused it for its content; undefined when the store has taken it
   * @throws as `exchange`
   */
  async write(request: Omit<StoreRequest, 'isRead'>): Promise<ContentRefusal | undefined> {
    const { method, url, role } = request;
    return this.exchange({ ...request, isRead: false }, async (response) => {
      const { status } = response;
      if (response.ok) {
        const { text } = await readBodyText(response, maxReceiptBytes);
        // Virtuoso says `text/html` without any text.
        if (text.trim() === '' || !isPageType(responseType(response))) return undefined;
        throw new StoreFault(`${shownAddress(url)} is no ${role}: it answered with an HTML page`);
      }
      const { detail } = await readExplanation(response);
      if (status === 404 && method === 'DELETE') return undefined;
      if (!contentStatuses.has(status) || isDenied(detail)) {
        throw this.refusal(request, response, detail);
      }
      const reason = detail === '' ? statusText(status) : `${statusText(status)}: ${detail}`;
      return { status, reason };
    });
  }

  /** The fault of a response that is no success. @param detail what the response says */
  refusal(
    { url, role }: Pick<StoreRequest, 'role' | 'url'>,
    response: Response,
    detail: string,
    hint = '',
  ): StoreFault {
    const at = response.url === '' ? url : new URL(response.url);
    const sent = this.#origins.has(at.origin) ? 'sent' : 'withheld';
    const credentials = this.#authentication.hasCredentials ? sent : 'none';
    return refusalFault({ response, url: at, role, detail, hint, credentials, setIn: this.#setIn });
  }

  /** Closes all connections and ends all exchanges. */
  async close(): Promise<void> {
    await Promise.all([this.#own.destroy(), this.#others.destroy()]);
  }

  async #attempt<Taken>(
    request: StoreRequest,
    take: (response: Response) => Promise<Taken>,
    serverErrors: number,
  ): Promise<{ readonly taken: Taken } | Failure> {
    try {
      const response = await this.send(request);
      const { status, headers } = response;
      // A 500 may be about the content, so that it is worth one more attempt only.
      const isDoubtful = status === 500 && serverErrors === 0 && request.isDivisible !== true;
      if (isBusy(status) || isDoubtful) {
        const fault = this.refusal(request, response, (await readExplanation(response)).detail);
        const askedMs = retryAfterMs(Object.fromEntries(headers), new Date());
        return { fault, askedMs };
      }
      return { taken: await take(response) };
    } catch (error) {
      request.signal?.throwIfAborted();
      const mayPass = error instanceof StoreFault && error.isTransient && request.isFirst !== true;
      if (mayPass) return { fault: error };
      throw error;
    }
  }

  async #sendAuthenticated(request: StoreRequest): Promise<Response> {
    const { url, method, body } = request;
    const authentication = this.#authentication;
    if (!this.#origins.has(url.origin)) return this.#fetch(request);
    if (isLong(body) && authentication.lacksDemand(url)) {
      // Some servers close the connection when they refuse, and the reason would be lost. To add
      // nothing changes nothing, and reading may be open to everybody.
      const response = await this.#fetch({ ...request, method: 'POST', body: '' });
      await response.body?.cancel();
      authentication.learn(url, response, undefined, 0);
    }
    for (let attempt = 0; ; attempt += 1) {
      const authorization = authentication.field({ url, method });
      const response = await this.#fetch(request, authorization);
      if (!authentication.learn(url, response, authorization, attempt)) return response;
      await response.body?.cancel();
    }
  }

  async #fetch(request: StoreRequest, authorization?: string): Promise<Response> {
    const { url, body, isRead, signal = null } = request;
    const isOwn = this.#origins.has(url.origin);
    const dispatcher = isOwn ? this.#own : this.#others;
    const headers = { ...headersOf(request), ...(authorization && { authorization }) };
    try {
      if (!isRead) return await sendWrite(request, headers, dispatcher);
      const { method } = request;
      const content = { headers, ...(body !== undefined && { body }) };
      return await fetch(url, { dispatcher, method, ...content, redirect: 'manual', signal });
    } catch (error) {
      signal?.throwIfAborted();
      // Perhaps an old nonce was refused by closing the connection.
      if (isOwn && isLong(body)) this.#authentication.forget(url);
      throw error instanceof StoreFault ? error : unreachableFault(url, error);
    }
  }
}

function headersOf({ accept = '*/*', body, type }: StoreRequest): Record<string, string> {
  return {
    accept,
    'user-agent': `cdif-graph/${version}`,
    ...(type !== undefined && body !== undefined && { 'content-type': type }),
  };
}

/**
 * Sends a write, to which only the beginning of the response matters. `fetch` would take a
 * millisecond more, which is a sixth of what Virtuoso takes for a record.
 */
async function sendWrite(
  { url, method, body, isPipelined = false, signal }: StoreRequest,
  headers: Record<string, string>,
  dispatcher: Dispatcher,
): Promise<Response> {
  const answer = await sendByUndici(url, {
    dispatcher,
    method,
    headers,
    body: body === undefined ? null : String(body),
    // Together, these let others follow before the answer.
    idempotent: isPipelined,
    blocking: !isPipelined,
    signal: signal ?? null,
  });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    // undici gives Buffers, and the typings of `Readable` say `any`.
    for await (const part of answer.body as AsyncIterable<Uint8Array>) {
      parts.push(part);
      bytes += part.length;
      if (bytes > maxReceiptBytes) break;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw brokenFault(url, error);
  }
  const fields = Object.entries(answer.headers).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const { statusCode: status } = answer;
  return new Response(bytes === 0 ? null : Buffer.concat(parts), { status, headers: fields });
}

/** A failure after which the request may be sent again. */
interface Failure {
  readonly fault: StoreFault;
  /** The wait that the response asks for. */
  readonly askedMs?: number | undefined;
}

function isLong(body: StoreRequest['body']): boolean {
  return typeof body === 'string' && body.length > shortBodyCharacters;
}

/** Whether Virtuoso says with status 500 that the user lacks a permission. */
function isDenied(detail: string): boolean {
  return /^(?:Virtuoso \S+ Error )?\w+:SECURITY:/u.test(detail);
}

function givenUp(fault: StoreFault, failures: number): StoreFault {
  const { status } = fault;
  const message = failures === 1 ? fault.message : `${fault.message} (tried ${failures} times)`;
  return new StoreFault(message, {
    cause: fault,
    isTransient: true,
    ...(status !== undefined && { status }),
  });
}

function redirected({ url: from, isRead }: StoreRequest, status: number, location: string): URL {
  const url = parseUrl(location, from.href);
  if (url === undefined || !/^https?:$/u.test(url.protocol) || url.username + url.password !== '') {
    throw new StoreFault(
      `${shownAddress(from)} redirects to what is no http or https URL without user name`,
    );
  }
  const keepsMethod = status === 307 || status === 308;
  if (isRead || (keepsMethod && url.origin === from.origin)) return url;
  throw new StoreFault(
    `${shownAddress(from)} redirects writes to ${shownAddress(url)} (${statusText(status)}); ` +
      'give the URL that takes them',
    { status },
  );
}
