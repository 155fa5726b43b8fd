import type { ListingHead } from './listing-head.ts';
import type { EntryElement } from './sitemap-elements.ts';
import type { ListingPart, SitemapEntry } from './sitemap-entry.ts';

/** A dialect of XML listings, registered in `sitemap-dialects.ts`. */
export interface SitemapDialect {
  /** Whether an element is an entry, by local name and depth (root is 1). Entries do not nest. */
  readonly isEntry: (local: string, depth: number) => boolean;
  /**
   * The child elements to read from an entry, by local name: only with the prefix of the entry, or
   * with any. Extensions reuse names (`image:loc`).
   */
  readonly fields: ReadonlyMap<string, 'own' | 'any'>;
  /** Reads an entry; undefined where it lists nothing to harvest. */
  readonly entryOf: (element: EntryElement) => SitemapEntry | undefined;
  /** The maximum depth of elements that describe the listing itself; the root is 1. */
  readonly headDepth: number;
  /** Whether the listing is by its nature incomplete, and of which kind. */
  readonly partOf: (head: ListingHead) => ListingPart | undefined;
}
