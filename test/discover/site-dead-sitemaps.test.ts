import { describe, expect, it } from 'vitest';
import { findSitemapAbsence } from '../../src/discover/site.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { Handler } from '../web/loopback.ts';
import {
  discover,
  inShort,
  notes,
  problems,
  serveFiles,
  sitemapIndex,
  urlset,
} from './discovering.ts';

const site = (origin: string) => ({ kind: 'site', site: `${origin}/` }) as const;
const page = '<!DOCTYPE html>\n<html><body><p>Nothing here &nbsp; &amp so on</body></html>';

const status =
  (code: number): Handler =>
  (_request, response) =>
    response.writeHead(code, { 'retry-after': '0' }).end();

/** A site whose robots.txt names these places, and which has a sitemap in a usual one. */
function serveNamed(
  named: Readonly<Record<string, string | Uint8Array | Handler>>,
): Promise<string> {
  return serveFiles((o) => ({
    '/robots.txt': Object.keys(named)
      .map((path) => `Sitemap: ${o}${path}\n`)
      .join(''),
    '/sitemap.xml': urlset('https://e.org/usual'),
    ...named,
  }));
}

describe('a site whose robots.txt names only missing sitemaps', () => {
  it.each([
    ['is not there', status(404), 'http-status'],
    ['is refused', status(403), 'http-status'],
    ['is gone', status(410), 'http-status'],
    [
      'is behind redirects without end',
      (request, response) => response.writeHead(302, { location: request.url }).end(),
      'too-many-redirects',
    ],
    ['is a page', page, 'sitemap-malformed'],
    ['is JSON', '{"error": "no such place"}', 'sitemap-malformed'],
    ['is no text', new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff]), 'sitemap-malformed'],
  ] satisfies readonly (readonly [string, string | Uint8Array | Handler, string])[])(
    'has its sitemap in the usual place where the named one %s',
    async (_name, dead, kind) => {
      const origin = await serveNamed({ '/old.xml': dead });
      const outcomes = await discover(site(origin));
      expect(inShort(outcomes)).toEqual([
        `failed ${kind} ${origin}/old.xml`,
        'https://e.org/usual',
      ]);
      expect(notes(outcomes)).toEqual([
        {
          kind: 'sitemap-not-named',
          url: `${origin}/`,
          tried: [`${origin}/robots.txt`, `${origin}/old.xml`],
          taken: `${origin}/sitemap.xml`,
        },
      ]);
    },
  );

  it('fetches each of them once, however often it is named', async () => {
    const asked: (string | undefined)[] = [];
    const origin = await serveFiles((o) => ({
      '/robots.txt': `Sitemap: ${o}/sitemap.xml\nSitemap: ${o}/sitemap.xml#again\nSitemap: ${o}/sitemap.txt`,
      '/sitemap.xml': (request, response) => {
        asked.push(request.url);
        response.writeHead(404).end();
      },
      '/sitemap.txt': (request, response) => {
        asked.push(request.url);
        response.end(page);
      },
      '/sitemap_index.xml': sitemapIndex(`${o}/a.xml`),
      '/a.xml': urlset('https://e.org/1'),
    }));
    const outcomes = await discover(site(origin));
    expect(inShort(outcomes).at(-1)).toBe('https://e.org/1');
    expect(notes(outcomes)).toMatchObject([{ taken: `${origin}/sitemap_index.xml` }]);
    expect(asked).toEqual(['/sitemap.xml', '/sitemap.txt']);
  });

  it('reports the places tried where no default place has one, with the first three named ones', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': [1, 2, 3, 4, 5].map((n) => `Sitemap: ${o}/${n}.xml\n`).join(''),
    }));
    const places = [
      'robots.txt',
      '1.xml',
      '2.xml',
      '3.xml',
      'sitemap.xml',
      'sitemap_index.xml',
      'sitemap-index.xml',
      'sitemap.txt',
      '.well-known/resourcesync',
      'data.json',
    ];
    const all = problems(await discover(site(origin)));
    expect(all.slice(-2)).toEqual([
      {
        kind: 'no-sitemap',
        url: `${origin}/`,
        tried: places.map((place) => `${origin}/${place}`),
      },
      { kind: 'source-empty', url: `${origin}/`, source: 'a' },
    ]);
    expect(all).toHaveLength(7);
  });

  it('has none guessed where only those for CDIF are wanted', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': `User-agent: CDIF1.0\nAllow: /\nSitemap: ${o}/cdif.xml`,
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    expect(problems(await discover(site(origin), { sitemaps: 'cdif' }))).toMatchObject([
      { kind: 'http-status', status: 404 },
      { kind: 'no-sitemap', tried: [`${origin}/robots.txt`, `${origin}/cdif.xml`] },
      { kind: 'source-empty' },
    ]);
  });
});

describe('a problem', () => {
  const url = 'https://e.org/sitemap.xml';

  it.each([
    // As programs name it whose own host is not configured.
    { kind: 'address-refused', url, address: '127.0.0.1' },
    { kind: 'connection-failed', url, code: 'ENOTFOUND' },
    { kind: 'redirect-invalid', url, location: 'about:blank' },
  ] satisfies Problem[])('shows that there is no sitemap: $kind', (problem) => {
    expect(findSitemapAbsence({ kind: 'problem', problem })).toBe(problem);
  });

  it.each([
    { kind: 'connection-failed', url, code: 'ECONNREFUSED' },
    { kind: 'timed-out', url, phase: 'headers', timeoutMs: 1 },
    { kind: 'body-too-large', url, maxBytes: 1 },
    { kind: 'body-undecodable', url, encoding: 'x' },
  ] satisfies Problem[])('leaves open whether there is a sitemap: $kind', (problem) => {
    expect(findSitemapAbsence({ kind: 'problem', problem })).toBeUndefined();
  });
});

describe('a site is not guessed at', () => {
  it.each([
    ['has an error of its server', status(500), 'failed http-status'],
    ['is unavailable for now', status(503), 'failed http-status'],
    ['is fetched too often', status(429), 'failed http-status'],
    ['breaks the connection', (request) => void request.socket.destroy(), 'failed connection-fail'],
    ['is empty', urlset(), 'failed sitemap-empty'],
    ['has no byte', '', 'failed sitemap-empty'],
    ['is an index of sitemaps that are gone', sitemapIndex('http://ORIGIN/gone.xml'), 'failed'],
    ['has no usable entry', urlset('/dataset/1'), 'failed sitemap-entry-invalid'],
    ['breaks off', urlset('https://e.org/1').replace('</urlset>', '</x>'), 'https://e.org/1'],
  ] satisfies readonly (readonly [string, string | Handler, string])[])(
    'where a named sitemap %s, whatever the others are',
    async (_name, named, told) => {
      const origin = await serveNamed({
        '/old.xml': status(404),
        '/named.xml': (request, response) => {
          if (typeof named === 'function') named(request, response);
          else response.end(named.replace('ORIGIN', request.headers.host ?? ''));
        },
      });
      const outcomes = await discover(site(origin));
      expect(inShort(outcomes)[1]).toContain(told);
      expect(inShort(outcomes)).not.toContain('https://e.org/usual');
      expect(notes(outcomes)).toEqual([]);
    },
  );

  it('where one of those that are named lists something', async () => {
    const origin = await serveNamed({ '/old.xml': page, '/new.xml': urlset('https://e.org/1') });
    expect(inShort(await discover(site(origin)))).toEqual([
      `failed sitemap-malformed ${origin}/old.xml`,
      'https://e.org/1',
    ]);
  });
});
