import type { RequestCost } from '../model/http.ts';
import type { Problem } from '../model/problem.ts';
import type { RequestWatch } from '../model/run-costs.ts';
import type { Clock } from '../threads/clock.ts';

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

/** Counts bytes of bodies, as sent and after decompression, for a request and for its host. */
export class Traffic {
  received = 0;
  decoded = 0;
  readonly #ofHost: Traffic | undefined;

  /** @param ofHost counts the same bytes */
  constructor(ofHost?: Traffic) {
    this.#ofHost = ofHost;
  }

  /** Adds the bytes of a chunk. */
  count(kind: 'received' | 'decoded', bytes: number): void {
    this[kind] += bytes;
    this.#ofHost?.count(kind, bytes);
  }
}

/** A slot reserved for a target, until the next request to the host takes it. */
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

/** Retries and redirect hops (`follow-up`) go before first requests, so that URLs finish. */
export type RequestPriority = 'first-request' | 'follow-up';

interface WaitingRequest {
  readonly url: string;
  readonly resolve: (slot: RequestSlot) => void;
  readonly reject: (reason: unknown) => void;
  readonly stopListening: () => void;
}

/** The requests that wait for a slot of one host: by priority, then in order of arrival. */
export class RequestQueue {
  readonly #requests: Readonly<Record<RequestPriority, Set<WaitingRequest>>> = {
    'follow-up': new Set(),
    'first-request': new Set(),
  };

  get size(): number {
    return this.#requests['follow-up'].size + this.#requests['first-request'].size;
  }

  /**
   * Waits until `next` takes the request.
   * @param onAborted called when the signal is aborted
   * @throws the signal's reason, at once, when it is aborted
   */
  add(
    priority: RequestPriority,
    url: string,
    signal: AbortSignal,
    onAborted: () => void,
  ): Promise<RequestSlot> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const requests = this.#requests[priority];
      const onAbort = (): void => {
        requests.delete(request);
        reject(signal.reason);
        onAborted();
      };
      const stopListening = (): void => signal.removeEventListener('abort', onAbort);
      const request = { url, resolve, reject, stopListening };
      requests.add(request);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Removes and returns the next request. */
  next(): WaitingRequest | undefined {
    for (const requests of Object.values(this.#requests)) {
      const [first] = requests;
      if (first === undefined) continue;
      requests.delete(first);
      first.stopListening();
      return first;
    }
    return undefined;
  }
}

/** Measures time and bytes of one request, from its creation on. */
export class RequestMeter {
  readonly traffic: Traffic;
  readonly #clock: Clock;
  readonly #watch: RequestWatch | undefined;
  readonly #startedAt: number;
  #answeredAt: number | undefined;

  /** @param ofHost counters of the host, which outlive the request */
  constructor(clock: Clock, ofHost: Traffic, watch: RequestWatch | undefined) {
    this.traffic = new Traffic(ofHost);
    this.#clock = clock;
    this.#watch = watch;
    this.#startedAt = clock.now();
  }

  /** Records that the response headers arrived. */
  answered(status: number): void {
    this.#answeredAt = this.#clock.now();
    this.#watch?.answered(status);
  }

  /** Records the end of the request. @returns its cost */
  end(): RequestCost {
    this.#watch?.ended();
    const now = this.#clock.now();
    const answeredAt = this.#answeredAt ?? now;
    const { received: bytesReceived, decoded: bytesDecoded } = this.traffic;
    return {
      waitingMs: answeredAt - this.#startedAt,
      downloadingMs: now - answeredAt,
      bytesReceived,
      bytesDecoded,
    };
  }
}
