import type { Fallback } from './fallback.ts';
import type { MissingContext } from './missing-context.ts';
import type { PlaceReading } from './search-facts.ts';
import type { LinkPlace, PlacedLink } from './typed-link.ts';

/** A URL at which metadata may be found, and why we think so. */
export interface Target {
  /** As `targetUrl` gives it. Names the record's graph: see `graph-iri.ts`. */
  readonly url: string;
  /** The name of the source it belongs to. */
  readonly source: string;
  readonly found: Discovery;
  /** 0 for what a source lists; one more for each link followed from there. */
  readonly depth: number;
  /** The absolute path of the file that is read in place of asking for the URL. */
  readonly file?: string;
  /** Whether it is the list or catalogue of a source, or a page of it, which may be larger than other pages. */
  readonly isList?: true;
  /** What the places that named it say of it: one each, such as two that name two scripts of one page. */
  readonly labels?: readonly TargetLabel[];
  /** What is read of a page that has no metadata, by the wish of its source. */
  readonly fallbacks?: readonly Fallback[];
  /** How the places in its metadata are to be read, by the wish of its source. */
  readonly placeReading?: PlaceReading;
  /** What its metadata is read with where it has no context, by the wish of its source. */
  readonly missingContext?: MissingContext;
  /** What the resource that it describes is to be cited as, by the links of the page that led here. */
  readonly citeAs?: readonly string[];
  /** The typed links that a sitemap gives beside it, the one that led here among them. */
  readonly links?: readonly PlacedLink[];
}

/** What a publisher says of metadata before it is asked for. */
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
  /** The sitemap, page or list that named it; absent where the configuration did. */
  readonly in?: string;
  /** `lastmod` of the sitemap entry as written; nothing is promised about its form. */
  readonly lastmod?: string;
  /** The line of the sitemap entry. */
  readonly line?: number;
  /** The user agent under which robots.txt names the sitemap, where that is one of CDIF's. */
  readonly agent?: string;
  /** Where a link led here: where it stands and its relation. */
  readonly place?: LinkPlace;
  readonly rel?: string;
  /** What the link that led here is a link of, where that is not what named it: the location of a sitemap entry. */
  readonly describes?: string;
  /** Whether nothing named it, and it was looked for where such things usually are. */
  readonly isGuess?: true;
}

export type DiscoveryRoute = 'urls' | 'sitemap' | 'link' | 'list' | 'folder';

/** That a source lists a URL, or led to it. A URL may be listed by several sources, and belongs to all of them. */
export interface Listing {
  readonly source: string;
  readonly found: Discovery;
  readonly depth: number;
}
