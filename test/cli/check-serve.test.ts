import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SiteReport } from '../../src/model/site-check.ts';
import { serveCatalogue, type ServedPages } from '../../dist/serve/serve-catalogue.js';
import { bestFiles } from '../support/best-site.ts';
import type { Site } from '../support/fixture-site.mjs';
import { gaugeSchema, serveGauges } from '../support/gauge-sites.ts';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

/** A record that claims no profile of CDIF, so that its page leads to it without a label. */
const plain = {
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  '@id': 'https://w.example/id/waves',
  name: 'Waves',
};

let workspace: Workspace;
let origin: Site;
let pages: ServedPages;

beforeAll(async () => {
  workspace = await createWorkspace();
  origin = await serveGauges(bestFiles);
  const sources = `site: "${origin.origin}" }, { name: waves, folder: ., base: "https://w.example/"`;
  await workspace.write('config.yaml', localConfig(sources));
  await workspace.write('waves.json', JSON.stringify(plain));
  const { code, stderr } = await workspace.run(['ingest', 'config.yaml']);
  if (code !== 0) throw new Error(stderr);
  pages = await serveCatalogue({
    path: `${workspace.folder}/catalogue`,
    host: '127.0.0.1',
    port: 0,
    title: 'Waters',
    onTrouble: (error) => {
      throw error;
    },
  });
  // The dump is made when it is first asked for.
  const isDumped = async () => (await fetch(`${pages.url}dump/files.json`)).ok;
  await vi.waitUntil(isDumped, { timeout: 30_000 });
}, 60_000);

afterAll(async () => {
  await pages.close();
  await origin.close();
  await workspace.remove();
});

async function check(path: string, ...options: readonly string[]): Promise<SiteReport> {
  const start = new URL(path, pages.url).href;
  const args = ['check', start, '--json', '--quiet', '--schema', gaugeSchema, ...options];
  const { stdout, stderr } = await workspace.run(args);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as SiteReport; // What the program wrote.
}

/** Kinds of problem that records bring with them, as the rules of their profiles do. */
const ofRecords: ReadonlySet<string> = new Set(['record-iri-shared', 'resource-shared']);

function publishingFindings({ findings }: SiteReport): readonly string[] {
  return findings
    .filter(({ id, isRule }) => !isRule && !ofRecords.has(id))
    .map(
      ({ id, examples: [example] }) => `${id}: ${example?.url} ${example?.occurrences[0]?.facts}`,
    );
}

describe('check of the pages of serve', () => {
  it.each([
    ['/', 'site'],
    ['/robots.txt', 'site'],
    ['/sitemap.xml', 'sitemap'],
    ['/cdif-list.json', 'document'],
    ['/dump/dcat.ttl', 'document'],
    ['/dump/', 'page'],
  ])('has nothing to say of how %s publishes', async (path, start) => {
    const report = await check(path);
    expect(publishingFindings(report)).toEqual([]);
    const isDump = path.startsWith('/dump/');
    expect(report).toMatchObject({
      start,
      records: isDump ? 1 : 3,
      conforming: isDump ? 0 : 2,
      linked: isDump ? {} : { valid: 2 },
    });
  });

  it('has only to say of the feed of changes that it is one', async () => {
    const report = await check('/changes.atom');
    expect(report).toMatchObject({ start: 'sitemap', records: 3, conforming: 2 });
    expect(publishingFindings(report)).toEqual([
      `listing-partial: ${pages.url}changes.atom a feed`,
    ]);
  });

  it('sees the landing pages, whose metadata the sitemap names', async () => {
    const report = await check('/', '--profile', 'signposting');
    expect(publishingFindings(report)).toEqual([]);
    const landingPages = await recordPages();
    expect(report).toMatchObject({
      states: { linked: 2, harvested: 4 },
      signposting: { 0: 0, 1: 0, 2: 3 },
      negotiation: { asked: 3, answered: 3 },
    });
    expect(report.urls.map(({ url, role, of, way }) => [url, role, of, way])).toEqual(
      landingPages.flatMap((page) => [
        [page, 'page', undefined, 'sitemap-link'],
        [`${page}.jsonld`, 'metadata', page, undefined],
      ]),
    );
    const labelled = report.ways.find(({ isLabelled }) => isLabelled);
    expect([labelled?.urls, labelled?.better]).toEqual([2, undefined]);
  });

  it('has nothing to say of the page of a record, and reads the whole record', async () => {
    const reports = [];
    for (const page of await recordPages()) reports.push(await check(page));
    expect(reports.flatMap(publishingFindings)).toEqual([]);
    expect(reports.map(({ conforming, ways: [way] }) => [conforming, way?.way])).toEqual(
      expect.arrayContaining([
        [1, 'header-link'],
        [1, 'header-link'],
        [0, 'script'],
      ]),
    );
  });
});

/** The pages that the sitemap lists, by URL. */
async function recordPages(): Promise<readonly string[]> {
  const sitemap = await (await fetch(`${pages.url}sitemap.xml`)).text();
  return Array.from(sitemap.matchAll(/<loc>([^<]*)/gu), ([, page = '']) => page).toSorted();
}
