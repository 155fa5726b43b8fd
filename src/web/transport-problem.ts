import { errors } from 'undici';
import type { HttpConfig } from '../config/schema.ts';
import { ResourceError } from '../model/http.ts';
import type { Problem, ProblemOf } from '../model/problem.ts';
import { AddressRefusedError, maxHeaderBytes } from './connections.ts';

/** The request that failed. */
interface FailedRequest {
  readonly url: URL;
  readonly timeouts: HttpConfig['timeouts'];
  readonly signal: AbortSignal;
}

/**
 * Turns an error of a connection into a `ResourceError`; a connection closed before the end of the
 * response counts as reset. After an abort, returns the signal's reason. Errors that are no fact
 * about the resource (a wrong call, a closed client) are returned as they are.
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
    const limit = { limit: 'bytes', max: maxHeaderBytes } as const;
    return new ResourceError({ kind: 'headers-too-large', url, ...limit }, cause);
  }
  return code === undefined
    ? error
    : new ResourceError({ kind: 'connection-failed', url, code }, cause);
}

function timeOut(
  error: Error,
  timeouts: HttpConfig['timeouts'],
): Pick<ProblemOf<'timed-out'>, 'phase' | 'timeoutMs'> | undefined {
  const { connectMs, headersMs, bodyMs } = timeouts;
  if (error instanceof errors.ConnectTimeoutError)
    return { phase: 'connect', timeoutMs: connectMs };
  if (error instanceof errors.HeadersTimeoutError)
    return { phase: 'headers', timeoutMs: headersMs };
  return error instanceof errors.BodyTimeoutError
    ? { phase: 'body', timeoutMs: bodyMs }
    : undefined;
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
  // Node's code for two contradicting lengths; a body that is too short is a reset.
  if (error instanceof errors.ResponseContentLengthMismatchError) {
    return 'HPE_UNEXPECTED_CONTENT_LENGTH';
  }
  if ('code' in error && typeof error.code === 'string') return error.code;
  // undici has no code for most invalid HTTP; Node's own codes begin with these letters.
  return error instanceof errors.HTTPParserError ? 'HPE_INVALID' : undefined;
}

/**
 * Codes of failures of a connection that may be temporary; not unknown names, certificates and
 * invalid HTTP.
 */
export const transientCodes: ReadonlySet<string> = new Set([
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

/** Statuses of temporary failures (RFC 6585 §4, RFC 9110 §15.6). */
const transientStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Whether a retry may help; never against a bot challenge, whatever its status. */
export function isTransient(problem: Problem): boolean {
  if (problem.kind === 'connection-failed') return transientCodes.has(problem.code);
  if (problem.kind === 'http-status') return transientStatuses.has(problem.status);
  return problem.kind === 'timed-out';
}

/**
 * Whether a problem means that the host failed. Other statuses and unusable bodies are about the
 * resource. A bot challenge counts by its status: a site may challenge some of its pages only.
 */
export function isHostFailure(problem: Problem): boolean {
  const status = statusOf(problem);
  if (status !== undefined) return status === 429 || status >= 500;
  return problem.kind === 'connection-failed' || problem.kind === 'timed-out';
}

/** Whether a failure concerns all URLs of its host: no connection, or too many requests (429). */
export function concernsWholeHost(problem: Problem): boolean {
  if (problem.kind === 'timed-out') return problem.phase === 'connect';
  return problem.kind === 'connection-failed' || statusOf(problem) === 429;
}

function statusOf(problem: Problem): number | undefined {
  const isOfStatus = problem.kind === 'http-status' || problem.kind === 'bot-challenge';
  return isOfStatus ? problem.status : undefined;
}
