import type { Config } from '../config/schema.ts';
import type { RobotsMemory } from '../model/harvest-memory.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { HostFacts, PhaseSeconds, RequestCounts } from '../model/run-costs.ts';
import type { WorkerShare } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import { systemClock } from '../threads/clock.ts';
import type { HostLeases } from '../web/host-lease.ts';
import type { ExhaustionBreaker } from './exhaustion-breaker.ts';
import type { FrontierHosts } from './frontier.ts';
import type { Visitor } from './visit.ts';

/** Opens what hands out the visits of a run to other processes. */
export type OpenDistribution = (run: DistributedRun) => Promise<VisitDistribution>;

/** What a distribution is given of a run. */
export interface DistributedRun {
  readonly name: string;
  readonly config: Config;
  /** The robots.txt files of the catalogue. */
  readonly robots: RobotsMemory | undefined;
  /** Told of each host that begins to rest, or is given up. */
  readonly onQuiet: (facts: HostFacts) => void;
  /** Gets what ends the run. */
  readonly onFault: (error: unknown) => void;
}

/** The visits of a run that other processes make. */
export interface VisitDistribution {
  /** For the hosts that this process requests. */
  readonly leases: HostLeases;
  /**
   * Makes visits elsewhere, apart from those that need no request. When the signal that they get is
   * aborted, none that is handed out counts any more.
   */
  visitor(own: OwnVisits): Visitor;
  /** Hands out nothing more; visits that are handed out go on. */
  stop(): void;
  /** What the visits until now took elsewhere. */
  costs(): DistributedCosts;
  close(): Promise<void>;
}

/** Which visits this process makes itself, and what it does for those that it hands out. */
export interface OwnVisits {
  /** Whether a target needs no request: a file of this machine, or what a listing delivers. */
  readonly isAtHand: (target: Target) => Promise<boolean>;
  readonly visit: Visitor;
  readonly breaker: ExhaustionBreaker;
  readonly contexts: ContextSource;
}

/** What visits took in other processes. */
export interface DistributedCosts {
  readonly workers: readonly WorkerShare[];
  readonly requests: Pick<RequestCounts, 'GET' | 'HEAD' | 'notModified'>;
  /** For each phase, the longest time of one worker. */
  readonly phases: PhaseSeconds;
  /** Each host once, with the sums over all workers. */
  readonly hosts: readonly HostFacts[];
}

/**
 * Visits that may be handed out or wait to be, of all hosts and of one. Each takes some 5 kB of
 * memory.
 */
export const handedOutAtOnce = 50_000;
const handedOutOfHost = 400;

/** Hosts for visits that other processes make: they are available until many visits wait. */
export const distantHosts: FrontierHosts = {
  clock: systemClock,
  waiting: 0,
  listen: () => undefined,
  of: () => ({
    atOnce: handedOutOfHost,
    hold: () => undefined,
    release: () => undefined,
    opening: () => ({ kind: 'now' }),
    reserve: () => ({ end: () => undefined }),
  }),
};
