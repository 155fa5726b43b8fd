import { isUtf8 } from 'node:buffer';
import { type IncomingMessage, request as requestByNode } from 'node:http';
import type { Readable } from 'node:stream';
import { type buildConnector, errors } from 'undici';
import type { HttpConfig } from '../config/schema.ts';
import { type HttpHeaders, type HttpMethod, ResourceError } from '../model/http.ts';
import type { Clock } from '../threads/clock.ts';
import { type Connections, maxHeaderBytes } from './connections.ts';
import type { Traffic } from './request-slots.ts';
import { transportError } from './transport-problem.ts';

/** One response to one request, whatever its status. */
export interface Exchange {
  readonly request: ExchangeRequest;
  readonly status: number;
  readonly headers: HttpHeaders;
  /** Holds a connection until it is read or destroyed, then emits `close`: see `readSentBody`. */
  readonly body: Readable;
}

/** One request with its limits and its byte counters. */
export interface ExchangeRequest {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly timeouts: HttpConfig['timeouts'];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Counts the bytes read of the response body. */
  readonly traffic: Traffic;
  /** Called before the request is sent once more: see `send`. What it throws ends the request. */
  readonly onRepeat?: () => void;
}

/**
 * Sends one request and resolves when the response headers arrive. The total timeout runs until the
 * body is closed.
 * @throws {ResourceError} when no response arrives; the signal's reason when it is aborted
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
      request.onRepeat?.();
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

/** A raw response; its header fields are Latin-1. */
interface RawResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

/** How a request is ended from outside, and the listener for interim answers. */
interface RequestControls {
  readonly signal: AbortSignal;
  readonly onInfo: () => void;
}

/**
 * Sends one request with Node's own client, over a connection of its own. Node skips interim
 * answers (RFC 9110 §15.2); undici takes a 100 for a broken response (nodejs/undici issue 197, in 7
 * and 8). Only the total timeout limits the time between two chunks of the body.
 */
function sendWithNodeClient(
  connect: buildConnector.connector,
  { method, url, headers, timeouts, clock }: ExchangeRequest,
  { signal, onInfo }: RequestControls,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sending = requestByNode({
      method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, connection: 'close' },
      maxHeaderSize: maxHeaderBytes,
      createConnection: (_options, done) => {
        const { protocol, host, port } = url;
        const hostname = url.hostname.replace(/^\[(.*)\]$/u, '$1');
        connect({ protocol, host, hostname, port }, (error, socket) => {
          if (error === null) done(null, socket);
          // Node's typings demand a stream beside the error; its code takes none.
          else (done as (error: Error) => void)(error);
        });
        return undefined;
      },
    });
    let body: Readable | undefined;
    const onAbort = (): void => {
      const reason = signal.reason as Error; // `limitTotal` aborts with errors only
      // The body needs the reason too; otherwise its error is only that of a lost connection.
      body?.destroy(reason);
      sending.destroy(reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const cancel = clock.after(timeouts.headersMs, () => {
      sending.destroy(new errors.HeadersTimeoutError());
    });
    // Node drops fields beyond two thousand silently; the size in bytes is limited anyway.
    sending.maxHeadersCount = 0;
    sending
      .on('information', onInfo)
      .on('response', (response) => {
        cancel();
        body = response;
        // The body may fail before the awaiting caller continues.
        response.on('error', () => undefined);
        resolve(rawResponse(response));
      })
      .on('error', reject)
      .on('close', () => {
        cancel();
        signal.removeEventListener('abort', onAbort);
        // A response that switches protocols ends without an error event.
        reject(new errors.SocketError('no response'));
      })
      .end();
  });
}

/** `rawHeaders`, since `headers` drops repeated fields of some names. */
function rawResponse(response: IncomingMessage): RawResponse {
  const { rawHeaders, statusCode = 0 } = response;
  const fields = new Map<string, string[]>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    const values = fields.get(name) ?? [];
    values.push(rawHeaders[index + 1] ?? '');
    fields.set(name, values);
  }
  return { statusCode, headers: Object.fromEntries(fields), body: response };
}

/** The most interim answers (RFC 9110 §15.2) to one request; servers send one or two. */
const maxInterimAnswers = 100;
