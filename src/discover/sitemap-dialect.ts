import type { ListingHead } from './listing-head.ts';
import type { EntryElement } from './sitemap-elements.ts';
import type { ListingPart, SitemapEntry } from './sitemap-entry.ts';

/** One dialect of XML listings. Implementations stand in files of their own and are collected in `sitemap-dialects.ts`. */
export interface SitemapDialect {
  /** Whether an element is an entry, by its local name and how deep it is; the root is 1. Entries hold no others. */
  readonly isEntry: (local: string, depth: number) => boolean;
  /**
   * The children of an entry whose text is wanted, by local name: under the prefix of the entry, or under any. Extensions
   * have elements of the same names (`image:loc`).
   */
  readonly fields: ReadonlyMap<string, 'own' | 'any'>;
  /** What an entry says; undefined where it lists nothing that is to be harvested. */
  readonly entryOf: (element: EntryElement) => SitemapEntry | undefined;
  /** How deep the elements are at most by which a document says what it is; the root is 1. */
  readonly headDepth: number;
  /** What a document names by its nature, where that is not all there is. */
  readonly partOf: (head: ListingHead) => ListingPart | undefined;
}
