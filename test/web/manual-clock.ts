import type { Clock } from '../../src/threads/clock.ts';

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that stands still until it is moved, and by which chance always is the same: the most. */
export class ManualClock implements Clock {
  /** Set by a test in which the process was stopped. */
  stops = 0;
  #now = 1_000_000;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#now + ms, call };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  random(): number {
    return 1;
  }

  /** How many calls are still to come. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time pass, and what is due then happen, in its order; also what follows from that. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end);
      const [next] = due.toSorted((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
      await settled();
    }
    this.#now = end;
  }
}

/** Resolves once everything has happened that waits for nothing. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
