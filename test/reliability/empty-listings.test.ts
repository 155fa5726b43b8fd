import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const json = { 'content-type': 'application/ld+json' };
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
    const { examples } = confirmed.report;
    expect(examples.filter((each) => !('removalsAllowed' in each))).toEqual([]);
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

/** An `ItemList` in schema.org's terms. */
function listOf(items: readonly object[]): string {
  const list = { '@context': 'https://schema.org/', '@type': 'ItemList' };
  return JSON.stringify({ ...list, itemListElement: items });
}

const numbers = [0, 1, 2, 3, 4];
const records = numbers.map((item) => ({
  '@type': 'Dataset',
  '@id': `https://fen.example/${item}`,
  name: `Levels ${item}`,
}));

/** A site whose list has five records, harvested once. */
async function fiveRecords() {
  const site = await faultSite('127.0.0.1');
  const serve = (body: string, headers: object = json): void =>
    void site.page('/list', { body, headers: { ...json, ...headers } });
  serve(listOf(records));
  const again = harvestAgain({ list: `${site.origin}/list` });
  expect((await again.harvest()).records).toEqual({ added: 5 });
  return { site, serve, again };
}

describe('a list that has no items any more', () => {
  it('costs nothing until that is confirmed, also where it has not changed meanwhile', async () => {
    const { serve, again } = await fiveRecords();
    serve(listOf([]));
    const nights = [await again.harvest(), await again.harvest()];
    for (const held of nights) {
      expect(held.records).toEqual({ 'failed-kept': 5 });
      expect(held.problems).toEqual({ 'list-empty': 1, 'source-shrunk': 1 });
    }
    const confirmed = await again.harvest({ allowRemovals: true });
    expect(confirmed.report.examples).toMatchObject([
      { kind: 'list-empty', removalsAllowed: true },
    ]);
    expect(confirmed.records).toEqual({ removed: 5 });
    expect(confirmed.listing).toBe('complete');
    const verified = await again.read(async (store) => store.verify());
    expect(verified.findings).toEqual([]);
    const after = await again.harvest();
    expect(after.records).toEqual({});
    expect(after.problems).toHaveProperty('list-empty');
    serve(listOf(records));
    expect((await again.harvest()).records).toEqual({ added: 5 });
  });

  it('may be an array', async () => {
    const { serve, again } = await fiveRecords();
    serve(' [\n] ');
    expect((await again.harvest()).problems).toEqual({ 'list-empty': 1, 'source-shrunk': 1 });
    expect((await again.harvest({ allowRemovals: true })).records).toEqual({ removed: 5 });
  });

  it('costs the pages it named when that is confirmed', async () => {
    const site = await faultSite('127.0.0.1');
    const serve = (pages: readonly number[]): void => {
      const items = pages.map((page) => ({ '@type': 'ListItem', url: `${site.origin}/${page}` }));
      site.page('/list', { body: listOf(items), headers: json });
    };
    for (const page of numbers) site.page(`/${page}`);
    serve(numbers);
    const again = harvestAgain({ list: `${site.origin}/list` });
    expect((await again.harvest()).records).toEqual({ added: 5 });
    serve([]);
    expect((await again.harvest()).records).toEqual({ unchanged: 5 });
    const confirmed = await again.harvest({ allowRemovals: true });
    expect(confirmed.urls).toEqual({ 'no-metadata': 1, unlisted: 5 });
    expect(confirmed.records).toEqual({ removed: 5 });
  });

  it.each([
    ['blank', '', {}],
    ['a page', '<p>Back soon', { 'content-type': 'text/html' }],
    ['other JSON', '{"error": "no database"}', { 'content-type': 'application/json' }],
    ['cut off', listOf(records).slice(0, 60), {}],
  ])('is not to be confirmed where it is %s', async (_name, body, headers) => {
    const { serve, again } = await fiveRecords();
    serve(body, headers);
    const { records: states, listing } = await again.harvest({ allowRemovals: true });
    expect(states).toEqual({ 'failed-kept': 5 });
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
