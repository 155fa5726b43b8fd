import type { FoundLinkTarget } from '../model/record.ts';
import type { Discovery, Listing, Target, TargetLabel } from '../model/target.ts';
import { TargetHints } from './target-hints.ts';

/**
 * What a further listing of a URL adds: a further source, fewer steps from a source to the URL, a
 * better way to it, or nothing.
 */
export type ListingNews = 'further' | 'nearer' | 'better' | 'known';

/** The links that one page or list gave, by their URLs. */
type PageLinks = Readonly<Record<FoundLinkTarget['by'], Map<string, FoundLinkTarget>>>;

/**
 * What a run knows of one URL. Made when a place names the URL for the first time, and kept to the
 * end of the run. There may be a million, so a member that few URLs need is declared only: it takes
 * no memory until it is set.
 */
export class UrlEntry {
  /** One for each source that lists the URL or leads to it, sorted by source. */
  listings: readonly Listing[] = [];
  /** `queued` from when the frontier gets the URL until its visit begins. */
  state: 'named' | 'queued' | 'visiting' | 'visited' = 'named';
  /** What to visit as soon as the present visit is written. */
  declare nextTarget?: Target | undefined;
  /** Whether the URL was visited more than once in this run, or will be. */
  declare isRepeated?: boolean;
  /** What the places that name the URL say about it. */
  declare hints?: TargetHints;
  /** Whether a record was left out, which no source wanted that listed the URL by then. */
  declare hasLeftOut?: boolean;
  /** The source whose credentials the visit shows; absent before, and where no source has any. */
  declare credentials?: { readonly source: string | undefined };
  /** The sources that listed the URL before this run, where it is visited for another one. */
  declare formerSources?: readonly string[];
  /** The source that counts the records of the URL that are pending removal. */
  declare pendingRemovalOf?: string;
  /** The script labels that the catalogue has; absent where there are none. */
  declare keptScriptLabels?: readonly TargetLabel[];
  declare private pageLinks?: PageLinks;

  /** Notes that a target is named: which source lists it, and what is said about it. */
  name(target: Target): ListingNews {
    if (TargetHints.areIn(target)) {
      this.hints ??= new TargetHints();
      this.hints.add(target);
    }
    return this.#list(target);
  }

  /** A target of the URL with all hints that the run has by now. */
  complete(target: Target): Target {
    return this.hints?.complete(target) ?? target;
  }

  /** Takes script labels of the run before for given: see `TargetHints`. */
  assumeLabels(labels: readonly TargetLabel[]): void {
    this.hints ??= new TargetHints();
    this.hints.assume(labels);
  }

  /**
   * Adds a link of the page, so that it can be followed for a source that lists the page later.
   * @param maxLinks further links are not kept
   * @returns false where the page is known to have it
   */
  addLink(link: FoundLinkTarget, maxLinks: number): boolean {
    this.pageLinks ??= { link: new Map(), list: new Map() };
    const links = this.pageLinks[link.by];
    if (links.has(link.url)) return false;
    if (links.size < maxLinks) links.set(link.url, link);
    return true;
  }

  /** The links of the page until now. */
  get links(): readonly FoundLinkTarget[] {
    if (this.pageLinks === undefined) return [];
    return [...this.pageLinks.list.values(), ...this.pageLinks.link.values()];
  }

  /** A source has one listing of a URL: the first in a fixed order, whichever arrives first. */
  #list({ source, found, depth }: Target): ListingNews {
    const listing = { source, found, depth };
    const before = this.listings.find((each) => each.source === source);
    if (before !== undefined && sortKey(before) <= sortKey(listing)) return 'known';
    const others = this.listings.filter((each) => each !== before);
    this.listings = others.length === 0 ? [listing] : [...others, listing].toSorted(bySource);
    if (before === undefined) return 'further';
    return depth < before.depth ? 'nearer' : 'better';
  }
}

/** What a run knows of each URL. */
export class UrlTable {
  readonly #entries = new Map<string, UrlEntry>();

  /** The entry of a URL, which is made where there is none. */
  entry(url: string): UrlEntry {
    const known = this.#entries.get(url);
    if (known !== undefined) return known;
    const made = new UrlEntry();
    this.#entries.set(url, made);
    return made;
  }

  /** The entry of a URL; undefined where nothing names it. */
  find(url: string): UrlEntry | undefined {
    return this.#entries.get(url);
  }

  /** Whether a source of the run lists a URL or leads to it. */
  isListed(url: string): boolean {
    return this.listings(url).length > 0;
  }

  /** Sorted by source; empty where nothing names the URL. */
  listings(url: string): readonly Listing[] {
    return this.#entries.get(url)?.listings ?? [];
  }

  /** All URLs with their entries. */
  [Symbol.iterator](): Iterator<[string, UrlEntry]> {
    return this.#entries.entries();
  }
}

/** The most telling way to a URL comes first. */
const precedence: Readonly<Record<Discovery['by'], number>> = {
  urls: 0,
  folder: 1,
  list: 2,
  sitemap: 3,
  link: 4,
};

/** The listing of a source with the least key counts. */
function sortKey({ depth, found }: Listing): string {
  // The depth is a small number, and no text has a character before U+0000.
  return [
    String(depth).padStart(3, '0'),
    precedence[found.by],
    // What a listing calls metadata comes before what may have some.
    found.describes === undefined ? 1 : 0,
    found.agent === undefined ? 1 : 0,
    found.in ?? '',
    found.lastmod ?? '',
    found.describes ?? '',
    found.agent ?? '',
    // A line is less than 2⁵³, which has sixteen digits.
    String(found.line ?? 0).padStart(16, '0'),
  ].join('\u0000');
}

function bySource(one: Listing, other: Listing): number {
  return one.source < other.source ? -1 : 1;
}
