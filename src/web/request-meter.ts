import type { RequestCost } from '../model/http.ts';
import type { RequestWatch } from '../model/run-costs.ts';
import type { Clock } from '../threads/clock.ts';
import { Traffic } from './turns.ts';

/** Measures time and bytes of one request, from its creation on. */
export class RequestMeter {
  readonly traffic: Traffic;
  readonly #clock: Clock;
  readonly #watch: RequestWatch | undefined;
  readonly #startedAt: number;
  #answeredAt: number | undefined;

  /** @param ofHost counters of the host, which outlive the request */
  constructor(clock: Clock, ofHost: Traffic, watch: RequestWatch | undefined) {
    this.traffic = new Traffic(ofHost);
    this.#clock = clock;
    this.#watch = watch;
    this.#startedAt = clock.now();
  }

  /** Records that the response headers arrived. */
  answered(status: number): void {
    this.#answeredAt = this.#clock.now();
    this.#watch?.answered(status);
  }

  /** Records the end of the request. @returns its cost */
  end(): RequestCost {
    this.#watch?.ended();
    const now = this.#clock.now();
    const answeredAt = this.#answeredAt ?? now;
    const { received: bytesReceived, decoded: bytesDecoded } = this.traffic;
    return {
      waitingMs: answeredAt - this.#startedAt,
      downloadingMs: now - answeredAt,
      bytesReceived,
      bytesDecoded,
    };
  }
}
