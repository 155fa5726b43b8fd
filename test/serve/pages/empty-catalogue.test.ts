import { afterAll, beforeAll, expect, it } from 'vitest';
import { load } from 'cheerio';
import { createApp } from '../../../src/serve/app.ts';
import { ServedCatalogue } from '../../../src/serve/served-catalogue.ts';
import { newPath, openStore } from '../../catalogue/updates.ts';

const now = (): Date => new Date('2026-11-25T03:00:00Z');
let served: ServedCatalogue;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  const path = newPath(afterAll);
  const store = openStore(path, 'write', afterAll);
  await store.beginRun(now(), {
    sources: ['later'],
    configured: ['later'],
  });
  served = await ServedCatalogue.open({ path, onTrouble: fail });
  const site = { title: 'Nothing yet', base: 'http://localhost/data/', store: path, now };
  app = createApp({ catalogue: served, site, onError: fail });
});
afterAll(async () => served.close());

function fail(error: unknown): never {
  throw error;
}

it.each([
  ['/sources', 'in progress, or killed'],
  ['/runs', 'in progress, or killed'],
  ['/runs/20261125T030000Z', 'It has left no report yet. It is for these sources:'],
  ['/problems', 'None.'],
  ['/problems/no-metadata', 'None has this problem.'],
  ['/explain', 'Explain a URL'],
  ['/help', 'What is indexed'],
])('has a page %s while the first run goes on', async (path, said) => {
  const answer = await app.request(`http://localhost/data${path}`);
  const $ = load(await answer.text());
  expect(answer.status).toBe(200);
  expect($('main').text().replaceAll(/\s+/gu, ' ')).toContain(said);
  const links = $('a[href^="/"], form[action^="/"]').toArray();
  const outside = links
    .map((link) => $(link).attr('href') ?? $(link).attr('action') ?? '')
    .filter((href) => !href.startsWith('/data/'));
  expect(outside).toEqual([]);
});

it('has no collections in OGC API Records, and no extent to compute', async () => {
  const answer = await app.request('http://localhost/data/ogc/collections');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ collections: [] });
  const missing = await app.request('http://localhost/data/ogc/collections/later/items');
  expect(missing.status).toBe(404);
});
