import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Target } from '../../src/model/target.ts';
import { discover, inShort, problems, serveFiles, sitemapIndex, urlset } from './discovering.ts';

const site = (origin: string) => ({ kind: 'site', site: `${origin}/catalogue/` }) as const;

/** What the outcomes say, notes included. */
function told(outcomes: readonly Outcome<Target>[]): readonly string[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'noted'
      ? [`noted ${outcome.problem.kind} ${outcome.problem.url}`]
      : inShort([outcome]),
  );
}

const capable = (capability: string, loc: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:rs="http://www.openarchives.org/rs/terms/">
   <url><loc>${loc}</loc><rs:md capability="${capability}"/></url></urlset>`;

describe('a site', () => {
  it('has the sitemaps that its robots.txt names, and not the usual one', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': `User-agent: *\nDisallow: /private\nSitemap: ${o}/b.xml\n\nUser-agent: CDIF1.0\nSITEMAP : /a.xml # ours\n`,
      '/a.xml': urlset('https://e.org/2'),
      '/b.xml': urlset('https://e.org/1'),
      '/sitemap.xml': urlset('https://e.org/3'),
    }));
    const outcomes = await discover(site(origin));
    expect(told(outcomes)).toEqual(['https://e.org/1', 'https://e.org/2']);
    expect(outcomes[1]).toMatchObject({
      value: { found: { by: 'sitemap', in: `${origin}/a.xml`, agent: 'CDIF1.0' } },
    });
  });

  it('has one sitemap read once, however often it is named', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': `Sitemap: ${o}/index.xml\nSitemap: ${o}/a.xml\n`,
      '/index.xml': sitemapIndex(`${o}/a.xml`),
      '/a.xml': urlset('https://e.org/1'),
    }));
    expect(told(await discover(site(origin)))).toEqual(['https://e.org/1']);
  });

  it.each([
    ['has no robots.txt', undefined],
    ['has one without Sitemap lines', 'User-agent: *\nDisallow:\n'],
  ])('that %s has its sitemap in the usual place', async (_name, robots) => {
    const origin = await serveFiles(() => ({
      ...(robots === undefined ? {} : { '/robots.txt': robots }),
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    expect(told(await discover(site(origin)))).toEqual([
      `noted sitemap-not-named ${origin}/catalogue/`,
      'https://e.org/1',
    ]);
  });

  it('that serves a page in place of robots.txt is listed from the default place, with a notice', async () => {
    const origin = await serveFiles(() => ({
      '/robots.txt': '<!DOCTYPE html>\n<p>Sitemap: <a href="/map">here</a></p>',
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    expect(told(await discover(site(origin)))).toEqual([
      `noted robots-not-text ${origin}/robots.txt`,
      `noted sitemap-not-named ${origin}/catalogue/`,
      'https://e.org/1',
    ]);
  });

  it('reports the problems of robots.txt and reads the sitemaps that it allows', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': `User-agent: CDIF1.0\nSitemap: ${o}/cdif.xml\n\nUser-agent: *\nDisallow: /a\nSitemap: ${o}/all.xml`,
      '/cdif.xml': urlset('https://e.org/1'),
      '/all.xml': urlset('https://e.org/2'),
    }));
    const outcomes = await discover(site(origin));
    expect(told(outcomes)).toEqual([
      `noted robots-group-shared ${origin}/robots.txt`,
      'https://e.org/1',
      `failed robots-disallowed ${origin}/all.xml`,
    ]);
    expect(problems(outcomes)).toMatchObject([{ rule: 'Disallow: /a', line: 5, agent: 'CDIF1.0' }]);
    expect(told(await discover(site(origin), { robots: 'ignore' }))).toEqual([
      `noted robots-group-shared ${origin}/robots.txt`,
      'https://e.org/1',
      'https://e.org/2',
    ]);
  });

  it('reports the usual places that robots.txt disallows only where there is no other', async () => {
    const robots = 'User-agent: *\nDisallow: /sitemap.xml';
    const usual = await serveFiles(() => ({ '/robots.txt': robots, '/sitemap.xml': urlset() }));
    expect(told(await discover(site(usual)))).toEqual([
      `failed robots-disallowed ${usual}/sitemap.xml`,
      `failed no-sitemap ${usual}/catalogue/`,
      `failed source-empty ${usual}/catalogue/`,
    ]);
    const other = await serveFiles(() => ({
      '/robots.txt': robots,
      '/sitemap.txt': 'https://e.org/1',
    }));
    expect(told(await discover(site(other)))).toEqual([
      `noted sitemap-not-named ${other}/catalogue/`,
      'https://e.org/1',
    ]);
  });

  it('without any sitemap reports the places tried', async () => {
    const origin = await serveFiles(() => ({}));
    expect(problems(await discover(site(origin)))).toEqual([
      {
        kind: 'no-sitemap',
        url: `${origin}/catalogue/`,
        tried: [
          'robots.txt',
          'sitemap.xml',
          'sitemap_index.xml',
          'sitemap-index.xml',
          'sitemap.txt',
          '.well-known/resourcesync',
          'data.json',
        ].map((place) => `${origin}/${place}`),
      },
      { kind: 'source-empty', url: `${origin}/catalogue/`, source: 'a' },
    ]);
  });

  it.each([500, 503, 429])('whose robots.txt answers %i is not listed', async (status) => {
    const origin = await serveFiles(() => ({
      '/robots.txt': (_request, response) =>
        response.writeHead(status, { 'retry-after': '0' }).end(),
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    expect(told(await discover(site(origin)))).toEqual([
      `failed robots-unavailable ${origin}/catalogue/`,
      `failed source-empty ${origin}/catalogue/`,
    ]);
    expect(told(await discover(site(origin), { robots: 'ignore' }))).toEqual([
      `failed robots-unavailable ${origin}/catalogue/`,
      `noted sitemap-not-named ${origin}/catalogue/`,
      'https://e.org/1',
    ]);
  });

  it('whose robots.txt breaks the connection is not listed', async () => {
    const origin = await serveFiles(() => ({
      '/robots.txt': (request) => void request.socket.destroy(),
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    expect(told(await discover(site(origin)))).toEqual([
      `failed connection-failed ${origin}/catalogue/`,
      `failed source-empty ${origin}/catalogue/`,
    ]);
  });

  it.each([
    ['/sitemap_index.xml', sitemapIndex('/a.xml')],
    ['/sitemap.txt', 'https://e.org/1\n'],
  ])(
    'without robots.txt has its sitemap at %s, though it has a page for everything else',
    async (place, text) => {
      const origin = await serveFiles((o) => ({
        [place]: text.replace('>/a.xml', `>${o}/a.xml`),
        '/a.xml': urlset('https://e.org/1'),
        '/sitemap.xml': '<!DOCTYPE html><p>Nothing here',
      }));
      const outcomes = await discover(site(origin));
      expect(told(outcomes)).toEqual([
        `noted sitemap-not-named ${origin}/catalogue/`,
        'https://e.org/1',
      ]);
      expect(outcomes[0]).toMatchObject({ problem: { taken: `${origin}${place}` } });
    },
  );

  it('lists the ResourceSync lists of its source description', async () => {
    const origin = await serveFiles((o) => ({
      '/.well-known/resourcesync': capable('capabilitylist', `${o}/capabilities.xml`),
      '/capabilities.xml': capable('resourcelist', `${o}/resources.xml`),
      '/resources.xml': urlset('https://e.org/1'),
    }));
    expect(told(await discover(site(origin))).at(-1)).toBe('https://e.org/1');
  });

  it('lists only CDIF sitemaps where configured', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': `Sitemap: ${o}/all.xml\nUser-agent: CDIF1.0\nAllow: /\nSitemap: ${o}/cdif.xml\nSitemap: ${o}/all.xml\n`,
      '/all.xml': urlset('https://e.org/1'),
      '/cdif.xml': urlset('https://e.org/2'),
    }));
    const both = ['https://e.org/2', 'https://e.org/1'];
    expect(told(await discover(site(origin), { sitemaps: 'cdif' }))).toEqual(both);
    const all = await discover(site(origin));
    expect(told(all)).toEqual(both.toReversed());
    // A sitemap that is named twice is one for CDIF.
    const foundOf = (outcome?: (typeof all)[number]) =>
      outcome?.kind === 'produced' ? outcome.value.found : undefined;
    expect(foundOf(all[0])).toMatchObject({ agent: 'CDIF1.0', isForAll: true });
    expect(foundOf(all[1])).not.toHaveProperty('isForAll');
    const none = await serveFiles(() => ({ '/sitemap.xml': urlset('https://e.org/1') }));
    expect(told(await discover(site(none), { sitemaps: 'cdif' }))).toEqual([
      `failed no-sitemap ${none}/catalogue/`,
      `failed source-empty ${none}/catalogue/`,
    ]);
  });

  it('reports a wrong response of a default place', async () => {
    const origin = await serveFiles(() => ({
      '/sitemap.xml': (_request, response) => response.writeHead(500).end(),
    }));
    expect(told(await discover(site(origin)))).toEqual([
      `failed http-status ${origin}/sitemap.xml`,
      `failed source-empty ${origin}/catalogue/`,
    ]);
  });

  it('is not without sitemap when one that it names is missing', async () => {
    const origin = await serveFiles((o) => ({
      '/sitemap.xml': sitemapIndex(`${o}/gone.xml`),
    }));
    expect(told(await discover(site(origin)))).toEqual([
      `noted sitemap-not-named ${origin}/catalogue/`,
      `failed http-status ${origin}/gone.xml`,
      `failed source-empty ${origin}/catalogue/`,
    ]);
  });

  it('resolves sitemap URLs against the final URL of robots.txt', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': (_request, response) => {
        response.writeHead(302, { location: `${o}/files/robots.txt` }).end();
      },
      '/files/robots.txt': 'Sitemap: map.xml',
      '/files/map.xml': urlset('https://e.org/1'),
    }));
    expect(told(await discover(site(origin)))).toEqual(['https://e.org/1']);
  });

  it('reports a Sitemap line without a URL', async () => {
    const origin = await serveFiles(() => ({
      '/robots.txt': 'User-agent: *\n  Sitemap: ftp://e.org/map.xml\nSitemap:\n',
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    const outcomes = await discover(site(origin));
    expect(problems(outcomes)).toMatchObject([
      {
        kind: 'sitemap-entry-invalid',
        url: `${origin}/robots.txt`,
        value: 'ftp://e.org/map.xml',
        line: 2,
        column: 12,
      },
    ]);
    expect(told(outcomes).at(-1)).toBe('https://e.org/1');
  });
});
