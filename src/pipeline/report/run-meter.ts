import type { HttpMethod } from '../../model/http.ts';
import {
  noRequests,
  type PhaseSeconds,
  type RequestCounts,
  type RequestWatch,
  type RequestWatcher,
  type RunPhase,
} from '../../model/run-costs.ts';
import { systemClock } from '../../threads/clock.ts';

/** Measures the phases of a whole run, and every request whatever it is for. */
export class RunMeter implements RequestWatcher {
  readonly phases = new PhaseClock();
  readonly #requests = { ...noRequests };

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
  readonly #phases = byPhase((): Occupancy => ({ active: 0, since: 0, ms: 0 }));

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

/** What a phase is counted for: the run, and a source. */
interface Measured {
  readonly meter: RunMeter;
  readonly ledger: { spent(phase: RunPhase, ms: number): void };
}

/** Begins to measure a phase. @returns ends the measurement; a second call does nothing */
export function startPhase(phase: RunPhase, { meter, ledger }: Measured): () => void {
  const stop = meter.phases.begin(phase);
  return () => ledger.spent(phase, stop());
}

/**
 * Passes items on, and measures only the time of waiting for them, not of using them.
 * @param begin called when an item is awaited; the function that it returns, when the item is there
 */
export async function* timeItems<T>(
  items: AsyncIterable<T>,
  begin: () => () => void,
): AsyncGenerator<T> {
  let stop = begin();
  try {
    for await (const item of items) {
      stop();
      yield item;
      stop = begin();
    }
  } finally {
    stop();
  }
}
