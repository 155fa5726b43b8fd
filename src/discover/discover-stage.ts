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
  /** What earlier listings of each source returned; by default nothing. */
  readonly memory?: Pick<ListingMemories<Listed>, 'of'> | undefined;
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
  const { sites = noSites, allowRemovals = false } = options;
  const known = { http, robots, limits, sites, allowRemovals };

  async function* process(
    source: Source,
    { signal, now }: StageContext,
  ): AsyncGenerator<Outcome<Target>> {
    const isWanted = createUrlFilter(source);
    const { name } = source;
    const memory = memories?.of(name) ?? forgetful<Listed>();
    const bounds = new ListingBounds(source, limits);
    let targets = 0;
    let isPartial = false;
    const reading = { ...known, source: name, memory, signal, now };
    for await (const item of listSource(source, reading)) {
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
      const url = startOf(source);
      yield { kind: 'failed', problem: { kind: 'source-empty', url, source: source.name } };
    }
  }
  return { name: 'discover', process };
}

/** The outcome of a listing item; undefined for sitemaps, which are not targets. */
function toOutcome(
  item: Listed,
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
  const target = { ...applyTemplate(place, source), source: source.name, depth: 0 };
  return { kind: 'produced', value: target };
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
