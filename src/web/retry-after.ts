import type { Clock } from '../threads/clock.ts';

/**
 * Parses `Retry-After` (RFC 9110 §10.2.3).
 * @returns milliseconds, never negative; undefined where the field is absent or unreadable. The cap
 * is in `breaker.ts`.
 */
export function retryAfterMs(field: string | undefined, now: Date): number | undefined {
  const value = field?.trim() ?? '';
  if (/^\d+$/u.test(value)) return Number(value) * 1000;
  // Dates of all three forms begin with the name of a day (RFC 9110 §5.6.7); `Date.parse` would also read "-5".
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

/** The waits of URLs before their retries. */
export class RetryWaits {
  readonly #clock: Clock;
  /** Functions that end each wait. */
  readonly #ends = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#ends.size;
  }

  /** Waits `ms` milliseconds. @throws the signal's reason, at once, when it is aborted */
  async add(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const settled = (): void => {
        cancel();
        signal.removeEventListener('abort', onAbort);
        this.#ends.delete(end);
      };
      const end = (): void => {
        settled();
        resolve();
      };
      const onAbort = (): void => {
        settled();
        reject(signal.reason);
      };
      const cancel = this.#clock.after(ms, end);
      this.#ends.add(end);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Ends all waits now. */
  end(): void {
    for (const end of this.#ends) end();
  }
}
