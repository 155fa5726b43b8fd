import type { Turn } from './turn.ts';

/**
 * Retries and redirect hops (`follow-up`) go before first requests, so that started URLs finish.
 */
export type Urgency = 'first-request' | 'follow-up';

interface Waiter {
  readonly url: string;
  readonly resolve: (turn: Turn) => void;
  readonly reject: (reason: unknown) => void;
}

/** The requests that wait for a slot of one host: by priority, then in order of arrival. */
export class WaitingTurns {
  readonly #waiters: Readonly<Record<Urgency, Set<Waiter>>> = {
    'follow-up': new Set(),
    'first-request': new Set(),
  };

  get size(): number {
    return this.#waiters['follow-up'].size + this.#waiters['first-request'].size;
  }

  /**
   * Waits until `next` takes the request.
   * @param onLeave called when the signal is aborted
   * @throws the signal's reason, at once, when it is aborted
   */
  add(urgency: Urgency, url: string, signal: AbortSignal, onLeave: () => void): Promise<Turn> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const waiters = this.#waiters[urgency];
      const onAbort = (): void => {
        waiters.delete(waiter);
        reject(signal.reason);
        onLeave();
      };
      const settled = (): void => {
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        url,
        resolve: (turn) => {
          settled();
          resolve(turn);
        },
        reject: (reason) => {
          settled();
          reject(reason);
        },
      };
      waiters.add(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Removes and returns the next request. */
  next(): Waiter | undefined {
    for (const waiters of Object.values(this.#waiters)) {
      const [first] = waiters;
      if (first === undefined) continue;
      waiters.delete(first);
      return first;
    }
    return undefined;
  }
}
