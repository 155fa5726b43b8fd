import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { errors } from 'undici';
import { type HttpHeaders, ResourceError } from '../model/http.ts';
import type { Connections } from './connections.ts';
import {
  maxInterimAnswers,
  type RawResponse,
  type RequestControls,
  sendWithNodeClient,
  type SentRequest,
} from './node-client.ts';
import { transportError } from './transport-problem.ts';
import type { Traffic } from './turns.ts';

/** One response to one request, whatever its status. */
export interface Exchange {
  readonly request: ExchangeRequest;
  readonly status: number;
  readonly headers: HttpHeaders;
  /**
   * Holds a connection until it is read or destroyed, then emits `close`. Its errors are raw: see
   * `readSentBody`.
   */
  readonly body: Readable;
}

/** A request with its signal and its byte counters. */
export interface ExchangeRequest extends SentRequest {
  readonly signal: AbortSignal;
  /** Counts the bytes read of the response body. */
  readonly traffic: Traffic;
}

/**
 * Sends one request and resolves when the response headers arrive. The total timeout runs until the
 * body is closed.
 * @throws {ResourceError} when no response arrives; the signal's reason, at once, when it is
 * aborted
 */
export async function sendRequest(
  connections: Connections,
  request: ExchangeRequest,
): Promise<Exchange> {
  request.signal.throwIfAborted();
  try {
    const response = await limitTotal(request, (controls) => send(connections, request, controls));
    const { statusCode: status, headers, body } = response;
    return { request, status, headers: decodeHeaders(headers), body };
  } catch (error) {
    throw transportError(error, request);
  }
}

/** Ends a request on the caller's signal, the total timeout, or a flood of interim answers. */
function limitTotal(
  { url: { href: url }, timeouts: { totalMs }, clock, signal }: ExchangeRequest,
  sendRaw: (controls: RequestControls) => Promise<RawResponse>,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const aborting = new AbortController();
    const settled = (): void => {
      cancel();
      signal.removeEventListener('abort', onAbort);
    };
    const end = (reason: unknown): void => {
      settled();
      aborting.abort(reason);
      // undici would wait for a connection that is still being opened.
      reject(reason);
    };
    const cancel = clock.after(totalMs, () => {
      end(new ResourceError({ kind: 'timed-out', url, phase: 'total', timeoutMs: totalMs }));
    });
    const onAbort = (): void => end(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    let interim = 0;
    const onInfo = (): void => {
      interim += 1;
      if (interim <= maxInterimAnswers) return;
      const limit = { limit: 'interim-answers', max: maxInterimAnswers } as const;
      end(new ResourceError({ kind: 'headers-too-large', url, ...limit }));
    };
    const settle = async (): Promise<void> => {
      try {
        const response = await sendRaw({ signal: aborting.signal, onInfo });
        response.body.once('close', settled);
        // Errors reach the reader of the body; without a reader they do not matter.
        response.body.on('error', () => undefined);
        resolve(response);
      } catch (error) {
        settled();
        reject(error);
      }
    };
    void settle();
  });
}

/**
 * Sends with undici. Where a connection ends after some bytes arrived, perhaps an interim answer
 * that undici cannot parse, repeats the request with Node's client; such origins get Node's client
 * from then on.
 */
async function send(
  { agent, connect, interim }: Connections,
  request: ExchangeRequest,
  { signal, onInfo }: RequestControls,
): Promise<RawResponse> {
  const { method, url, headers, timeouts } = request;
  if (!interim.has(url.origin)) {
    try {
      return await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers,
        headersTimeout: timeouts.headersMs,
        bodyTimeout: timeouts.bodyMs,
        signal,
        onInfo,
      });
    } catch (error) {
      const hasBegun = error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0;
      if (!hasBegun || signal.aborted) throw error;
    }
  }
  return sendWithNodeClient(connect, request, {
    signal,
    onInfo: () => {
      interim.add(url.origin);
      onInfo();
    },
  });
}

/**
 * The response body as sent, without content decoding.
 * @throws {ResourceError} when it breaks off or is too slow; the signal's reason when it is aborted
 */
export async function* readSentBody({ request, body }: Exchange): AsyncGenerator<Uint8Array> {
  try {
    // undici gives Buffers, and the typings of `Readable` say `any`.
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      request.traffic.count('received', piece.length);
      yield piece;
    }
  } catch (error) {
    throw transportError(error, request);
  }
}

function decodeHeaders(raw: RawResponse['headers']): HttpHeaders {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined) continue;
    headers[name] = decodeUtf8(Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** Node decodes header fields as Latin-1; non-ASCII bytes are UTF-8 in practice (RFC 9110 §5.5). */
function decodeUtf8(value: string): string {
  if (!/[\u0080-\u00FF]/u.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}
