import { describe, expect, it } from 'vitest';
import { SitemapDates } from '../../src/discover/sitemap-dates.ts';
import { discover } from './discovering.ts';
import { paths, serve } from '../web/loopback.ts';

const url = 'https://e.org/sitemap.xml';
const readAt = new Date('2026-01-02T03:04:05Z');

function problemsOf(dates: readonly (string | undefined)[], isPart = false) {
  const tally = new SitemapDates(url, readAt);
  for (const [at, lastmod] of dates.entries()) tally.note(lastmod, at + 1);
  return tally.problems(isPart);
}

const times = (count: number, date: string | undefined) =>
  Array.from({ length: count }, () => date);

describe('the dates of a sitemap', () => {
  it('are uniform where all of at least ten entries have the same', () => {
    const lastmod = '2025-05-01';
    expect(problemsOf(times(10, lastmod))).toEqual([
      { kind: 'sitemap-lastmod-uniform', url, lastmod, entries: 10 },
    ]);
    expect(problemsOf(times(9, lastmod))).toEqual([]);
    expect(problemsOf([...times(20, lastmod), '2025-05-02'])).toEqual([]);
    expect(problemsOf(['2025-05-02', ...times(20, lastmod)])).toEqual([]);
    expect(problemsOf([...times(20, lastmod), undefined])).toEqual([]);
    expect(problemsOf([undefined, ...times(20, lastmod)])).toEqual([]);
    expect(problemsOf([...times(10, lastmod), 'x', ...times(10, lastmod)])).toEqual([]);
    expect(problemsOf(times(20, undefined))).toEqual([]);
    expect(problemsOf([])).toEqual([]);
  });

  it('may be one in a feed, which has what changed last', () => {
    expect(problemsOf(times(10, '2025-05-01'), true)).toEqual([]);
    expect(problemsOf(times(10, '2203-05-01'), true)).toMatchObject([
      { kind: 'lastmod-in-future' },
    ]);
  });

  it('are in the future where they are more than a day ahead', () => {
    const dates = ['2026-01-03', '2026-01-04T00:00:00Z', 'nonsense', '2203-05-01', '2026'];
    expect(problemsOf(dates)).toEqual([
      { kind: 'lastmod-in-future', url, lastmod: '2026-01-04T00:00:00Z', line: 2, entries: 2 },
    ]);
  });

  it('may be long', () => {
    const [problem] = problemsOf(times(10, 'x'.repeat(10_000)));
    expect(problem).toMatchObject({ lastmod: 'x'.repeat(100) });
  });
});

const entry = (at: number, date: string): string =>
  `<url><loc>https://e.org/${at}</loc><lastmod>${date}</lastmod></url>`;

async function noticesOf(body: string, at = '/sitemap.xml'): Promise<readonly string[]> {
  const origin = await serve(paths({ [at]: body }));
  const outcomes = await discover({ kind: 'sitemap', sitemap: origin + at });
  return outcomes.flatMap((outcome) => (outcome.kind === 'noted' ? [outcome.problem.kind] : []));
}

describe('a sitemap', () => {
  const entries = Array.from({ length: 12 }, (_, at) => entry(at, '2203-05-01')).join('\n');

  it('with such dates is listed with notices', async () => {
    expect(await noticesOf(`<urlset>${entries}</urlset>`)).toEqual([
      'sitemap-lastmod-uniform',
      'lastmod-in-future',
    ]);
  });

  it('that is a feed may have changed at once', async () => {
    const items = Array.from({ length: 12 }, (_, at) => {
      return `<entry><link href="https://e.org/${at}"/><updated>2025-05-01T00:00:00Z</updated></entry>`;
    });
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom">${items.join('')}</feed>`;
    expect(await noticesOf(feed, '/feed.atom')).toEqual(['listing-partial']);
  });

  it('that breaks off is not judged, since its other dates are unknown', async () => {
    expect(await noticesOf(`<urlset>${entries}<url>`)).toEqual([]);
  });

  it('of sitemaps is not judged', async () => {
    const index = entries.replaceAll('url>', 'sitemap>');
    expect(await noticesOf(`<sitemapindex>${index}</sitemapindex>`)).toEqual([]);
  });
});

describe('a sitemap that is missing', () => {
  it.each([404, 410])('by status %s is no sitemap', async (status) => {
    const origin = await serve((_, response) => void response.writeHead(status).end());
    const sitemap = `${origin}/sitemap.xml`;
    expect(await discover({ kind: 'sitemap', sitemap })).toEqual([
      { kind: 'failed', problem: { kind: 'no-sitemap', url: sitemap, tried: [sitemap] } },
      { kind: 'failed', problem: { kind: 'source-empty', url: sitemap, source: 'a' } },
    ]);
  });

  it('for another reason, or named by an index, keeps its status', async () => {
    const forbidden = await serve((_, response) => void response.writeHead(403).end());
    expect(await discover({ kind: 'sitemap', sitemap: `${forbidden}/x` })).toMatchObject([
      { problem: { kind: 'http-status', status: 403 } },
      {},
    ]);
    const origin = await serve(
      paths({
        '/i': '<sitemapindex><sitemap><loc>https://127.0.0.1/</loc></sitemap></sitemapindex>',
      }),
    );
    const outcomes = await discover({ kind: 'sitemap', sitemap: `${origin}/i` });
    expect(JSON.stringify(outcomes)).not.toContain('no-sitemap');
  });
});
