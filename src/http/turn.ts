import type { Problem } from '../model/problem.ts';

/** A slot among the concurrent requests of a host, for one request. */
export interface Turn {
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
export interface Reservation {
  /** Releases the reservation unless a request has taken it. */
  end(): void;
}

/** When the next request to a host may start. */
export type Opening =
  | { readonly kind: 'now' }
  | { readonly kind: 'later'; readonly at: number }
  /** When a request that is under way or waits has ended. */
  | { readonly kind: 'busy' }
  /** Not again in this run, with the problem that says why. */
  | { readonly kind: 'never'; readonly problem: (url: string) => Problem };
