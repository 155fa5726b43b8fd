import { describe, expect, it } from 'vitest';
import { summarise } from '../../src/render/run-summary.ts';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain, type Again } from './later-harvests.ts';

/** A site with a sitemap of this many pages, harvested once. */
async function harvested(pages: number, more: object = {}) {
  const site = await faultSite('127.0.0.1');
  const paths = Array.from({ length: pages }, (_, page) => `/${page}`);
  for (const path of paths) site.page(path);
  site.list();
  const again = harvestAgain({ site: site.origin, ...more });
  await again.harvest();
  return { site, again };
}

/** The paths of the records that exist. */
async function kept(again: Again): Promise<string[]> {
  return again.read(async (store) => {
    const paths: string[] = [];
    for await (const { url } of store.documents()) paths.push(new URL(url).pathname);
    return paths;
  });
}

function list(site: FaultSite, body: string): void {
  site.page('/sitemap.xml', { body, headers: xml });
}

const xml = { 'content-type': 'application/xml' };

const sitemap = (site: FaultSite, pages: readonly number[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages
    .map((page) => `<url><loc>${site.origin}/${page}</loc></url>`)
    .join('')}</urlset>`;

const ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

describe('an incomplete listing', () => {
  it.each<[string, (site: FaultSite) => void, string]>([
    ['is empty', (site) => list(site, ' \n'), 'sitemap-empty'],
    ['is missing', (site) => site.remove('/sitemap.xml'), 'no-sitemap'],
    ['fails', (site) => void site.fault('/sitemap.xml', 'server-error'), 'http-status'],
    ['breaks off', (site) => list(site, sitemap(site, ten).slice(0, 500)), 'sitemap-malformed'],
    ['is another page', (site) => list(site, '<html><p>Sorry</html>'), 'no-sitemap'],
  ])('removes no record and is reported when it %s', async (_name, fail, kind) => {
    const { site, again } = await harvested(10);
    fail(site);
    const { records, listing, problems } = await again.harvest({ allowRemovals: true });
    expect(listing).toBe('incomplete');
    expect(problems).toHaveProperty(kind);
    expect(records.removed).toBeUndefined();
    expect(await kept(again)).toHaveLength(10);
  });

  it('removes no record when --limit cuts it short', async () => {
    const { again } = await harvested(10);
    const { urls, records } = await again.harvest({ limit: 2 });
    expect(urls).toEqual({ unchanged: 2, missing: 8 });
    expect(records).toEqual({ unchanged: 2, kept: 8 });
    expect(await kept(again)).toHaveLength(10);
  });
});

describe('records that are no longer found', () => {
  it('are kept until confirmation when the share to remove is too large', async () => {
    const { site, again } = await harvested(10);
    list(site, sitemap(site, [0, 1, 2, 3, 4, 5, 6]));
    const held = await again.harvest();
    expect(held.urls).toEqual({ unchanged: 7, missing: 3 });
    expect(held.records).toEqual({ unchanged: 7, kept: 3 });
    expect(held.problems).toEqual({ 'removals-held': 1 });
    expect((await again.harvest()).problems).toEqual({ 'removals-held': 1 });
    const confirmed = await again.harvest({ allowRemovals: true });
    expect(confirmed.urls).toEqual({ unchanged: 7, unlisted: 3 });
    expect(confirmed.records).toEqual({ unchanged: 7, removed: 3 });
    expect(confirmed.problems).toEqual({});
    expect(await kept(again)).toHaveLength(7);
  });

  it('are removed up to the share that the source allows', async () => {
    const { site, again } = await harvested(10, { maxRemovedShare: 0.3 });
    list(site, sitemap(site, [0, 1, 2, 3, 4, 5, 6]));
    expect((await again.harvest()).records).toEqual({ unchanged: 7, removed: 3 });
  });

  it('are counted together: not listed, answered by 404, or missing from their page', async () => {
    const { site, again } = await harvested(10);
    list(site, sitemap(site, [0, 1, 2, 3, 4, 5, 6, 7, 8]));
    site.remove('/8');
    expect((await again.harvest()).records).toEqual({ unchanged: 8, removed: 2 });
    list(site, sitemap(site, [0, 1, 2, 3, 4, 5, 6, 7]));
    site.remove('/0');
    site.remove('/1');
    const held = await again.harvest();
    expect(held.urls).toEqual({ unchanged: 6, gone: 2, unlisted: 1 });
    expect(held.problems).toHaveProperty('removals-held');
    expect(held.records).toEqual({ unchanged: 6, kept: 2 });
  });

  it('stay when their page returns before the confirmation', async () => {
    const { site, again } = await harvested(4);
    site.remove('/0');
    expect((await again.harvest()).records).toEqual({ unchanged: 3, kept: 1 });
    site.fault('/0', 'server-error');
    expect((await again.harvest()).records).toEqual({ unchanged: 3, 'failed-kept': 1 });
    site.page('/0');
    expect((await again.harvest()).records).toEqual({ unchanged: 4 });
    expect((await again.harvest({ allowRemovals: true })).records).toEqual({ unchanged: 4 });
    expect(await again.read(async (store) => store.leaving())).toEqual([]);
  });

  it('missing from a list document wait for the end of the run, and are stored until then', async () => {
    const site = await faultSite('127.0.0.1');
    site.page('/list', { body: listOf(5), headers: json });
    const again = harvestAgain({ list: `${site.origin}/list` });
    expect((await again.harvest()).records).toEqual({ added: 5 });
    site.page('/list', { body: listOf(2), headers: json });
    const held = await again.harvest();
    expect(held.records).toEqual({ unchanged: 2, kept: 3 });
    // More than half is missing, which is reported once.
    expect(held.problems).toEqual({ 'removals-held': 1 });
    // Nothing has changed since, and the missing records are still missing.
    expect((await again.harvest()).records).toEqual({ unchanged: 2, kept: 3 });
    const confirmed = await again.harvest({ allowRemovals: true });
    expect(confirmed.records).toEqual({ unchanged: 2, removed: 3 });
    expect((await again.harvest()).records).toEqual({ unchanged: 2 });
    const whole = await again.read(async (store) => store.verify());
    expect(whole.findings).toEqual([]);
  });

  it('missing from a list document wait even when it has as many new records', async () => {
    const site = await faultSite('127.0.0.1');
    site.page('/list', { body: listOf(4), headers: json });
    const again = harvestAgain({ list: `${site.origin}/list` });
    await again.harvest();
    site.page('/list', { body: listOf(4, 'new'), headers: json });
    const held = await again.harvest();
    expect(held.records).toEqual({ added: 4, kept: 4 });
    expect(held.problems).toHaveProperty('removals-held');
    const { records } = await again.harvest({ allowRemovals: true });
    expect(records).toEqual({ unchanged: 4, removed: 4 });
  });

  it('are removed at once where only their content identified them, and the content changed', async () => {
    const site = await faultSite('127.0.0.1');
    site.page('/list', { body: unnamed(['1', '2', '3', '4']), headers: json });
    const again = harvestAgain({ list: `${site.origin}/list` });
    await again.harvest();
    site.page('/list', { body: unnamed(['1 m', '2 m', '3 m', '4']), headers: json });
    expect((await again.harvest()).records).toEqual({ added: 3, removed: 3, unchanged: 1 });
    site.page('/list', { body: unnamed(['1 cm']), headers: json });
    const held = await again.harvest();
    expect(held.records).toEqual({ added: 1, removed: 1, kept: 3 });
    expect(held.problems).toHaveProperty('removals-held');
  });
});

const context = { '@context': 'https://schema.org/' };
const json = { 'content-type': 'application/ld+json' };

/** Records that are identified by their content alone. */
const unnamed = (levels: readonly string[]): string =>
  JSON.stringify(levels.map((name) => ({ ...context, '@type': 'Dataset', name })));

/** A list of this many records, named by their number. */
function listOf(count: number, name = 'old'): string {
  const items = Array.from({ length: count }, (_, item) => ({
    '@type': 'Dataset',
    '@id': `https://fen.example/${name}/${item}`,
    name: `Levels ${item}`,
  }));
  return JSON.stringify({
    '@context': 'https://schema.org/',
    '@type': 'ItemList',
    itemListElement: items,
  });
}

