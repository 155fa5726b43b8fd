import type { Clock } from './clock.ts';

/** The waits of URLs before their retries. */
export class Pauses {
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
