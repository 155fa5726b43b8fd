import type { HttpConfig, Limits, Source, SourceKind } from '../config/schema.ts';
import type { HttpReader } from '../model/http.ts';
import type { ListingMemory } from '../model/listing-memory.ts';
import type { SiteMemory } from '../model/site-memory.ts';
import type { Problem } from '../model/problem.ts';
import type { Target } from '../model/target.ts';
import type { RobotsBook } from '../robots/robots-book.ts';

/** A URL that a source lists. */
export interface ListedUrl extends Pick<
  Target,
  'url' | 'found' | 'file' | 'isList' | 'labels' | 'links'
> {
  readonly kind: 'url';
}

/** What reading a listing meets, in the order of the listing. */
export type Listed =
  | ListedUrl
  /** A sitemap that is about to be read because another one names it. */
  | { readonly kind: 'sitemap'; readonly url: string }
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** A problem by which nothing that was listed is lost. */
  | { readonly kind: 'notice'; readonly problem: Problem };

/** What reading the listings of a source may cost. */
export type ListingLimits = Pick<Limits, 'sitemapDepth' | 'sitemapBytes'> &
  Pick<HttpConfig, 'maxRatio'>;

/** What a discoverer works with. */
export interface Reading {
  /** The name of the source, whose credentials are shown. */
  readonly source: string;
  readonly http: HttpReader;
  /** What robots.txt says, asked for once a run. */
  readonly robots: RobotsBook;
  readonly limits: ListingLimits;
  /** What listings gave that may not have changed. */
  readonly memory: ListingMemory<Listed>;
  /** From where sites were listed before. */
  readonly sites: SiteMemory;
  /** Whether the operator has confirmed that what is not listed is gone (`--allow-removals`), in a run without `--limit`. */
  readonly allowRemovals: boolean;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

export type SourceOf<Kind extends SourceKind> = Extract<Source, { readonly kind: Kind }>;

/**
 * Lists what one kind of source has. Implementations stand beside this file, one a kind, and are collected in
 * `discoverers.ts`. Filters, limits and counting are not theirs: see `discover-stage.ts`. URLs come normalised; one
 * may come twice. Whatever a listing should have given and did not is a problem.
 */
export type Discoverer<Kind extends SourceKind> = (
  source: SourceOf<Kind>,
  reading: Reading,
) => AsyncIterable<Listed>;
