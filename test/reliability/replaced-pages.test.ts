import { expect, it } from 'vitest';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const catalogue = (origin: string): string =>
  `<title>Soil Archive</title><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org/',
    '@type': 'DataCatalog',
    '@id': `${origin}/`,
    name: 'Soil Archive',
  })}</script>`;

it('records stay where another page came in place of theirs, and say so until it is back', async () => {
  const site = await faultSite('127.0.0.1');
  const paths = ['/home', '/catalogue', '/missing', '/tombstone', '/good'].map(
    (each) => `/d${each}`,
  );
  for (const path of paths) site.page(path);
  const again = harvestAgain({ urls: paths.map((path) => site.origin + path) });
  const status = async () => (await again.read(async (store) => store.status())).sources[0];
  await again.harvest();
  expect(await status()).not.toHaveProperty('kept');

  site.page('/', { body: catalogue(site.origin) });
  for (const path of ['/d/home', '/d/catalogue']) {
    site.fault(path, 'redirect-to-other-host', { to: `${site.origin}/` });
  }
  site.page('/d/missing', { body: `<h1>Seite nicht gefunden</h1>${catalogue(site.origin)}` });
  site.page('/d/tombstone', { body: '<h1>Soil</h1><p>This dataset has been withdrawn.</p>' });
  const { records, problems, urls } = await again.harvest();
  expect(records).toEqual({ unchanged: 1, 'failed-kept': 4 });
  expect(urls).toMatchObject({ 'no-metadata': 4 });
  const counts = { 'redirected-away': 2, 'soft-404': 1, 'tombstone-page': 1 };
  expect(problems).toMatchObject(counts);
  const facts = { since: '2026-01-02T00:00:00.000Z', oldestCopy: '2026-01-01T00:00:00.000Z' };
  expect((await status())?.kept).toEqual({ records: 4, reasons: counts, ...facts });

  // The same answers again are told in the same way, by the record, too.
  await again.harvest();
  expect((await status())?.kept).toEqual({ records: 4, reasons: counts, ...facts });
  const found = await again.read(async (store) => store.find(`${site.origin}/d/tombstone`));
  expect(found.map(({ kept }) => kept)).toEqual([
    { records: 1, reasons: { 'tombstone-page': 1 }, ...facts },
  ]);

  for (const path of paths) site.page(path);
  expect((await again.harvest()).records).toEqual({ unchanged: 5 });
  expect(await status()).not.toHaveProperty('kept');
});

it('records stay where redirects lead to a home page that does not exist', async () => {
  const site = await faultSite('127.0.0.1');
  for (const path of ['/d/home', '/d/moved', '/d/good']) site.page(path);
  const again = harvestAgain({
    urls: ['/d/home', '/d/moved', '/d/good'].map((path) => site.origin + path),
    maxRemovedShare: 1,
  });
  await again.harvest();
  site.fault('/d/home', 'redirect-to-other-host', { to: `${site.origin}/` });
  site.fault('/d/moved', 'redirect-to-other-host', { to: `${site.origin}/d/moved-again` });
  const { records, urls } = await again.harvest();
  expect(urls).toEqual({ unchanged: 1, 'fetch-failed': 1, gone: 1 });
  expect(records).toEqual({ unchanged: 1, 'failed-kept': 1, removed: 1 });
});
