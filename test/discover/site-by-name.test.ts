import { describe, expect, it } from 'vitest';
import { resolveSiteScheme } from '../../src/discover/site.ts';
import { ResourceError } from '../../src/model/http.ts';
import type { Problem } from '../../src/model/problem.ts';
import { RobotsCache } from '../../src/web/robots/robots-cache.ts';
import { discover, inShort, notes, problems, serveFiles, urlset } from './discovering.ts';

/** As a configuration has a site that is named by its domain alone. */
function named(origin: string) {
  const site = `${origin.replace('http:', 'https:')}/`;
  return { kind: 'site', site, isByName: true } as const;
}

const files = (o: string) => ({
  '/robots.txt': `Sitemap: ${o}/a.xml`,
  '/a.xml': urlset('https://e.org/1'),
});

describe('a site given by domain only', () => {
  it('falls back to http where https is unreachable, and reports that', async () => {
    const origin = await serveFiles(files);
    const outcomes = await discover(named(origin));
    expect(inShort(outcomes)).toEqual(['https://e.org/1']);
    expect(notes(outcomes)).toEqual([
      {
        kind: 'site-without-https',
        url: named(origin).site,
        code: expect.stringMatching(/^E[A-Z_]+$/u) as unknown,
        taken: `${origin}/`,
      },
    ]);
  });

  it('has its default places tried by http, too', async () => {
    const origin = await serveFiles(() => ({ '/sitemap.xml': urlset('https://e.org/1') }));
    const outcomes = await discover(named(origin));
    expect(inShort(outcomes)).toEqual(['https://e.org/1']);
    expect(notes(outcomes)).toMatchObject([
      { kind: 'site-without-https' },
      { kind: 'sitemap-not-named', url: `${origin}/`, taken: `${origin}/sitemap.xml` },
    ]);
  });

  it('is not harvested by either scheme while robots.txt is unavailable', async () => {
    const origin = await serveFiles(() => ({
      '/robots.txt': (_request, response) => response.writeHead(503).end(),
      '/sitemap.xml': urlset('https://e.org/1'),
    }));
    const outcomes = await discover(named(origin));
    expect(notes(outcomes)).toMatchObject([{ kind: 'site-without-https' }]);
    expect(problems(outcomes)).toMatchObject([
      { kind: 'robots-unavailable', url: `${origin}/`, status: 503 },
      { kind: 'source-empty' },
    ]);
  });

  it('is reported as unreachable by https where neither scheme is served', async () => {
    const source = named('http://127.0.0.1:9');
    const outcomes = await discover(source);
    expect(notes(outcomes)).toEqual([]);
    expect(problems(outcomes)).toMatchObject([
      { kind: 'connection-failed', url: source.site },
      { kind: 'source-empty', url: source.site },
    ]);
  });
});

describe('a site that is named by its https URL', () => {
  it('does not fall back to http', async () => {
    const { site } = named(await serveFiles(files));
    const outcomes = await discover({ kind: 'site', site });
    expect(notes(outcomes)).toEqual([]);
    expect(problems(outcomes)).toMatchObject([{ kind: 'connection-failed', url: site }, {}]);
  });
});

describe('resolving a site given by domain only', () => {
  const site = 'https://e.org/';
  const robots = 'https://e.org/robots.txt';

  /** The resolved URL of the site where https has this problem and http is served. */
  async function resolveWith(problem: Problem): Promise<string> {
    const failing = async (url: string): Promise<never> => {
      throw new ResourceError(url === robots ? problem : { kind: 'http-status', url, status: 404 });
    };
    const http = { open: failing, read: failing };
    const { signal } = new AbortController();
    const source = {
      kind: 'site',
      site,
      isByName: true,
      name: 'a',
      include: [],
      exclude: [],
    } as const;
    const answer = await resolveSiteScheme(source, { robots: new RobotsCache(http), signal });
    return answer.site;
  }

  it.each([
    { kind: 'connection-failed', url: robots, code: 'CERT_HAS_EXPIRED' },
    { kind: 'timed-out', url: robots, phase: 'connect', timeoutMs: 10 },
  ] satisfies Problem[])(
    'falls back to http where https is unreachable: $kind',
    async (problem) => {
      expect(await resolveWith(problem)).toBe('http://e.org/');
    },
  );

  it.each([
    { kind: 'timed-out', url: robots, phase: 'headers', timeoutMs: 10 },
    { kind: 'http-status', url: robots, status: 503 },
    { kind: 'http-status', url: robots, status: 404 },
    { kind: 'address-refused', url: robots, address: '10.0.0.1' },
    // The redirect target is unreachable, not the site.
    { kind: 'connection-failed', url: 'https://www.e.org/robots.txt', code: 'ECONNREFUSED' },
  ] satisfies Problem[])('stays with https where the server responds: $kind', async (problem) => {
    expect(await resolveWith(problem)).toBe(site);
  });
});