describe('a URL of two sources that are harvested one at a time', () => {
  it('is removed only when both no longer list it', async () => {
    const site = await faultSite('127.0.0.1');
    for (const page of ten) site.page(`/${page}`);
    const lists = (name: string, pages: readonly number[]): void =>
      void site.page(`/${name}.xml`, { body: sitemap(site, pages), headers: xml });
    const again = harvestAgain({});
    const harvestOf = async (name: string) =>
      again.harvest({ source: { name, sitemap: `${site.origin}/${name}.xml` } });
    for (const name of ['a', 'b']) lists(name, ten);
    expect((await harvestOf('a')).records).toEqual({ added: 10 });
    expect((await harvestOf('b')).records).toEqual({ unchanged: 10 });
    lists('a', ten.slice(1));
    expect((await harvestOf('a')).urls).toEqual({ unchanged: 9, unlisted: 1 });
    expect(await kept(again)).toHaveLength(10);
    lists('b', ten.slice(1));
    const { urls, records } = await harvestOf('b');
    expect(urls).toEqual({ unchanged: 9, unlisted: 1 });
    expect(records).toEqual({ unchanged: 9, removed: 1 });
    expect(await kept(again)).toHaveLength(9);
  });
});

describe('a source', () => {
  it('from which nothing was received reports that, and not that it is empty', async () => {
    const { site, again } = await harvested(4);
    for (const path of ['/0', '/1', '/2', '/3']) site.fault(path, 'server-error');
    const { records, report } = await again.harvest();
    expect(records).toEqual({ 'failed-kept': 4 });
    const text = summarise(report, '/pages');
    expect(text).toContain('source s: 0 records, 4 before');
    expect(text).not.toContain('lost');
  });

  it('that loses more records than the removal limit reports that', async () => {
    const { site, again } = await harvested(4);
    site.fault('/0', 'server-error');
    const { urls, records, problems } = await again.harvest();
    expect(urls).toEqual({ unchanged: 3, 'fetch-failed': 1 });
    expect(records).toEqual({ unchanged: 3, 'failed-kept': 1 });
    expect(problems).toHaveProperty('source-shrunk');
    const visit = await again.read(async (store) => store.known(`${site.origin}/0`));
    expect(visit?.visit).toMatchObject({
      state: 'fetch-failed',
      goodAt: '2026-01-01T00:00:00.000Z',
      failures: 1,
      failingSince: '2026-01-02T00:00:00.000Z',
    });
    const allowed = await again.harvest({ source: { maxRemovedShare: 0.25 } });
    expect(allowed.records).toEqual({ unchanged: 3, 'failed-kept': 1 });
    expect(allowed.problems).not.toHaveProperty('source-shrunk');
  });

  it('that is an empty list reports that once', async () => {
    const site = await faultSite('127.0.0.1');
    site.page('/list', { body: listOf(0), headers: json });
    const { problems } = await harvestAgain({ list: `${site.origin}/list` }).harvest();
    expect(problems).toEqual({ 'list-empty': 1, 'source-without-records': 1 });
  });

  it('without any record reports that', async () => {
    const site = await faultSite('127.0.0.1');
    site.page('/none', { body: '<p>No metadata.' });
    site.list();
    const { problems } = await harvestAgain({ site: site.origin }).harvest();
    expect(problems).toHaveProperty('source-without-records');
  });
});
