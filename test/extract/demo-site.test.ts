import { gunzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../support/fixture-site.mjs';
import { extract, kindsOf, documentsOf } from './extraction.ts';

const folder = fileURLToPath(new URL('../../fixtures/sites/demo/', import.meta.url));
let site: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
  site = await serveSite(folder);
});
afterAll(() => site.close());

/** The paths that a sitemap of the site lists. */
async function pathsIn(sitemap: string): Promise<readonly string[]> {
  const body = Buffer.from(await (await fetch(`${site.origin}${sitemap}`)).arrayBuffer());
  const text = (sitemap.endsWith('.gz') ? gunzipSync(body) : body).toString();
  const urls = Array.from(text.matchAll(/<loc>(.*?)<\/loc>/gu), ([, url = '']) => url);
  return urls.map((url) => url.replace(site.origin, ''));
}

/** What is extracted from a page of the site; its status where it is not there. */
async function found(path: string) {
  const response = await fetch(`${site.origin}${path}`);
  if (!response.ok) return { kinds: [String(response.status)], documents: [] };
  const body = new Uint8Array(await response.arrayBuffer());
  const contentType = response.headers.get('content-type') ?? '';
  const outcomes = await extract(body, { url: response.url, contentType });
  return { kinds: kindsOf(outcomes), documents: documentsOf(outcomes) };
}

describe('the site of the demonstration', () => {
  it('leads from robots.txt to two sitemaps, one of them gzipped', async () => {
    const robots = await (await fetch(`${site.origin}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${site.origin}/sitemap.xml`);
    expect(await pathsIn('/sitemap.xml')).toEqual([
      '/sitemaps/sea.xml',
      '/sitemaps/land-and-air.xml.gz',
    ]);
  });

  it('has nine records, some furniture and three faults', async () => {
    const lists = ['/sitemaps/sea.xml', '/sitemaps/land-and-air.xml.gz'].map(pathsIn);
    const paths = (await Promise.all(lists)).flat();
    const pages = await Promise.all(paths.map(async (path) => [path, (await found(path)).kinds]));
    expect(Object.fromEntries(pages)).toEqual({
      '/about.html': ['no-metadata'],
      '/dataset/halm-sound-ctd.html': ['document'],
      '/dataset/halm-sound-moorings.html': ['document'],
      '/dataset/plankton-images.html': ['page-furniture', 'page-furniture', 'document'],
      '/dataset/tide-gauge.html': ['json-malformed'],
      '/dataset/ridge-aerosol.html': ['document'],
      '/dataset/peat-cores.html': ['document', 'page-furniture'],
      '/dataset/soil-moisture.html': ['document'],
      '/dataset/basalt-geochemistry.html': ['document'],
      '/dataset/glacier-elevation.html': ['document', 'page-furniture'],
      '/dataset/bird-survey.html': ['404'],
      '/records/rain-isotopes.jsonld': ['document'],
    });
  });

  it('shows both shapes of CDIF, and JSON-LD by either route', async () => {
    const [draft] = (await found('/dataset/halm-sound-moorings.html')).documents;
    expect(JSON.parse(draft?.json ?? '')).toMatchObject({
      '@type': 'DigitalDocument',
      about: { '@type': 'Dataset' },
    });
    const [today] = (await found('/records/rain-isotopes.jsonld')).documents;
    expect(today?.route).toBe('direct');
    expect(JSON.parse(today?.json ?? '')).toMatchObject({
      '@type': ['schema:Dataset'],
      'schema:subjectOf': { 'schema:additionalType': [{ '@id': 'dcat:CatalogRecord' }] },
    });
  });
});
