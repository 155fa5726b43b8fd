import { describe, expect, it } from 'vitest';
import { discover, inShort, problems, serveFiles, sitemapIndex, urlset } from './discovering.ts';

const site = (origin: string) => ({ kind: 'site', site: `${origin}/catalogue/` }) as const;

describe('a site', () => {
  it('has the sitemaps that its robots.txt names, and not the usual one', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': `User-agent: *\nDisallow: /private\nSitemap: ${o}/b.xml\n\nUser-agent: CDIF1.0\nSITEMAP : /a.xml # ours\n`,
      '/a.xml': urlset('https://e.org/2'),
      '/b.xml': urlset('https://e.org/1'),
      '/sitemap.xml': urlset('https://e.org/3'),
    }));
    const outcomes = await discover(site(origin));
    expect(inShort(outcomes)).toEqual(['https://e.org/1', 'https://e.org/2']);
    expect(outcomes[1]).toMatchObject({
      value: { found: { by: 'sitemap', in: `${origin}/a.xml` } },
    });
  });

  it('has one sitemap read once, however often it is named', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': `Sitemap: ${o}/index.xml\nSitemap: ${o}/a.xml\n`,
      '/index.xml': sitemapIndex(`${o}/a.xml`),
      '/a.xml': urlset('https://e.org/1'),
    }));
    expect(inShort(await discover(site(origin)))).toEqual(['https://e.org/1']);
  });

  it.each([
    ['has no robots.txt', undefined],
    ['has one without Sitemap lines', 'User-agent: *\nDisallow:\n'],
  ])('that %s has its sitemap in the usual place', async (_name, robots) => {
    const origin = await serveFiles(() => ({
      ...(robots === undefined ? {} : { '/robots.txt': robots }),
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    expect(inShort(await discover(site(origin)))).toEqual(['https://e.org/1']);
  });

  it('that serves a page in place of robots.txt has its sitemap in the usual place, and is told so', async () => {
    const origin = await serveFiles(() => ({
      '/robots.txt': '<!DOCTYPE html>\n<pre>\nSitemap: http://127.0.0.1:9/x.xml\n</pre>',
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    expect(inShort(await discover(site(origin)))).toEqual([
      `failed robots-not-text ${origin}/robots.txt`,
      'https://e.org/1',
    ]);
  });

  it('is told of what is wrong with its robots.txt, whose sitemaps are read all the same', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': `User-agent: CDIF1.0\nSitemap: ${o}/cdif.xml\n\nUser-agent: *\nDisallow: /\nSitemap: ${o}/all.xml`,
      '/cdif.xml': urlset('https://e.org/1'),
      '/all.xml': urlset('https://e.org/2'),
    }));
    expect(inShort(await discover(site(origin)))).toEqual([
      `failed robots-group-shared ${origin}/robots.txt`,
      'https://e.org/1',
      'https://e.org/2',
    ]);
  });

  it('without any sitemap says what was tried', async () => {
    const origin = await serveFiles(() => ({}));
    expect(problems(await discover(site(origin)))).toEqual([
      {
        kind: 'no-sitemap',
        url: `${origin}/catalogue/`,
        tried: [`${origin}/robots.txt`, `${origin}/sitemap.xml`],
      },
      { kind: 'source-empty', url: `${origin}/catalogue/`, source: 'a' },
    ]);
  });

  it.each([500, 503, 429])('whose robots.txt answers %i is tried all the same', async (status) => {
    const origin = await serveFiles(() => ({
      '/robots.txt': (_request, response) =>
        response.writeHead(status, { 'retry-after': '0' }).end(),
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    expect(inShort(await discover(site(origin)))).toEqual([
      `failed http-status ${origin}/robots.txt`,
      'https://e.org/1',
    ]);
  });

  it('whose robots.txt breaks the connection is tried all the same', async () => {
    const origin = await serveFiles(() => ({
      '/robots.txt': (request) => void request.socket.destroy(),
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    expect(inShort(await discover(site(origin)))).toEqual([
      `failed connection-failed ${origin}/robots.txt`,
      'https://e.org/1',
    ]);
  });

  it('whose usual place answers wrongly is told so', async () => {
    const origin = await serveFiles(() => ({
      '/sitemap.xml': (_request, response) => response.writeHead(500).end(),
    }));
    expect(inShort(await discover(site(origin)))).toEqual([
      `failed http-status ${origin}/sitemap.xml`,
      `failed source-empty ${origin}/catalogue/`,
    ]);
  });

  it('is not without sitemap when one that it names is missing', async () => {
    const origin = await serveFiles((o) => ({
      '/sitemap.xml': sitemapIndex(`${o}/gone.xml`),
    }));
    expect(inShort(await discover(site(origin)))).toEqual([
      `failed http-status ${origin}/gone.xml`,
      `failed source-empty ${origin}/catalogue/`,
    ]);
  });

  it('resolves what robots.txt names against the place it was found at', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': (_request, response) => {
        response.writeHead(302, { location: `${o}/files/robots.txt` }).end();
      },
      '/files/robots.txt': 'Sitemap: map.xml',
      '/files/map.xml': urlset('https://e.org/1'),
    }));
    expect(inShort(await discover(site(origin)))).toEqual(['https://e.org/1']);
  });

  it('is told of a Sitemap line that names nothing', async () => {
    const origin = await serveFiles(() => ({
      '/robots.txt': 'User-agent: *\n  Sitemap: ftp://e.org/map.xml\nSitemap:\n',
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    const outcomes = await discover(site(origin));
    expect(problems(outcomes)).toEqual([
      {
        kind: 'sitemap-entry-invalid',
        url: `${origin}/robots.txt`,
        value: 'ftp://e.org/map.xml',
        line: 2,
        column: 12,
      },
    ]);
    expect(inShort(outcomes).at(-1)).toBe('https://e.org/1');
  });
});
