import { describe, expect, it } from 'vitest';
import type { FaultSite } from '../support/fault-server.mjs';
import { serve } from '../web/loopback.ts';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain, type Again } from './later-harvests.ts';

const type = 'application/ld+json';
const json = { 'content-type': type };
const html = { 'content-type': 'text/html' };
const xml = { 'content-type': 'application/xml' };
const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function recordOf(iri: string, kind = 'Dataset', name = 'Levels'): string {
  return JSON.stringify({ '@context': 'https://schema.org/', '@id': iri, '@type': kind, name });
}

const pageOf = (kind: string) => (url: string) =>
  `<script type="${type}">${recordOf(`${url}#it`, kind)}</script>`;

function sitemapOf(site: FaultSite, paths: readonly string[]): string {
  const entries = paths.map((path) => `<url><loc>${site.origin}${path}</loc></url>`);
  return `<urlset ${namespaces}>${entries.join('')}</urlset>`;
}

/** A site of this many pages, `/0` and so on. */
async function siteOf(pages: number): Promise<{ site: FaultSite; paths: string[] }> {
  const site = await faultSite('127.0.0.1');
  const paths = Array.from({ length: pages }, (_, page) => `/${page}`);
  for (const path of paths) site.page(path);
  site.list();
  return { site, paths };
}

const sizeOf = async (again: Again): Promise<number> =>
  again.read(async (store) => (await store.status()).records);

describe('error pages with status 200', () => {
  it('fail each night on which they replace a record', async () => {
    const { site, paths } = await siteOf(4);
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    for (const path of paths) site.page(path, { body: '<p>Sorry' });
    for (const failures of [1, 2]) {
      const { urls, records, problems } = await again.harvest();
      expect(urls).toEqual({ 'no-metadata': 4 });
      expect(records).toEqual({ 'failed-kept': 4 });
      expect(problems).toHaveProperty('source-shrunk');
      const known = await again.read(async (store) => store.known(`${site.origin}/0`));
      expect(known?.visit).toMatchObject({ failures, goodAt: '2026-01-01T00:00:00.000Z' });
    }
  });

  // Earlier, half a page counted as the page, and its other records were marked for removal.
  it('keep all records when only half of them is received', async () => {
    const half = { isPartial: false };
    const origin = await serve(({ url }, response) => {
      if (url !== '/d') return void response.writeHead(404).end();
      const records = [1, 2, 3].map((n) => recordOf(`http://fen.example/${n}`));
      const scripts = records.map((each) => `<script type="${type}">${each}</script>`);
      if (!half.isPartial) return void response.writeHead(200, html).end(scripts.join(''));
      const [first = ''] = scripts;
      const range = `bytes 0-${first.length - 1}/${3 * first.length}`;
      return void response.writeHead(206, { ...html, 'content-range': range }).end(first);
    });
    const again = harvestAgain({ urls: [`${origin}/d`], maxRemovedShare: 1 });
    expect((await again.harvest()).records).toEqual({ added: 3 });
    half.isPartial = true;
    for (let night = 0; night < 2; night += 1) {
      const { urls, records, problems } = await again.harvest();
      expect(urls).toEqual({ 'fetch-failed': 1 });
      expect(records).toEqual({ 'failed-kept': 3 });
      expect(problems).toHaveProperty('partial-content');
    }
    half.isPartial = false;
    expect((await again.harvest()).records).toEqual({ unchanged: 3 });
  });

  it('do not remove records when all of them change their identifiers', async () => {
    const { site, paths } = await siteOf(10);
    const again = harvestAgain({ site: site.origin, types: ['Dataset'] });
    await again.harvest();
    for (const path of paths) site.page(path, { body: pageOf('CreativeWork') });
    const { records, problems } = await again.harvest();
    expect(records).toEqual({ kept: 10 });
    expect(problems).toHaveProperty('removals-held');
    // Records that the operator excludes are removed at once.
    const { records: after } = await again.harvest({ source: { types: ['Map'] } });
    expect(after).toEqual({ removed: 10 });
  });

  it('are requested again for metadata alone after a single failure', async () => {
    let isBad = true;
    const origin = await serve(({ url, headers }, response) => {
      const isPage = headers.accept?.includes('html') === true;
      if (url !== '/d') response.writeHead(404).end();
      else if (isPage && headers['if-none-match'] === '"p"') response.writeHead(304).end();
      else if (isPage) response.writeHead(200, { ...html, etag: '"p"' }).end('<p>');
      else if (isBad) response.writeHead(503).end();
      else response.writeHead(200, { ...json, etag: '"m"' }).end(recordOf('http://fen.example/1'));
    });
    const again = harvestAgain({ urls: [`${origin}/d`] });
    const first = await again.harvest();
    expect(first.urls).toEqual({ 'no-metadata': 1 });
    expect(first.problems).toHaveProperty('http-status');
    isBad = false;
    expect((await again.harvest()).records).toEqual({ added: 1 });
    expect((await again.harvest()).records).toEqual({ unchanged: 1 });
  });

  it('finish even when a script is listed late and no longer exists', async () => {
    let asked = 0;
    const origin = await serve((request, response) => {
      if (request.url === '/list') {
        response.writeHead(200, json).end(linksOf(`${origin}/p`, `${origin}/late`));
      } else if (request.url === '/late') {
        const link = `<link rel="describedby" type="${type}" href="/p#two">`;
        setTimeout(() => response.writeHead(200, html).end(link), 100);
      } else if (request.url === '/p') {
        asked += 1;
        const scripts = ['one', 'two'].map(
          (id) =>
            `<script id="${id}" type="${type}">${recordOf(`http://fen.example/${id}`)}</script>`,
        );
        if (asked === 1) response.writeHead(200, html).end(scripts.join(''));
        else response.writeHead(404).end();
      } else response.writeHead(404).end();
    });
    await harvestAgain({ list: `${origin}/list` }).harvest();
    expect(asked).toBeLessThan(4);
  });
});

