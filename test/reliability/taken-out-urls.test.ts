import { describe, expect, it } from 'vitest';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

/** A source of so many URLs of the configuration, harvested once. */
async function harvested(count: number) {
  const site = await faultSite('127.0.0.1');
  const urls = Array.from({ length: count }, (_, page) => `${site.origin}/${page}`);
  for (const url of urls) site.page(new URL(url).pathname);
  const again = harvestAgain({ urls });
  await again.harvest();
  return { site, urls, again };
}

const record = (name: string): string =>
  JSON.stringify({ '@context': 'https://schema.org/', '@type': 'Dataset', name });

/** A sitemap of some URLs. @returns its URL */
function listIn(site: FaultSite, urls: readonly string[]): string {
  const entries = urls.map((url) => `<url><loc>${url}</loc></url>`).join('');
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  const body = `<urlset xmlns="${namespace}">${entries}</urlset>`;
  site.page('/sitemap.xml', { body, headers: { 'content-type': 'application/xml' } });
  return `${site.origin}/sitemap.xml`;
}

describe('URLs that the operator takes out of the configuration', () => {
  it('go with their records at once, up to half of the source', async () => {
    const { urls, again } = await harvested(4);
    const {
      urls: states,
      records,
      problems,
    } = await again.harvest({
      source: { urls: urls.slice(2) },
    });
    expect(states).toEqual({ unchanged: 2, unlisted: 2 });
    expect(records).toEqual({ unchanged: 2, removed: 2 });
    expect(problems).toEqual({});
  });

  it('take with them what only they led to', async () => {
    const site = await faultSite('127.0.0.1');
    const type = 'application/ld+json';
    const headers = { 'content-type': type };
    const urls = ['/a', '/b', '/c'].map((path) => {
      const body = `<link rel="describedby" type="${type}" href="${path}.jsonld"><p>`;
      site.page(path, { body });
      site.page(`${path}.jsonld`, { body: record(path), headers });
      return `${site.origin}${path}`;
    });
    const again = harvestAgain({ urls });
    await again.harvest();
    const {
      urls: states,
      records,
      problems,
    } = await again.harvest({
      source: { urls: urls.slice(1) },
    });
    expect(states).toEqual({ linked: 2, unchanged: 2, unlisted: 2 });
    expect(records).toEqual({ unchanged: 2, removed: 1 });
    expect(problems).toEqual({});
  });

  it('are held where they are more than half, until that is confirmed', async () => {
    const { urls, again } = await harvested(5);
    const source = { urls: urls.slice(3) };
    const held = await again.harvest({ source });
    expect(held.records).toEqual({ unchanged: 2, kept: 3 });
    expect(held.problems).toEqual({ 'removals-held': 1 });
    const confirmed = await again.harvest({ source, allowRemovals: true });
    expect(confirmed.records).toEqual({ unchanged: 2, removed: 3 });
  });

  it('do not let go more of those whose publisher has none any more', async () => {
    const { site, urls, again } = await harvested(5);
    site.remove('/3');
    site.remove('/4');
    const { records, report } = await again.harvest({ source: { urls: urls.slice(1) } });
    expect(records).toEqual({ unchanged: 2, removed: 1, kept: 2 });
    expect(report.sources[0]?.listingProblems).toMatchObject([
      { kind: 'removals-held', records: 2, of: 4 },
    ]);
  });

  it('are held as others are where a sitemap listed them, too', async () => {
    const { site, urls, again } = await harvested(4);
    const map = { name: 'map', sitemap: listIn(site, urls) };
    await again.with({ urls }, map).harvest();
    listIn(site, urls.slice(1));
    const { records, problems } = await again.with({ urls: urls.slice(1) }, map).harvest();
    expect(records).toEqual({ unchanged: 3, kept: 1 });
    expect(problems).toEqual({ 'removals-held': 1 });
  });

  it('are held as others are where a sitemap takes the place of all', async () => {
    const { site, urls, again } = await harvested(4);
    const { records, problems } = await again
      .with({ sitemap: listIn(site, urls.slice(1)) })
      .harvest();
    expect(records).toEqual({ unchanged: 3, kept: 1 });
    expect(problems).toEqual({ 'removals-held': 1 });
  });
});
