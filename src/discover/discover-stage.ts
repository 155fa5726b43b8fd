import { type Limits, type Source, type SourceKind, startOf } from '../config/schema.ts';
import { expandTemplate } from '../config/source-options.ts';
import { type Target, targetUrl } from '../model/target.ts';
import type { ListingMemories } from '../model/harvest-memory.ts';
import type { Outcome, Stage, StageContext } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { SitemapRead } from '../model/run.ts';
import { systemClock } from '../threads/clock.ts';
import {
  type DiscoverContext,
  type Discoverer,
  type ListedUrl,
  type ListingItem,
  normalizeConfiguredUrl,
  type SourceOfKind,
} from './discoverer.ts';
import { discoverDois } from './dois.ts';
import { discoverFolder } from './folder.ts';
import { discoverOai } from './oai.ts';
import { discoverSite } from './site.ts';
import { SitemapTree } from './sitemap-tree.ts';
import { createUrlFilter } from './url-filter.ts';

/** The discoverers of all kinds of source; a missing kind does not compile. */
const discoverers = {
  site: discoverSite,
  sitemap: discoverSitemap,
  list: ({ list }) => discoverList(list),
  catalog: ({ catalog }) => discoverList(catalog),
  urls: discoverUrls,
  folder: discoverFolder,
  oai: discoverOai,
  dois: discoverDois,
} satisfies { [Kind in SourceKind]: Discoverer<Kind> };

type Bounds = Pick<Limits, 'listingMs' | 'sitemapsPerSource' | 'urlsPerSource'>;

interface DiscoverOptions extends Omit<
  DiscoverContext,
  'memory' | 'now' | 'onSitemap' | 'signal' | 'source'
> {
  /** Told of each sitemap that a source reads. */
  readonly onSitemap?: (source: string, read: SitemapRead) => void;
  readonly limits: DiscoverContext['limits'] & Bounds;
  /** What earlier listings of each source returned; undefined to read all listings in full. */
  readonly memory: Pick<ListingMemories<ListingItem>, 'of'> | undefined;
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
  async function* process(
    source: Source,
    { signal, now }: StageContext,
  ): AsyncGenerator<Outcome<Target>> {
    const { name } = source;
    const isWanted = createUrlFilter(source);
    const bounds = new ListingBounds(source, options.limits);
    const memory = options.memory?.of(name);
    // The compiler cannot correlate the key with the kind of a union.
    const discover = discoverers[source.kind] as Discoverer<SourceKind>;
    let targets = 0;
    let isPartial = false;
    const onSitemap = (read: SitemapRead): void => options.onSitemap?.(name, read);
    const context = { ...options, source: name, memory, signal, now, onSitemap };
    for await (const item of discover(source, context)) {
      const excess = bounds.take(item);
      if (excess !== undefined) {
        yield { kind: 'failed', problem: excess };
        break;
      }
      if (item.kind === 'notice') isPartial ||= item.problem.kind === 'listing-partial';
      const outcome = toOutcome(withPolicy(item, options), source, isWanted);
      if (outcome?.kind === 'produced') targets += 1;
      if (outcome !== undefined) yield outcome;
      bounds.resume();
    }
    if (targets === 0 && !isPartial) {
      const place = { url: startOf(source), source: name };
      const problem = { kind: 'source-empty', ...place, ...removalFacts(options) } as const;
      yield { kind: 'failed', problem };
    }
  }
  return { name: 'discover', process };
}

type RemovalPolicy = Pick<DiscoverContext, 'allowRemovals'>;

function removalFacts({ allowRemovals }: RemovalPolicy): { readonly removalsAllowed?: true } {
  return allowRemovals ? { removalsAllowed: true } : {};
}

/** An item of a listing, which may be kept from an earlier run, with what holds in this run. */
function withPolicy(item: ListingItem, policy: RemovalPolicy): ListingItem {
  if (item.kind !== 'problem' || item.problem.kind !== 'sitemap-empty') return item;
  return { ...item, problem: { ...item.problem, ...removalFacts(policy) } };
}

/** Lists a sitemap; a missing one (404, 410) is `no-sitemap`. */
async function* discoverSitemap(
  { sitemap, robots }: SourceOfKind<'sitemap'>,
  context: DiscoverContext,
): AsyncGenerator<ListingItem> {
  const url = normalizeConfiguredUrl(sitemap);
  let isFirst = true;
  const tree = new SitemapTree(context, { robots, configured: url });
  for await (const item of tree.list(url, { by: 'configuration' })) {
    yield isFirst && isMissing(item)
      ? { kind: 'problem', problem: { kind: 'no-sitemap', url, tried: [url] } }
      : item;
    isFirst = false;
  }
}

/** Of the sitemap itself where it is the first item: what a sitemap names follows its own item. */
function isMissing(item: ListingItem): boolean {
  if (item.kind !== 'problem' || item.problem.kind !== 'http-status') return false;
  return item.problem.status === 404 || item.problem.status === 410;
}

/**
 * Lists a list, or the first page of a catalogue, itself: its records, references and further pages
 * are found when it is extracted.
 */
async function* discoverList(configuredUrl: string): AsyncGenerator<ListingItem> {
  const url = normalizeConfiguredUrl(configuredUrl);
  yield { kind: 'url', url, found: { by: 'list' }, isList: true };
}

async function* discoverUrls({ urls }: SourceOfKind<'urls'>): AsyncGenerator<ListingItem> {
  for (const url of urls) {
    yield { kind: 'url', url: normalizeConfiguredUrl(url), found: { by: 'urls' } };
  }
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
  readonly #place: { readonly url: string; readonly source: string };
  readonly #limits: Bounds;
  readonly #sitemaps = new Set<string>();
  readonly #listed = { url: 0, sitemap: 0 };
  #waitedMs = 0;
  #since = systemClock.now();

  constructor(source: Source, limits: Bounds) {
    this.#place = { url: startOf(source), source: source.name };
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
    const place = this.#place;
    if (item.kind === 'url' || item.kind === 'sitemap') this.#listed[item.kind] += 1;
    if (item.kind === 'sitemap') this.#sitemaps.add(item.url);
    if (Math.max(this.#listed.url, this.#listed.sitemap) > maxUrls)
      return { kind: 'source-too-large', ...place, maxUrls };
    if (this.#sitemaps.size > maxSitemaps)
      return { kind: 'too-many-sitemaps', ...place, maxSitemaps };
    if (this.#waitedMs > timeoutMs) return { kind: 'listing-timed-out', ...place, timeoutMs };
    return undefined;
  }

  /**
   * Restarts the clock after an item was processed. Processing time does not count: a listing is
   * read over hours, since its targets are harvested in between.
   */
  resume(): void {
    this.#since = systemClock.now();
  }
}
