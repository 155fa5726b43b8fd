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

/** What a listing yields, in its order. */
export type Listed =
  | ListedUrl
  /** A sitemap that a sitemap index names and that is read next. */
  | { readonly kind: 'sitemap'; readonly url: string }
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** A problem that loses nothing of the listing. */
  | { readonly kind: 'notice'; readonly problem: Problem };

/** Limits for reading the listings of a source. */
export type ListingLimits = Pick<Limits, 'sitemapDepth' | 'sitemapBytes'> &
  Pick<HttpConfig, 'maxRatio'>;

/** What a discoverer needs of the run. */
export interface Reading {
  /** The name of the source, which selects the credentials. */
  readonly source: string;
  readonly http: HttpReader;
  /** The robots.txt rules, fetched once per run and host. */
  readonly robots: RobotsBook;
  readonly limits: ListingLimits;
  /** The items of earlier listings, for listings that have not changed since. */
  readonly memory: ListingMemory<Listed>;
  /** The sitemap or catalogue from which each site was listed before. */
  readonly sites: SiteMemory;
  /**
   * Whether the operator has confirmed removals (`--allow-removals`) in a run without `--limit`.
   */
  readonly allowRemovals: boolean;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

export type SourceOf<Kind extends SourceKind> = Extract<Source, { readonly kind: Kind }>;

/**
 * Lists the targets of one kind of source. Each kind is implemented once and registered in
 * `discoverers.ts`. URLs are normalised and may repeat; filters, limits and counts belong to
 * `discover-stage.ts`. Anything that a listing should have yielded and did not is a problem.
 */
export type Discoverer<Kind extends SourceKind> = (
  source: SourceOf<Kind>,
  reading: Reading,
) => AsyncIterable<Listed>;
