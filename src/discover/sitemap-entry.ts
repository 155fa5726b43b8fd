import type { Position } from '../model/problem.ts';

/** An entry of a listing as written, with entities decoded. */
export interface SitemapEntry {
  readonly kind: 'url' | 'sitemap';
  /** Empty where missing. */
  readonly loc: string;
  /**
   * Bases for relative URLs, outermost first, starting from the listing's URL. Absent where `loc`
   * must be absolute.
   */
  readonly bases?: readonly string[];
  /** The base of `loc` alone, within `bases`. */
  readonly base?: string;
  readonly lastmod?: string;
  readonly type?: string;
  readonly profile?: string;
  readonly links?: readonly EntryLink[];
  /** Position of `loc`, or of the entry without one. */
  readonly position: Position;
}

/** A typed link of an entry; its context is the entry's `loc`. */
export interface EntryLink {
  /** Relations, separated by blanks. */
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly profile?: string;
  readonly hreflang?: string;
  /** The base of `href`, within the `bases` of the entry. */
  readonly base?: string;
}

/** A fault that had only one possible reading and was repaired. */
export interface SitemapMend {
  readonly kind: 'mend';
  /** The word around the fault, or a part of it. */
  readonly value: string;
  readonly position: Position;
}

/** Kinds of listing that are incomplete by nature: only new or only changed resources. */
export type ListingPart = 'feed' | 'change-list';

/** The listing was read to its end and is of an incomplete kind. */
export interface SitemapPart {
  readonly kind: 'part';
  readonly part: ListingPart;
}

/** The fault at which parsing stopped. */
export interface SitemapFault extends Position {
  readonly detail: string;
}

export type SitemapItem = SitemapEntry | SitemapMend | SitemapPart;

/** An incremental parser of one listing format. Never throws. */
export interface ListingScanner {
  /** Parsing stops at the first fault. */
  readonly fault: SitemapFault | undefined;
  /** Parses the next piece of text and returns the completed items in order. */
  write(piece: string): readonly SitemapItem[];
  /** Ends the text and returns the remaining items. Unclosed elements may be a fault. */
  end(): readonly SitemapItem[];
}
