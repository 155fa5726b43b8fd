import type { HttpConfig } from '../config/schema.ts';
import type { HttpHeaders } from '../model/http.ts';
import type { Problem, ProblemOf } from '../model/problem.ts';
import { parseUtcMs } from '../text/amounts.ts';
import type { Clock } from '../threads/clock.ts';
import { concernsWholeHost } from './transport-problem.ts';

/** The number of responses after which the usual time of a host is known. */
const warmUp = 10;
/** The weight of a response in the recent mean, and in the usual mean: normally, and while slow. */
const recentWeight = 1 / 4;
const usualWeight = 1 / 16;
const slowWeight = 1 / 32;
/**
 * A host is slow beyond this factor and at least this many milliseconds, so that a busy machine
 * alone does not count.
 */
const slowFactor = 2;
const slowMarginMs = 500;
/** Below this factor the host has recovered. */
const recoveredFactor = 1.5;
/** The delay for a slow host as a multiple of its response time: it is idle half of the time. */
const slowDelayFactor = 2;

/** What `Pace` knows of a host. */
export interface PaceClocks {
  readonly isSlow: boolean;
  readonly crawlDelayMs: number;
  readonly responses: number;
  readonly recentMs: number;
  readonly usualMs: number;
}

type PaceConfig = Pick<HttpConfig['perHost'], 'connections' | 'delayMs' | 'maxCrawlDelayMs'>;

/**
 * Request rate of one host: never above the configured rate and the `Crawl-delay`, and lower while
 * the host is slow. A host is slow while the moving mean of its time to headers (about four
 * responses) exceeds the usual time, a slower moving mean. Slow responses also move the usual time,
 * so a host that stays slower counts as usual after some twenty responses.
 */
export class Pace {
  /** Whether requests use one connection and a longer delay. */
  isSlow = false;
  readonly #config: PaceConfig;
  #crawlDelayMs = 0;
  #responses = 0;
  #recentMs = 0;
  #usualMs = 0;

  constructor(config: PaceConfig) {
    this.#config = config;
  }

  get clocks(): PaceClocks {
    return {
      isSlow: this.isSlow,
      crawlDelayMs: this.#crawlDelayMs,
      responses: this.#responses,
      recentMs: this.#recentMs,
      usualMs: this.#usualMs,
    };
  }

  /** Goes on from what another process knows. */
  set clocks({ isSlow, crawlDelayMs, responses, recentMs, usualMs }: PaceClocks) {
    this.isSlow = isSlow;
    this.#crawlDelayMs = Math.max(this.#crawlDelayMs, crawlDelayMs);
    this.#responses = responses;
    this.#recentMs = recentMs;
    this.#usualMs = usualMs;
  }

