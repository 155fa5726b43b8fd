import PQueue from 'p-queue';
import type { HttpConfig } from '../config/schema.ts';

/** What is under way comes before what has not begun: the tries and hops of one URL end together. */
type Urgency = 'first-request' | 'follow-up';
const priorities: Record<Urgency, number> = { 'first-request': 0, 'follow-up': 1 };

/** A place among the requests that a host may be asked at once. Calling it gives the place back; again does nothing. */
export type EndTurn = () => void;

/** All that is known about one host, and the queue that every request to it goes through. */
export class Host {
  readonly #queue: PQueue;
  readonly #delayMs: number;
  /** Milliseconds of `Date.now()`. */
  #spacedUntil = 0;
  #restingUntil = 0;
  #restTimer: NodeJS.Timeout | undefined;

  constructor({ connections, delayMs }: HttpConfig['perHost']) {
    this.#delayMs = delayMs;
    // `strict` slides the window; with fixed windows two requests could start at either side of a boundary.
    const spacing = delayMs > 0 ? { interval: delayMs, intervalCap: 1, strict: true } : {};
    this.#queue = new PQueue({ concurrency: connections, ...spacing });
  }

  /**
   * Waits until the host may be asked. The place is held until it is given back or the signal is aborted.
   * @throws the signal's reason, at once, when it is aborted while waiting
   */
  turn(signal: AbortSignal, urgency: Urgency): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      const hold = (): Promise<void> => {
        this.#spacedUntil = Date.now() + this.#delayMs;
        return new Promise((end) => {
          resolve(end);
        });
      };
      this.#queue.add(hold, { signal, priority: priorities[urgency] }).catch(reject);
    });
  }

  /** Starts no request for this long; those under way go on. A shorter rest does not end a longer one. */
  rest(forMs: number): void {
    const until = Date.now() + forMs;
    if (forMs <= 0 || until <= this.#restingUntil) return;
    this.#restingUntil = until;
    this.#queue.pause();
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      this.wake();
    }, forMs);
  }

  /** Whether nothing would be lost if the host were forgotten. */
  get idle(): boolean {
    const now = Date.now();
    const waiting = this.#queue.size + this.#queue.pending > 0;
    return !waiting && now > this.#spacedUntil && now > this.#restingUntil;
  }

  /** Ends a rest, whose timer would keep the process alive. */
  wake(): void {
    clearTimeout(this.#restTimer);
    this.#restingUntil = 0;
    this.#queue.start();
  }
}
