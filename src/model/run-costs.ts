import type { HostFacts, HostState } from './host-facts.ts';
import type { HttpMethod } from './http.ts';
import type { Problem } from './problem.ts';

/** What takes time in a run. Much of it goes on side by side. */
export type RunPhase =
  /** Finding out what the sources list, robots.txt included. */
  | 'listing'
  /** From the start of a request to the headers of its answer, or to its failure. */
  | 'waiting'
  /** From there to the end of the body, decompression included. */
  | 'downloading'
  /** From handing over an answer to the last that came of it; waiting for a thread counts. */
  | 'deriving'
  /** From handing over what is to be stored until it is durable; waiting for others to share the commit counts. */
  | 'loading';

/** In seconds. What the numbers are sums of is said where they stand. */
export type PhaseSeconds = Readonly<Record<RunPhase, number>>;

/** What was asked of the Web. */
export interface RequestCounts extends Readonly<Record<HttpMethod, number>> {
  /** Of them, answered that nothing is new (304). */
  readonly notModified: number;
  /** Of the bodies that were read: as they were sent, and after decompression. */
  readonly bytesReceived: number;
  readonly bytesDecoded: number;
}

/** Where nothing was asked. */
export const noRequests: RequestCounts = {
  GET: 0,
  HEAD: 0,
  notModified: 0,
  bytesReceived: 0,
  bytesDecoded: 0,
};

export const noPhases: PhaseSeconds = {
  listing: 0,
  waiting: 0,
  downloading: 0,
  deriving: 0,
  loading: 0,
};

/** URLs that were looked at again, and of which nothing had to be read, derived or stored. */
export interface SavedLooks {
  /** The server said that they are as before: by a 304, or by what HEAD gave. */
  readonly notModified: number;
  /** They came as before. */
  readonly sameContent: number;
}

/** A host whose URLs were left for the next run. */
export interface LeftHost {
  readonly host: string;
  readonly urls: number;
  /** That of one of the URLs: `host-given-up` or `out-of-time`. */
  readonly problem: Problem;
}

/** What became of asking hosts in a run. */
export interface RunHosts {
  /** How many were met, in which state each is. Of very many those are forgotten of which there is nothing to say. */
  readonly states: Readonly<Record<HostState, number>>;
  /** Those that took longest, and those that were given up or ran out of time, at most two hundred; the slowest first. */
  readonly slowest: readonly HostFacts[];
}

export const noHosts: RunHosts = {
  states: { answering: 0, slow: 0, resting: 0, 'given-up': 0, 'out-of-time': 0 },
  slowest: [],
};

/** What a run took of which that is not known. */
export const noRunCosts = { phases: noPhases, requests: noRequests, hosts: noHosts } as const;

/** The same of a source, with no examples of its problems, and nothing done before. */
export const noSourceCosts = {
  examples: [],
  phases: noPhases,
  requests: noRequests,
  saved: { notModified: 0, sameContent: 0 },
  leftHosts: [],
  doneBefore: 0,
} as const;

/** Hears of every request that is made, whatever for. */
export interface RequestWatcher {
  /** A request begins. */
  begun(method: HttpMethod): RequestWatch;
}

/** Hears how one request goes on. */
export interface RequestWatch {
  /** The headers of its answer are there. */
  answered(status: number): void;
  /** All of it is there, or it failed; or its body is read by somebody in his own time. */
  ended(): void;
}
