import type { FoundLinkTarget } from '../model/record.ts';
import type { Listing, Target } from '../model/target.ts';
import type { Frontier } from './frontier.ts';
import type { HarvestLimits, HarvestMemory } from './harvest-plan.ts';
import type { PendingWrites } from './pending-writes.ts';
import type { RunSource, RunSources } from './run-sources.ts';
import type { ListingNews, UrlTable } from './url-table.ts';

/** What a `LinkFollower` works with. */
export interface LinkFollowerOptions {
  readonly urls: UrlTable;
  readonly sources: RunSources;
  readonly frontier: Pick<Frontier, 'add' | 'hold' | 'letGo'>;
  readonly writes: PendingWrites;
  readonly memory: Pick<HarvestMemory, 'list'>;
  readonly limits: Pick<HarvestLimits, 'linkDepth' | 'urlsPerSource'>;
}

/**
 * Takes the URLs that listings and pages name into the run. What a page links to is followed for
 * each source that lists the page, also for one that does so later, so the catalogue does not
 * depend on which source came first.
 */
export class LinkFollower {
  readonly #options: LinkFollowerOptions;

  constructor(options: LinkFollowerOptions) {
    this.#options = options;
  }

  /**
   * Takes what a source lists.
   * @returns `admitted` where the caller is to give the target to the frontier; `full` where the
   * source may list nothing more
   */
  async admit(
    target: Target,
    { ledger, listing }: Pick<RunSource, 'ledger' | 'listing'>,
  ): Promise<'admitted' | 'known' | 'full'> {
    if (!listing.reserve()) return 'full';
    const entry = this.#options.urls.entry(target.url);
    const news = entry.name(target);
    if (entry.state !== 'named') {
      listing.release();
      await this.#nameAgain(target, news);
      return 'known';
    }
    entry.state = 'queued';
    ledger.admit(target.url);
    return 'admitted';
  }

  /**
   * Follows a link, for each source that lists the page or list it was found in, as far as links
   * may lead. Resolves when there is room for further writes.
   * @returns whether it may be followed for any of them
   */
  async follow(link: FoundLinkTarget, page: string): Promise<boolean> {
    const { urls, sources, limits } = this.#options;
    const entry = urls.entry(page);
    const within = entry.listings.filter(({ depth }) => this.#mayLead(link, depth));
    const isOfUse = link.by === 'link' || link.isList === true || sources.anyWants(link.url);
    // A link that is kept has been followed for each source that lists the page.
    if (isOfUse && !entry.addLink(link, limits.urlsPerSource)) return within.length > 0;
    for (const listing of within) await this.#followFor(listing, link, page);
    return within.length > 0;
  }

  /**
   * Deals with a URL that is named once more. The catalogue is told about the listing, if that is
   * new, and the links of the page are followed for its source.
   */
  async #nameAgain(target: Target, news: ListingNews): Promise<void> {
    const { urls, sources, memory, writes } = this.#options;
    const { url, source } = target;
    const { ledger } = sources.get(source);
    const entry = urls.entry(url);
    if (news === 'further' && this.#revisitFor(target)) ledger.admit(url);
    else ledger.skip('already-listed');
    if (news === 'known') return;
    const listing = entry.listings.find((each) => each.source === source);
    if (listing === undefined) return;
    await writes.add(memory.list(url, listing), 0);
    if (news === 'better') return;
    for (const link of entry.links) {
      if (this.#mayLead(link, listing.depth)) await this.#followFor(listing, link, url);
    }
  }

  /**
   * Has a URL visited once more where a further source may want a record that was left out, or has
   * credentials that come before those that the visit showed. The second visit begins when the
   * first is written: of two at once, the one that knows less could be written last.
   * @returns whether it will be
   */
  #revisitFor(target: Target): boolean {
    const { urls, sources, frontier } = this.#options;
    const { url, source } = target;
    const entry = urls.entry(url);
    const hasBetterCredentials =
      entry.credentials !== undefined &&
      sources.credentialsComeFirst(source, entry.credentials.source, url);
    if (!entry.hasLeftOut && !hasBetterCredentials) return false;
    entry.hasLeftOut = false;
    if (entry.state === 'visiting' && entry.nextTarget === undefined) {
      entry.nextTarget = target;
      frontier.hold();
    } else if (entry.state === 'visited' && frontier.add(target)) entry.state = 'queued';
    else return false;
    entry.isRepeated = true;
    return true;
  }

  /** A visit is written: a further one that waits for it goes to the frontier. */
  endVisit(url: string): void {
    const { urls, frontier } = this.#options;
    const entry = urls.entry(url);
    const { nextTarget } = entry;
    entry.state = 'visited';
    if (nextTarget === undefined) return;
    entry.nextTarget = undefined;
    entry.hasLeftOut = false;
    if (frontier.add(nextTarget)) entry.state = 'queued';
    frontier.letGo();
  }

  /** The pages of a catalogue are as deep as its first; their number is limited instead. */
  #mayLead({ isList }: FoundLinkTarget, depth: number): boolean {
    return isList === true || depth < this.#options.limits.linkDepth;
  }

  /**
   * What a list names is listed by the source, as what a sitemap names is, and so are the further
   * pages of the list, which the filters of the source do not concern. A link of a page is
   * followed wherever it leads.
   */
  async #followFor({ source, depth }: Listing, link: FoundLinkTarget, page: string): Promise<void> {
    const { urls, sources, frontier } = this.#options;
    const { ledger, listing } = sources.get(source);
    const { url, by, isList } = link;
    const isKnown = urls.isListed(url);
    if (by === 'list') {
      if (isList !== true && !sources.wants(source, url)) {
        ledger.skip('excluded');
        return;
      }
      const hasPlace = isKnown || (isList === true ? listing.reservePage() : listing.reserve());
      if (!hasPlace) return;
    }
    const entry = urls.entry(url);
    const target = { url, source, ...placeOf(link, page, depth) };
    const news = entry.name(target);
    if (isKnown) {
      await this.#nameAgain(target, news);
      return;
    }
    entry.state = 'queued';
    if (frontier.add(target)) ledger.admit(url);
  }
}

/** The depth, discovery and hints of a linked URL. */
function placeOf(
  { by, place, rel, labels, citeAs, isList }: FoundLinkTarget,
  page: string,
  depth: number,
): Pick<Target, 'citeAs' | 'depth' | 'found' | 'isList' | 'labels'> {
  return {
    found: {
      by,
      in: page,
      ...(place === undefined ? {} : { place }),
      ...(rel === undefined ? {} : { rel }),
    },
    depth: isList === true ? depth : depth + 1,
    ...(labels === undefined ? {} : { labels }),
    ...(citeAs === undefined ? {} : { citeAs }),
    ...(isList === true ? { isList } : {}),
  };
}
