import type { Problem, ProblemOf } from '../model/problem.ts';
import type { Clock } from '../threads/clock.ts';
import { backOffMs } from './retry-after.ts';
import { concernsWholeHost } from './transport-problem.ts';

interface HostBreakerOptions {
  readonly clock: Clock;
  /** URLs that fail in a row before the host is given up. */
  readonly maxFailures: number;
  /** The first back-off after a failure, in milliseconds. */
  readonly backOffMs: number;
}

/** Why a host was given up: how many URLs failed in a row, and the last failure. */
type GivenUpReason = Omit<ProblemOf<'host-given-up'>, 'kind' | 'url' | 'host'>;

/** The pause before the trial request, in multiples of the first back-off: 30 s where that is 0.5 s. */
const lastPauseFactor = 60;

/**
 * Circuit breaker of one host. A failure pauses the host, or only its URL where the failure may be
 * the URL's own; the back-off grows with each failure in a row until a request succeeds. After
 * `maxFailures` failed URLs in a row the host pauses once more, then one trial request decides
 * (`isOnTrial`): if it fails too, the host is given up for the run.
 */
export class HostBreaker {
  readonly #options: HostBreakerOptions;
  /** Failed requests since the last success. */
  #failures = 0;
  /** URLs given up since the last success. */
  #failedUrls = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #pausedMs = 0;
  /** `due`: the next request decides; `begun`: that request is under way. */
  #trial: 'none' | 'due' | 'begun' = 'none';
  #givenUp: GivenUpReason | undefined;

  constructor(options: HostBreakerOptions) {
    this.#options = options;
  }

  /** The time, by the clock, from which requests may be sent again. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Total time that the host has paused so far, in milliseconds. */
  get pausedMs(): number {
    return this.#pausedMs - Math.max(0, this.#pausedUntil - this.#options.clock.now());
  }

  /** Whether a single trial request decides about the host. */
  get isOnTrial(): boolean {
    return this.#trial !== 'none';
  }

  /** Whether the latest URL failed; further URLs are then tried only once. */
  get isFailing(): boolean {
    return this.#failedUrls > 0;
  }

  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  get givenUp(): GivenUpReason | undefined {
    return this.#givenUp;
  }

  /** Records that a request starts. */
  begun(): void {
    if (this.#trial === 'due') this.#trial = 'begun';
  }

  /** Records a response that shows no failure of the host. */
  succeeded(): void {
    this.#failures = 0;
    this.#failedUrls = 0;
    this.#trial = 'none';
  }

  /**
   * Records a failed request. The whole host pauses where it sent `Retry-After`, where the failure
   * is not the URL's own, and where the URL before failed too.
   * @param requestedMs see `requestedWait`
   * @returns the wait before the next try at the URL, in milliseconds
   */
  failed(problem: Problem, requestedMs: number | undefined): number {
    this.#failures += 1;
    const { backOffMs: baseMs, clock } = this.#options;
    const waitMs = requestedMs ?? backOffMs(baseMs, this.#failures, clock.random());
    const concernsHost = requestedMs !== undefined || concernsWholeHost(problem);
    if (concernsHost || this.isFailing) this.#pause(waitMs);
    return waitMs;
  }

  /** Records that all tries at a URL failed. */
  gaveUp(problem: Problem): void {
    this.#failedUrls += 1;
    if (this.#failedUrls < this.#options.maxFailures) return;
    if (this.#trial === 'begun') {
      this.#givenUp ??= { failures: this.#failedUrls, ...reasonOf(problem) };
    } else if (this.#trial === 'none') {
      // Other requests under way do not decide the trial when they fail.
      this.#trial = 'due';
      this.#pause(lastPauseFactor * this.#options.backOffMs);
    }
  }

  /** A shorter pause does not shorten a longer one. */
  #pause(forMs: number): void {
    const now = this.#options.clock.now();
    const until = now + forMs;
    if (until <= this.#pausedUntil) return;
    this.#pausedMs += until - Math.max(now, this.#pausedUntil);
    this.#pausedUntil = until;
  }
}

function reasonOf(problem: Problem): Pick<GivenUpReason, 'reason' | 'status' | 'code'> {
  const { kind: reason } = problem;
  if (problem.kind === 'http-status') return { reason, status: problem.status };
  return problem.kind === 'connection-failed' ? { reason, code: problem.code } : { reason };
}
