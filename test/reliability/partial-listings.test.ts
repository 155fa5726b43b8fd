import { describe, expect, it } from 'vitest';
import { summarise } from '../../src/report/summary.ts';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain, type Again } from './later-harvests.ts';

const history = 'http://purl.org/syndication/history/1.0';

/** A site of twelve pages, each with a record. */
async function twelvePages(): Promise<FaultSite> {
  const site = await faultSite('127.0.0.1');
  for (let page = 0; page < 12; page += 1) site.page(`/${page}`);
  return site;
}

/** Serves XML. */
function put(site: FaultSite, path: string, body: string, headers: object = {}): void {
  site.page(path, { body, headers: { 'content-type': 'application/xml', ...headers } });
}

type Listed = (site: FaultSite, from: number, to: number) => string;

const each = (from: number, to: number, entry: (page: number) => string): string =>
  Array.from({ length: to - from }, (_, index) => entry(from + index)).join('');

const rss: Listed = ({ origin }, from, to) =>
  `<rss version="2.0"><channel>${each(from, to, (page) => `<item><link>${origin}/${page}</link></item>`)}</channel></rss>`;

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

describe('what falls out of a listing of what is new', () => {
  it.each<[string, Listed]>([
    ['a feed in RSS', rss],
    ['a feed in Atom', atomOf('')],
    ['one page of a complete feed', atomOf('<fh:complete/><link rel="next" href="/2.atom"/>')],
    ['a change list of ResourceSync', changeList],
  ])('stays where that is %s', async (_name, listed) => {
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

  it('goes where a feed says that it has all entries', async () => {
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

  it('stays where a feed is one of several listings', async () => {
    const site = await twelvePages();
    put(site, '/all.xml', urlsetOf('')(site, 0, 9));
    put(site, '/new.rss', rss(site, 9, 12));
    const index = ['all.xml', 'new.rss'].map(
      (path) => `<sitemap><loc>${site.origin}/${path}</loc></sitemap>`,
    );
    put(site, '/index.xml', `<sitemapindex>${index.join('')}</sitemapindex>`);
    const again = harvestAgain({ sitemap: `${site.origin}/index.xml` });
    await again.harvest();
    put(site, '/all.xml', urlsetOf('')(site, 1, 9));
    const { records, listing } = await again.harvest();
    expect(records).toEqual({ unchanged: 12 });
    expect(listing).toBe('partial');
  });

  it('stays where the feed has not changed since', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 4), { etag: '"a"' });
    put(site, '/all.xml', urlsetOf('')(site, 4, 12));
    put(site, '/robots.txt', `Sitemap: ${site.origin}/all.xml\nSitemap: ${site.origin}/new.rss\n`, {
      'content-type': 'text/plain',
    });
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    put(site, '/all.xml', urlsetOf('')(site, 5, 12));
    const { records, listing, report } = await again.harvest();
    expect(report.requests.notModified).toBeGreaterThan(0);
    expect(records).toEqual({ unchanged: 12 });
    expect(listing).toBe('partial');
  });

  it('is no loss of the source, however much it is', async () => {
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
  it('loses what answers 404 or 410', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/new.rss` });
    await again.harvest();
    put(site, '/new.rss', rss(site, 1, 10));
    // It has named the one, and names the other.
    for (const path of ['/0', '/1']) {
      site.remove(path);
      const { urls, records } = await again.harvest();
      expect(urls.gone).toBe(1);
      expect(records).toMatchObject({ removed: 1 });
    }
    expect(await count(again)).toBe(8);
  });

  it('hears of changes of what it names no more', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 10));
    const again = harvestAgain({ sitemap: `${site.origin}/new.rss` });
    await again.harvest();
    put(site, '/new.rss', rss(site, 9, 10));
    site.change();
    expect((await again.harvest()).records).toEqual({ replaced: 10 });
  });

  it('says so where most of what it has named fails', async () => {
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

  it('is told to be one, which is no error', async () => {
    const site = await twelvePages();
    put(site, '/new.rss', rss(site, 0, 3));
    const { report } = await harvestAgain({ sitemap: `${site.origin}/new.rss` }).harvest();
    const text = summarise(report, 'docs/problems');
    expect(text).toContain('Its list names what is new, not all there is');
    expect(text).not.toContain('not whole');
  });
});
