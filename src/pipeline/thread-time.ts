/** What a source has had of the threads. */
interface Account {
  servedMs: number;
  /** What its last inputs took, the latest of which counts most. */
  expectedMs: number;
  /** How long it may hold the last thread there is before it is ended for others. */
  patienceMs: number;
  /** Its inputs that wait or are worked on. */
  inputs: number;
}

/**
 * The thread time of each source, so that the one that has had least goes first. A source that comes for the first time, or
 * again, begins with what the least served of the others has had: there is nothing to catch up on.
 */
export class ThreadTime {
  readonly #accounts = new Map<string, Account>();
  readonly #patienceMs: number;

  /** @param patienceMs how long a thread is anybody's at least */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** An input of a source comes. */
  enter(owner: string): void {
    const account = this.#of(owner);
    if (account.inputs === 0) {
      const others = [...this.#accounts.values()].filter(({ inputs }) => inputs > 0);
      const least = Math.min(...others.map(({ servedMs }) => servedMs));
      if (others.length > 0) account.servedMs = Math.max(account.servedMs, least);
    }
    account.inputs += 1;
  }

  /** An input of a source is done with. */
  leave(owner: string): void {
    this.#of(owner).inputs -= 1;
  }

  served(owner: string): number {
    return this.#of(owner).servedMs;
  }

  /** What an input of a source is likely to take. */
  expected(owner: string): number {
    return this.#of(owner).expectedMs;
  }

  charge(owner: string, ms: number): void {
    this.#of(owner).servedMs += ms;
  }

  /** The work on an input has ended by itself. */
  worked(owner: string, ms: number): void {
    const account = this.#of(owner);
    // One that the machine was slow with says little.
    account.expectedMs = Math.max(1, account.expectedMs + (ms - account.expectedMs) / 4);
    if (ms <= this.#patienceMs) account.patienceMs = this.#patienceMs;
  }

  /** Whether a source has held a thread for so long that others may have it. */
  isOut(owner: string, ms: number): boolean {
    return ms >= this.#of(owner).patienceMs;
  }

  /**
   * Work was ended for others after that time, and is begun again: then it may take twice as long,
   * so that it comes to its end however slow the machine is.
   */
  preempted(owner: string, ms: number): void {
    this.#of(owner).patienceMs = 2 * ms;
  }

  #of(owner: string): Account {
    const known = this.#accounts.get(owner);
    if (known !== undefined) return known;
    const account = { servedMs: 0, expectedMs: 1, patienceMs: this.#patienceMs, inputs: 0 };
    this.#accounts.set(owner, account);
    return account;
  }
}
