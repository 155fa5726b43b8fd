import type { Listed, Reading, SourceOf } from './discoverer.ts';
import { configuredUrl } from './listed-url.ts';
import { SitemapTree } from './sitemap-tree.ts';

/** Lists what a sitemap or sitemap index names. */
export function discoverSitemap(
  { sitemap }: SourceOf<'sitemap'>,
  reading: Reading,
): AsyncIterable<Listed> {
  return new SitemapTree(reading).list(configuredUrl(sitemap));
}
