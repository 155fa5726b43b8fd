import { expect, it, onTestFinished } from 'vitest';
import { openEmbeddedStore } from '../../src/catalogue/embedded-store.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { newPath } from './updates.ts';

function openAt(path: string): CatalogueStore {
  const store = openEmbeddedStore({ path, access: 'write' });
  onTestFinished(() => store.close());
  return store;
}

it('from where a site was listed is there in the next run, by its source', async () => {
  const path = newPath();
  const site = 'https://soil.example/';
  const first = openAt(path);
  const { change } = await first.status();
  await first.sites.put('soil', { site, taken: `${site}sitemap.xml` });
  await first.sites.put('peat', { site });
  expect(await first.status()).toMatchObject({ change });
  await first.close();
  const second = openAt(path);
  expect(await second.sites.get('soil')).toEqual({ site, taken: `${site}sitemap.xml` });
  expect(await second.sites.get('peat')).toEqual({ site });
  expect(await second.sites.get('fen')).toBeUndefined();
  await second.sites.put('soil', { site });
  expect(await second.sites.get('soil')).toEqual({ site });
});
