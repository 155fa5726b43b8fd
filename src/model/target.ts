import type { PlaceReading } from './search-facts.ts';
import type { LinkPlace, PlacedLink } from './typed-link.ts';

/** A URL that may hold metadata, and how it was found. */
export interface Target {
  /** As `targetUrl` gives it. Names the record's graph: see `graph-iri.ts`. */
  readonly url: string;
  /** The name of its source. */
  readonly source: string;
  readonly found: Discovery;
  /** 0 for a listed URL; one more for each link that was followed. */
  readonly depth: number;
  /** The absolute path of the file that is read instead of a request. */
  readonly file?: string;
  /** Whether it is the list or catalogue of a source, or its page, with a higher size limit. */
  readonly isList?: true;
  /** One for each place that labels it, such as two entries that name two scripts of one page. */
  readonly labels?: readonly TargetLabel[];
  /** The fallback formats that its source enables for pages without metadata. */
  readonly fallbacks?: readonly Fallback[];
  /** How its source configures reading places. */
  readonly placeReading?: PlaceReading;
  /** The context that its source configures for documents without one. */
  readonly missingContext?: MissingContext;
  /** The `cite-as` links of the page that led here. */
  readonly citeAs?: readonly string[];
  /** The typed links of its sitemap entry, including the one that led here. */
  readonly links?: readonly PlacedLink[];
}

/** A publisher's label of metadata, known before the request. */
export interface TargetLabel {
  /** Its media type, in lower case and without parameters. */
  readonly type?: string;
  readonly profiles: readonly string[];
  /** The `id` of the script that holds it, where the target is a page. */
  readonly scriptId?: string;
}

/** How a URL was found. */
export interface Discovery {
  readonly by: DiscoveryRoute;
  /** The sitemap, page or list that names it; absent where the configuration does. */
  readonly in?: string;
  /** `lastmod` of the sitemap entry as written, in any format. */
  readonly lastmod?: string;
  /** The line of the sitemap entry. */
  readonly line?: number;
  /** The user agent under which robots.txt names the sitemap, if it is one of CDIF's. */
  readonly agent?: string;
  /** Where a link led here: its place and relation. */
  readonly place?: LinkPlace;
  readonly rel?: string;
  /**
   * The context of the link that led here, if that differs from the page that contains it: the
   * location of a sitemap entry.
   */
  readonly describes?: string;
  /** Whether it was not named anywhere, but tried as a usual place. */
  readonly isGuess?: true;
}

type DiscoveryRoute = 'urls' | 'sitemap' | 'link' | 'list' | 'folder';

/** How a source lists or links a URL. The URL belongs to all sources that list it. */
export interface Listing {
  readonly source: string;
  readonly found: Discovery;
  readonly depth: number;
}

/** Metadata formats of pages, poorer than JSON-LD, that are read if a source asks for them. */
export const fallbacks = ['microdata', 'rdfa', 'metaTags'] as const;

/** One of `fallbacks`. */
export type Fallback = (typeof fallbacks)[number];

/** The contexts that a source can configure for JSON-LD without a context. */
export const missingContexts = ['schema.org'] as const;

/** One of `missingContexts`. */
export type MissingContext = (typeof missingContexts)[number];
