import { describe, expect, it } from 'vitest';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { paths, serve, type Handler } from '../web/loopback.ts';
import { find, kindsOf, page, record, typed } from '../pipeline/finding.ts';
import { harvestAgain } from './later-harvests.ts';

const html = 'text/html';
const body = '<script id="anubis_challenge" type="application/json">{}</script>';
const refusal = (status: number, headers: Record<string, string>): Handler => {
  return (_request, response) => void response.writeHead(status, headers).end(body);
};
const cloudflare = { 'cf-mitigated': 'challenge' };

const challenges: [string, Handler][] = [
  ['the body of a page', typed(html, body)],
  ['headers, with status 403', refusal(403, cloudflare)],
  ['headers, with status 404', refusal(404, cloudflare)],
  ['headers, with status 503', refusal(503, cloudflare)],
  ['headers, with status 202', refusal(202, { 'x-amzn-waf-action': 'challenge' })],
  ['headers, with status 405', refusal(405, { 'x-amzn-waf-action': 'captcha' })],
  ['headers, with a link', refusal(403, { ...cloudflare, link: '</r>; rel="describedby"' })],
];

async function countDocuments(store: CatalogueStore): Promise<number> {
  let count = 0;
  for await (const { documents } of store.documents()) count += [...documents].length;
  return count;
}

describe('a bot challenge', () => {
  it.each(challenges)('by %s is a failure of its URL, requested once', async (_name, handler) => {
    const { outcomes, requests, report } = await find({ '/a': handler }, ['/a']);
    expect(outcomes.get('/a')?.state).toBe('fetch-failed');
    expect(kindsOf(outcomes.get('/a'))).toEqual(['bot-challenge']);
    expect(requests).toEqual(['GET /a']);
    expect(report.sources[0]?.urls['fetch-failed']).toBe(1);
  });

  it.each(challenges)('by %s keeps the record until the page is back', async (_name, challenge) => {
    const fine = typed(html, page(record('1')));
    let now: Handler = fine;
    const origin = await serve((request, response) => {
      if (request.url === '/a') now(request, response);
      else response.writeHead(404).end();
    });
    const again = harvestAgain({ urls: [`${origin}/a`], maxRemovedShare: 1 });
    expect((await again.harvest()).records).toEqual({ added: 1 });
    now = challenge;
    for (let night = 0; night < 2; night += 1) {
      const { urls, records, problems } = await again.harvest();
      expect([urls, records]).toEqual([{ 'fetch-failed': 1 }, { 'failed-kept': 1 }]);
      expect(problems).toMatchObject({ 'bot-challenge': 1 });
    }
    expect(await again.read(countDocuments)).toBe(1);
    now = fine;
    expect((await again.harvest()).records).toEqual({ unchanged: 1 });
  });

  it('of many URLs costs no record of the others of their host', async () => {
    const challenged = Array.from({ length: 20 }, (_, index) => `/challenged/${index}`);
    const good = Array.from({ length: 20 }, (_, index) => `/good/${index}`);
    const table = Object.fromEntries([
      ...challenged.map((path) => [path, refusal(403, cloudflare)] as const),
      ...good.map((path) => [path, typed(html, page(record(path)))] as const),
    ]);
    const { report } = await find(table, [...challenged, ...good]);
    expect(report.sources[0]?.urls).toMatchObject({ 'fetch-failed': 20, loaded: 20 });
    expect(report.sources[0]?.problems).toEqual({ 'bot-challenge': 20 });
  });

  it('to a request for metadata alone is told beside the page', async () => {
    let asked = 0;
    const handler: Handler = (request, response) => {
      asked += 1;
      (asked === 1 ? typed(html, '<p>Soil') : refusal(403, cloudflare))(request, response);
    };
    const { outcomes } = await find({ '/a': handler }, ['/a']);
    expect(asked).toBe(2);
    expect(kindsOf(outcomes.get('/a')).toSorted()).toEqual(['bot-challenge', 'no-metadata']);
    expect(outcomes.get('/a')?.state).toBe('no-metadata');
  });

  it('of robots.txt counts by its status, and of a sitemap is no missing one', async () => {
    const table = {
      '/robots.txt': refusal(403, cloudflare),
      '/a': typed(html, page(record('1'))),
      '/sitemap.xml': refusal(403, cloudflare),
    };
    const { outcomes, report } = await find(table, ['/a']);
    expect(outcomes.get('/a')?.state).toBe('harvested');
    expect(report.sources[0]?.problems).toEqual({});
    const listed = await find(table, { sitemap: '/sitemap.xml' });
    expect(listed.report.sources[0]?.problems).toHaveProperty('bot-challenge');
    const site = await find(table, ['/a'], { urls: undefined, site: await serve(paths(table)) });
    expect(site.report.sources[0]?.problems).toHaveProperty('bot-challenge');
    expect(site.report.sources[0]?.problems).not.toHaveProperty('no-sitemap');
    const closed = { ...table, '/robots.txt': refusal(503, cloudflare) };
    expect(kindsOf((await find(closed, ['/a'])).outcomes.get('/a'))).toEqual([
      'robots-unavailable',
    ]);
  });
});

describe('a page without metadata', () => {
  it.each([
    ['page-needs-javascript', '<div id="app"></div><script src="/app.js"></script>'],
    ['login-required', '<form><input type="password"></form>'],
    ['soft-404', '<title>Page not found</title>'],
    ['site-metadata-only', page('{"@context": "https://schema.org/", "@type": "WebSite"}')],
    ['script-type-unread', `<script type="text/json+ld">${record('1')}</script>`],
    ['fallback-metadata-only', '<meta name="DC.title" content="Soil">'],
    ['sitemap-as-page', '<?xml version="1.0"?><urlset></urlset>'],
  ])(
    'for the reason %s is requested for metadata alone, and keeps its record',
    async (kind, text) => {
      let now = page(record('1'));
      const requests: string[] = [];
      const origin = await serve((request, response) => {
        if (request.url !== '/a') return void response.writeHead(404).end();
        requests.push(request.headers.accept ?? '');
        typed(html, now)(request, response);
      });
      const again = harvestAgain({ urls: [`${origin}/a`], maxRemovedShare: 1 });
      await again.harvest();
      now = text;
      requests.length = 0;
      const { urls, records, problems } = await again.harvest();
      expect([urls, records]).toEqual([{ 'no-metadata': 1 }, { 'failed-kept': 1 }]);
      expect(problems).toMatchObject({ [kind]: 1 });
      expect(requests).toHaveLength(2);
    },
  );

  it('that redirects to a login is told, and so is status 401', async () => {
    const table = {
      '/a': refusal(302, { location: '/login?back=a' }),
      '/login?back=a': typed(html, '<p>Choose your institution'),
      '/b': refusal(401, {}),
    };
    const { outcomes } = await find(table, ['/a', '/b']);
    expect(outcomes.get('/a')).toMatchObject({
      state: 'no-metadata',
      problems: [{ kind: 'login-required' }],
    });
    expect(outcomes.get('/b')).toMatchObject({
      state: 'fetch-failed',
      problems: [{ kind: 'http-status', status: 401 }],
    });
  });
});
