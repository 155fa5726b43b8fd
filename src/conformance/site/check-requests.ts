import type { OpenOptions, ResponseBody } from '../../model/http.ts';
import type { Problem, ProblemKind } from '../../model/problem.ts';
import type { CheckRequests } from '../../model/site-check.ts';
import { parseUrl } from '../../text/parsed-url.ts';

/** The options of a request of a check. */
export function requestOptions(
  { permit, signal }: CheckRequests,
  accept: string,
): Pick<OpenOptions, 'signal' | 'accept' | 'permit'> {
  return { signal, accept, permit };
}

/** Reads a body to its end. */
export async function collectBytes(body: ResponseBody): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  // A copy, since the parts may be views of larger buffers.
  return new Uint8Array(Buffer.concat(parts));
}

/** Why a URL could not be retrieved: the status of its response, or the kind of another problem. */
export interface FailedRequest {
  readonly status?: number;
  readonly reason?: ProblemKind;
}

/** The facts of a failed request for another problem. */
export function failedRequest(problem: Problem): FailedRequest {
  return problem.kind === 'http-status' ? { status: problem.status } : { reason: problem.kind };
}

/** Kinds of problems that say nothing about the resource. */
const undecided: ReadonlySet<ProblemKind> = new Set([
  'address-refused',
  'bot-challenge',
  'host-given-up',
  'out-of-requests',
  'out-of-time',
  'robots-disallowed',
  'robots-unavailable',
]);
/** Too Many Requests and Service Unavailable: the server is busy. */
const busy: ReadonlySet<number> = new Set([429, 503]);

/** Whether a failed request leaves open if the resource is there. */
export function isUndecided(problem: Problem): boolean {
  return problem.kind === 'http-status' ? busy.has(problem.status) : undecided.has(problem.kind);
}

/** A URL as it is requested: without a fragment; undefined for one that is not http or https. */
export function requestedUrl(text: string): string | undefined {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}
