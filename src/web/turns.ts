import type { Problem } from '../model/problem.ts';

/** A slot among the concurrent requests of a host, for one request. */
export interface RequestSlot {
  /**
   * Records that the response headers arrived.
   * @param isGood whether the response time may be used to judge the host
   */
  answered(isGood: boolean): void;
  /** Releases the slot; a second call does nothing. */
  end(): void;
  /** Counts the bytes read of the response body. */
  readonly traffic: Traffic;
}

/** Bytes of bodies, as sent and after decompression. */
export interface Traffic {
  received: number;
  decoded: number;
}

/** A slot reserved for a target. The next request for a slot takes it. */
export interface SlotReservation {
  /** Releases the reservation unless a request has taken it. */
  end(): void;
}

/** When the next request to a host may start. */
export type HostAvailability =
  | { readonly kind: 'now' }
  | { readonly kind: 'later'; readonly at: number }
  /** When a request that is under way or waits has ended. */
  | { readonly kind: 'busy' }
  /** Not again in this run, with the problem that says why. */
  | { readonly kind: 'never'; readonly problem: (url: string) => Problem };

/**
 * Retries and redirect hops (`follow-up`) go before first requests, so that started URLs finish.
 */
export type RequestPriority = 'first-request' | 'follow-up';

interface Waiter {
  readonly url: string;
  readonly resolve: (turn: RequestSlot) => void;
  readonly reject: (reason: unknown) => void;
}

/** The requests that wait for a slot of one host: by priority, then in order of arrival. */
export class RequestQueue {
  readonly #waiters: Readonly<Record<RequestPriority, Set<Waiter>>> = {
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
  add(
    urgency: RequestPriority,
    url: string,
    signal: AbortSignal,
    onLeave: () => void,
  ): Promise<RequestSlot> {
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
