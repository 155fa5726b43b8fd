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
  /** Whether it is the list or catalogue of a source, which may be larger than a page. */
  readonly isList?: true;
}

/** How a URL was found. */
export interface Discovery {
  readonly by: DiscoveryRoute;
  /** The sitemap, page or list that named it; absent where the configuration did. */
  readonly in?: string;
  /** `lastmod` of the sitemap entry as written; nothing is promised about its form. */
  readonly lastmod?: string;
}

export type DiscoveryRoute = 'urls' | 'sitemap' | 'link' | 'list' | 'folder';

/** That a source lists a URL, or led to it. A URL may be listed by several sources, and belongs to all of them. */
export interface Listing {
  readonly source: string;
  readonly found: Discovery;
  readonly depth: number;
}
