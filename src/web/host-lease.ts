import type { HostBreakerClocks, PaceClocks } from './host-pace.ts';

/**
 * The pace and the failures of a host as plain data, which go with its lease from process to
 * process. In milliseconds: `since…Ms` back from the moment at which it was made, `pausedForMs`
 * ahead of it.
 */
export interface HostClocks {
  readonly pace: PaceClocks;
  readonly breaker: HostBreakerClocks;
  readonly hasAnswered: boolean;
  /** Since the starts of the first and of the latest request; absent before the first one. */
  readonly sinceFirstMs?: number;
  readonly sinceLastMs?: number;
}

/** A host of this process that may be requested only while this process has its lease. */
export interface LeasedHost {
  readonly name: string;
  /** Whether a request is under way. */
  readonly isBusy: boolean;
  /** Requests that wait for a slot or a retry. */
  readonly waiting: number;
  /** For how long the host must rest from now on, in milliseconds. */
  readonly restMs: number;
  clocks(): HostClocks;
  /**
   * Goes on from the clocks of the process that had the lease before.
   * @param elapsedMs how long ago they were made
   */
  takeClocks(clocks: HostClocks, elapsedMs: number): void;
  /** Starts the requests that wait, where the lease allows it. */
  startRequests(): void;
}

/** The lease of one host. */
export interface HostLease {
  /** Whether a request may start now. */
  readonly isHeld: boolean;
  /** Whether this process neither has the lease nor waits for it. */
  readonly isIdle: boolean;
  /** Asks for the lease; `startRequests` is called when this process has it. */
  want(): void;
  /** Tells that no request is under way: the lease can go to another process. */
  rest(): void;
}

/** Leases of hosts, where several processes harvest together: one at a time speaks to a host. */
export interface HostLeases {
  of(host: LeasedHost): HostLease;
}
