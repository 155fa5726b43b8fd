import { describe, expect, it } from 'vitest';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const microdata =
  '<div itemscope itemtype="https://schema.org/Dataset"><p itemprop="name">Levels of the fen</p></div>';

/** Serves a sitemap. */
function sitemap(site: FaultSite, path: string, urls: readonly string[]): string {
  const entries = urls.map((url) => `<url><loc>${url}</loc></url>`).join('');
  const body = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
  return site.page(path, { body, headers: { 'content-type': 'application/xml' } });
}

const page = (type: string) => (url: string) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org/',
    '@id': `${url}#it`,
    '@type': type,
    name: 'Levels',
  })}</script>`;

describe('a URL of two sources', () => {
  it('is read for both, whichever is harvested', async () => {
    const site = await faultSite('127.0.0.1');
    const urls = [site.page('/plain', { body: microdata })];
    const again = harvestAgain({ urls }, { name: 'b', urls, fallbacks: ['microdata'] });
    // By now both sources are known to list it.
    await again.harvest();
    await again.harvest();
    const asked = site.countOf('/plain');
    expect((await again.harvest({ only: ['s'] })).records).toEqual({ unchanged: 1 });
    expect((await again.harvest({ only: ['b'] })).records).toEqual({ unchanged: 1 });
    expect((await again.harvest()).records).toEqual({ unchanged: 1 });
    const conditional = site.requests.filter(({ headers }) => 'if-none-match' in headers);
    expect(conditional.map(({ path, status }) => [path, status]).slice(-3)).toEqual(
      Array.from({ length: 3 }, () => ['/plain', 304]),
    );
    expect(site.countOf('/plain')).toBe(asked + 3);
  });

  it('loses what one of them wanted, when that one does not list it any more', async () => {
    const site = await faultSite('127.0.0.1');
    const datasets = Array.from({ length: 9 }, (_, at) =>
      site.page(`/${at}`, { body: page('Dataset') }),
    );
    const map = site.page('/map', { body: page('Map') });
    const wanted = { name: 'b', urls: [...datasets, map], types: ['Dataset'] };
    const again = harvestAgain({ urls: [map] }, wanted);
    await again.harvest();
    const [first = ''] = datasets;
    const source = { urls: [first] };
    await again.harvest({ source, allowRemovals: true });
    await again.harvest({ source });
    const left = await again.read(async (store) => (await store.status()).records);
    expect(left).toBe(9);
  });

  it.each(['large first', 'small first'])('counts in the share of both, the %s', async (order) => {
    const site = await faultSite('127.0.0.1');
    const all = Array.from({ length: 20 }, (_, at) => site.page(`/${at}`));
    const large = { name: 'large', sitemap: sitemap(site, '/large.xml', all) };
    const small = { name: 'small', sitemap: sitemap(site, '/small.xml', all.slice(0, 4)) };
    const [first, second] = order === 'large first' ? [large, small] : [small, large];
    const again = harvestAgain(first, second);
    await again.harvest();
    sitemap(site, '/large.xml', all.slice(4));
    sitemap(site, '/small.xml', all.slice(4, 5));
    const { report } = await again.harvest();
    const held = report.sources.filter(({ problems }) => problems['removals-held'] !== undefined);
    expect(held.map(({ source }) => source)).toEqual(['small']);
    expect(await again.read(async (store) => (await store.status()).records)).toBe(20);
    await again.harvest({ allowRemovals: true });
    expect(await again.read(async (store) => (await store.status()).records)).toBe(16);
  });
});
