import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveSite, type Site } from './fixture-site.mjs';

const goodSite = fileURLToPath(new URL('../../fixtures/checks/good/', import.meta.url));
const schemaFile = fileURLToPath(new URL('../../fixtures/xml-schemas/gauge.xsd', import.meta.url));

/** The schema of the XML documents of gauges, as the option `--schema` has it. */
export const gaugeSchema = `https://gauges.example/ns/gauge=${schemaFile}`;

/** The text of a file, or how to make it from that of the good site; null where there is none. */
type FileChange = string | null | ((text: string) => string);

/** A site that differs from the good one. */
export interface GaugeSite {
  /** The path at which a check begins. */
  readonly start: string;
  readonly files: Readonly<Record<string, FileChange>>;
}

interface CheckedGauges extends GaugeSite {
  /** The id of the only finding of severity error; absent for a valid site. */
  readonly fault?: string;
  /** The path that has it: for linked documents that of the page of the record. */
  readonly at?: string;
}

const sitemap = '/sitemap.xml';
const page = 'nordness.html';
const document = 'metadata/nordness.xml';

function without(part: string | RegExp): FileChange {
  return (text) => text.replace(part, '');
}

/**
 * The cases of Slender Nodes' `d1-check-site`: sites of two tide gauges that have one fault each,
 * and valid ones with other forms of sitemaps.
 */
export const gaugeSites: Readonly<Record<string, CheckedGauges>> = {
  'no sitemap': {
    start: '/',
    fault: 'no-sitemap',
    at: '/',
    files: { 'robots.txt': without(/\nSitemap:.*\n/u), 'sitemap.xml': null },
  },
  'a landing page that is missing': {
    start: sitemap,
    fault: 'http-status',
    at: `/${page}`,
    files: { [page]: null },
  },
  'invalid JSON-LD': {
    start: sitemap,
    fault: 'json-malformed',
    at: `/${page}`,
    files: { [page]: without(/(?<="schema:inLanguage": "en)"/u) },
  },
  'no JSON-LD script': {
    start: sitemap,
    fault: 'no-metadata',
    at: `/${page}`,
    files: { [page]: without(/<script[^>]*>[^<]*<\/script>\n/u) },
  },
  'a resource without @id': {
    start: sitemap,
    fault: 'iri',
    at: `/${page}`,
    files: { [page]: without(/^ {2}"@id": .*\n/mu) },
  },
  'a linked document that is missing': {
    start: sitemap,
    fault: 'linked-document-missing',
    at: `/${page}`,
    files: { [document]: null },
  },
  'a linked document that is not well-formed': {
    start: sitemap,
    fault: 'linked-document-malformed',
    at: `/${page}`,
    files: { [document]: without('</p:position>') },
  },
  'a linked document that is not valid': {
    start: sitemap,
    fault: 'linked-document-invalid',
    at: `/${page}`,
    // The type of latitudes is in the schema of places, which that of gauges imports.
    files: { [document]: (text) => text.replace('>60.41<', '>160.41<') },
  },
  'a gzipped sitemap': {
    start: '/sitemap.xml.gz',
    files: {
      'robots.txt': (text) => text.replace(sitemap, '/sitemap.xml.gz'),
      'site.json': (text) =>
        text.replace('{', '{ "/sitemap.xml.gz": { "file": "sitemap.xml", "gzip": true },'),
    },
  },
  'a sitemap index': {
    start: '/index.xml',
    files: {
      'robots.txt': (text) => text.replace(sitemap, '/index.xml'),
      'index.xml': `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <sitemap>
    <loc>{{origin}}/sitemap.xml</loc>
    <lastmod>2024-04-02</lastmod>
  </sitemap>
</sitemapindex>
`,
    },
  },
  'a text sitemap': {
    start: '/sitemap.txt',
    files: {
      'robots.txt': (text) => text.replace(sitemap, '/sitemap.txt'),
      'sitemap.xml': null,
      'sitemap.txt': '{{origin}}/skarholm.html\n{{origin}}/nordness.html\n',
    },
  },
};

/** The JSON-LD in the script of a gauge's page. */
export function readGaugeRecord(gauge: string): string {
  const html = readFileSync(join(goodSite, `${gauge}.html`), 'utf8');
  return /<script[^>]*>([^<]*)<\/script>/u.exec(html)?.[1] ?? '';
}

/** Serves a copy of the good site with other files; `close` removes it. */
export async function serveGauges(files: GaugeSite['files'] = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'cdif-graph-gauges-'));
  await cp(goodSite, folder, { recursive: true });
  for (const [name, change] of Object.entries(files)) {
    const file = join(folder, name);
    if (change === null) await rm(file);
    else {
      const text = typeof change === 'string' ? change : change(await readFile(file, 'utf8'));
      await writeFile(file, text);
    }
  }
  const site = await serveSite(folder);
  return {
    ...site,
    close: async () => {
      await site.close();
      await rm(folder, { recursive: true });
    },
  };
}
