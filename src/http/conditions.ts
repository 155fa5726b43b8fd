import type { Validators } from '../model/http.ts';

/**
 * Validator text that a header can carry and that every server reads alike; others are not sent.
 */
const sendable = /^[\t -~]+$/u;

/** The validators that can be sent in headers. */
export function sendableValidators({ etag, lastModified }: Validators = {}): {
  readonly etag?: string;
  readonly lastModified?: string;
} {
  return {
    ...(isSendable(etag) ? { etag } : {}),
    ...(isSendable(lastModified) ? { lastModified } : {}),
  };
}

/**
 * The headers of a conditional request (RFC 9110 §13.1.2, §13.1.3): both where both validators are
 * known, since servers that support `If-None-Match` ignore the other.
 */
export function conditionsOf(validators: Validators | undefined): Record<string, string> {
  const { etag, lastModified } = sendableValidators(validators);
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

/** Whether request headers make the request conditional, so that 304 is a valid response. */
export function isConditional(headers: Readonly<Record<string, string>>): boolean {
  return 'if-none-match' in headers || 'if-modified-since' in headers;
}

function isSendable(value: string | undefined): value is string {
  return value !== undefined && sendable.test(value);
}
