import type { Clock } from '../../src/threads/clock.ts';

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that stands still until it is moved, with the highest random number each time. */
export class ManualClock implements Clock {
  /** Set by a test that simulates a stopped process. */
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

  /** The number of pending calls. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time pass, and makes the calls that are due, in order, with those that they schedule. */
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

/** Resolves after all pending microtasks. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
