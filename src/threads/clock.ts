/** Time and randomness for politeness; injected, so that tests depend on neither. */
export interface Clock {
  /** Monotonic milliseconds, without the time in which this process was stopped or suspended. */
  now(): number;
  /** How often a stop of the process or suspension of the machine was detected so far. */
  readonly stops: number;
  /**
   * Calls `call` once after `ms` of these milliseconds.
   * @returns a function that cancels the call
   */
  after(ms: number, call: () => void): () => void;
  /** From 0 to 1, the latter excluded. */
  random(): number;
}

/** The longest delay of a Node timer, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1;
const tickMs = 250;
/** At most this much time counts between two ticks of the clock. */
const maxTickMs = 1000;
/** A gap this long counts as a stop: servers may have closed their connections meanwhile. */
const stopMs = 5000;

/** The time sources of a clock; tests inject their own. */
interface TimeSources {
  /** Monotonic milliseconds; may leave out the time in which the machine is suspended. */
  readonly monotonic: () => number;
  /** Wall-clock milliseconds. */
  readonly calendar: () => number;
}

/**
 * The clock of this process. From its first use it ticks several times a second; a tick that is far
 * too late means that the process was stopped (SIGSTOP, Ctrl-Z, suspended machine), and the gap
 * does not count.
 */
export class ProcessClock implements Clock {
  readonly #sources: TimeSources;
  #isTicking = false;
  #monotonicMs = 0;
  #calendarMs = 0;
  #lostMs = 0;
  #stops = 0;

  constructor(sources: Partial<TimeSources> = {}) {
    this.#sources = { monotonic: () => performance.now(), calendar: () => Date.now(), ...sources };
  }

  now(): number {
    this.#tick();
    return this.#monotonicMs - this.#lostMs;
  }

  get stops(): number {
    this.#tick();
    return this.#stops;
  }

  after(ms: number, call: () => void): () => void {
    const due = this.now() + ms;
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      timer = setTimeout(fire, Math.min(Math.ceil(due - this.now()), longestTimerMs));
    };
    // The timer may be early where the process was stopped meanwhile.
    const fire = (): void => (this.now() < due ? wait() : call());
    wait();
    return () => clearTimeout(timer);
  }

  random(): number {
    return Math.random();
  }

  #tick(): void {
    const monotonicMs = this.#sources.monotonic();
    const calendarMs = this.#sources.calendar();
    if (this.#isTicking) {
      const passedMs = monotonicMs - this.#monotonicMs;
      // A wall clock that is set forward looks like a stop, which does no harm.
      const suspendedMs = calendarMs - this.#calendarMs - passedMs;
      this.#lostMs += Math.max(0, passedMs - maxTickMs);
      if (passedMs >= stopMs || suspendedMs >= stopMs) this.#stops += 1;
    } else {
      this.#isTicking = true;
      setInterval(() => this.#tick(), tickMs).unref();
    }
    this.#monotonicMs = monotonicMs;
    this.#calendarMs = calendarMs;
  }
}

/** The shared clock of this process. */
export const systemClock: Clock = new ProcessClock();
