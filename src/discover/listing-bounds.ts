import { startOf, type Limits, type Source } from '../config/schema.ts';
import { systemClock } from '../http/clock.ts';
import type { Problem } from '../model/problem.ts';
import type { Listed } from './discoverer.ts';

type Bounds = Pick<Limits, 'listingMs' | 'sitemapsPerSource' | 'urlsPerSource'>;

/**
 * Limits how much one source may list, and for how long. An exceeded limit ends the listing and is
 * reported.
 */
export class ListingBounds {
  readonly #source: Source;
  readonly #limits: Bounds;
  readonly #sitemaps = new Set<string>();
  readonly #listed = { url: 0, sitemap: 0 };
  #waitedMs = 0;
  #since = systemClock.now();

  constructor(source: Source, limits: Bounds) {
    this.#source = source;
    this.#limits = limits;
  }

  /**
   * Counts an item and the time spent waiting for it. Sitemap entries, which may repeat one sitemap
   * without end, have the same limit as URLs but are counted separately.
   * @returns the limit that is exceeded, if any
   */
  take(item: Listed): Problem | undefined {
    this.#waitedMs += systemClock.now() - this.#since;
    const { urlsPerSource: maxUrls, sitemapsPerSource: maxSitemaps } = this.#limits;
    const { listingMs: timeoutMs } = this.#limits;
    const source = { url: startOf(this.#source), source: this.#source.name };
    if (item.kind === 'url' || item.kind === 'sitemap') this.#listed[item.kind] += 1;
    if (item.kind === 'sitemap') this.#sitemaps.add(item.url);
    if (Math.max(this.#listed.url, this.#listed.sitemap) > maxUrls)
      return { kind: 'source-too-large', ...source, maxUrls };
    if (this.#sitemaps.size > maxSitemaps) {
      return { kind: 'too-many-sitemaps', ...source, maxSitemaps };
    }
    return this.#waitedMs > timeoutMs
      ? { kind: 'listing-timed-out', ...source, timeoutMs }
      : undefined;
  }

  /**
   * Restarts the clock after an item was processed. Processing time does not count: a listing is
   * read over hours, since its targets are harvested in between.
   */
  resume(): void {
    this.#since = systemClock.now();
  }
}
