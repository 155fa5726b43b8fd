import { describe, expect, it } from 'vitest';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { type Again, harvestAgain } from './later-harvests.ts';

const xml = { 'content-type': 'application/xml' };

function put(site: FaultSite, path: string, body: string, headers = xml): void {
  site.page(path, { body, headers });
}

const entries = (site: FaultSite, element: string, paths: readonly string[]): string =>
  paths.map((path) => `<${element}><loc>${site.origin}${path}</loc></${element}>`).join('\n');

const urlset = (site: FaultSite, ...paths: string[]): string =>
  `<urlset>${entries(site, 'url', paths)}</urlset>`;

/** A sitemap that lists itself, a page and sitemaps as pages; one of these is a sitemap index. */
async function nestedSite(): Promise<{ readonly site: FaultSite; readonly again: Again }> {
  const site = await faultSite('127.0.0.1');
  for (const page of ['/1', '/2', '/3', '/4', '/5']) site.page(page);
  put(
    site,
    '/all.xml',
    urlset(site, '/all.xml', '/1', '/child.xml', '/index.xml', '/sitemap-5.xml'),
  );
  put(site, '/child.xml', urlset(site, '/2', '/3', '/child.xml'));
  const index = entries(site, 'sitemap', ['/4.xml', '/index.xml', '/child.xml']);
  put(site, '/index.xml', `<sitemapindex>${index}</sitemapindex>`);
  put(site, '/4.xml', urlset(site, '/4', '/1'));
  put(site, '/sitemap-5.xml', urlset(site, '/5'));
  const again = harvestAgain({ sitemap: `${site.origin}/all.xml` });
  return { site, again };
}

describe('a sitemap that lists sitemaps as pages', () => {
  it('has the entries of all of them, each requested once', async () => {
    const { site, again } = await nestedSite();
    const { records, problems, listing, report } = await again.harvest();
    expect({ records, listing }).toEqual({ records: { added: 5 }, listing: 'complete' });
    expect(problems).toMatchObject({ 'sitemap-among-pages': 4 });
    expect(report.sources[0]?.urls['linked']).toBe(3);
    for (const path of ['/all.xml', '/child.xml', '/index.xml', '/4.xml', '/sitemap-5.xml']) {
      expect([path, site.countOf(path)]).toEqual([path, 1]);
    }
    const second = await again.harvest();
    expect(second.records).toEqual({ unchanged: 5 });
    expect(second.problems).toEqual(problems);
  });

  it('loses a record that a nested one no longer lists', async () => {
    const { site, again } = await nestedSite();
    await again.harvest();
    put(site, '/child.xml', urlset(site, '/2'));
    expect((await again.harvest()).records).toEqual({ unchanged: 4, removed: 1 });
  });

  it('loses no record while a nested one cannot be read, however long', async () => {
    const { site, again } = await nestedSite();
    await again.harvest();
    for (const fail of [
      () => void site.fault('/child.xml', 'server-error'),
      () => site.remove('/child.xml'),
      () => put(site, '/child.xml', '<html><p>Sorry</html>', { 'content-type': 'text/html' }),
      () => put(site, '/child.xml', '<urlset><url>'),
    ]) {
      fail();
      const { records, listing } = await again.harvest({ allowRemovals: true });
      expect(listing).toBe('incomplete');
      expect(records.removed).toBeUndefined();
    }
    put(site, '/child.xml', urlset(site, '/2'));
    expect((await again.harvest()).records).toMatchObject({ removed: 1 });
  });

  it('has its limits', async () => {
    const { again } = await nestedSite();
    const { listing, problems } = await again.harvest({ limits: { urlsPerSource: 5 } });
    expect({ listing, problems }).toMatchObject({
      listing: 'incomplete',
      problems: { 'source-too-large': 1 },
    });
  });
});
