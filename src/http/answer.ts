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

/** What to ask for, and what to do with the body of the answer. */
export interface Asking<Taken> extends OpenOptions {
  readonly validators?: ConditionalOptions['validators'];
  readonly take: TakeBody<Taken>;
}

/** What became of one request. */
export type Answer<Taken> =
  | { readonly kind: 'opened'; readonly exchange: Exchange; readonly taken: Taken }
  | { readonly kind: 'moved'; readonly exchange: Exchange }
  /** It is what it was when it had the validators that were sent. */
  | { readonly kind: 'unchanged'; readonly exchange: Exchange }
  | Refusal
  | Failure;

/** There was no answer. */
export interface Failure {
  readonly kind: 'failed';
  readonly error: ResourceError;
}

/** There was an answer, whose status or body is the problem. */
export interface Refusal {
  readonly kind: 'refused';
  readonly error: ResourceError;
  readonly exchange: Exchange;
}

/** A short body that nobody wants is read all the same, since the connection can then be used again. */
const unwantedBytes = 16_384;
/** A body that drips would hold the turn of the request that follows. */
const unwantedMs = 1000;

/**
 * Statuses of success whose content is no representation of what was asked for: it tells of what
 * was made, will be made or was done with several resources, or of a difference (RFC 9110 §15.3,
 * RFC 4918 §11.1, RFC 5842 §7.1, RFC 3229 §10.4.1). 204 is a page without content, and those that
 * nobody defined count as 200 (RFC 9110 §15).
 */
const otherSuccesses: ReadonlySet<number> = new Set([201, 202, 205, 207, 208, 226]);

/**
 * Sees by the status what an answer is, and has the body taken that is what was asked for. Any
 * other body ends by itself.
 * @param usual the limits of a body for which `asking` names none
 * @throws {ResourceError} of the body; what `take` throws
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

/** Reads a body for nobody. The turn of its request lasts until it is through. */
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
