import type { Listed, Reading, SourceOf } from './discoverer.ts';
import { configuredUrl } from './listed-url.ts';
import { SitemapTree } from './sitemap-tree.ts';

/** Lists the entries of a configured sitemap or sitemap index. */
export function discoverSitemap(
  { sitemap }: SourceOf<'sitemap'>,
  reading: Reading,
): AsyncIterable<Listed> {
  return new SitemapTree(reading).list(configuredUrl(sitemap));
}
