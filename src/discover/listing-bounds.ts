import { startOf, type Limits, type Source } from '../config/schema.ts';
import { systemClock } from '../http/clock.ts';
import type { Problem } from '../model/problem.ts';
import type { Listed } from './discoverer.ts';

type Bounds = Pick<Limits, 'listingMs' | 'sitemapsPerSource' | 'urlsPerSource'>;

/** How much one source may list, and how long it may take for that. What is over ends the listing, which is told. */
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
   * Counts an item that came, and how long it kept us waiting. There may be as many entries for
   * sitemaps, of which one can be named without end, as for URLs: those of an index take no room
   * from what they list.
   * @returns the bound that it is beyond, if it is
   */
  take(item: Listed): Problem | undefined {
    this.#waitedMs += systemClock.now() - this.#since;
    const { urlsPerSource: maxUrls, sitemapsPerSource: maxSitemaps } = this.#limits;
    const { listingMs: timeoutMs } = this.#limits;
    const of = { url: startOf(this.#source), source: this.#source.name };
    if (item.kind === 'url' || item.kind === 'sitemap') this.#listed[item.kind] += 1;
    if (item.kind === 'sitemap') this.#sitemaps.add(item.url);
    if (Math.max(this.#listed.url, this.#listed.sitemap) > maxUrls)
      return { kind: 'source-too-large', ...of, maxUrls };
    if (this.#sitemaps.size > maxSitemaps) {
      return { kind: 'too-many-sitemaps', ...of, maxSitemaps };
    }
    return this.#waitedMs > timeoutMs ? { kind: 'listing-timed-out', ...of, timeoutMs } : undefined;
  }

  /**
   * The item has been dealt with, and the next is asked for. What passed meanwhile does not count: a listing is read over
   * hours, since what it lists is harvested in between.
   */
  resume(): void {
    this.#since = systemClock.now();
  }
}
