import { describe, expect, it } from 'vitest';
import { openCatalogueData } from '../../src/catalogue/layout.ts';
import type { FaultSite } from '../support/fault-server.mjs';
import { newPath, openStore } from '../catalogue/updates.ts';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain, type Again } from './later-harvests.ts';

const xml = { 'content-type': 'application/xml' };

/** A sitemap of one page of its own. */
function sitemap(site: FaultSite, name: string): string {
  site.page(`/page-${name}`);
  const entry = `<url><loc>${site.origin}/page-${name}</loc></url>`;
  const urlset = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  site.page(`/${name}.xml`, { body: `<urlset xmlns="${urlset}">${entry}</urlset>`, headers: xml });
  return `${site.origin}/${name}.xml`;
}

/** The names of the stored sitemaps among these. */
async function keptOf(again: Again, sitemaps: readonly string[]): Promise<readonly string[]> {
  return again.read(async (store) => {
    const memory = store.listings().of('test');
    const kept: string[] = [];
    for (const url of sitemaps) {
      if ((await memory.known(`${url} {}`)) !== undefined) kept.push(url);
    }
    return kept;
  });
}

describe('a sitemap that is kept', () => {
  it('goes when a run has ended in which its source does not read it any more', async () => {
    const site = await faultSite('127.0.0.1');
    const [one, two] = [sitemap(site, 'one'), sitemap(site, 'two')];
    const again = harvestAgain({ sitemap: one });
    await again.harvest();
    await again.harvest();
    expect(await keptOf(again, [one, two])).toEqual([one]);
    await again.harvest({ source: { sitemap: two } });
    expect(await keptOf(again, [one, two])).toEqual([two]);
  });

  it('stays where the listing was not whole, or everything was asked for again', async () => {
    const site = await faultSite('127.0.0.1');
    const [one, two] = [sitemap(site, 'one'), sitemap(site, 'two')];
    const again = harvestAgain({ sitemap: one });
    await again.harvest();
    site.fault('/two.xml', 'server-error');
    await again.harvest({ source: { sitemap: two } });
    expect(await keptOf(again, [one])).toEqual([one]);
    sitemap(site, 'two');
    await again.harvest({ full: true, source: { sitemap: two } });
    expect(await keptOf(again, [one])).toEqual([one]);
  });

  it('stays while another source reads it, whether that is harvested or not', async () => {
    const site = await faultSite('127.0.0.1');
    const [one, two] = [sitemap(site, 'one'), sitemap(site, 'two')];
    const again = harvestAgain({ sitemap: one }, { name: 'other', sitemap: one });
    await again.harvest();
    await again.harvest({ only: ['s'], source: { sitemap: two } });
    expect(await keptOf(again, [one, two])).toEqual([one, two]);
    await again.write(async (store) => store.removeSource('s'));
    expect(await keptOf(again, [one, two])).toEqual([one]);
    await again.write(async (store) => store.renameSource('other', 'new'));
    expect(await keptOf(again, [one, two])).toEqual([one]);
    await again.write(async (store) => store.removeSource('new'));
    expect(await keptOf(again, [one, two])).toEqual([]);
  });

  it('leaves nothing behind that was begun and not ended', async () => {
    const path = newPath();
    const store = openStore(path);
    const long = `https://fen.example/${'x'.repeat(3000)}.xml {}`;
    for (const name of ['https://fen.example/whole.xml {}', long]) {
      const whole = await store.listings<number>().of('s').begin(name);
      await whole.add(1);
      const finalUrl = 'https://fen.example/whole.xml';
      await whole.end({ validators: { etag: '"1"' }, finalUrl, at: '2026-01-01T00:00:00Z' });
      whole.close();
    }
    // The state that a killed run leaves.
    const begun = await store.listings<number>().of('s').begin('https://fen.example/begun.xml {}');
    for (let item = 0; item < 600; item += 1) await begun.add(item);
    await store.listings().end([]);
    await store.close();
    const { environment, listed } = openCatalogueData({ path, access: 'read' });
    expect([...listed.getRange()].map(({ value }) => value)).toEqual([[1], [1]]);
    await environment.close();
  });
});
