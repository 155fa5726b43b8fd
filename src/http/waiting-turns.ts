import type { Turn } from './turn.ts';

/** What is under way comes before what has not begun: the tries and hops of one URL end together. */
export type Urgency = 'first-request' | 'follow-up';

interface Waiter {
  readonly url: string;
  readonly resolve: (turn: Turn) => void;
  readonly reject: (reason: unknown) => void;
}

/** Those who wait for their turn at one host: the more urgent first, else in the order in which they came. */
export class WaitingTurns {
  readonly #waiters: Readonly<Record<Urgency, Set<Waiter>>> = {
    'follow-up': new Set(),
    'first-request': new Set(),
  };

  get size(): number {
    return this.#waiters['follow-up'].size + this.#waiters['first-request'].size;
  }

  /**
   * Waits until it is called by `next`.
   * @param onLeave called when it waits no more, since the signal was aborted
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

  /** Takes out who is first. */
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
