/** How a sitemap was named; what an index names was named as the index was. */
export interface SitemapNaming {
  /** The user agent, one of CDIF's, of the group in robots.txt that names it. */
  readonly agent?: string;
  /** The host, with its port, whose robots.txt names it, and may so speak for its own URLs (sitemaps.org). */
  readonly robotsHost?: string;
}

/** A sitemap that is read. */
export interface SitemapPlace extends SitemapNaming {
  /** As it was named. */
  readonly url: string;
  /** Where it was in the end, after redirects. */
  readonly finalUrl: string;
}
