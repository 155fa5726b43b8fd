import { open } from 'lmdb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEmbeddedStore, type CatalogueStore } from '../../src/catalogue/store.ts';
import { newPath, openCatalogue } from './updates.ts';

const origin = 'https://soil.example';
const at = new Date('2026-01-02T03:04:05Z');
const file = {
  kind: 'file',
  at,
  // Not UTF-8.
  body: Buffer.from([0x41, 0xff, 0x00, 0xe9, 0x0a]),
  finalUrl: `${origin}/robots.txt`,
  validators: { etag: '"1"', lastModified: undefined },
} as const;

function openAt(path: string, access: 'read' | 'write' = 'write'): CatalogueStore {
  const store = openEmbeddedStore({ path, access });
  onTestFinished(() => store.close());
  return store;
}

describe('the robots.txt files of a catalogue', () => {
  it('are there in the next run, byte by byte', async () => {
    const path = newPath();
    const first = openAt(path);
    expect(await first.robots.get(origin)).toBeUndefined();
    await first.robots.put(origin, file);
    await first.robots.put('https://none.example', { kind: 'none', at });
    await first.close();
    const { robots } = openAt(path);
    expect(await robots.get(origin)).toEqual(file);
    expect(await robots.get('https://none.example')).toEqual({ kind: 'none', at });
  });

  it('are replaced by the newest response', async () => {
    const { robots } = openAt(newPath());
    await robots.put(origin, file);
    await robots.put(origin, { kind: 'none', at });
    expect(await robots.get(origin)).toEqual({ kind: 'none', at });
  });

  it('do not count as a change', async () => {
    const store = openAt(newPath());
    const { change } = await store.status();
    await store.robots.put(origin, file);
    expect((await store.status()).change).toBe(change);
  });

  it('are removed when outdated, by the next run that stores one', async () => {
    const path = newPath();
    const first = openAt(path);
    await first.robots.put(origin, file);
    await first.robots.put('https://later.example', { kind: 'none', at: new Date('2026-01-20') });
    await first.robots.put('https://ahead.example', { kind: 'none', at: new Date('2027-02-10') });
    await first.close();
    const { robots } = openAt(path);
    await robots.put('https://new.example', { kind: 'none', at: new Date('2026-02-10') });
    expect(await robots.get(origin)).toBeUndefined();
    // Of a clock that was wrong.
    expect(await robots.get('https://ahead.example')).toBeUndefined();
    expect(await robots.get('https://later.example')).toBeDefined();
  });

  it('may be missing in a catalogue that is only read', async () => {
    const path = newPath();
    await openAt(path).close();
    const environment = open({ path, noSubdir: false, maxDbs: 12 });
    await environment.openDB({ name: 'robots', encoding: 'json' }).drop();
    await environment.close();
    const { robots } = openAt(path, 'read');
    expect(await robots.get(origin)).toBeUndefined();
  });
});

it('keeps where the listing of a site was found, by source', async () => {
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

const context = (name: string) => ({
  url: `${origin}/${name}`,
  documentUrl: `${origin}/${name}.jsonld`,
  json: `{ "@context": { "${name}": "https://soil.example/" } }`,
});

describe('the fetched contexts of a catalogue', () => {
  it('are there in the next run, and count as no change', async () => {
    const path = newPath();
    const first = openAt(path);
    const { change } = await first.status();
    await first.contexts.put(context('soil'), at);
    expect(await first.status()).toMatchObject({ change });
    await first.close();
    const { contexts } = openAt(path, 'read');
    expect(await contexts.get(`${origin}/soil`)).toMatchObject(context('soil'));
    expect(await contexts.get(`${origin}/peat`)).toBeUndefined();
  });

  it('are a thousand at most, without the oldest', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    catalogue.change(({ contexts }) => {
      for (let index = 0; index < 1000; index += 1) {
        const day = String(1 + (index % 28)).padStart(2, '0');
        const row = { ...context(`c${index}`), at: `2025-12-${day}T00:00:00.000Z` };
        contexts.putSync(row.url, row);
      }
    });
    await catalogue.close();
    const { contexts } = openAt(path);
    await contexts.put(context('c1'), at);
    expect(await contexts.get(`${origin}/c0`)).toBeDefined();
    await contexts.put(context('new'), at);
    expect(await contexts.get(`${origin}/c0`)).toBeUndefined();
    expect(await contexts.get(`${origin}/c28`)).toBeDefined();
    expect(await contexts.get(`${origin}/new`)).toBeDefined();
  });
});
