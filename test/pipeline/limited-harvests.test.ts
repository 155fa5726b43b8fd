import { describe, expect, it } from 'vitest';
import { configSchema, sourceOf } from '../../src/config/schema.ts';
import type { RunReport } from '../../src/model/run.ts';
import { harvestLive } from '../../src/pipeline/live-visit.ts';
import { RunMeter } from '../../src/pipeline/report/run-meter.ts';
import { openWeb } from '../../src/pipeline/harvest-web.ts';
import { formatSourceFunnel } from '../../src/render/source-funnel.ts';
import { RequestBudget } from '../../src/web/request-budget.ts';
import { paths, serve, type Handler } from '../web/loopback.ts';
import { page, record, typed } from './finding.ts';
import { now } from './harvesting.ts';

interface Limits {
  readonly sample?: number;
  readonly maxRequests?: number;
  readonly retries?: number;
}

interface Harvested {
  readonly report: RunReport;
  /** The state of each visit by its path. */
  readonly states: Readonly<Record<string, string>>;
  /** How many requests the server got. */
  readonly requests: number;
  readonly isSpent: boolean;
}

/** Harvests a place of a server, and stores nothing. */
async function harvestWithin(
  table: (origin: string) => Record<string, Handler | string>,
  place: Readonly<Record<string, string>>,
  { sample, maxRequests = 10_000, retries = 0 }: Limits,
): Promise<Harvested> {
  let requests = 0;
  const origin: string = await serve((request, response) => {
    requests += 1;
    paths(table(origin))(request, response);
  });
  const [[kind, path] = []] = Object.entries(place);
  const config = configSchema.parse({
    store: { path: 'unused' },
    workers: 0,
    http: { allowPrivateAddresses: true, retries, perHost: { delayMs: 0 } },
    sources: [{ name: 'a', [String(kind)]: origin + String(path) }],
  });
  const [source] = config.sources.map(sourceOf);
  if (source === undefined) throw new TypeError('no source');
  const budget = new RequestBudget(maxRequests);
  const web = openWeb({ config, now, observer: undefined }, new RunMeter(), { budget });
  const states: Record<string, string> = {};
  const report = await harvestLive({
    config,
    source,
    sample,
    web,
    onVisit: ({ outcome }) => {
      states[outcome.url.slice(origin.length)] = outcome.state;
    },
    signal: new AbortController().signal,
    now,
  });
  await web.http.close();
  return { report, states, requests, isSpent: budget.isSpent };
}

const pages = Array.from({ length: 12 }, (_, at) => `/${at}`);
const html = typed('text/html', page(record('doi:10.1234/x')));
const served = Object.fromEntries(pages.map((path) => [path, html]));

function sitemapOf(origin: string, listed: readonly string[] = pages): string {
  const urls = listed.map((path) => `<url><loc>${origin}${path}</loc></url>`);
  return `<urlset>${urls.join('\n')}</urlset>`;
}

const site = (origin: string) => ({ '/sitemap.xml': sitemapOf(origin), ...served });

const list = (origin: string) => {
  const itemListElement = pages.map((path) => origin + path);
  const type = { '@context': 'https://schema.org/', '@type': 'ItemList' };
  return {
    '/list': typed('application/json', JSON.stringify({ ...type, itemListElement })),
    ...served,
  };
};

const broken = (origin: string) => ({
  ...site(origin),
  '/sitemap.xml': sitemapOf(origin).replace('</urlset>', '<url>'),
});

const slow = (origin: string) => ({
  '/sitemap.xml': sitemapOf(origin, ['/old', '/busy', '/busy2']),
  '/old': ((_, response) => void response.writeHead(301, { location: '/0' }).end()) as Handler,
  '/busy': ((_, response) => void response.writeHead(503).end()) as Handler,
  '/busy2': ((_, response) => void response.writeHead(503).end()) as Handler,
  ...served,
});

describe('a sample', () => {
  it('of a sitemap is visited, and the report says so', async () => {
    const { report, states } = await harvestWithin(
      site,
      { sitemap: '/sitemap.xml' },
      { sample: 5 },
    );
    const [source] = report.sources;
    if (source === undefined) throw new TypeError('no report');
    expect(Object.values(states)).toEqual(Array.from({ length: 5 }, () => 'harvested'));
    expect(source).toMatchObject({ listing: 'limited', skipped: { 'not-sampled': 7 } });
    expect(formatSourceFunnel(source).join('\n')).toContain('7 left out of the sample');
    expect(formatSourceFunnel(source)[1]).toBe('  Only a sample of the URLs was visited.');
  });

  it('that has all of a sitemap is the whole listing', async () => {
    const { report } = await harvestWithin(site, { sitemap: '/sitemap.xml' }, { sample: 12 });
    expect(report.sources).toMatchObject([{ listing: 'complete', skipped: {} }]);
  });

  it('of a list has its first items', async () => {
    const { report, states } = await harvestWithin(list, { list: '/list' }, { sample: 3 });
    expect(states).toEqual({
      '/list': 'linked',
      '/0': 'harvested',
      '/1': 'harvested',
      '/2': 'harvested',
    });
    expect(report.sources).toMatchObject([{ listing: 'limited', skipped: { 'not-sampled': 9 } }]);
  });

  it('that is incomplete for another reason is incomplete', async () => {
    const { report } = await harvestWithin(broken, { sitemap: '/sitemap.xml' }, { sample: 3 });
    expect(report.sources).toMatchObject([{ listing: 'incomplete' }]);
  });
});

describe('a limit of requests', () => {
  // robots.txt, the sitemap and twelve pages
  const needed = 14;

  it.each([0, 1, 2, 3, 9, needed - 1])('of %s is never exceeded, and ends the run', async (max) => {
    const limits = { maxRequests: max, retries: 2 };
    const checked = await harvestWithin(site, { sitemap: '/sitemap.xml' }, limits);
    const { report, states, requests, isSpent } = checked;
    expect([requests, isSpent, report.interrupted]).toEqual([max, true, true]);
    const harvested = Object.values(states).filter((state) => state === 'harvested');
    expect(harvested.length).toBe(Math.max(0, max - 2));
    expect(new Set(Object.values(states)).has('fetch-failed')).toBe(false);
  });

  it('that is just enough ends nothing', async () => {
    const limits = { maxRequests: needed };
    const checked = await harvestWithin(site, { sitemap: '/sitemap.xml' }, limits);
    expect([checked.requests, checked.isSpent, checked.report.interrupted]).toEqual([
      needed,
      false,
      false,
    ]);
    expect(checked.report.sources).toMatchObject([{ listing: 'complete' }]);
  });

  it.each([3, 4, 5, 6, 7, 8])('of %s counts redirects and retries', async (maxRequests) => {
    const limits = { maxRequests, retries: 3 };
    const checked = await harvestWithin(slow, { sitemap: '/sitemap.xml' }, limits);
    expect([checked.requests, checked.isSpent]).toEqual([maxRequests, true]);
  });

  it('holds for the listing of a site as well', async () => {
    const checked = await harvestWithin(() => ({}), { site: '/' }, { maxRequests: 3 });
    expect([checked.requests, checked.isSpent]).toEqual([3, true]);
    expect(checked.report.sources).toMatchObject([{ listing: 'interrupted' }]);
  });
});
