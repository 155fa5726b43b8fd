/** The requests of a run to one host. */
export interface HostFacts {
  /** Name or address, with the port if it is not the default. */
  readonly host: string;
  /** All requests: failed ones, robots.txt, redirects and retries included. */
  readonly requests: number;
  /** Of the bodies that were read, as sent and after decompression. */
  readonly bytesReceived: number;
  readonly bytesDecoded: number;
  /**
   * From the start of a request to its response headers or its failure; concurrent requests add up.
   */
  readonly waitingMs: number;
  /**
   * Time in back-off because the host asked for it or failed. The usual delay between requests does
   * not count.
   */
  readonly restedMs: number;
  readonly failures: number;
  readonly state: HostState;
}

export type HostState =
  /** Requests are possible. */
  | 'answering'
  /** Responses are slower than usual, and requests are slowed down. */
  | 'slow'
  /** In back-off, after `Retry-After` or failures. */
  | 'resting'
  /**
   * No more requests in this run: the host seems dead, or the time for it or for the run is over.
   */
  | 'given-up'
  | 'out-of-time';
