import { describe, expect, it } from 'vitest';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const xml = { 'content-type': 'application/xml' };
const text = { 'content-type': 'text/plain' };

function lists(site: FaultSite, path: string, pages: readonly number[]): void {
  const urls = pages.map((page) => `<url><loc>${site.origin}/${page}</loc></url>`);
  site.page(path, { body: `<urlset>${urls.join('')}</urlset>`, headers: xml });
}

function names(site: FaultSite, ...paths: readonly string[]): void {
  const lines = paths.map((path) => `Sitemap: ${site.origin}${path}\n`);
  site.page('/robots.txt', { body: lines.join(''), headers: text });
}

const most = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Ten pages, one of which is in a sitemap that only robots.txt names. */
async function tenPages(): Promise<FaultSite> {
  const site = await faultSite('127.0.0.1');
  for (let page = 0; page < 10; page += 1) site.page(`/${page}`);
  lists(site, '/sitemap.xml', most);
  lists(site, '/more.xml', [9]);
  return site;
}

/** The same, whose robots.txt names both sitemaps, harvested once. */
async function named() {
  const site = await tenPages();
  names(site, '/sitemap.xml', '/more.xml');
  const again = harvestAgain({ site: site.origin });
  await again.harvest();
  return { site, again };
}

/** The same without robots.txt, with a sitemap of all pages. */
async function guessed() {
  const site = await tenPages();
  lists(site, '/sitemap.xml', [...most, 9]);
  const again = harvestAgain({ site: site.origin });
  await again.harvest();
  return { site, again };
}

describe('a site that no longer names sitemaps', () => {
  it.each<[string, (site: FaultSite) => void]>([
    ['has no robots.txt', (site) => site.remove('/robots.txt')],
    ['has one without them', (site) => names(site)],
    [
      'has a page in its place',
      (site) =>
        void site.page('/robots.txt', {
          body: '<html>Soon',
          headers: { 'content-type': 'text/html' },
        }),
    ],
  ])('loses nothing on any night and is reported when it %s', async (_name, fail) => {
    const { site, again } = await named();
    fail(site);
    for (const full of [false, false, true]) {
      const { records, listing, problems } = await again.harvest({ full });
      expect(records).toMatchObject({ kept: 1 });
      expect(records.removed).toBeUndefined();
      expect(listing).toBe('incomplete');
      expect(problems).toMatchObject({ 'listing-moved': 1, 'sitemap-not-named': 1 });
    }
  });

  it('continues normally when it names them again', async () => {
    const { site, again } = await named();
    site.remove('/robots.txt');
    await again.harvest();
    names(site, '/sitemap.xml', '/more.xml');
    const { records, listing, problems } = await again.harvest();
    expect({ records, listing, problems }).toEqual({
      records: { unchanged: 10 },
      listing: 'complete',
      problems: {},
    });
  });

  it('is listed by the sitemaps found elsewhere from the night of the confirmation on', async () => {
    const { site, again } = await named();
    site.remove('/robots.txt');
    const confirmed = await again.harvest({ allowRemovals: true });
    expect(confirmed.records).toEqual({ unchanged: 9, removed: 1 });
    expect(confirmed.problems).toEqual({ 'sitemap-not-named': 1 });
    lists(site, '/sitemap.xml', most.slice(1));
    const { records, listing } = await again.harvest();
    expect(records).toEqual({ unchanged: 8, removed: 1 });
    expect(listing).toBe('complete');
  });

  it('is not confirmed by a limited run, which removes nothing', async () => {
    const { site, again } = await named();
    site.remove('/robots.txt');
    const limited = await again.harvest({ allowRemovals: true, limit: 2 });
    expect(limited.records.removed).toBeUndefined();
    const { records, problems } = await again.harvest();
    expect(records).toEqual({ unchanged: 9, kept: 1 });
    expect(problems).toHaveProperty('listing-moved');
  });

  it('loses nothing under another name', async () => {
    const { site, again } = await named();
    await again.write(async (store) => store.renameSource('s', 'soil'));
    site.remove('/robots.txt');
    const { records, problems } = await again.with({ name: 'soil', site: site.origin }).harvest();
    expect(records).toEqual({ unchanged: 9, kept: 1 });
    expect(problems).toHaveProperty('listing-moved');
  });

  it('loses nothing when the configuration spells its URL differently', async () => {
    const { site, again } = await named();
    site.remove('/robots.txt');
    const { records, problems } = await again.harvest({ source: { site: `${site.origin}/` } });
    expect(records).toEqual({ unchanged: 9, kept: 1 });
    expect(problems).toHaveProperty('listing-moved');
  });

  it('is treated as new when its source was removed before', async () => {
    const { site, again } = await named();
    await again.write(async (store) => store.removeSource('s'));
    site.remove('/robots.txt');
    const { records, listing, problems } = await again.harvest();
    expect({ records, listing, problems }).toEqual({
      records: { added: 9 },
      listing: 'complete',
      problems: { 'sitemap-not-named': 1 },
    });
  });

  it('still loses records that answer 404', async () => {
    const { site, again } = await named();
    site.remove('/robots.txt');
    site.remove('/0');
    const { records } = await again.harvest();
    expect(records).toEqual({ unchanged: 8, kept: 1, removed: 1 });
  });

  it('loses nothing when it has a catalogue in place of the sitemaps', async () => {
    const { site, again } = await named();
    for (const path of ['/robots.txt', '/sitemap.xml']) site.remove(path);
    const dataset = { '@type': 'dcat:Dataset', title: 'Levels', identifier: 'l', description: 'x' };
    const catalogue = { conformsTo: 'https://project-open-data.cio.gov/v1.1/schema' };
    site.page('/data.json', {
      body: JSON.stringify({ ...catalogue, '@type': 'dcat:Catalog', dataset: [dataset] }),
      headers: { 'content-type': 'application/json' },
    });
    const { records, problems } = await again.harvest();
    expect(problems).toMatchObject({ 'catalogue-not-named': 1, 'listing-moved': 1 });
    expect(records).toMatchObject({ kept: 10 });
  });
});

