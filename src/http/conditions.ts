import type { Validators } from '../model/http.ts';

/** What a field can carry and every server reads alike. Without others a request is merely not conditional. */
const sendable = /^[\t -~]+$/u;

/** Of the validators those that can be sent. */
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
 * The fields that make a request conditional (RFC 9110 §13.1.2 and §13.1.3): both where both are known, since servers that
 * know `If-None-Match` leave the other aside.
 */
export function conditionsOf(validators: Validators | undefined): Record<string, string> {
  const { etag, lastModified } = sendableValidators(validators);
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

/** Whether the fields of a request make it conditional, so that it may be answered with 304. */
export function isConditional(headers: Readonly<Record<string, string>>): boolean {
  return 'if-none-match' in headers || 'if-modified-since' in headers;
}

function isSendable(value: string | undefined): value is string {
  return value !== undefined && sendable.test(value);
}
