import type { HttpHeaders } from '../model/http.ts';
import { parseUtcMs } from '../text/amounts.ts';

/** The wait that a response requests. */
export interface RequestedWait {
  /** In milliseconds, at most `http.maxRetryAfterMs`. */
  readonly ms: number;
  /** Whether the response requests a longer wait; its URL is then not retried in this run. */
  readonly isCapped: boolean;
}

/**
 * The wait that the `Retry-After` of a response requests, capped at `maxRetryAfterMs`; undefined
 * where the field is absent or unreadable.
 */
export function requestedWait(
  { date = '', 'retry-after': field }: HttpHeaders,
  { maxRetryAfterMs, now }: { readonly maxRetryAfterMs: number; readonly now: Date },
): RequestedWait | undefined {
  // A date in `Retry-After` is read against the server's own `Date`, since clocks differ.
  const sentAt = parseUtcMs(date);
  const ms = retryAfterMs(field, Number.isNaN(sentAt) ? now : new Date(sentAt));
  if (ms === undefined) return undefined;
  return { ms: Math.min(ms, maxRetryAfterMs), isCapped: ms > maxRetryAfterMs };
}

/**
 * Parses `Retry-After` (RFC 9110 §10.2.3).
 * @returns milliseconds, never negative; undefined where the field is absent or unreadable
 */
export function retryAfterMs(field: string | undefined, now: Date): number | undefined {
  const value = field?.trim() ?? '';
  if (/^\d+$/u.test(value)) return Number(value) * 1000;
  // All three forms of dates begin with the name of a day (RFC 9110 §5.6.7); `Date.parse` would
  // also read "-5".
  if (!/^[a-z]{3}/iu.test(value)) return undefined;
  // The asctime form names no zone and means UTC.
  const date = Date.parse(/GMT$/iu.test(value) ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

const longestBackOffMs = 30_000;

/**
 * Exponential back-off after a failure, in milliseconds: doubles each time, at most 30 s, with
 * jitter from half to all of that so that requests that failed together do not retry together.
 * @param failures failures in a row, from 1
 * @param chance from 0 to 1
 */
export function backOffMs(baseMs: number, failures: number, chance: number): number {
  const longest = Math.min(longestBackOffMs, baseMs * 2 ** (failures - 1));
  return longest * (0.5 + chance / 2);
}
