import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const xml = { 'content-type': 'application/xml' };

function lists(site: FaultSite, path: string, pages: readonly number[]): void {
  const urls = pages.map((page) => `<url><loc>${site.origin}/${page}</loc></url>`);
  site.page(path, { body: `<urlset>${urls.join('')}</urlset>`, headers: xml });
}

/** An index of two sitemaps with two pages each, harvested once. */
async function fourPages() {
  const site = await faultSite('127.0.0.1');
  for (const page of [0, 1, 2, 3]) site.page(`/${page}`);
  lists(site, '/a.xml', [0, 1]);
  lists(site, '/b.xml', [2, 3]);
  const named = ['a', 'b'].map(
    (name) => `<sitemap><loc>${site.origin}/${name}.xml</loc></sitemap>`,
  );
  const index = `<sitemapindex>${named.join('')}</sitemapindex>`;
  site.page('/index.xml', { body: index, headers: xml });
  const again = harvestAgain({ sitemap: `${site.origin}/index.xml` });
  await again.harvest();
  return { site, again };
}

describe('a sitemap that lists nothing any more', () => {
  it('costs nothing until that is confirmed', async () => {
    const { site, again } = await fourPages();
    for (const name of ['a', 'b']) lists(site, `/${name}.xml`, []);
    const held = await again.harvest();
    expect(held.records).toEqual({ kept: 4 });
    expect(held.problems).toMatchObject({ 'sitemap-empty': 2, 'source-empty': 1 });
    expect((await again.harvest()).records).toEqual({ kept: 4 });
    const confirmed = await again.harvest({ allowRemovals: true });
    expect(confirmed.listing).toBe('complete');
    expect(confirmed.urls).toEqual({ unlisted: 4 });
    expect(confirmed.records).toEqual({ removed: 4 });
    expect(await again.read(async (store) => store.status())).toMatchObject({ records: 0 });
  });

  it('beside others that do costs nothing until that is confirmed', async () => {
    const { site, again } = await fourPages();
    lists(site, '/b.xml', []);
    const held = await again.harvest();
    expect(held.records).toEqual({ unchanged: 2, kept: 2 });
    expect(held.listing).toBe('incomplete');
    const confirmed = await again.harvest({ allowRemovals: true });
    expect(confirmed.records).toEqual({ unchanged: 2, removed: 2 });
  });

  it('costs nothing where another one cannot be had, confirmed or not', async () => {
    const { site, again } = await fourPages();
    lists(site, '/a.xml', []);
    site.fault('/b.xml', 'server-error');
    const { records, listing } = await again.harvest({ allowRemovals: true });
    expect(records).toEqual({ kept: 4 });
    expect(listing).toBe('incomplete');
  });
});

describe('a folder that is empty', () => {
  it('costs nothing until that is confirmed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-empty-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const record = { '@context': 'https://schema.org/', '@type': 'Dataset', name: 'Levels' };
    writeFileSync(join(folder, 'a.jsonld'), JSON.stringify(record));
    const again = harvestAgain({ folder, base: 'https://fen.example/' });
    expect((await again.harvest()).records).toEqual({ added: 1 });
    rmSync(join(folder, 'a.jsonld'));
    expect((await again.harvest()).records).toEqual({ kept: 1 });
    expect((await again.harvest({ allowRemovals: true })).records).toEqual({ removed: 1 });
    rmSync(folder, { recursive: true });
    expect((await again.harvest()).problems).toHaveProperty('file-unreadable');
  });
});
