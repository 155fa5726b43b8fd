/** What became of asking one host in a run. */
export interface HostFacts {
  /** The name or address, and the port where it is not the usual one. */
  readonly host: string;
  /** Also those that failed, robots.txt, redirects and further tries. */
  readonly requests: number;
  /** Of the bodies that were read: as they were sent, and after decompression. */
  readonly bytesReceived: number;
  readonly bytesDecoded: number;
  /** From the starts of requests to the headers of their answers, or to their failure; requests at once count each. */
  readonly waitingMs: number;
  /** At rest, since the host asked for that or had failed. The usual delay between requests does not count. */
  readonly restedMs: number;
  readonly failures: number;
  readonly state: HostState;
}

export type HostState =
  /** It may be asked. */
  | 'answering'
  /** It answers slower than it usually does, and is asked less. */
  | 'slow'
  /** It asked to be left alone, or failed. */
  | 'resting'
  /** It is not asked any more: it seems dead, or the time for it or for the run is over. */
  | 'given-up'
  | 'out-of-time';
