import {
  ResourceError,
  type ConditionalOptions,
  type OpenOptions,
  type TakeBody,
} from '../model/http.ts';
import { emptyBody, openBody, type BodyLimits } from './body.ts';
import { isConditional } from './conditions.ts';
import type { Exchange } from './exchange.ts';
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
 * Sees by the status what an answer is, and has the body of a 2xx taken. Any other body ends by itself.
 * @param usual the limits of a body for which `asking` names none
 * @throws {ResourceError} of the body; what `take` throws
 */
export async function takeAnswer<Taken>(
  exchange: Exchange,
  { take, method, maxBytes }: Asking<Taken>,
  usual: BodyLimits,
): Promise<Answer<Taken>> {
  const { headers, status, request } = exchange;
  if (status >= 200 && status < 300) {
    const limit = typeof maxBytes === 'function' ? maxBytes(headers) : maxBytes;
    const limits = { ...usual, maxBytes: limit ?? usual.maxBytes };
    const body = method === 'HEAD' ? emptyBody(exchange) : openBody(exchange, limits);
    return { kind: 'opened', exchange, taken: await take(body, headers) };
  }
  // Not waited for: the turn lasts until it is through.
  exchange.body
    .dump({ limit: unwantedBytes, signal: AbortSignal.timeout(unwantedMs) })
    // It is unwanted either way; giving it up closes the connection.
    .catch(() => undefined);
  if (status === 304 && isConditional(request.headers)) return { kind: 'unchanged', exchange };
  if (redirectStatuses.has(status)) return { kind: 'moved', exchange };
  const error = new ResourceError({ kind: 'http-status', url: request.url.href, status });
  return { kind: 'refused', error, exchange };
}
