import { type IncomingMessage, request as requestByNode } from 'node:http';
import type { Readable } from 'node:stream';
import { type buildConnector, errors } from 'undici';
import type { HttpConfig } from '../config/schema.ts';
import type { HttpMethod } from '../model/http.ts';
import type { Clock } from '../threads/clock.ts';

/** One request and its timeouts. */
export interface SentRequest {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly timeouts: HttpConfig['timeouts'];
  readonly clock: Clock;
}

/** A raw response; its header fields are Latin-1. */
export interface RawResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

/** How a request is ended from outside, and the listener for interim answers. */
export interface RequestControls {
  readonly signal: AbortSignal;
  readonly onInfo: () => void;
}

/**
 * Sends one request with Node's own client, over a connection of its own. Node skips interim
 * answers (RFC 9110 §15.2); undici takes a 100 for a broken response (nodejs/undici issue 197, in 7
 * and 8). Only the total timeout limits the time between two chunks of the body.
 */
export function sendWithNodeClient(
  connect: buildConnector.connector,
  { method, url, headers, timeouts, clock }: SentRequest,
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

/**
 * The size limit of the headers of one response, in bytes. Signposting puts long lists of links
 * into headers, for which Node's 16 KiB are too small.
 */
export const maxHeaderBytes = 131_072;

/**
 * The most interim answers (RFC 9110 §15.2) to one request. A server sends one or two; only the
 * total timeout covers them.
 */
export const maxInterimAnswers = 100;