/** A list of links. */
function linksOf(...urls: readonly string[]): string {
  return JSON.stringify({
    '@context': 'https://schema.org/',
    '@type': 'ItemList',
    itemListElement: urls.map((url) => ({ '@type': 'ListItem', url })),
  });
}

describe('a listing', () => {
  it('is incomplete when one of its pages is missing, and removes no record', async () => {
    const { site } = await siteOf(0);
    const again = harvestAgain({ catalog: site.page('/1', pageOfCatalogue(1)) });
    for (const page of [2, 3]) site.page(`/${page}`, pageOfCatalogue(page));
    expect((await again.harvest()).urls).toEqual({ loaded: 3 });
    site.remove('/2');
    const { listing, urls, records } = await again.harvest({ allowRemovals: true });
    expect(listing).toBe('incomplete');
    expect(urls).toMatchObject({ 'fetch-failed': 1 });
    expect(records.removed).toBeUndefined();
    site.page('/2', { body: '<p>Sorry' });
    const sorry = await again.harvest({ allowRemovals: true });
    expect(sorry.listing).toBe('incomplete');
    expect(sorry.records.removed).toBeUndefined();
    expect(await sizeOf(again)).toBe(3);
  });

  it('is incomplete when one of its items is unreadable', async () => {
    const { site, paths } = await siteOf(3);
    const urls = paths.map((path) => site.origin + path);
    site.page('/list', { body: linksOf(...urls), headers: json });
    const again = harvestAgain({ list: `${site.origin}/list` });
    await again.harvest();
    site.page('/list', { body: linksOf(...urls.slice(1), 'ht tp://[bad'), headers: json });
    const { listing, records } = await again.harvest({ allowRemovals: true });
    expect([listing, records]).toEqual(['incomplete', { unchanged: 2, kept: 1 }]);
  });

  it('is a different listing when a redirect leads elsewhere, even with the same validators', async () => {
    const { site } = await siteOf(2);
    const etag = { ...xml, etag: '"same"' };
    site.page('/one.xml', { body: sitemapOf(site, ['/0']), headers: etag, validators: ['etag'] });
    site.page('/two.xml', {
      body: sitemapOf(site, ['/0', '/1']),
      headers: etag,
      validators: ['etag'],
    });
    const redirect = (to: string) =>
      site.fault('/map', 'redirect-to-other-host', { to: site.origin + to });
    const again = harvestAgain({ sitemap: redirect('/one.xml') });
    expect((await again.harvest()).records).toEqual({ added: 1 });
    redirect('/two.xml');
    expect((await again.harvest()).records).toEqual({ added: 1, unchanged: 1 });
  });

  it('that two sources read at the same time is stored completely', async () => {
    const { site, paths } = await siteOf(3);
    const entries = Array.from({ length: 3000 }, (_, page) => paths[page] ?? `/out/${page}`);
    site.page('/map.xml', { body: sitemapOf(site, entries), headers: xml });
    const sitemap = `${site.origin}/map.xml`;
    const include = ['/0', '/1', '/2'];
    const again = harvestAgain({ sitemap, include }, { name: 'other', sitemap, include });
    for (let night = 0; night < 3; night += 1) {
      const { listing, report } = await again.harvest();
      expect(listing).toBe('complete');
      expect(report.sources.map(({ skipped }) => skipped.excluded)).toEqual([2997, 2997]);
    }
    expect((await again.read(async (store) => store.verify())).findings).toEqual([]);
  });
});

function pageOfCatalogue(page: number): { body: string; headers: Record<string, string> } {
  const next = page < 3 ? `<${page + 1}>; rel="next"` : '<1>; rel="first"';
  const body = JSON.stringify({
    '@context': 'https://schema.org/',
    '@type': 'DataCatalog',
    dataset: [{ '@type': 'Dataset', '@id': `http://fen.example/${page}`, name: 'Levels' }],
  });
  return { body, headers: { ...json, link: next } };
}

async function shared() {
  const { site, paths } = await siteOf(20);
  for (const map of ['/a.xml', '/b.xml']) {
    site.page(map, { body: sitemapOf(site, paths), headers: xml });
  }
  const again = harvestAgain(
    { sitemap: `${site.origin}/a.xml` },
    { name: 'b', sitemap: `${site.origin}/b.xml` },
  );
  return { site, paths, again };
}

describe('a URL of two sources', () => {
  it('is removed when it is one of twenty, whichever source counts it', async () => {
    const { site, again } = await shared();
    await again.harvest();
    site.remove('/0');
    const { report } = await again.harvest();
    const removed = report.sources.reduce((sum, { records }) => sum + records.removed, 0);
    expect(removed).toBe(1);
    expect(report.sources.flatMap(({ listingProblems }) => listingProblems)).toEqual([]);
  });

  it('is removed when the last source drops it, even when each is harvested alone', async () => {
    const { site, paths, again } = await shared();
    for (const name of ['s', 'b']) await again.harvest({ only: [name] });
    for (const map of ['/a.xml', '/b.xml']) {
      site.page(map, { body: sitemapOf(site, paths.slice(1)), headers: xml });
    }
    expect((await again.harvest({ only: ['s'] })).records).toEqual({ unchanged: 19, kept: 1 });
    expect((await again.harvest({ only: ['b'] })).records).toEqual({ unchanged: 19, removed: 1 });
    expect(await sizeOf(again)).toBe(19);
  });
});
