import { describe, expect, it } from 'vitest';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

describe('the status of a source', () => {
  it('says what fails, since when, and how old is what is kept', async () => {
    const site = await faultSite('127.0.0.1');
    for (const path of ['/0', '/1', '/2', '/3', '/4', '/5', '/6']) site.page(path);
    site.list();
    const again = harvestAgain({ sitemap: `${site.origin}/sitemap.xml` });
    const status = async () => (await again.read(async (store) => store.status())).sources[0];
    await again.harvest();
    expect(await status()).toMatchObject({ leaving: 0, removed: 0 });
    expect(await status()).not.toHaveProperty('failing');
    site.fault('/1', 'server-error');
    await again.harvest();
    site.fault('/2', 'server-error');
    await again.harvest();
    expect(await status()).toMatchObject({
      lastLook: '2026-01-03T00:00:00.000Z',
      failing: {
        urls: 2,
        since: '2026-01-02T00:00:00.000Z',
        longestStreak: 2,
        withRecords: 2,
        oldestGood: '2026-01-01T00:00:00.000Z',
      },
    });
    site.page('/1');
    site.page('/2');
    site.remove('/3');
    await again.harvest();
    expect(await status()).toMatchObject({ leaving: 0, removed: 1 });
  });

  it('says what waits to be removed', async () => {
    const site = await faultSite('127.0.0.1');
    for (const path of ['/0', '/1', '/2']) site.page(path);
    site.list();
    const again = harvestAgain({ sitemap: `${site.origin}/sitemap.xml` });
    await again.harvest();
    for (const path of ['/0', '/1']) site.remove(path);
    expect((await again.harvest()).problems).toHaveProperty('removals-held');
    const { sources } = await again.read(async (store) => store.status());
    expect(sources[0]).toMatchObject({ leaving: 2, removed: 0 });
  });
});
