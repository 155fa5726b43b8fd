import { isUtf8 } from 'node:buffer';
import type { Agent, Dispatcher } from 'undici';
import type { HttpConfig } from '../config/schema.ts';
import { ResourceError, type HttpHeaders, type HttpMethod } from '../model/http.ts';
import { maxInterimAnswers } from './header-limits.ts';
import type { Traffic } from './turn.ts';
import { transportError } from './transport-problem.ts';

/** One answer to one request, whatever its status. */
export interface Exchange {
  readonly request: ExchangeRequest;
  readonly status: number;
  readonly headers: HttpHeaders;
  /** Holds a connection until it was read or destroyed; emits `close` then. Its errors are raw: see `readBody`. */
  readonly body: Dispatcher.ResponseData['body'];
}

export interface ExchangeRequest {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly timeouts: HttpConfig['timeouts'];
  readonly signal: AbortSignal;
  /** Counts what is read of the body of the answer. */
  readonly traffic: Traffic;
}

/**
 * Sends one request and resolves when the headers are there. The total time goes on counting until the body is closed.
 * @throws {ResourceError} when there is no answer; the signal's reason, at once, when it is aborted
 */
export async function exchange(agent: Agent, request: ExchangeRequest): Promise<Exchange> {
  const { method, url, headers, timeouts } = request;
  request.signal.throwIfAborted();
  try {
    const answer = await send(agent, request, {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      headersTimeout: timeouts.headersMs,
      bodyTimeout: timeouts.bodyMs,
    });
    const { statusCode: status, body } = answer;
    return { request, status, headers: readHeaders(answer.headers), body };
  } catch (error) {
    throw transportError(error, request);
  }
}

/** Joins the request with its two ends from outside: the caller's signal and the total time. */
function send(
  agent: Agent,
  { url, timeouts: { totalMs }, signal }: ExchangeRequest,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  return new Promise((resolve, reject) => {
    const ending = new AbortController();
    const settled = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const end = (reason: unknown): void => {
      settled();
      ending.abort(reason);
      // undici would first wait for the connection, were it still being made.
      reject(reason);
    };
    const timer = setTimeout(() => {
      const timeOut = { phase: 'total', timeoutMs: totalMs } as const;
      end(new ResourceError({ kind: 'timed-out', url: url.href, ...timeOut }));
    }, totalMs);
    const onAbort = (): void => {
      end(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    let interim = 0;
    const onInfo = (): void => {
      interim += 1;
      if (interim <= maxInterimAnswers) return;
      const flood = { limit: 'interim-answers', max: maxInterimAnswers } as const;
      end(new ResourceError({ kind: 'headers-too-large', url: url.href, ...flood }));
    };
    agent.request({ ...options, signal: ending.signal, onInfo }, (error, answer) => {
      if (error) {
        settled();
        reject(error);
      } else {
        answer.body.once('close', settled);
        // Errors go to who reads; where nobody does, they are of no interest.
        answer.body.on('error', () => undefined);
        resolve(answer);
      }
    });
  });
}

/**
 * The body of an answer as sent, without content decoding.
 * @throws {ResourceError} when it breaks off or is too slow; the signal's reason when it is aborted
 */
export async function* readBody({ request, body }: Exchange): AsyncGenerator<Uint8Array> {
  try {
    // undici gives Buffers, and the typings of `Readable` say `any`.
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      request.traffic.received += piece.length;
      yield piece;
    }
  } catch (error) {
    throw transportError(error, request);
  }
}

function readHeaders(raw: Record<string, string | string[] | undefined>): HttpHeaders {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined) continue;
    headers[name] = utf8WhereValid(Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** Fields arrive as Latin-1; what is beyond ASCII in them is UTF-8 in practice, and obsolete in any case (RFC 9110 §5.5). */
function utf8WhereValid(value: string): string {
  if (!/[\u0080-\u00FF]/u.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}
