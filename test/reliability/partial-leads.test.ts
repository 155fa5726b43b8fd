import { describe, expect, it } from 'vitest';
import type { FaultSite } from '../support/fault-server.mjs';
import { harvestAgain } from './later-harvests.ts';
import { put, rss, twelvePages } from './partial-sites.ts';

/** Makes a page link to a document that has its record. */
function lead(site: FaultSite, page: string, document: string): void {
  const type = 'application/ld+json';
  site.page(page, { body: `<link rel="describedby" type="${type}" href="${document}"><p>` });
  const record = { '@context': 'https://schema.org/', '@type': 'Dataset', name: document };
  site.page(document, { body: JSON.stringify(record), headers: { 'content-type': type } });
}

describe('what pages of a feed led to', () => {
  it.each<[string, (site: FaultSite) => void]>([
    ['their page is gone', (site) => site.remove('/0')],
    ['their page leads elsewhere', (site) => lead(site, '/0', '/0/second.jsonld')],
  ])('goes where %s', async (_name, change) => {
    const site = await twelvePages();
    for (let page = 0; page < 10; page += 1) lead(site, `/${page}`, `/${page}/first.jsonld`);
    put(site, '/new.rss', rss(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/new.rss` });
    expect((await again.harvest()).records).toEqual({ added: 10 });
    put(site, '/new.rss', rss(site, 9, 10));
    change(site);
    expect((await again.harvest()).records).toMatchObject({ unchanged: 9, removed: 1 });
    expect((await again.harvest()).urls.missing).toBeUndefined();
  });
});