  /** The least time between the starts of two requests, in milliseconds. */
  get delayMs(): number {
    const { delayMs, maxCrawlDelayMs } = this.#config;
    const slowMs = this.isSlow ? Math.min(slowDelayFactor * this.#recentMs, maxCrawlDelayMs) : 0;
    return Math.max(delayMs, this.#crawlDelayMs, slowMs);
  }

  /** Requests at once. */
  get connections(): number {
    return this.isSlow ? 1 : this.#config.connections;
  }

  /**
   * Applies the `Crawl-delay` of robots.txt, up to `maxCrawlDelayMs`; the longest counts.
   * @returns the delay in effect, in milliseconds
   */
  applyCrawlDelay(ms: number): number {
    this.#crawlDelayMs = Math.max(this.#crawlDelayMs, Math.min(ms, this.#config.maxCrawlDelayMs));
    return this.#crawlDelayMs;
  }

  /** Records the time to the headers of a good response, in milliseconds. */
  answered(ms: number): void {
    this.#responses += 1;
    const usualShare = this.isSlow ? slowWeight : usualWeight;
    // The first responses count equally.
    this.#usualMs += (ms - this.#usualMs) * Math.max(usualShare, 1 / this.#responses);
    this.#recentMs += (ms - this.#recentMs) * Math.max(recentWeight, 1 / this.#responses);
    if (this.#responses < warmUp) return;
    const factor = this.isSlow ? recoveredFactor : slowFactor;
    const isBeyond = this.#recentMs > factor * this.#usualMs;
    this.isSlow = isBeyond && (this.isSlow || this.#recentMs - this.#usualMs > slowMarginMs);
  }
}

interface HostBreakerOptions {
  readonly clock: Clock;
  /** URLs that fail in a row before the host is given up. */
  readonly maxFailures: number;
  /** The first back-off after a failure, in milliseconds. */
  readonly backOffMs: number;
}

/** Why a host was given up: how many URLs failed in a row, and the last failure. */
type GivenUpReason = Omit<ProblemOf<'host-given-up'>, 'kind' | 'url' | 'host'>;

/** What `HostBreaker` knows of a host. */
export interface HostBreakerClocks {
  readonly failures: number;
  readonly failedUrls: number;
  readonly trial: 'none' | 'due' | 'begun';
  /** How long the host still pauses, in milliseconds. */
  readonly pausedForMs: number;
  readonly givenUp?: GivenUpReason;
}

/** The pause before the trial request, as a multiple of the first back-off. */
const lastPauseFactor = 60;

/**
 * Circuit breaker of one host. A failure pauses the host, or only its URL where the failure may be
 * the URL's own; the back-off grows with each failure in a row until a request succeeds. After
 * `maxFailures` failed URLs in a row the host pauses once more, then one trial request decides: if
 * it fails too, the host is given up for the run.
 */
export class HostBreaker {
  /** The time, by the clock, from which requests may be sent again. */
  pausedUntil = Number.NEGATIVE_INFINITY;
  /** Failed requests since the last success. */
  failures = 0;
  givenUp: GivenUpReason | undefined;
  readonly #options: HostBreakerOptions;
  /** URLs given up since the last success. */
  #failedUrls = 0;
  #pausedMs = 0;
  /** `due`: the next request decides; `begun`: that request is under way. */
  #trial: HostBreakerClocks['trial'] = 'none';

  constructor(options: HostBreakerOptions) {
    this.#options = options;
  }

  get clocks(): HostBreakerClocks {
    return {
      failures: this.failures,
      failedUrls: this.#failedUrls,
      trial: this.#trial,
      pausedForMs: Math.max(0, this.pausedUntil - this.#options.clock.now()),
      ...(this.givenUp === undefined ? {} : { givenUp: this.givenUp }),
    };
  }

  /** Goes on from what another process knows. */
  set clocks({ failures, failedUrls, trial, pausedForMs, givenUp }: HostBreakerClocks) {
    this.failures = failures;
    this.#failedUrls = failedUrls;
    // The request that decides was lost with the process that began it.
    this.#trial = trial === 'begun' ? 'due' : trial;
    this.givenUp ??= givenUp;
    const until = this.#options.clock.now() + pausedForMs;
    if (pausedForMs > 0) this.pausedUntil = Math.max(this.pausedUntil, until);
  }

  /** Total time that the host has paused so far, in milliseconds. */
  get pausedMs(): number {
    return this.#pausedMs - Math.max(0, this.pausedUntil - this.#options.clock.now());
  }

  /** Whether a single trial request decides about the host. */
  get isOnTrial(): boolean {
    return this.#trial !== 'none';
  }

  /** Whether the latest URL failed; further URLs are then tried only once. */
  get isFailing(): boolean {
    return this.#failedUrls > 0;
  }

  /** Records that a request starts. */
  begun(): void {
    if (this.#trial === 'due') this.#trial = 'begun';
  }

  /** Records a response that shows no failure of the host. */
  succeeded(): void {
    this.failures = 0;
    this.#failedUrls = 0;
    this.#trial = 'none';
  }

  /**
   * Records a failed request. The whole host pauses where it sent `Retry-After`, where the failure
   * is not the URL's own, and where the URL before failed too.
   * @param requestedMs the wait that the host requests, in milliseconds
   * @returns the wait before the next try at the URL, in milliseconds
   */
  failed(problem: Problem, requestedMs: number | undefined): number {
    this.failures += 1;
    const { backOffMs: baseMs, clock } = this.#options;
    const waitMs = requestedMs ?? backOffMs(baseMs, this.failures, clock.random());
    const concernsHost = requestedMs !== undefined || concernsWholeHost(problem);
    if (concernsHost || this.isFailing) this.#pause(waitMs);
    return waitMs;
  }

  /** Records that all tries at a URL failed. */
  gaveUp(problem: Problem): void {
    this.#failedUrls += 1;
    if (this.#failedUrls < this.#options.maxFailures) return;
    if (this.#trial === 'begun') {
      this.givenUp ??= { failures: this.#failedUrls, ...reasonOf(problem) };
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
    if (until <= this.pausedUntil) return;
    this.#pausedMs += until - Math.max(now, this.pausedUntil);
    this.pausedUntil = until;
  }
}

function reasonOf(problem: Problem): Pick<GivenUpReason, 'reason' | 'status' | 'code'> {
  const { kind: reason } = problem;
  if (problem.kind === 'http-status') return { reason, status: problem.status };
  return problem.kind === 'connection-failed' ? { reason, code: problem.code } : { reason };
}

/**
 * The wait that a response requests by `Retry-After` (RFC 9110 §10.2.3). A date is read against the
 * server's own `Date`, since clocks differ.
 * @returns milliseconds, never negative; undefined where the field is absent or unreadable
 */
export function retryAfterMs(
  { date = '', 'retry-after': field = '' }: HttpHeaders,
  now: Date,
): number | undefined {
  const value = field.trim();
  if (/^\d+$/u.test(value)) return Number(value) * 1000;
  // All three forms of dates begin with the name of a day (RFC 9110 §5.6.7); `Date.parse` would
  // also read "-5".
  if (!/^[a-z]{3}/iu.test(value)) return undefined;
  // The asctime form names no zone and means UTC.
  const until = Date.parse(/GMT$/iu.test(value) ? value : `${value} GMT`);
  const sentAt = parseUtcMs(date);
  const ms = until - (Number.isNaN(sentAt) ? now.getTime() : sentAt);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

const longestBackOffMs = 30_000;

/**
 * Exponential back-off after a failure, in milliseconds: doubles each time, at most 30 s, with
 * jitter from half to all of that so that requests that failed together do not retry together.
 * @param failures failures in a row, from 1
 * @param chance from 0 to 1
 */
export function backOffMs(baseMs: number, failures: number, chance: number): number {
  const longest = Math.min(longestBackOffMs, baseMs * 2 ** (failures - 1));
  return longest * (0.5 + chance / 2);
}
