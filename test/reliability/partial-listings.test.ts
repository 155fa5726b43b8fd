import { describe, expect, it } from 'vitest';
import { summarise } from '../../src/render/run-summary.ts';
import { harvestAgain, type Again } from './later-harvests.ts';
import { each, put, rss, serveIndex, twelvePages, type Listed } from './partial-sites.ts';

const history = 'http://purl.org/syndication/history/1.0';

const atomOf =
  (head: string): Listed =>
  ({ origin }, from, to) =>
    `<feed xmlns:fh="${history}">${head}${each(from, to, (page) => `<entry><link href="${origin}/${page}"/></entry>`)}</feed>`;

const urlsetOf =
  (head: string): Listed =>
  ({ origin }, from, to) =>
    `<urlset>${head}${each(from, to, (page) => `<url><loc>${origin}/${page}</loc></url>`)}</urlset>`;

const changeList = urlsetOf('<rs:md capability="changelist"/>');

async function count(again: Again): Promise<number> {
  return again.read(async (store) => {
    let records = 0;
    for await (const _ of store.documents()) records += 1;
    return records;
  });
}

describe('a record that drops out of a partial listing', () => {
  it.each<[string, Listed]>([
    ['an RSS feed', rss],
    ['an Atom feed', atomOf('')],
    ['one page of a complete feed', atomOf('<fh:complete/><link rel="next" href="/2.atom"/>')],
    ['a ResourceSync change list', changeList],
  ])('stays where the listing is %s', async (_name, listed) => {
    const site = await twelvePages();
    put(site, '/new.xml', listed(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/new.xml` });
    await again.harvest();
    put(site, '/new.xml', listed(site, 1, 11));
    const { urls, records, listing, problems } = await again.harvest({ allowRemovals: true });
    expect(urls).toEqual({ unchanged: 10, loaded: 1 });
    expect(records).toEqual({ unchanged: 10, added: 1 });
    expect(listing).toBe('partial');
    expect(problems).toEqual({ 'listing-partial': 1 });
    expect(await count(again)).toBe(11);
  });

  it('is removed where a feed declares itself complete', async () => {
    const site = await twelvePages();
    const complete = atomOf('<fh:complete/>');
    put(site, '/all.atom', complete(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/all.atom` });
    await again.harvest();
    put(site, '/all.atom', complete(site, 1, 11));
    const { records, listing, problems } = await again.harvest();
    expect(records).toEqual({ unchanged: 9, added: 1, removed: 1 });
    expect(listing).toBe('complete');
    expect(problems).toEqual({});
  });

  it('is removed where a sitemap listed it, too', async () => {
    const site = await twelvePages();
    put(site, '/all.xml', urlsetOf('')(site, 0, 9));
    put(site, '/new.rss', rss(site, 9, 12));
    serveIndex(site, ['all.xml', 'new.rss']);
    const again = harvestAgain({ sitemap: `${site.origin}/index.xml` });
    await again.harvest();
    put(site, '/all.xml', urlsetOf('')(site, 1, 9));
    put(site, '/new.rss', rss(site, 11, 12));
    const { records, listing } = await again.harvest();
    expect(records).toEqual({ unchanged: 11, removed: 1 });
    expect(listing).toBe('partial');
    // With both, the URL counts as listed by the sitemap.
    put(site, '/all.xml', urlsetOf('')(site, 2, 9));
    put(site, '/new.rss', rss(site, 1, 2));
    expect((await again.harvest()).records).toEqual({ unchanged: 11 });
  });

  it('stays where the partial listing has another URL each night', async () => {
    const site = await twelvePages();
    put(site, '/all.xml', urlsetOf('')(site, 0, 9));
    const again = harvestAgain({ sitemap: `${site.origin}/index.xml` });
    for (let night = 0; night < 3; night += 1) {
      put(site, `/changes-${night}.xml`, changeList(site, 9 + night, 10 + night));
      serveIndex(site, ['all.xml', `changes-${night}.xml`]);
      expect((await again.harvest()).records.added).toBe(night === 0 ? 10 : 1);
    }
    expect(await count(again)).toBe(12);
  });

  it('stays where the sitemap of the same source fails', async () => {
    const site = await twelvePages();
    put(site, '/all.xml', urlsetOf('')(site, 0, 9));
    put(site, '/new.rss', rss(site, 9, 12));
    serveIndex(site, ['all.xml', 'new.rss']);
    const again = harvestAgain({ sitemap: `${site.origin}/index.xml` });
    await again.harvest();
    site.remove('/all.xml');
    const { records, listing } = await again.harvest();
    expect([records, listing]).toEqual([{ unchanged: 12 }, 'incomplete']);
  });

  it('stays where the feed has not changed', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 4), { etag: '"a"' });
    put(site, '/all.xml', urlsetOf('')(site, 4, 12));
    put(site, '/robots.txt', `Sitemap: ${site.origin}/all.xml\nSitemap: ${site.origin}/new.rss\n`, {
      'content-type': 'text/plain',
    });
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    put(site, '/new.rss', rss(site, 1, 4), { etag: '"b"' });
    await again.harvest();
    const { records, listing, report } = await again.harvest();
    expect(report.requests.notModified).toBeGreaterThan(0);
    expect(records).toEqual({ unchanged: 12 });
    expect(listing).toBe('partial');
  });

  it('does not count as a loss of the source, in any number', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/new.rss` });
    await again.harvest();
    put(site, '/new.rss', rss(site, 9, 12));
    const { records, problems } = await again.harvest();
    expect(records).toEqual({ unchanged: 10, added: 2 });
    expect(problems).toEqual({ 'listing-partial': 1 });
  });
});

describe('a source that is a feed', () => {
  it('requests the URLs that it listed earlier when there is nothing new', async () => {
    const site = await twelvePages();
    put(site, '/new.xml', changeList(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/new.xml` });
    await again.harvest();
    put(site, '/new.xml', changeList(site, 0, 0));
    site.remove('/0');
    const { records, listing, problems } = await again.harvest();
    expect(records).toEqual({ unchanged: 9, removed: 1 });
    expect([listing, problems]).toEqual(['partial', { 'listing-partial': 1, 'http-status': 1 }]);
  });

  it('is an error when it has never listed a URL', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 0));
    const { listing, problems } = await harvestAgain({
      sitemap: `${site.origin}/new.rss`,
    }).harvest();
    expect([listing, problems]).toEqual([
      'incomplete',
      { 'listing-partial': 1, 'source-empty': 1 },
    ]);
  });

  it('is no error when another source lists all its URLs', async () => {
    const site = await twelvePages();
    const urls = [0, 1, 2].map((page) => `${site.origin}/${page}`);
    put(site, '/new.rss', rss(site, 0, 3));
    const feed = { name: 'feed', sitemap: `${site.origin}/new.rss` };
    const { others } = await harvestAgain({ urls }, feed).harvest();
    expect(others).toMatchObject([{ listing: 'partial', problems: { 'listing-partial': 1 } }]);
    expect(others[0]?.problems).not.toHaveProperty('source-empty');
  });

  it('requests the URLs that it listed earlier even when another listing fails', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 10));
    serveIndex(site, ['missing.xml', 'new.rss']);
    const again = harvestAgain({ sitemap: `${site.origin}/index.xml` });
    await again.harvest();
    put(site, '/new.rss', rss(site, 9, 10));
    site.change();
    const { records, listing } = await again.harvest();
    expect([records, listing]).toEqual([{ replaced: 10 }, 'incomplete']);
  });

  it('loses records that the configuration excludes', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/new.rss` });
    await again.harvest();
    const { urls, records } = await again.harvest({ source: { exclude: ['/0'] } });
    expect([urls, records]).toEqual([
      { unchanged: 9, unlisted: 1 },
      { unchanged: 9, removed: 1 },
    ]);
  });

  it('forgets listed URLs that never had a record', async () => {
    const site = await twelvePages();
    for (let page = 0; page < 9; page += 1) site.page(`/${page}`, { body: '<p>News</p>' });
    put(site, '/new.rss', rss(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/new.rss`, negotiate: false });
    expect((await again.harvest()).urls).toEqual({ loaded: 1, 'no-metadata': 9 });
    put(site, '/new.rss', rss(site, 8, 10));
    // The URL may get a record later, so it is requested again after a week.
    for (let night = 0; night < 8; night += 1) await again.harvest();
    expect(site.countOf('/0')).toBe(8);
    expect((await again.harvest()).urls).toEqual({ unchanged: 1, 'no-metadata': 1 });
    expect(site.countOf('/0')).toBe(8);
  });

  it('loses records whose URLs answer 404 or 410', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/new.rss` });
    await again.harvest();
    put(site, '/new.rss', rss(site, 1, 10));
    // The source listed the first URL earlier, and lists the second one.
    for (const path of ['/0', '/1']) {
      site.remove(path);
      const { urls, records } = await again.harvest();
      expect(urls.gone).toBe(1);
      expect(records).toMatchObject({ removed: 1 });
    }
    expect(await count(again)).toBe(8);
  });

  it('picks up changes of records that it no longer lists', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/new.rss` });
    await again.harvest();
    put(site, '/new.rss', rss(site, 9, 10));
    site.change();
    expect((await again.harvest()).records).toEqual({ replaced: 10 });
  });

  it('reports when most of its earlier URLs fail', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 12));
    const again = harvestAgain({ sitemap: `${site.origin}/new.rss` });
    await again.harvest();
    put(site, '/new.rss', rss(site, 9, 12));
    for (let page = 0; page < 10; page += 1) site.page(`/${page}`, { body: '<p>Back soon</p>' });
    const { problems } = await again.harvest();
    expect(problems).toMatchObject({ 'listing-partial': 1, 'source-shrunk': 1 });
  });

  it('is incomplete where it breaks off', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 3).slice(0, -20));
    const { listing } = await harvestAgain({ sitemap: `${site.origin}/new.rss` }).harvest();
    expect(listing).toBe('incomplete');
  });

  it('is reported as a feed, which is no error', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 3));
    const { report } = await harvestAgain({ sitemap: `${site.origin}/new.rss` }).harvest();
    const text = summarise(report, 'docs/problems');
    expect(text).toContain('The listing names only what is new');
    expect(text).not.toContain('not whole');
  });
});
