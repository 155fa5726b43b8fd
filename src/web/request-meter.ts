import type { RequestCost } from '../model/http.ts';
import type { RequestWatch } from '../model/run-costs.ts';
import type { Clock } from '../threads/clock.ts';
import type { Traffic } from './turns.ts';

interface MeterOptions {
  readonly clock: Clock;
  /** Counters of the host, which outlive the request. */
  readonly traffic: Traffic;
  readonly watch: RequestWatch | undefined;
}

/** Measures time and bytes of one request, from its creation on. */
export class RequestMeter {
  /** Counts for the request and for its host. */
  readonly traffic: Traffic;
  readonly #clock: Clock;
  readonly #watch: RequestWatch | undefined;
  readonly #startedAt: number;
  #answeredAt: number | undefined;

  constructor({ clock, traffic, watch }: MeterOptions) {
    this.traffic = new SharedTraffic(traffic);
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

/** Counters that also add to a second set of counters. */
class SharedTraffic implements Traffic {
  readonly #all: Traffic;
  #received = 0;
  #decoded = 0;

  constructor(all: Traffic) {
    this.#all = all;
  }

  get received(): number {
    return this.#received;
  }

  set received(bytes: number) {
    this.#all.received += bytes - this.#received;
    this.#received = bytes;
  }

  get decoded(): number {
    return this.#decoded;
  }

  set decoded(bytes: number) {
    this.#all.decoded += bytes - this.#decoded;
    this.#decoded = bytes;
  }
}
