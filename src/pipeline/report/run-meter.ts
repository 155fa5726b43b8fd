import type { HttpMethod } from '../../model/http.ts';
import {
  type HostFacts,
  type HostState,
  noHosts,
  noRequests,
  type PhaseSeconds,
  type RequestCounts,
  type RequestWatch,
  type RequestWatcher,
  type RunHosts,
  type RunPhase,
} from '../../model/run-costs.ts';
import { systemClock } from '../../threads/clock.ts';

/** Measures the phases of a whole run, and every request whatever it is for. */
export class RunMeter implements RequestWatcher {
  readonly phases: PhaseClock;
  readonly #requests = { ...noRequests };

  constructor(phases: PhaseClock = new PhaseClock()) {
    this.phases = phases;
  }

  begun(method: HttpMethod): RequestWatch {
    this.#requests[method] += 1;
    let stop = this.phases.begin('waiting');
    return {
      answered: (status) => {
        stop();
        if (status === 304) this.#requests.notModified += 1;
        stop = this.phases.begin('downloading');
      },
      ended: () => void stop(),
    };
  }

  /** All requests so far. Bytes are counted by the hosts. */
  get requests(): Omit<RequestCounts, 'bytesReceived' | 'bytesDecoded'> {
    const { GET, HEAD, notModified } = this.#requests;
    return { GET, HEAD, notModified };
  }
}

/** How many things are in a phase now, and since when any is. */
interface Occupancy {
  active: number;
  since: number;
  ms: number;
}

/** Measures how long at least one thing was in each phase, and how long each thing was. */
export class PhaseClock {
  readonly #now: () => number;
  readonly #phases: Readonly<Record<RunPhase, Occupancy>> = byPhase(() => ({
    active: 0,
    since: 0,
    ms: 0,
  }));

  /** @param now a monotonic clock in milliseconds; by default that of this process */
  constructor(now: () => number = () => systemClock.now()) {
    this.#now = now;
  }

  /**
   * Something enters a phase.
   * @returns ends that, and returns its milliseconds; 0 on a second call
   */
  begin(phase: RunPhase): () => number {
    const occupancy = this.#phases[phase];
    const startedAt = this.#now();
    if (occupancy.active === 0) occupancy.since = startedAt;
    occupancy.active += 1;
    let isOver = false;
    return () => {
      if (isOver) return 0;
      isOver = true;
      const endedAt = this.#now();
      occupancy.active -= 1;
      if (occupancy.active === 0) occupancy.ms += endedAt - occupancy.since;
      return endedAt - startedAt;
    };
  }

  /** How long at least one thing was in each phase until now. */
  seconds(): PhaseSeconds {
    return phasesInSeconds((phase) => {
      const { active, since, ms } = this.#phases[phase];
      return active > 0 ? ms + this.#now() - since : ms;
    });
  }
}

function byPhase<Value>(valueOf: (phase: RunPhase) => Value): Record<RunPhase, Value> {
  return {
    listing: valueOf('listing'),
    waiting: valueOf('waiting'),
    downloading: valueOf('downloading'),
    deriving: valueOf('deriving'),
    loading: valueOf('loading'),
  };
}

/** The phases in seconds, to milliseconds. @param msOf gives the milliseconds of a phase */
export function phasesInSeconds(msOf: (phase: RunPhase) => number): PhaseSeconds {
  return byPhase((phase) => Math.round(msOf(phase)) / 1000);
}

/** How many hosts are reported because of their slowness, and how many in all. */
const maxSlowest = 10;
const maxHosts = 200;

const notAskedAnyMore: ReadonlySet<HostState> = new Set(['given-up', 'out-of-time']);

/** Counts hosts by state, and chooses those that a run report names. */
export function rankHosts(facts: readonly HostFacts[]): RunHosts {
  const states = { ...noHosts.states };
  for (const { state } of facts) states[state] += 1;
  const sorted = facts.toSorted(
    (one, other) => hostTimeMs(other) - hostTimeMs(one) || (one.host < other.host ? -1 : 1),
  );
  const slowest = sorted
    .filter(({ state }, index) => index < maxSlowest || notAskedAnyMore.has(state))
    .slice(0, maxHosts);
  return { states, slowest };
}

/** How long a host kept a run waiting, in milliseconds; simultaneous requests count each. */
export function hostTimeMs({ waitingMs, restedMs }: HostFacts): number {
  return waitingMs + restedMs;
}
