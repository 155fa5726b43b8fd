import { describe, expect, it } from 'vitest';
import type { FaultSite } from '../support/fault-server.mjs';
import { datasetPage } from '../support/faults/good-page.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const pages = 12;

/** A site with a sitemap of pages, and the requests since the previous call. */
async function fen(count = pages) {
  const site = await faultSite('127.0.0.1');
  const listed = new Set(Array.from({ length: count }, (_, page) => `/${page}`));
  for (const path of listed) site.page(path);
  site.page('/robots.txt', { body: `Sitemap: ${site.origin}/sitemap.xml\n`, headers: plain });
  list(site, listed);
  let seen = 0;
  return {
    site,
    listed,
    /** Writes the sitemap of the listed pages. */
    list: () => list(site, listed),
    asked: () => {
      const since = site.requests.slice(seen);
      seen = site.requests.length;
      return since
        .filter(({ path }) => path !== '/robots.txt')
        .map(({ path, headers }) => (headers['if-none-match'] === undefined ? path : `${path} if`));
    },
  };
}

const plain = { 'content-type': 'text/plain' };

function list(site: FaultSite, paths: Iterable<string>, lastmod = ''): void {
  const entries = Array.from(
    paths,
    (path) => `<url><loc>${site.origin}${path}</loc>${lastmod}</url>`,
  );
  site.page('/sitemap.xml', {
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`,
    headers: { 'content-type': 'application/xml' },
  });
}

/** The paths of all conditional requests. */
const conditional = (paths: Iterable<string>): string[] =>
  ['/sitemap.xml', ...paths].map((path) => `${path} if`).toSorted();

describe('a site that has not changed', () => {
  it('gets conditional requests only, and only visit times are written', async () => {
    const { site, listed, asked } = await fen();
    const again = harvestAgain({ site: site.origin });
    expect((await again.harvest()).records).toEqual({ added: pages });
    const before = await again.read(async (store) => store.status());
    asked();
    const second = await again.harvest();
    expect(asked().toSorted()).toEqual(conditional(listed));
    expect(second).toMatchObject({ urls: { unchanged: pages }, records: { unchanged: pages } });
    expect(second.problems).toEqual({});
    const after = await again.read(async (store) => store.status());
    // The provenance has the begin and end of the run; the records have nothing new.
    expect(after.change - before.change).toBe(2);
    const visited = await again.read(async (store) => store.known(`${site.origin}/0`));
    expect(visited?.outcome.at).toBe('2026-01-01T00:00:00.000Z');
    expect(visited?.visit).toMatchObject({ at: '2026-01-02T00:00:00.000Z', state: 'unchanged' });
  });

  it('is recognised by its content where there are no cache validators', async () => {
    const { site, listed, list: listAll } = await fen();
    for (const path of listed) site.page(path, { validators: [] });
    listAll();
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    expect((await again.harvest()).records).toEqual({ unchanged: pages });
  });

  it('is processed again on request', async () => {
    const { site, listed, asked } = await fen();
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    asked();
    const full = await again.harvest({ full: true });
    expect(asked().toSorted()).toEqual(['/sitemap.xml', ...listed].toSorted());
    expect(full.records).toEqual({ unchanged: pages });
  });

  it('is processed again when the settings of its source change', async () => {
    const { site, listed, asked } = await fen();
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    asked();
    await again.harvest({ source: { fallbacks: ['microdata'] } });
    expect(asked().toSorted()).toEqual(['/sitemap.xml if', ...listed].toSorted());
  });

  it('is processed again when its source sets a context for documents without one', async () => {
    const { site, listed, list: listAll } = await fen(1);
    const text = '{"@type": "Dataset", "name": "Fen"}';
    site.page('/bare', { body: `<script type="application/ld+json">${text}</script>` });
    listed.add('/bare');
    listAll();
    const again = harvestAgain({ site: site.origin });
    const first = await again.harvest();
    expect(first.problems).toEqual({ 'context-missing': 1 });
    const second = await again.harvest({ source: { missingContext: 'schema.org' } });
    expect(second.records).toEqual({ unchanged: 1, added: 1 });
    expect(second.problems).toEqual({ 'context-assumed': 1 });
    const third = await again.harvest();
    expect(third.records).toMatchObject({ unchanged: 1 });
    expect(third.problems).toMatchObject({ 'context-missing': 1 });
  });

  it('fails as before where its metadata is unusable', async () => {
    const { site, listed, list: listAll } = await fen(3);
    site.page('/broken', { body: '<script type="application/ld+json">{"@type": </script>' });
    listed.add('/broken');
    listAll();
    const again = harvestAgain({ site: site.origin });
    const first = await again.harvest();
    expect(first.records).toEqual({ added: 3, 'failed-new': 1 });
    const second = await again.harvest();
    expect(second.urls).toEqual({ unchanged: 3, 'metadata-failed': 1 });
    expect(second.records).toEqual({ unchanged: 3, 'failed-new': 1 });
    expect(second.problems).toEqual(first.problems);
  });

  it.each([
    ['an error page', '<p>Sorry, no page today.', 'no-metadata'],
    ['broken metadata', '<script type="application/ld+json">{</script>', 'metadata-failed'],
  ])('keeps its records while every page is %s', async (_name, body, state) => {
    const { site, listed } = await fen(4);
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    for (const path of listed) site.page(path, { body });
    const failed = { urls: { [state]: 4 }, records: { 'failed-kept': 4 } };
    const first = await again.harvest();
    expect(first).toMatchObject(failed);
    expect(first.problems).toHaveProperty('source-shrunk');
    const second = await again.harvest();
    expect(second).toMatchObject(failed);
    expect(second.records).toEqual(failed.records);
    expect(second.problems).toEqual(first.problems);
    for (const path of listed) site.page(path);
    expect((await again.harvest()).records).toEqual({ unchanged: 4 });
  });

  it('has the same problems as before', async () => {
    const { site, listed, list: listAll } = await fen(2);
    site.page('/none', { body: '<p>No metadata.' });
    listed.add('/none');
    listAll();
    const again = harvestAgain({ site: site.origin });
    const first = await again.harvest();
    const second = await again.harvest();
    expect(second.urls).toEqual({ unchanged: 2, 'no-metadata': 1 });
    expect(second.problems).toEqual(first.problems);
  });
});

describe('a site that has changed', () => {
  it('gives exactly the changed records', async () => {
    const { site, listed, list: listAll } = await fen(40);
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    for (const page of [0, 1, 2]) site.page(`/${page}`, { body: changed });
    for (const page of [3, 4]) site.remove(`/${page}`);
    for (const page of [5, 6]) listed.delete(`/${page}`);
    for (const page of [40, 41, 42]) listed.add(`/${page}`);
    for (const page of [40, 41, 42]) site.page(`/${page}`);
    listAll();
    const { urls, records } = await again.harvest();
    expect(urls).toEqual({ loaded: 6, unchanged: 33, gone: 2, unlisted: 2 });
    expect(records).toEqual({ added: 3, replaced: 3, unchanged: 33, removed: 4 });
    const { records: left } = await again.read(async (store) => store.status());
    expect(left).toBe(39);
    const [tombstone] = await again.read(async (store) => store.removed(`${site.origin}/5`));
    expect(tombstone).toMatchObject({ reason: 'unlisted', sources: ['s'] });
    const whole = await again.read(async (store) => store.verify());
    expect(whole.findings).toEqual([]);
    expect((await again.harvest()).urls).toEqual({ unchanged: 39, gone: 2 });
  });

  it('is followed along the links of unchanged pages', async () => {
    const { site, listed, list: listAll, asked } = await fen(0);
    const type = 'application/ld+json';
    site.page('/page', { body: `<link rel="describedby" type="${type}" href="/m.jsonld"><p>` });
    site.page('/m.jsonld', { body: metadata, headers: { 'content-type': type } });
    listed.add('/page');
    listAll();
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    asked();
    const second = await again.harvest();
    expect(asked()).toEqual(conditional(['/page', '/m.jsonld']).toReversed());
    expect(second.urls).toEqual({ unchanged: 1, linked: 1 });
    site.fault('/page', 'server-error');
    // The targets of a page are harvested even when the page itself fails.
    expect((await again.harvest()).urls).toEqual({ unchanged: 1, 'fetch-failed': 1 });
  });
});

const changed = (url: string): string =>
  `<script type="application/ld+json">{"@context": "https://schema.org/", "@type": "Dataset", "@id": "${url}#dataset", "name": "Other"}</script>`;
const metadata = '{"@context": "https://schema.org/", "@type": "Dataset", "name": "Levels"}';

const dated = (date: string): string => `<lastmod>${date}</lastmod>`;

describe('lastmod and recheck intervals', () => {
  it('avoid requests where possible', async () => {
    const { site, listed, asked } = await fen(3);
    list(site, listed, dated('2025-06-01'));
    const again = harvestAgain({ site: site.origin, lastmod: 'trust' });
    await again.harvest();
    asked();
    const second = await again.harvest();
    expect(asked()).toEqual(['/sitemap.xml if']);
    expect(second).toMatchObject({ urls: { 'not-due': 3 }, records: { 'not-due': 3 } });
    expect(second.problems).toEqual({});
    list(site, listed, dated('2025-07-01'));
    expect((await again.harvest()).urls).toEqual({ unchanged: 3 });
    const weekly = { lastmod: 'never', recheck: 168 };
    expect((await again.harvest({ source: weekly })).urls).toEqual({ 'not-due': 3 });
    again.time.pass(168);
    expect((await again.harvest({ source: weekly })).urls).toEqual({ unchanged: 3 });
  });

  it('do not trust lastmod before it has proved reliable', async () => {
    const { site, listed } = await fen(12);
    list(site, listed, dated('2025-06-01'));
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    expect((await again.harvest()).urls).toEqual({ unchanged: 12 });
    for (const path of listed) site.page(path, { body: changed });
    list(site, listed, dated('2025-07-01'));
    expect((await again.harvest()).urls).toEqual({ loaded: 12 });
    expect((await again.harvest()).urls).toEqual({ 'not-due': 12 });
    again.time.pass(168);
    for (const path of listed) site.page(path);
    // A week later the URL is visited anyway: its lastmod was not reliable.
    expect((await again.harvest()).urls).toEqual({ loaded: 12 });
    expect((await again.harvest()).urls).toEqual({ unchanged: 12 });
  });
});

describe('an interrupted run', () => {
  it('is continued, and no URL is requested twice', async () => {
    const { site, listed, asked } = await fen();
    const again = harvestAgain({ site: site.origin, recheck: 'always' });
    const stop = new AbortController();
    const before = 4;
    let answered = 0;
    const body = (url: string): string => {
      answered += 1;
      if (answered === before) stop.abort();
      return datasetPage(url);
    };
    for (const path of listed) site.page(path, { body });
    const { report, urls } = await again.harvest({ signal: stop.signal });
    expect(report.interrupted).toBe(true);
    // URLs that were requested are also kept.
    const done = urls.loaded ?? 0;
    expect(done).toBe(answered);
    expect(done).toBeGreaterThanOrEqual(before);
    expect(done).toBeLessThan(pages);
    expect((await again.harvest()).urls).toEqual({ loaded: pages - done, 'not-due': done });
    const paths = asked().filter((path) => path.startsWith('/') && !path.startsWith('/sitemap'));
    expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted());
    expect(paths).toHaveLength(pages);
    expect((await again.harvest()).urls).toEqual({ unchanged: pages });
  });
});

describe('a page that led to metadata', () => {
  const type = 'application/ld+json';
  const linking = `<link rel="describedby" type="${type}" href="/m.jsonld"><p>`;

  it.each<[string, (site: FaultSite) => unknown, object]>([
    ['shows an error with status 200', sorry, { unchanged: 1, 'no-metadata': 1 }],
    ['is forbidden', (site) => site.fault('/page', 'forbidden'), { 'fetch-failed': 1 }],
    ['breaks off', (site) => site.fault('/page', 'reset-before-headers'), { 'fetch-failed': 1 }],
  ])('still leads there when it %s', async (_name, fail, urls) => {
    const { site, listed, list: listAll } = await fen(0);
    site.page('/page', { body: linking });
    site.page('/m.jsonld', { body: metadata, headers: { 'content-type': type } });
    listed.add('/page');
    listAll();
    const again = harvestAgain({ site: site.origin });
    await again.harvest();
    fail(site);
    for (let night = 0; night < 2; night += 1) {
      expect((await again.harvest()).urls).toMatchObject({ unchanged: 1, ...urls });
    }
    site.remove('/page');
    // When the page is gone, nothing leads to its targets any more.
    const { urls: after } = await again.harvest({ allowRemovals: true });
    expect(after).toEqual({ gone: 1, unlisted: 1 });
  });
});

function sorry(site: FaultSite): void {
  site.page('/page', { body: '<p>Come back later.' });
}
