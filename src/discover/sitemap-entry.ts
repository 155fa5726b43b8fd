import type { Position } from '../model/problem.ts';

/** One entry of a listing, as written, after decoding of entities. */
export interface SitemapEntry {
  readonly kind: 'url' | 'sitemap';
  /** Empty where there is none. */
  readonly loc: string;
  /**
   * What relative URLs of it are resolved against, the outermost first and that against the listing's own URL. Absent where
   * `loc` has to be absolute.
   */
  readonly bases?: readonly string[];
  /** What `loc` alone is resolved against, within `bases`. */
  readonly base?: string;
  readonly lastmod?: string;
  /** The media type of what `loc` leads to. */
  readonly type?: string;
  /** Its profiles. */
  readonly profile?: string;
  readonly links?: readonly EntryLink[];
  /** Where `loc` begins, or the entry where it has none. */
  readonly position: Position;
}

/** A typed link of an entry; its context is the entry's `loc`. */
export interface EntryLink {
  /** Relations, with blanks between them. */
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly profile?: string;
  readonly hreflang?: string;
  /** What `href` is resolved against, within the `bases` of the entry. */
  readonly base?: string;
}

/** A fault in the text that left one reading, which was taken. */
export interface SitemapMend {
  readonly kind: 'mend';
  /** The word in which it is, or a part of it. */
  readonly value: string;
  readonly position: Position;
}

/** What a listing names that by its nature does not name all there is: what is new, or what has changed. */
export type ListingPart = 'feed' | 'change-list';

/** The listing was read to its end, and is of that kind. */
export interface SitemapPart {
  readonly kind: 'part';
  readonly part: ListingPart;
}

/** What reading ended at. */
export interface SitemapFault extends Position {
  readonly detail: string;
}

export type SitemapItem = SitemapEntry | SitemapMend | SitemapPart;

/** Reads a listing of one form piece by piece. Never throws. */
export interface ListingScanner {
  /** Reading ends at the first fault. */
  readonly fault: SitemapFault | undefined;
  /** Takes the next piece of the text and gives what became complete, in order. */
  write(piece: string): readonly SitemapItem[];
  /** Says that there is no more text, and gives the rest. What is still open may be a fault. */
  end(): readonly SitemapItem[];
}
