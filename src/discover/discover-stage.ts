import { startOf, type Limits, type Source } from '../config/schema.ts';
import { expandTemplate } from '../config/url-template.ts';
import type { HttpReader } from '../model/http.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Stage, StageContext } from '../model/stage.ts';
import { targetUrl } from '../model/target-url.ts';
import type { Target } from '../model/target.ts';
import type { RobotsBook } from '../robots/robots-book.ts';
import type { ListingMemories } from '../model/listing-memory.ts';
import type { SiteMemory } from '../model/site-memory.ts';
import { forgetful, noSites } from './forgetful.ts';
import type { Listed, ListedUrl, ListingLimits } from './discoverer.ts';
import { listSource } from './discoverers.ts';
import { ListingBounds } from './listing-bounds.ts';
import { createUrlFilter } from './url-filter.ts';

export interface DiscoverOptions {
  readonly http: HttpReader;
  readonly robots: RobotsBook;
  readonly limits: ListingLimits &
    Pick<Limits, 'listingMs' | 'sitemapsPerSource' | 'urlsPerSource'>;
  /** By default nothing is known from before. */
  readonly memory?: Pick<ListingMemories<Listed>, 'of'> | undefined;
  readonly sites?: SiteMemory | undefined;
  /** See `Reading`; by default nothing is confirmed. */
  readonly allowRemovals?: boolean | undefined;
}

/**
 * Makes the stage that finds out what a source lists. Its targets come in the order of the listing and while it is
 * being read. One URL may come more than once: the frontier, which knows all sources, keeps the first.
 *
 * A *failed* outcome means that the listing is incomplete: something was or may have been listed that no target and no
 * skipped outcome stands for, be it a sitemap that broke off or one entry that is no URL. Only where there is none
 * may what was not listed be taken for gone. A source without any target fails always (`source-empty`), since an empty
 * listing is rather a mistake than an empty site. An abort is thrown, as the signal's reason.
 */
export function createDiscoverStage(options: DiscoverOptions): Stage<Source, Target> {
  const { http, robots, limits, memory: memories } = options;
  const { sites = noSites, allowRemovals = false } = options;
  const known = { http, robots, limits, sites, allowRemovals };

  async function* process(
    source: Source,
    { signal, now }: StageContext,
  ): AsyncGenerator<Outcome<Target>> {
    const wanted = createUrlFilter(source);
    const { name } = source;
    const memory = memories?.of(name) ?? forgetful<Listed>();
    const bounds = new ListingBounds(source, limits);
    let targets = 0;
    let isPart = false;
    const reading = { ...known, source: name, memory, signal, now };
    for await (const item of listSource(source, reading)) {
      const excess = bounds.take(item);
      if (excess !== undefined) {
        yield { kind: 'failed', problem: excess };
        break;
      }
      if (item.kind === 'notice') isPart ||= item.problem.kind === 'listing-partial';
      const outcome = outcomeOf(item, source, wanted);
      if (outcome?.kind === 'produced') targets += 1;
      if (outcome !== undefined) yield outcome;
      bounds.resume();
    }
    if (targets === 0 && !isPart) {
      const url = startOf(source);
      yield { kind: 'failed', problem: { kind: 'source-empty', url, source: source.name } };
    }
  }
  return { name: 'discover', process };
}

/** What there is to say of an item; nothing of sitemaps, which are no targets. */
function outcomeOf(
  item: Listed,
  source: Source,
  wanted: (url: string) => boolean,
): Outcome<Target> | undefined {
  if (item.kind === 'problem') return { kind: 'failed', problem: item.problem };
  if (item.kind === 'notice') return { kind: 'noted', problem: item.problem };
  if (item.kind === 'sitemap') return undefined;
  const { kind: _, ...place } = item;
  const { url, found } = place;
  // The list of a source is where what is filtered comes from. Of an entry, its own URL is what people know and filter.
  if (place.isList !== true && !wanted(found.describes ?? url)) {
    return { kind: 'skipped', url, reason: 'excluded' };
  }
  const target = { ...byTemplate(place, source), source: source.name, depth: 0 };
  return { kind: 'produced', value: target };
}

type Place = Omit<ListedUrl, 'kind'>;

/**
 * Where the metadata of a listed URL is by the template of its source; a link that the listing labels says it better, and a
 * catalogue is metadata itself.
 */
function byTemplate(place: Place, { template }: Source): Place {
  const { url, found, isList } = place;
  if (template === undefined || found.describes !== undefined || isList === true) return place;
  const metadata = targetUrl(expandTemplate(template, url));
  return metadata === undefined
    ? place
    : { ...place, url: metadata, found: { ...found, describes: url } };
}
