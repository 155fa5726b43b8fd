import type { Readable } from 'node:stream';
import {
  type BodyConsumer,
  type ConditionalOptions,
  type HttpHeaders,
  type OpenOptions,
  ResourceError,
  type Validators,
} from '../model/http.ts';
import { parseUrl } from '../text/parsed-url.ts';
import {
  type BodyLimits,
  completeRangeLength,
  emptyBody,
  openBody,
  partialContentError,
} from './body.ts';
import type { Exchange } from './exchange.ts';

/** One request and the function that consumes the response body. */
export interface BodyRequest<Taken> extends OpenOptions {
  readonly validators?: ConditionalOptions['validators'];
  readonly take: BodyConsumer<Taken>;
}

/** The result of one request. */
export type RequestOutcome<Taken> =
  | { readonly kind: 'opened'; readonly exchange: Exchange; readonly taken: Taken }
  | { readonly kind: 'moved'; readonly exchange: Exchange }
  /** 304: the validators that were sent still match. */
  | { readonly kind: 'unchanged'; readonly exchange: Exchange }
  | RequestFailure;

/** A request without a usable response. */
export type RequestFailure =
  /** No response arrived. */
  | { readonly kind: 'failed'; readonly error: ResourceError }
  /** The status or the body of the response is the problem. */
  | { readonly kind: 'refused'; readonly error: ResourceError; readonly exchange: Exchange };

/** An unused body up to this many bytes is read, so that the connection can be reused. */
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
 * @param usual body limits where the request sets none
 * @throws {ResourceError} for the body; whatever `take` throws
 */
export async function consumeResponse<Taken>(
  exchange: Exchange,
  { take, method, maxBytes, onProblem }: BodyRequest<Taken>,
  usual: BodyLimits,
): Promise<RequestOutcome<Taken>> {
  const { headers, status, request } = exchange;
  const challenger = challengingService(headers);
  if (challenger === undefined && isWhole(exchange)) {
    const limit = typeof maxBytes === 'function' ? maxBytes(headers) : maxBytes;
    const limits = { ...usual, maxBytes: limit ?? usual.maxBytes, onProblem };
    const body = method === 'HEAD' ? emptyBody(exchange) : openBody(exchange, limits);
    return { kind: 'opened', exchange, taken: await take(body, headers) };
  }
  discardBody(exchange.body);
  const isConditional =
    'if-none-match' in request.headers || 'if-modified-since' in request.headers;
  if (status === 304 && isConditional) return { kind: 'unchanged', exchange };
  if (redirectStatuses.has(status)) return { kind: 'moved', exchange };
  const { href: url } = request.url;
  if (challenger !== undefined) {
    const problem = { kind: 'bot-challenge', url, service: challenger, status } as const;
    return { kind: 'refused', error: new ResourceError(problem), exchange };
  }
  const error =
    status === 206
      ? partialContentError(url, headers)
      : new ResourceError({ kind: 'http-status', url, status });
  return { kind: 'refused', error, exchange };
}

/** The header fields by which services label challenges, and the values that mean one. */
const challengeFields: readonly (readonly [service: string, field: string, value: RegExp])[] = [
  // Cloudflare documents it for all types of challenge pages.
  ['Cloudflare', 'cf-mitigated', /^challenge$/iu],
  // AWS documents status 202 with `challenge`, and 405 with `captcha`.
  ['AWS WAF', 'x-amzn-waf-action', /^(?:challenge|captcha)$/iu],
];

/** The service that answered with a bot challenge, by the headers of the response. */
function challengingService(headers: HttpHeaders): string | undefined {
  return challengeFields.find(([, field, value]) => value.test(headers[field]?.trim() ?? ''))?.[0];
}

/** Discards a body. The slot of its request stays taken until the body is closed. */
function discardBody(body: Readable): void {
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
  if (status === 206) return completeRangeLength(headers) !== undefined;
  return status >= 200 && status < 300 && !otherSuccesses.has(status);
}

/**
 * Validator text that a header can carry and that every server reads alike; others are not sent.
 */
const sendable = /^[\t -~]+$/u;

/** The validators that can be sent in headers. */
export function sendableValidators({ etag = '', lastModified = '' }: Validators = {}): Validators {
  return {
    etag: sendable.test(etag) ? etag : undefined,
    lastModified: sendable.test(lastModified) ? lastModified : undefined,
  };
}

/**
 * The headers of a conditional request (RFC 9110 §13.1.2, §13.1.3): both where both validators are
 * known, since servers that support `If-None-Match` ignore the other.
 */
export function conditionalHeaders(validators: Validators | undefined): Record<string, string> {
  const { etag, lastModified } = sendableValidators(validators);
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

/** The statuses whose `Location` is followed (RFC 9110 §15.4). */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The URL that a redirect leads to, without fragment.
 * @throws {ResourceError} `redirect-invalid` when there is none, it is not http or https, or it has
 * user information, which a stranger has no reason to send (RFC 9110 §4.2.4)
 */
export function redirectTarget({ request: { url }, headers }: Exchange): URL {
  const location = headers['location'] ?? '';
  // An empty reference would be valid, and mean the page itself.
  const target = location === '' ? undefined : parseUrl(location, url.href);
  if (
    target === undefined ||
    !/^https?:$/u.test(target.protocol) ||
    target.username !== '' ||
    target.password !== ''
  ) {
    throw new ResourceError({ kind: 'redirect-invalid', url: url.href, location });
  }
  target.hash = '';
  return target;
}
