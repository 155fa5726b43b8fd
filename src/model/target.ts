/** A URL at which metadata may be found, and why we think so. */
export interface Target {
  /** As `targetUrl` gives it. Names the record's graph: see `graph-iri.ts`. */
  readonly url: string;
  /** The name of the source it belongs to. */
  readonly source: string;
  readonly found: Discovery;
  /** 0 for what a source lists; one more for each link followed from there. */
  readonly depth: number;
}

/** How a URL was found. */
export interface Discovery {
  readonly by: 'urls' | 'sitemap' | 'link';
  /** The sitemap or page that named it; absent where the configuration did. */
  readonly in?: string;
  /** `lastmod` of the sitemap entry as written; nothing is promised about its form. */
  readonly lastmod?: string;
}
