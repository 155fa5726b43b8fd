import type { Discovery, Listing, Target } from '../model/target.ts';

/** What says most of how a URL was found comes first. */
const precedence: Readonly<Record<Discovery['by'], number>> = {
  urls: 0,
  folder: 1,
  list: 2,
  sitemap: 3,
  link: 4,
};

/**
 * What a listing says that was not known: that a further source lists the URL, that a source leads to it in fewer steps,
 * or in a way that says more; or nothing.
 */
export type ListingNews = 'further' | 'nearer' | 'better' | 'known';

/**
 * Which sources list which URLs in this run, and how. A source that leads to a URL in several ways has one listing of it,
 * the one that comes first in a fixed order, so that what is kept does not depend on the order of arrival.
 */
export class ListingBook {
  readonly #listings = new Map<string, readonly Listing[]>();

  add({ url, source, found, depth }: Target): ListingNews {
    const listing = { source, found, depth };
    const known = this.#listings.get(url) ?? [];
    const before = known.find((each) => each.source === source);
    if (before !== undefined && orderOf(before) <= orderOf(listing)) return 'known';
    const others = known.filter((each) => each !== before);
    const all = [...others, listing];
    this.#listings.set(url, all.length === 1 ? all : all.toSorted(bySource));
    if (before === undefined) return 'further';
    return depth < before.depth ? 'nearer' : 'better';
  }

  /** Whether any source lists a URL. */
  has(url: string): boolean {
    return this.#listings.has(url);
  }

  /** Sorted by source. */
  of(url: string): readonly Listing[] {
    return this.#listings.get(url) ?? [];
  }
}

function orderOf({ depth, found }: Listing): string {
  // The depth is a small number, and no text has a character before U+0000.
  return [
    String(depth).padStart(3, '0'),
    precedence[found.by],
    // What a listing says to be metadata comes before what may have some.
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
