import type { Readable } from 'node:stream';
import {
  ResourceError,
  type ConditionalOptions,
  type OpenOptions,
  type TakeBody,
} from '../model/http.ts';
import { emptyBody, openBody, type BodyLimits } from './body.ts';
import { isConditional } from './conditions.ts';
import type { Exchange } from './exchange.ts';
import { lengthOfWhole, partialContent } from './partial-content.ts';
import { redirectStatuses } from './redirect.ts';

/** One request and the function that consumes the response body. */
export interface Asking<Taken> extends OpenOptions {
  readonly validators?: ConditionalOptions['validators'];
  readonly take: TakeBody<Taken>;
}

/** The result of one request. */
export type Answer<Taken> =
  | { readonly kind: 'opened'; readonly exchange: Exchange; readonly taken: Taken }
  | { readonly kind: 'moved'; readonly exchange: Exchange }
  /** 304: the validators that were sent still match. */
  | { readonly kind: 'unchanged'; readonly exchange: Exchange }
  | Refusal
  | Failure;

/** No response arrived, or not all of it. */
export interface Failure {
  readonly kind: 'failed';
  readonly error: ResourceError;
}

/** A response whose status or body is the problem. */
export interface Refusal {
  readonly kind: 'refused';
  readonly error: ResourceError;
  readonly exchange: Exchange;
}

/**
 * An unused body up to this many bytes is read to its end, so that the connection can be reused.
 */
const unwantedBytes = 16_384;
/** Limit for reading an unused body, since a slow one would block the next request. */
const unwantedMs = 1000;

/**
 * Success statuses whose content is not a representation of the requested resource (RFC 9110 §15.3,
 * RFC 4918 §11.1, RFC 5842 §7.1, RFC 3229 §10.4.1). 204 is a page without content; undefined 2xx
 * statuses count as 200 (RFC 9110 §15).
 */
const otherSuccesses: ReadonlySet<number> = new Set([201, 202, 205, 207, 208, 226]);

/**
 * Classifies a response by its status and passes a wanted body to `take`. Any other body is
 * discarded.
 * @param usual body limits where `asking` sets none
 * @throws {ResourceError} for the body; whatever `take` throws
 */
export async function takeAnswer<Taken>(
  exchange: Exchange,
  { take, method, maxBytes }: Asking<Taken>,
  usual: BodyLimits,
): Promise<Answer<Taken>> {
  const { headers, status, request } = exchange;
  if (isWhole(exchange)) {
    const limit = typeof maxBytes === 'function' ? maxBytes(headers) : maxBytes;
    const limits = { ...usual, maxBytes: limit ?? usual.maxBytes };
    const body = method === 'HEAD' ? emptyBody(exchange) : openBody(exchange, limits);
    return { kind: 'opened', exchange, taken: await take(body, headers) };
  }
  passOver(exchange.body);
  if (status === 304 && isConditional(request.headers)) return { kind: 'unchanged', exchange };
  if (redirectStatuses.has(status)) return { kind: 'moved', exchange };
  return { kind: 'refused', error: refusal(exchange), exchange };
}

/** Discards a body. The slot of its request stays taken until the body is closed. */
function passOver(body: Readable): void {
  const timer = setTimeout(() => body.destroy(), unwantedMs);
  let bytes = 0;
  body
    .once('close', () => clearTimeout(timer))
    .on('data', (piece: Uint8Array) => {
      bytes += piece.length;
      if (bytes > unwantedBytes) body.destroy();
    });
}

function isWhole({ status, headers }: Exchange): boolean {
  if (status === 206) return lengthOfWhole(headers) !== undefined;
  return status >= 200 && status < 300 && !otherSuccesses.has(status);
}

function refusal({ status, headers, request: { url } }: Exchange): ResourceError {
  return status === 206
    ? partialContent(url.href, headers)
    : new ResourceError({ kind: 'http-status', url: url.href, status });
}
