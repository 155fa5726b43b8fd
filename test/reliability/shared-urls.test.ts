import { describe, expect, it } from 'vitest';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const microdata =
  '<div itemscope itemtype="https://schema.org/Dataset"><p itemprop="name">Levels of the fen</p></div>';

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
    // By now both are known to list it.
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
});
