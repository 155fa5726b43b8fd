/** How a sitemap was found; inherited from a sitemap index to its sitemaps. */
export interface SitemapNaming {
  /** The CDIF user agent whose group in robots.txt names the sitemap. */
  readonly agent?: string;
  /**
   * The host and port whose robots.txt names the sitemap; the sitemap may then list URLs of that
   * host (sitemaps.org, "cross-submits").
   */
  readonly robotsHost?: string;
}

/** A sitemap being read. */
export interface SitemapPlace extends SitemapNaming {
  readonly url: string;
  readonly finalUrl: string;
}
