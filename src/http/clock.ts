/** What politeness needs of time and chance; passed in, so that tests depend on neither. */
export interface Clock {
  /**
   * Milliseconds since some moment, of those in which this process could go on: while it is stopped
   * they stand, so that nobody has to answer for such time. They only grow.
   */
  now(): number;
  /** How often the process was stopped, or the machine suspended, as far as was noticed so far. */
  readonly stops: number;
  /** Calls back once after so many of these milliseconds. @returns how to take that back */
  after(ms: number, call: () => void): () => void;
  /** From 0 to 1, the latter excluded. */
  random(): number;
}

/** The longest time that a timer of Node's can be set to, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1;
const tickMs = 250;
/** As much counts of the time between two looks at the clock, of which there is one a tick. */
const mostCountedMs = 1000;
/** Others may have lost patience with a process that did not go on for so long. */
const stopMs = 5000;

/** What a clock goes by; passed in by tests. */
interface TimeSources {
  /** Milliseconds that only grow; those in which the machine is suspended may be left out. */
  readonly monotonic: () => number;
  /** Milliseconds of the calendar. */
  readonly calendar: () => number;
}

/**
 * The clock of this process. From its first use on it looks several times a second how late it is:
 * where that is far more than a tick, the process did not go on (SIGSTOP, Ctrl-Z, a suspended
 * machine), and the time between does not count.
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
    this.#look();
    return this.#monotonicMs - this.#lostMs;
  }

  get stops(): number {
    this.#look();
    return this.#stops;
  }

  after(ms: number, call: () => void): () => void {
    const due = this.now() + ms;
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      timer = setTimeout(fire, Math.min(Math.ceil(due - this.now()), longestTimerMs));
    };
    // Early where the process was stopped meanwhile.
    const fire = (): void => (this.now() < due ? wait() : call());
    wait();
    return () => {
      clearTimeout(timer);
    };
  }

  random(): number {
    return Math.random();
  }

  #look(): void {
    const monotonicMs = this.#sources.monotonic();
    const calendarMs = this.#sources.calendar();
    if (this.#isTicking) {
      const passedMs = monotonicMs - this.#monotonicMs;
      // A calendar that is set forward looks the same, which does no harm.
      const suspendedMs = calendarMs - this.#calendarMs - passedMs;
      this.#lostMs += Math.max(0, passedMs - mostCountedMs);
      if (passedMs >= stopMs || suspendedMs >= stopMs) this.#stops += 1;
    } else {
      this.#isTicking = true;
      setInterval(() => this.#look(), tickMs).unref();
    }
    this.#monotonicMs = monotonicMs;
    this.#calendarMs = calendarMs;
  }
}

/** That of this process. */
export const systemClock: Clock = new ProcessClock();
