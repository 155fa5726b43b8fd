import { afterAll, beforeAll, expect, it } from 'vitest';
import { load } from 'cheerio';
import { apiEndpoints } from '../../../src/serve/api/api-routes.ts';
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

it.each([
  ['/api', { records: 0, resources: 0 }],
  ['/api/search?q=ice&facets=types,years', { total: 0, results: [] }],
  ['/api/sources', { sources: [] }],
  ['/api/runs', { total: 1, runs: [{ run: '20261125T030000Z' }] }],
  ['/api/runs/last', { run: '20261125T030000Z', sources: ['later'] }],
  ['/api/problems', { total: 0, problems: [] }],
])('answers %s with %j while the first run goes on', async (path, expected) => {
  const answer = await app.request(`http://localhost/data${path}`);
  const json = (await answer.json()) as { links: { self: string } };
  expect(json).toMatchObject(expected);
  const [bare = ''] = path.split('?');
  const name = bare.replace(/last$/u, '20261125T030000Z');
  expect(json.links.self).toContain(`http://localhost/data${name}`);
  const endpoint = apiEndpoints.find((each) => each.path.replace('{id}', 'last') === bare);
  expect(endpoint?.answers.safeParse(json).error?.issues).toBeUndefined();
  expect(endpoint).toBeDefined();
});

it('has metrics while the first run goes on', async () => {
  const text = await (await app.request('http://localhost/data/metrics')).text();
  expect(text).toContain('cdif_graph_records 0\n');
  expect(text).toContain('cdif_graph_runs{state="unfinished"} 1\n');
  expect(text).not.toContain('NaN');
});