describe('a site that never named sitemaps', () => {
  it('loses records that its sitemap no longer lists', async () => {
    const { site, again } = await guessed();
    lists(site, '/sitemap.xml', most);
    const { records, listing, problems } = await again.harvest();
    expect(records).toEqual({ unchanged: 9, removed: 1 });
    expect(listing).toBe('complete');
    expect(problems).toEqual({ 'sitemap-not-named': 1 });
  });

  it('loses nothing when another well-known location lists fewer records', async () => {
    const { site, again } = await guessed();
    site.remove('/sitemap.xml');
    lists(site, '/sitemap_index.xml', most);
    const { records, problems, report } = await again.harvest();
    expect(records).toEqual({ unchanged: 9, kept: 1 });
    expect(problems).toHaveProperty('listing-moved');
    expect(report.examples).toContainEqual({
      kind: 'listing-moved',
      url: site.origin,
      taken: `${site.origin}/sitemap_index.xml`,
      before: `${site.origin}/sitemap.xml`,
    });
  });

  it('is trusted when it names some', async () => {
    const { site, again } = await guessed();
    lists(site, '/all.xml', most);
    names(site, '/all.xml');
    const { records, problems } = await again.harvest();
    expect(records).toEqual({ unchanged: 9, removed: 1 });
    expect(problems).toEqual({});
  });

  it('is a different site when a different URL is configured', async () => {
    const { site, again } = await guessed();
    const other = await faultSite('127.0.0.2');
    other.page('/0');
    other.list();
    const source = { site: other.origin };
    const { listing, problems } = await again.harvest({ source });
    expect(listing).toBe('complete');
    expect(problems).not.toHaveProperty('listing-moved');
    expect(site.origin).not.toBe(other.origin);
  });
});
