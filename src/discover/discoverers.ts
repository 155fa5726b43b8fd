import type { Source, SourceKind } from '../config/schema.ts';
import type { Discoverer, Listed, Reading } from './discoverer.ts';
import { discoverFolder } from './folder.ts';
import { discoverList } from './list.ts';
import { discoverSite } from './site.ts';
import { discoverSitemap } from './sitemap.ts';
import { discoverUrls } from './urls.ts';

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
export function listSource(source: Source, reading: Reading): AsyncIterable<Listed> {
  // The compiler cannot correlate the key with the kind of a union.
  const discover = discoverers[source.kind] as Discoverer<SourceKind>;
  return discover(source, reading);
}
