import type { HttpConfig } from '../config/schema.ts';

/** Answers by which it is learnt how long a host usually takes. The first ones are robots.txt and sitemaps. */
const warmUp = 10;
/** The weight of an answer in the mean of the recent ones, and in that of the usual ones: otherwise, and while it is slow. */
const recentWeight = 1 / 4;
const usualWeight = 1 / 16;
const slowWeight = 1 / 32;
/** Clearly slower than usual: by this factor, and by so many milliseconds at least, which a busy machine does not make. */
const slowFactor = 2;
const slowMarginMs = 500;
/** Less than this factor is as usual again. */
const recoveredFactor = 1.5;
/** The delay between two requests to a slow host, as a multiple of the time it takes: it rests half of the time. */
const slowDelayFactor = 2;

/**
 * How fast a host may be asked: never faster than configured and than its robots.txt asks for, and slower while it is slow.
 *
 * It is slow while the moving mean of the time to headers (of the last four answers or so) is more than twice what is usual
 * for this host, a slower moving mean of the same, and by half a second at least. Then it is asked over one connection, with
 * a delay of twice the recent mean (at most `maxCrawlDelayMs`). It has recovered once the mean is below one and a half times
 * the usual one. What is usual is also learnt from slow answers, though less, so that a host which stays slower is at its
 * usual again after some twenty answers. This is what Scrapy's AutoThrottle does, but for one thing: that goes as fast as a
 * host answers, this only ever slows down.
 */
export class Pace {
  readonly #config: Pick<HttpConfig['perHost'], 'connections' | 'delayMs' | 'maxCrawlDelayMs'>;
  #crawlDelayMs = 0;
  #answers = 0;
  #recentMs = 0;
  #usualMs = 0;
  #isSlow = false;

  constructor(config: Pick<HttpConfig['perHost'], 'connections' | 'delayMs' | 'maxCrawlDelayMs'>) {
    this.#config = config;
  }

  /** Least time between the starts of two requests. */
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
   * Applies the `Crawl-delay` that robots.txt asks of us, up to the cap; of several the longest
   * counts. @returns what is kept to
   */
  askForDelay(ms: number): number {
    this.#crawlDelayMs = Math.max(this.#crawlDelayMs, Math.min(ms, this.#config.maxCrawlDelayMs));
    return this.#crawlDelayMs;
  }

  /** The headers of a good answer came after so many milliseconds. */
  answered(ms: number): void {
    this.#answers += 1;
    const usualShare = this.#isSlow ? slowWeight : usualWeight;
    // Of the first ones it is the plain mean.
    this.#usualMs += (ms - this.#usualMs) * Math.max(usualShare, 1 / this.#answers);
    this.#recentMs += (ms - this.#recentMs) * Math.max(recentWeight, 1 / this.#answers);
    if (this.#answers < warmUp) return;
    const factor = this.#isSlow ? recoveredFactor : slowFactor;
    const isBeyond = this.#recentMs > factor * this.#usualMs;
    this.#isSlow = isBeyond && (this.#isSlow || this.#recentMs - this.#usualMs > slowMarginMs);
  }
}
