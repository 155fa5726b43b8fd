import { errors } from 'undici';
import type { HttpConfig } from '../config/schema.ts';
import { ResourceError } from '../model/http.ts';
import type { Problem, ProblemOf } from '../model/problem.ts';
import { AddressRefusedError } from './connections.ts';
import { maxHeaderBytes } from './node-client.ts';

/** What `transportError` reads of the request that failed. */
interface FailedRequest {
  readonly url: URL;
  readonly timeouts: HttpConfig['timeouts'];
  readonly signal: AbortSignal;
}

/**
 * Turns what a connection died of into a problem. A connection that was closed before the answer was whole counts
 * as reset. An abort gives the signal's reason; what is no fact about the resource (a wrong call, a closed client)
 * comes back as it is.
 */
export function transportError(error: unknown, request: FailedRequest): unknown {
  const { signal, timeouts } = request;
  if (signal.aborted) return signal.reason;
  if (error instanceof ResourceError || !(error instanceof Error)) return error;
  const url = request.url.href;
  const cause = { cause: error };
  const timedOut = timeOut(error, timeouts);
  if (timedOut) return new ResourceError({ kind: 'timed-out', url, ...timedOut }, cause);
  if (error instanceof AddressRefusedError) {
    return new ResourceError({ kind: 'address-refused', url, address: error.address }, cause);
  }
  const code = failureCode(error);
  if (error instanceof errors.HeadersOverflowError || code === 'HPE_HEADER_OVERFLOW') {
    const flood = { limit: 'bytes', max: maxHeaderBytes } as const;
    return new ResourceError({ kind: 'headers-too-large', url, ...flood }, cause);
  }
  return code === undefined
    ? error
    : new ResourceError({ kind: 'connection-failed', url, code }, cause);
}

function timeOut(
  error: Error,
  timeouts: HttpConfig['timeouts'],
): Pick<ProblemOf<'timed-out'>, 'phase' | 'timeoutMs'> | undefined {
  if (error instanceof errors.ConnectTimeoutError)
    return { phase: 'connect', timeoutMs: timeouts.connectMs };
  if (error instanceof errors.HeadersTimeoutError)
    return { phase: 'headers', timeoutMs: timeouts.headersMs };
  if (error instanceof errors.BodyTimeoutError)
    return { phase: 'body', timeoutMs: timeouts.bodyMs };
  return undefined;
}

function failureCode(error: Error): string | undefined {
  if (
    error instanceof errors.InvalidArgumentError ||
    error instanceof errors.ClientDestroyedError ||
    error instanceof errors.ClientClosedError
  ) {
    return undefined;
  }
  if (error instanceof errors.SocketError) return 'ECONNRESET';
  // Two lengths that contradict each other, as Node's own parser calls it. One that is only not reached is a reset.
  if (error instanceof errors.ResponseContentLengthMismatchError) {
    return 'HPE_UNEXPECTED_CONTENT_LENGTH';
  }
  if ('code' in error && typeof error.code === 'string') return error.code;
  // undici knows no code for most of what is no HTTP; Node's own begin with these letters.
  return error instanceof errors.HTTPParserError ? 'HPE_INVALID' : undefined;
}

/** Codes of connections that may succeed a little later. Not: unknown names, certificates, broken HTTP. */
const transientCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Statuses that ask for another try (RFC 6585 §4, RFC 9110 §15.6). */
const transientStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Whether asking again may help. */
export function isTransient(problem: Problem): boolean {
  if (problem.kind === 'connection-failed') return transientCodes.has(problem.code);
  if (problem.kind === 'http-status') return transientStatuses.has(problem.status);
  return problem.kind === 'timed-out';
}

/**
 * Whether a problem is a failure of the host to answer. Statuses that say something of the resource are answers, and so are
 * bodies that cannot be used.
 */
export function isHostFailure(problem: Problem): boolean {
  if (problem.kind === 'http-status') return problem.status === 429 || problem.status >= 500;
  return problem.kind === 'connection-failed' || problem.kind === 'timed-out';
}

/** Whether a failure is not only that of its URL: there was no connection, or we ask too often (RFC 6585 §4). */
export function concernsWholeHost(problem: Problem): boolean {
  if (problem.kind === 'http-status') return problem.status === 429;
  if (problem.kind === 'timed-out') return problem.phase === 'connect';
  return problem.kind === 'connection-failed';
}
