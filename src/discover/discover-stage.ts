import { type Limits, type Source, startOf } from '../config/schema.ts';
import { expandTemplate } from '../config/url-template.ts';
import { type Target, targetUrl } from '../model/target.ts';
import type { ListingMemories, ListingMemory, SiteMemory } from '../model/harvest-memory.ts';
import type { HttpReader } from '../model/http.ts';
import type { Outcome, Stage, StageContext } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import { systemClock } from '../threads/clock.ts';
import type { RobotsCache } from '../web/robots/robots-book.ts';
import type { ListedUrl, ListingItem, ListingLimits } from './discoverer.ts';
import { listSource } from './discoverers.ts';
import { createUrlFilter } from './url-filter.ts';

type Bounds = Pick<Limits, 'listingMs' | 'sitemapsPerSource' | 'urlsPerSource'>;

interface DiscoverOptions {
  readonly http: HttpReader;
  readonly robots: RobotsCache;
  readonly limits: ListingLimits & Bounds;
  /** What earlier listings of each source returned; by default nothing. */
  readonly memory?: Pick<ListingMemories<ListingItem>, 'of'> | undefined;
  readonly sites?: SiteMemory | undefined;
  /** Whether removals are confirmed, see `DiscoverContext`; by default they are not. */
  readonly allowRemovals?: boolean | undefined;
}

/**
 * Creates the stage that lists the targets of a source, in listing order and while the listing is
 * being read. A URL may be listed more than once: the frontier, which knows all sources, keeps the
 * first.
 *
 * A *failed* outcome means that the listing is incomplete: a sitemap broke off, or an entry is not
 * a URL. Records may be treated as removed only when no outcome failed. A source without any target
 * always fails (`source-empty`), since an empty listing is more likely a mistake than an empty
 * site. An abort is thrown as the signal's reason.
 */
export function createDiscoverStage(options: DiscoverOptions): Stage<Source, Target> {
  const { http, robots, limits, memory: memories } = options;
  const { sites = nullSiteMemory, allowRemovals = false } = options;

  async function* process(
    source: Source,
    { signal, now }: StageContext,
  ): AsyncGenerator<Outcome<Target>> {
    const isWanted = createUrlFilter(source);
    const { name } = source;
    const memory = memories?.of(name) ?? nullListingMemory;
    const bounds = new ListingBounds(source, limits);
    let targets = 0;
    let isPartial = false;
    const known = { http, robots, limits, sites, allowRemovals, memory };
    for await (const item of listSource(source, { ...known, source: name, signal, now })) {
      const excess = bounds.take(item);
      if (excess !== undefined) {
        yield { kind: 'failed', problem: excess };
        break;
      }
      if (item.kind === 'notice') isPartial ||= item.problem.kind === 'listing-partial';
      const outcome = toOutcome(item, source, isWanted);
      if (outcome?.kind === 'produced') targets += 1;
      if (outcome !== undefined) yield outcome;
      bounds.resume();
    }
    if (targets === 0 && !isPartial) {
      const problem = { kind: 'source-empty', url: startOf(source), source: name } as const;
      yield { kind: 'failed', problem };
    }
  }
  return { name: 'discover', process };
}

/** The outcome of a listing item; undefined for sitemaps, which are not targets. */
function toOutcome(
  item: ListingItem,
  source: Source,
  isWanted: (url: string) => boolean,
): Outcome<Target> | undefined {
  if (item.kind === 'problem') return { kind: 'failed', problem: item.problem };
  if (item.kind === 'notice') return { kind: 'noted', problem: item.problem };
  if (item.kind === 'sitemap') return undefined;
  const { kind: _, ...place } = item;
  const { url, found } = place;
  // Filters apply to the records of a list, not to the list. A labelled entry is filtered by its
  // own URL, which is the one that people know.
  if (place.isList !== true && !isWanted(found.describes ?? url)) {
    return { kind: 'skipped', url, reason: 'excluded' };
  }
  return {
    kind: 'produced',
    value: { ...applyTemplate(place, source), source: source.name, depth: 0 },
  };
}

type Place = Omit<ListedUrl, 'kind'>;

/**
 * Applies the URL template of the source. A link that the listing labels takes precedence, and a
 * catalogue is metadata itself.
 */
function applyTemplate(place: Place, { template }: Source): Place {
  const { url, found, isList } = place;
  if (template === undefined || found.describes !== undefined || isList === true) return place;
  const metadata = targetUrl(expandTemplate(template, url));
  return metadata === undefined
    ? place
    : { ...place, url: metadata, found: { ...found, describes: url } };
}

/**
 * Limits how much one source may list, and for how long. An exceeded limit ends the listing and is
 * reported.
 */
class ListingBounds {
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
  take(item: ListingItem): Problem | undefined {
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

/** A listing memory that keeps nothing. */
export const nullListingMemory: ListingMemory<ListingItem> = {
  known: async () => undefined,
  begin: async () => ({
    add: async () => undefined,
    end: async () => undefined,
    close: () => undefined,
  }),
};

/** A site memory that keeps nothing. */
export const nullSiteMemory: SiteMemory = {
  get: async () => undefined,
  put: async () => undefined,
};
