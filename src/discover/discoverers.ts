import type { Source, SourceKind } from '../config/schema.ts';
import {
  type DiscoverContext,
  type Discoverer,
  type ListingItem,
  normalizeConfiguredUrl,
  type SourceOfKind,
} from './discoverer.ts';
import { discoverFolder } from './folder.ts';
import { discoverSite } from './site.ts';
import { SitemapTree } from './sitemap-tree.ts';

/** The discoverers of all kinds of source; a missing kind does not compile. */
const discoverers = {
  site: discoverSite,
  sitemap: discoverSitemap,
  list: ({ list }) => discoverList(list),
  catalog: ({ catalog }) => discoverList(catalog),
  urls: discoverUrls,
  folder: discoverFolder,
} satisfies { [Kind in SourceKind]: Discoverer<Kind> };

/** Lists a source with the discoverer of its kind. */
export function listSource(source: Source, reading: DiscoverContext): AsyncIterable<ListingItem> {
  // The compiler cannot correlate the key with the kind of a union.
  const discover = discoverers[source.kind] as Discoverer<SourceKind>;
  return discover(source, reading);
}

/**
 * Lists a list, or the first page of a catalogue, itself: its records, references and further pages
 * are found when it is extracted.
 * @param url as configured
 */
async function* discoverList(url: string): AsyncGenerator<ListingItem> {
  yield { kind: 'url', url: normalizeConfiguredUrl(url), found: { by: 'list' }, isList: true };
}

/** Lists the URLs of the configuration. */
async function* discoverUrls({ urls }: SourceOfKind<'urls'>): AsyncGenerator<ListingItem> {
  for (const text of urls) {
    yield { kind: 'url', url: normalizeConfiguredUrl(text), found: { by: 'urls' } };
  }
}

/** Lists the entries of a configured sitemap or sitemap index. */
function discoverSitemap(
  { sitemap }: SourceOfKind<'sitemap'>,
  reading: DiscoverContext,
): AsyncIterable<ListingItem> {
  return new SitemapTree(reading).list(normalizeConfiguredUrl(sitemap));
}
