import type { Problem, ProblemOf } from '../model/problem.ts';
import type { Clock } from './clock.ts';
import { backOffMs } from './retry-after.ts';
import { isAboutHost } from './transport-problem.ts';

export interface BreakerOptions {
  readonly clock: Clock;
  /** URLs that fail in a row before the host is given up. */
  readonly maxFailures: number;
  /** The first wait after a failure. */
  readonly backOffMs: number;
  /** The longest rest that is granted to who asks for one. */
  readonly maxRestMs: number;
}

/** Why a host was given up: how many URLs failed in a row, and how the last one did. */
export type GivenUp = Omit<ProblemOf<'host-given-up'>, 'kind' | 'url' | 'host'>;

/** The rest before a host that seems dead is asked once more, in first waits: half a minute where that is half a second. */
const lastRestWaits = 60;

/**
 * What the failures of a host mean for it. Each makes it rest, or only the URL where it may be the URL's own; longer each
 * time in a row, until something succeeds. When so many URLs in a row have failed that it seems dead, it rests once more,
 * then one request may try (`isOnTrial`), and where that fails too, the host is given up for good.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  /** Requests that failed since the last success. */
  #failures = 0;
  /** URLs that were given up since then. */
  #failedUrls = 0;
  #restingUntil = Number.NEGATIVE_INFINITY;
  #restedMs = 0;
  /** `due`: the next request decides; `begun`: it has been made. */
  #trial: 'none' | 'due' | 'begun' = 'none';
  #givenUp: GivenUp | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  /** When the host may be asked again. */
  get restingUntil(): number {
    return this.#restingUntil;
  }

  /** For how long it has rested so far. */
  get restedMs(): number {
    return this.#restedMs - Math.max(0, this.#restingUntil - this.#options.clock.now());
  }

  /** One request may be made, and by that one it is decided. */
  get isOnTrial(): boolean {
    return this.#trial !== 'none';
  }

  /** Whether the latest URL failed, so that there is little sense in trying one several times. */
  get isFailing(): boolean {
    return this.#failedUrls > 0;
  }

  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  get givenUp(): GivenUp | undefined {
    return this.#givenUp;
  }

  /** A request is made. */
  begun(): void {
    if (this.#trial === 'due') this.#trial = 'begun';
  }

  /** An answer came that says nothing against the host. */
  succeeded(): void {
    this.#failures = 0;
    this.#failedUrls = 0;
    this.#trial = 'none';
  }

  /**
   * A request failed. The whole host rests where it asked for that, where the failure is not the URL's own, and where the
   * URL before has failed too.
   * @param askedMs for how long it asked to be left alone
   * @returns how long to wait before a further try at the URL, in milliseconds
   */
  failed(problem: Problem, askedMs: number | undefined): number {
    this.#failures += 1;
    const { clock, maxRestMs } = this.#options;
    const waitMs =
      askedMs === undefined
        ? backOffMs(this.#options.backOffMs, this.#failures, clock.random())
        : Math.min(askedMs, maxRestMs);
    if (askedMs !== undefined || isAboutHost(problem) || this.isFailing) this.#rest(waitMs);
    return waitMs;
  }

  /** A URL is given up, since all tries at it failed. */
  gaveUp(problem: Problem): void {
    this.#failedUrls += 1;
    if (this.#failedUrls < this.#options.maxFailures) return;
    if (this.#trial === 'begun') {
      this.#givenUp ??= { failures: this.#failedUrls, ...reasonOf(problem) };
    } else if (this.#trial === 'none') {
      // Requests that are under way meanwhile decide nothing when they fail.
      this.#trial = 'due';
      this.#rest(lastRestWaits * this.#options.backOffMs);
    }
  }

  /** A shorter rest does not end a longer one. */
  #rest(forMs: number): void {
    const now = this.#options.clock.now();
    const until = now + forMs;
    if (until <= this.#restingUntil) return;
    this.#restedMs += until - Math.max(now, this.#restingUntil);
    this.#restingUntil = until;
  }
}

function reasonOf(problem: Problem): Pick<GivenUp, 'reason' | 'status' | 'code'> {
  const { kind: reason } = problem;
  if (problem.kind === 'http-status') return { reason, status: problem.status };
  return problem.kind === 'connection-failed' ? { reason, code: problem.code } : { reason };
}
