import { describe, expect, it } from 'vitest';
import { type SitemapReference, SitemapScope } from '../../src/discover/sitemap-listing.ts';
import {
  discoverAll,
  inShort,
  notes,
  problems,
  serveFiles,
  sitemapIndex,
  urlset,
} from './discovering.ts';

const url = 'https://e.org/maps/sitemap.xml';

/** The problems of a sitemap that lists these URLs. */
function problemsOf(
  urls: readonly string[],
  naming: SitemapReference & { finalUrl?: string } = {},
): unknown {
  const scope = new SitemapScope({ url, finalUrl: url, ...naming });
  for (const each of urls) scope.note('url', each);
  return scope.problems();
}

describe('the scope of a sitemap', () => {
  it.each([
    ['its own folder', 'https://e.org/maps/1'],
    ['a folder below', 'https://e.org/maps/a/b?c=/../d'],
    ['the other scheme', 'http://e.org/maps/1'],
  ])('is %s', (_name, listed) => {
    expect(problemsOf([listed])).toEqual([]);
  });

  it('is its folder, whatever slashes the query has', () => {
    const finalUrl = 'https://e.org/export?file=/a/b.xml';
    const scope = new SitemapScope({ url: finalUrl, finalUrl });
    scope.note('url', 'https://e.org/1');
    expect(scope.problems()).toEqual([]);
  });

  it('excludes parent and sibling folders, reported once', () => {
    expect(
      problemsOf(['https://e.org/1', 'https://e.org/maps', 'https://e.org/mapsets/1']),
    ).toEqual([{ kind: 'sitemap-out-of-scope', url, example: 'https://e.org/1', count: 3 }]);
  });

  it('excludes other hosts, reported once with the first few', () => {
    const hosts = ['a.e.org', 'e.org:8080', 'e.org.example', 'f.org', 'a.e.org'];
    expect(problemsOf(hosts.map((host) => `https://${host}/maps/1`))).toEqual([
      { kind: 'sitemap-foreign-host', url, hosts: hosts.slice(0, 3), count: 5 },
    ]);
  });

  it('is all of the host whose robots.txt names it, and no other', () => {
    const urls = ['https://f.org/x', 'https://e.org/1'];
    expect(problemsOf(urls, { robotsHost: 'f.org' })).toMatchObject([
      { kind: 'sitemap-out-of-scope' },
    ]);
    expect(problemsOf(urls, { robotsHost: 'e.org' })).toMatchObject([
      { kind: 'sitemap-foreign-host' },
    ]);
  });

  it('is also that of where it redirects to', () => {
    const urls = ['https://www.e.org/1', 'https://e.org/maps/1'];
    expect(problemsOf(urls, { finalUrl: 'https://www.e.org/sitemap.xml' })).toEqual([]);
  });

  it('is the host for the sitemaps of an index', () => {
    const scope = new SitemapScope({ url, finalUrl: url });
    scope.note('sitemap', 'https://e.org/other/sitemap.xml');
    expect(scope.problems()).toEqual([]);
    scope.note('sitemap', 'https://f.org/maps/sitemap.xml');
    expect(scope.problems()).toMatchObject([{ kind: 'sitemap-foreign-host', count: 1 }]);
  });
});

describe('a sitemap with entries out of its scope', () => {
  it('has them listed and noted, so that its listing is complete', async () => {
    const origin = await serveFiles((o) => ({
      '/maps/sitemap.xml': urlset(`${o}/maps/1`, `${o}/2`, 'https://e.org/3', 'https://e.org/4'),
    }));
    const sitemap = `${origin}/maps/sitemap.xml`;
    const outcomes = await discoverAll({ kind: 'sitemap', sitemap });
    expect(inShort(outcomes)).toHaveLength(4);
    expect(problems(outcomes)).toEqual([]);
    expect(notes(outcomes)).toEqual([
      { kind: 'sitemap-foreign-host', url: sitemap, hosts: ['e.org'], count: 2 },
      { kind: 'sitemap-out-of-scope', url: sitemap, example: `${origin}/2`, count: 1 },
    ]);
  });

  it('may be named by the robots.txt of the host, also through an index', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': `Sitemap: ${o}/maps/index.xml`,
      '/maps/index.xml': sitemapIndex(`${o}/maps/a/1.xml`),
      '/maps/a/1.xml': urlset(`${o}/1`),
    }));
    const outcomes = await discoverAll({ kind: 'site', site: origin });
    expect(inShort(outcomes)).toEqual([`${origin}/1`]);
    expect(notes(outcomes)).toEqual([]);
  });
});
