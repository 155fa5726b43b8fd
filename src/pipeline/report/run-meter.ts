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

/** Measures what a run as a whole takes: its phases, and every request whatever it is for. */
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
      ended: () => {
        stop();
      },
    };
  }

  /** All requests so far. Bytes are counted by the hosts. */
  get requests(): Omit<RequestCounts, 'bytesReceived' | 'bytesDecoded'> {
    const { GET, HEAD, notModified } = this.#requests;
    return { GET, HEAD, notModified };
  }
}

/** So often something is in a phase at once, and since when. */
interface Occupancy {
  active: number;
  since: number;
  ms: number;
}

/** Tells for how long at least one thing was in each phase, and how long each thing was. */
export class PhaseClock {
  readonly #now: () => number;
  readonly #phases: Readonly<Record<RunPhase, Occupancy>> = {
    listing: { active: 0, since: 0, ms: 0 },
    waiting: { active: 0, since: 0, ms: 0 },
    downloading: { active: 0, since: 0, ms: 0 },
    deriving: { active: 0, since: 0, ms: 0 },
    loading: { active: 0, since: 0, ms: 0 },
  };

  /** @param now milliseconds that only grow; by default those of this process */
  constructor(now: () => number = () => systemClock.now()) {
    this.#now = now;
  }

  /** Something enters a phase. @returns what ends that, and tells for how many milliseconds it was; again it tells 0 */
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

  /** For how long at least one thing was in each phase, in seconds; what has not ended counts up to now. */
  seconds(): PhaseSeconds {
    const of = ({ active, since, ms }: Occupancy): number =>
      toSeconds(active > 0 ? ms + this.#now() - since : ms);
    const { listing, waiting, downloading, deriving, loading } = this.#phases;
    return {
      listing: of(listing),
      waiting: of(waiting),
      downloading: of(downloading),
      deriving: of(deriving),
      loading: of(loading),
    };
  }
}

/** Milliseconds as seconds, with no more digits than can be meant. */
export function toSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}

/** So many are told of because of their slowness, and so many in all. */
const maxSlowest = 10;
const maxHosts = 200;

const notAskedAnyMore: ReadonlySet<HostState> = new Set(['given-up', 'out-of-time']);

/** What a report says of hosts: see `RunHosts`. */
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

/** For how long a host kept a run waiting, in milliseconds; requests at once count each. */
export function hostTimeMs({ waitingMs, restedMs }: HostFacts): number {
  return waitingMs + restedMs;
}
