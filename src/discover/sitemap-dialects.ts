import { atom } from './sitemap-atom.ts';
import type { SitemapDialect } from './sitemap-dialect.ts';
import { rss, rss1 } from './sitemap-rss.ts';
import { urlset } from './sitemap-urlset.ts';

/**
 * All dialects by the local name of the root element. Namespaces are spelt in many ways and add
 * nothing.
 */
const dialects: ReadonlyMap<string, SitemapDialect> = new Map([
  ['urlset', urlset],
  ['sitemapindex', urlset],
  ['rss', rss],
  ['RDF', rss1],
  ['feed', atom],
]);

/** The dialect of a root element. */
export function dialectOf(root: string): SitemapDialect | undefined {
  return dialects.get(root);
}
