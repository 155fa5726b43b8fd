import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SiteReport } from '../../src/model/site-check.ts';
import { serveGauges, type GaugeSite } from '../support/gauge-sites.ts';
import { gaugeWays } from '../support/gauge-ways.ts';
import type { Site } from '../support/fixture-site.mjs';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.write('config.yaml', localConfig('urls: ["http://127.0.0.1:1/"]'));
});
afterAll(async () => workspace.remove());

async function check(site: Site, ...options: readonly string[]): Promise<SiteReport> {
  const args = ['check', `${site.origin}/sitemap.xml`, '--quiet', '--json', ...options];
  const { stdout } = await workspace.run(args);
  return JSON.parse(stdout) as SiteReport; // What the program wrote.
}

/** The gauge whose metadata the sitemap names, with changes. */
async function serveLabelled(files: GaugeSite['files'] = {}): Promise<Site> {
  const labelled = gaugeWays.find(({ way }) => way === 'sitemap-link');
  const site = await serveGauges({ ...labelled?.files, ...files });
  onTestFinished(site.close);
  return site;
}

const link = '<link rel="describedby" type="application/ld+json" href="/nordness.jsonld">';

/** Takes the script out of the page, and puts a link to the metadata in its place. */
function linking(text: string): string {
  return text.replace(/<script[^>]*>[^<]*<\/script>/u, link);
}

/** What was visited, with the ids of the errors. */
function rowsOf({ urls }: SiteReport) {
  const visited = urls.filter(({ role }) => role !== 'listing');
  return visited.map(({ url, of, role, state, way, signposting, findings }) => ({
    path: new URL(url).pathname,
    of: of === undefined ? '' : new URL(of).pathname,
    role,
    state,
    way,
    signposting,
    errors: findings.filter(({ severity }) => severity === 'error').map(({ id }) => id),
  }));
}

describe('a page whose metadata the sitemap names', () => {
  const linked = {
    path: '/nordness.html',
    of: '',
    role: 'page',
    state: 'linked',
    way: 'sitemap-link',
    signposting: 0,
    errors: [],
  };
  const metadata = {
    path: '/nordness.jsonld',
    of: '/nordness.html',
    role: 'metadata',
    state: 'harvested',
    way: undefined,
    signposting: undefined,
    errors: [],
  };

  it('is visited for its typed links, and needs no metadata of its own', async () => {
    const site = await serveLabelled();
    const report = await check(site);
    expect(rowsOf(report)).toEqual([linked, metadata]);
    expect(report).toMatchObject({ records: 1, states: { linked: 1, harvested: 1 } });
    expect(report.findings.map(({ id }) => id)).toContain('signposting-absent');
    expect(report.ways[0]?.better).toMatch(/Link field of the page/u);
    const strict = await check(site, '--profile', 'signposting');
    expect(rowsOf(strict)).toEqual([{ ...linked, errors: ['signposting-absent'] }, metadata]);
  });

  it('is not asked to link its metadata where it does', async () => {
    const report = await check(await serveLabelled({ 'nordness.html': linking }));
    expect(rowsOf(report)).toEqual([linked, metadata]);
    expect(report.ways).toMatchObject([{ way: 'sitemap-link', urls: 1 }]);
    expect(report.ways[0]).not.toHaveProperty('better');
    expect(report).toMatchObject({ records: 1, linked: { 'no-schema': 1 } });
  });

  it('is a finding where it is missing', async () => {
    const report = await check(await serveLabelled({ 'nordness.html': null }));
    const gone = { ...linked, state: 'gone', signposting: undefined, errors: ['http-status'] };
    expect(rowsOf(report)).toEqual([gone, metadata]);
    expect(report.passes).toBe(false);
  });

  it('is not visited when no request is left', async () => {
    const site = await serveLabelled();
    const report = await check(site, '--max-requests', '4');
    expect(rowsOf(report)).toMatchObject([
      { path: '/nordness.jsonld', role: 'page', state: 'harvested', way: 'sitemap-link' },
    ]);
    expect(site.requests.map(({ path }) => path)).not.toContain('/nordness.html');
  });

  it('is one of ten, the first by URL', async () => {
    const numbers = Array.from({ length: 12 }, (_, at) => String(at).padStart(2, '0'));
    const entries = numbers.toReversed().map((number) => {
      const metadataUrl = `{{origin}}/nordness.jsonld?${number}`;
      return `<url><loc>{{origin}}/nordness.html?${number}</loc>
        <rs:ln rel="describedby" href="${metadataUrl}" type="application/ld+json"/></url>`;
    });
    const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      xmlns:rs="http://www.openarchives.org/rs/terms/">${entries.join('\n')}</urlset>`;
    const site = await serveLabelled({ 'sitemap.xml': sitemap });
    const report = await check(site);
    const pages = report.urls.filter(({ url, role }) => role === 'page' && url.includes('.html'));
    expect(pages.map(({ url }) => new URL(url).search)).toEqual(
      numbers.slice(0, 10).map((number) => `?${number}`),
    );
    expect(report.signposting).toEqual({ 0: 10, 1: 0, 2: 0 });
    expect(report.records).toBe(12);
  });
});

describe('a page that is listed beside its metadata', () => {
  it('has a verdict on its typed links, and counts once', async () => {
    const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc>{{origin}}/nordness.jsonld</loc></url>
      <url><loc>{{origin}}/nordness.html</loc></url></urlset>`;
    const report = await check(
      await serveLabelled({ 'nordness.html': linking, 'sitemap.xml': sitemap }),
    );
    expect(rowsOf(report)).toMatchObject([
      { path: '/nordness.html', role: 'page', state: 'linked', way: 'html-link', signposting: 0 },
      { path: '/nordness.jsonld', role: 'page', state: 'harvested', way: 'document', errors: [] },
    ]);
    expect(report).toMatchObject({ records: 1, states: { linked: 1, harvested: 1 } });
    expect(report.negotiation.asked).toBe(1);
  });
});

describe('pages that only link to a linkset', () => {
  const numbers = Array.from({ length: 12 }, (_, at) => String(at).padStart(2, '0'));
  const entries = numbers.map((number) => {
    return `<url><loc>{{origin}}/nordness.html?${number}</loc></url>`;
  });
  const toLinkset = '<link rel="linkset" type="application/linkset+json" href="/nordness.linkset">';
  const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    ${entries.join('')}</urlset>`;
  const files = {
    'nordness.html': (text: string) => text.replace('</head>', `${toLinkset}</head>`),
    'sitemap.xml': sitemap,
  };

  it('are below level 1 without it, as the first ten show', async () => {
    const site = await serveLabelled(files);
    const report = await check(site, '--profile', 'signposting');
    expect(report.signposting).toEqual({ 0: 10, 1: 0, 2: 2 });
    expect(report.findings.filter(({ id }) => id.startsWith('signposting-'))).toMatchObject([
      { id: 'signposting-broken', severity: 'error', urls: 10 },
      { id: 'signposting-incomplete', severity: 'error', urls: 10 },
    ]);
    const requests = site.requests.filter(({ path }) => path === '/nordness.linkset');
    expect(requests).toHaveLength(10);
  });

  it('have a level by their links where no request is left', async () => {
    const report = await check(await serveLabelled(files), '--max-requests', '13');
    expect(report.endedBy).toBe('max-requests');
    expect(report.signposting).toEqual({ 0: 0, 1: 0, 2: report.records });
    expect(report.records).toBeGreaterThan(9);
  });
});
