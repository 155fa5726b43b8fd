import type { HttpMethod } from './http.ts';
import type { Problem } from './problem.ts';

/** The phases of a run. They overlap, because much is concurrent. */
export type RunPhase =
  /** Listing the sources, robots.txt included. */
  | 'listing'
  /** From the start of a request to its response headers or its failure. */
  | 'waiting'
  /** From the headers to the end of the body, decompression included. */
  | 'downloading'
  /** From the end of a response to its last derived graph, waiting for a worker thread included. */
  | 'deriving'
  /** From an update to its durable commit, waiting for a shared commit included. */
  | 'loading';

/** In seconds. Each use says what the numbers are sums of. */
export type PhaseSeconds = Readonly<Record<RunPhase, number>>;

/** Counts of HTTP requests. */
export interface RequestCounts extends Readonly<Record<HttpMethod, number>> {
  /** Of these, responses with 304. */
  readonly notModified: number;
  /** Of the bodies that were read, as sent and after decompression. */
  readonly bytesReceived: number;
  readonly bytesDecoded: number;
}

/** The counts of no requests. */
export const noRequests: RequestCounts = {
  GET: 0,
  HEAD: 0,
  notModified: 0,
  bytesReceived: 0,
  bytesDecoded: 0,
};

/** The times of a run in which nothing happened. */
export const noPhases: PhaseSeconds = {
  listing: 0,
  waiting: 0,
  downloading: 0,
  deriving: 0,
  loading: 0,
};

/** Revisits after which nothing had to be parsed, derived or stored. */
export interface SavedVisits {
  /** The server said that nothing changed: by a 304, or by the headers for HEAD. */
  readonly notModified: number;
  /** The content was the same. */
  readonly sameContent: number;
}

/** A host whose URLs were left for the next run. */
export interface DeferredHost {
  readonly host: string;
  readonly urls: number;
  /** That of one of its URLs: `host-given-up` or `out-of-time`. */
  readonly problem: Problem;
}

/** The hosts of a run. */
export interface RunHosts {
  /** The number of hosts in each state; of very many, only of those with anything to report. */
  readonly states: Readonly<Record<HostState, number>>;
  /** At most 200: the slowest, and those given up or out of time; the slowest first. */
  readonly slowest: readonly HostFacts[];
}

/** The hosts of a run without requests. */
export const noHosts: RunHosts = {
  states: { answering: 0, slow: 0, resting: 0, 'given-up': 0, 'out-of-time': 0 },
  slowest: [],
};

/** The costs of a run for which they are not known. */
export const noRunCosts = { phases: noPhases, requests: noRequests, hosts: noHosts } as const;

/** The costs of a source if unknown, without examples of problems and earlier visits. */
export const noSourceCosts = {
  examples: [],
  phases: noPhases,
  requests: noRequests,
  saved: { notModified: 0, sameContent: 0 },
  leftHosts: [],
  doneBefore: 0,
} as const;

/** Observes every request. */
export interface RequestWatcher {
  /** A request starts. */
  begun(method: HttpMethod): RequestWatch;
}

/** Observes one request. */
export interface RequestWatch {
  /** The response headers have arrived. */
  answered(status: number): void;
  /** The response is complete or has failed, or its body is left to the consumer. */
  ended(): void;
}

/** The requests of a run to one host. */
export interface HostFacts {
  /** Name or address, with the port if it is not the default. */
  readonly host: string;
  /** All requests: failed ones, robots.txt, redirects and retries included. */
  readonly requests: number;
  /** Of the bodies that were read, as sent and after decompression. */
  readonly bytesReceived: number;
  readonly bytesDecoded: number;
  /** From the starts of requests to their response headers or failures, summed up. */
  readonly waitingMs: number;
  /** Time in back-off, by request of the host or after failures; without the usual delay. */
  readonly restedMs: number;
  readonly failures: number;
  readonly state: HostState;
}

/** Whether a host answers in this run, and if not, why. */
export type HostState =
  /** Requests are possible. */
  | 'answering'
  /** Responses are slower than usual, and requests are slowed down. */
  | 'slow'
  /** In back-off, after `Retry-After` or failures. */
  | 'resting'
  /** No more requests in this run: the host seems dead, or its time or that of the run is over. */
  | 'given-up'
  | 'out-of-time';
