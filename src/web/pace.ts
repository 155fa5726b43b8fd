import type { HttpConfig } from '../config/schema.ts';

/** The usual time of a host is known after so many responses; the first are robots.txt and sitemaps. */
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

type PaceConfig = Pick<HttpConfig['perHost'], 'connections' | 'delayMs' | 'maxCrawlDelayMs'>;

/**
 * Request rate of one host: never above the configured rate and the `Crawl-delay`, and lower while
 * the host is slow. A host is slow while the moving mean of its time to headers (about four
 * responses) exceeds twice the usual time, a slower moving mean, and by at least half a second.
 * Requests then use one connection and a delay of twice the recent mean (at most
 * `maxCrawlDelayMs`). The host has recovered below 1.5 times the usual time. Slow responses also
 * move the usual time, with less weight, so a host that stays slower counts as usual after some
 * twenty responses. Unlike Scrapy's AutoThrottle, the rate never exceeds the configured one.
 */
export class Pace {
  readonly #config: PaceConfig;
  #crawlDelayMs = 0;
  #responses = 0;
  #recentMs = 0;
  #usualMs = 0;
  #isSlow = false;

  constructor(config: PaceConfig) {
    this.#config = config;
  }

  /** The least time between the starts of two requests, in milliseconds. */
  get delayMs(): number {
    const { delayMs, maxCrawlDelayMs } = this.#config;
    const slowMs = this.#isSlow ? Math.min(slowDelayFactor * this.#recentMs, maxCrawlDelayMs) : 0;
    return Math.max(delayMs, this.#crawlDelayMs, slowMs);
  }

  /** Requests at once. */
  get connections(): number {
    return this.#isSlow ? 1 : this.#config.connections;
  }

  get isSlow(): boolean {
    return this.#isSlow;
  }

  /**
   * Applies the `Crawl-delay` of robots.txt, up to `maxCrawlDelayMs`; the longest counts.
   * @returns the delay in effect, in milliseconds
   */
  askForDelay(ms: number): number {
    this.#crawlDelayMs = Math.max(this.#crawlDelayMs, Math.min(ms, this.#config.maxCrawlDelayMs));
    return this.#crawlDelayMs;
  }

  /** Records the time to the headers of a good response, in milliseconds. */
  answered(ms: number): void {
    this.#responses += 1;
    const usualShare = this.#isSlow ? slowWeight : usualWeight;
    // The first responses count equally.
    this.#usualMs += (ms - this.#usualMs) * Math.max(usualShare, 1 / this.#responses);
    this.#recentMs += (ms - this.#recentMs) * Math.max(recentWeight, 1 / this.#responses);
    if (this.#responses < warmUp) return;
    const factor = this.#isSlow ? recoveredFactor : slowFactor;
    const isBeyond = this.#recentMs > factor * this.#usualMs;
    this.#isSlow = isBeyond && (this.#isSlow || this.#recentMs - this.#usualMs > slowMarginMs);
  }
}
