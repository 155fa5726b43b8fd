import { systemClock } from '../http/clock.ts';
import type { PhaseSeconds, RunPhase } from '../model/run-costs.ts';

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
