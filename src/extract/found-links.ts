import type { FoundLink } from '../model/record.ts';
import { targetUrl } from '../model/target-url.ts';
import { isJsonType } from '../model/media-type.ts';
import type { PageIdentity } from './page-identity.ts';
import type { PageLink } from './page-scan.ts';

/**
 * The links of a page that lead to JSON somewhere else on the Web, each once, in document order, without fragments.
 * Links to other formats are no use here, and one to the page itself would go round in a circle.
 */
export function linksToJson(links: readonly PageLink[], page: PageIdentity): readonly FoundLink[] {
  const urls = new Set<string>();
  for (const { href, type } of links) {
    const url = isJsonType(type) ? targetUrl(href, page.baseIri) : undefined;
    if (url !== undefined) urls.add(url);
  }
  for (const own of [page.url, page.finalUrl]) urls.delete(targetUrl(own, page.baseIri) ?? own);
  return Array.from(urls, (url) => ({ url, in: page.url, by: 'link' }));
}
