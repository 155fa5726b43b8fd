import type { Source, SourceKind } from '../config/schema.ts';
import type { Discoverer, Listed, Reading } from './discoverer.ts';
import { discoverFolder } from './folder.ts';
import { discoverList } from './list.ts';
import { discoverSite } from './site.ts';
import { discoverSitemap } from './sitemap.ts';
import { discoverUrls } from './urls.ts';

/** All kinds of source; one that is missing does not compile. */
const discoverers = {
  site: discoverSite,
  sitemap: discoverSitemap,
  list: ({ list }) => discoverList(list),
  catalog: ({ catalog }) => discoverList(catalog),
  urls: discoverUrls,
  folder: discoverFolder,
} satisfies { [Kind in SourceKind]: Discoverer<Kind> };

/** Lists a source as its kind wants it. */
export function listSource(source: Source, reading: Reading): AsyncIterable<Listed> {
  // The key is the kind of the source, which the compiler cannot follow through a union.
  const discover = discoverers[source.kind] as Discoverer<SourceKind>;
  return discover(source, reading);
}
