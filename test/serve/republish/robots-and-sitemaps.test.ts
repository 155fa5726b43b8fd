import { load } from 'cheerio';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { robotsParser } from '../../../bench/comparisons/robots-parser.mjs';
import { parseLinkField } from '../../../src/links/link-field.ts';
import type { PageAnswer, PageRequest } from '../../../src/serve/page.ts';
import { pageKey } from '../../../src/serve/page-keys.ts';
import {
  sitemapAnswer,
  sitemapPartAnswer,
} from '../../../src/serve/republish/robots-and-sitemaps.ts';
import { ServedCatalogue } from '../../../src/serve/served-catalogue.ts';
import { parseRobots } from '../../../src/web/robots/robots-file.ts';
import { robotsVerdict, rulesFor } from '../../../src/web/robots/rules.ts';
import { newPath, openStore, url } from '../../catalogue/updates.ts';
import { lookFor, site, siteOf, type SubjectSite } from '../pages/dataset/subject-site.ts';

const cdif = {
  '@context': ['https://schema.org/', { dcterms: 'http://purl.org/dc/terms/' }],
  '@type': 'DigitalDocument',
  '@id': 'https://r.example/metadata',
  'dcterms:conformsTo': { '@id': 'https://w3id.org/cdif/discovery/1.1' },
  about: { '@type': 'Dataset', name: 'Tides' },
};
const plain = { '@context': 'https://schema.org/', '@type': 'Dataset', name: 'Waves' };

let served: SubjectSite;

beforeAll(async () => {
  const at = '2026-01-02T03:04:05.678Z';
  served = await siteOf(await lookFor(1, cdif, { at }), await lookFor(2, plain, { at }));
});

/** The elements of an XML text as `name attributes text`, checked for well-formedness. */
function elementsOf(xml: string): { name: string; attributes: unknown; text: string }[] {
  const elements: { name: string; attributes: unknown; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes, text: '' }));
  parser.on('text', (text) => {
    const last = elements.at(-1);
    if (last !== undefined) last.text += text.trim();
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return elements;
}

async function readRobots(): Promise<string> {
  return (await served.get('/robots.txt')).text();
}

describe('robots.txt', () => {
  const sitemap = `${site.base}sitemap.xml`;

  it('names the sitemap for all, and for CDIF', async () => {
    const { sitemaps } = parseRobots(Buffer.from(await readRobots()));
    expect(sitemaps.map(({ value, agents, isForCdif }) => [value, agents, isForCdif])).toEqual([
      [sitemap, [], false],
      [sitemap, ['CDIF1.0'], true],
    ]);
  });

  it.each([
    ['record/0123456789abcdef0123', true],
    ['record/0123456789abcdef0123.jsonld', true],
    ['cdif-list-2.json', true],
    ['', true],
    ['?q=tide&page=2', false],
    ['search.csv?q=tide', false],
    ['problems?source=a', false],
    ['sources/a', true],
    ['sources/a/urls?state=gone', false],
  ])('says the same of /%s to every parser and every agent', async (path, isAllowed) => {
    const text = await readRobots();
    const asked = site.base + path;
    const rules = rulesFor(parseRobots(Buffer.from(text)));
    expect(robotsVerdict(rules, asked).allowed).toBe(isAllowed);
    const parser = robotsParser(new URL('/robots.txt', site.base).href, text);
    for (const agent of ['CDIF1.0', 'CDIF', 'cdif-graph', 'Googlebot']) {
      expect(parser.isAllowed(asked, agent)).toBe(isAllowed);
    }
    expect(parser.getSitemaps()).toEqual([sitemap, sitemap]);
  });
});

function entry(index: number, profile: object): unknown[] {
  const page = `${site.base}record/${pageKey(url(index))}`;
  const link = { rel: 'describedby', href: `${page}.jsonld`, type: 'application/ld+json' };
  return [
    { name: 'url', attributes: {}, text: '' },
    { name: 'loc', attributes: {}, text: page },
    { name: 'lastmod', attributes: {}, text: '2026-01-02T03:04:05.678Z' },
    { name: 'rs:ln', attributes: { ...link, ...profile }, text: '' },
  ];
}

async function contentTypeOf(index: number): Promise<string | null> {
  const answer = await served.get(`/record/${pageKey(url(index))}.jsonld`);
  return answer.headers.get('Content-Type');
}

describe('the sitemap', () => {
  it('has the page of each record, its time, and a labelled link to its metadata', async () => {
    const answer = await served.get('/sitemap.xml');
    expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    const [root, ...elements] = elementsOf(await answer.text());
    expect(root).toMatchObject({
      name: 'urlset',
      attributes: { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' },
    });
    const [one, two] = [entry(1, { profile: 'CDIF1.0' }), entry(2, {})];
    const isFirst = pageKey(url(1)) < pageKey(url(2));
    expect(elements).toEqual(isFirst ? [...one, ...two] : [...two, ...one]);
  });

  it('labels the metadata as its content type does', async () => {
    expect(await contentTypeOf(1)).toBe('application/ld+json; profile="CDIF1.0"');
    expect(await contentTypeOf(2)).toBe('application/ld+json');
  });

  it('is labelled like the links of the pages', async () => {
    for (const [index, profile] of [
      [1, 'CDIF1.0'],
      [2, undefined],
    ] as const) {
      const page = `${site.base}record/${pageKey(url(index))}`;
      const answer = await served.get(`/record/${pageKey(url(index))}`);
      const { links } = parseLinkField(answer.headers.get('Link') ?? '', page);
      const [link, ...others] = links.filter(({ rel }) => rel === 'describedby');
      const profiles = profile === undefined ? [] : [profile];
      expect(link).toMatchObject({ target: `${page}.jsonld`, profiles });
      expect(others.map((each) => each.profiles)).toEqual([[], []]);
      const $ = load(await answer.text());
      expect($('link[rel=describedby]').first().attr('profile')).toBe(profile);
    }
  });

  it('has no parts where one file is enough', async () => {
    for (const part of ['sitemap-1.xml', 'sitemap-01.xml', 'sitemap-x.xml']) {
      expect((await served.get(`/${part}`)).status).toBe(404);
    }
  });
});

function textOf({ body }: PageAnswer): string {
  return typeof body === 'string' ? body : [...body].join('');
}

describe('the sitemaps of many records', () => {
  const most = 4;
  const path = newPath(afterAll);
  const odd = { title: 'Odd', base: `https://c.example/a&b'"<c/` };

  /** The records of each sitemap, in their order. */
  async function readFiles(): Promise<readonly string[][]> {
    const catalogue = await ServedCatalogue.open({ path, onTrouble: () => undefined });
    try {
      const { state } = catalogue;
      if (state === undefined) throw new Error('no catalogue');
      const request: PageRequest = {
        state,
        site: odd,
        parts: {},
        query: new URLSearchParams(),
        languages: [],
        mediaType: 'application/xml',
      };
      const index = elementsOf(textOf(sitemapAnswer(request, most)));
      expect(index[0]?.name).toBe('sitemapindex');
      const files = index.filter(({ name }) => name === 'loc').map(({ text }) => text);
      expect(files.every((file) => file.startsWith(odd.base))).toBe(true);
      return files.map((file) => {
        const parts = { sitemap: file.slice(odd.base.length) };
        const answer = sitemapPartAnswer({ ...request, parts }, most);
        expect(answer.status).toBeUndefined();
        const pages = elementsOf(textOf(answer)).filter(({ name }) => name === 'loc');
        return pages.map(({ text }) => text);
      });
    } finally {
      await catalogue.close();
    }
  }

  it('have each record once, and keep it in its file while others come', async () => {
    const store = openStore(path, 'write', afterAll);
    for (let index = 1; index <= 18; index += 1) await store.write(await lookFor(index, plain));
    const before = await readFiles();
    expect(before).toHaveLength(8);
    expect(before.flat().toSorted()).toEqual(
      Array.from({ length: 18 }, (_, at) => `${odd.base}record/${pageKey(url(at + 1))}`).toSorted(),
    );
    for (let index = 19; index <= 30; index += 1) await store.write(await lookFor(index, plain));
    const after = await readFiles();
    expect(after.flat()).toHaveLength(30);
    for (const [at, records] of before.entries()) {
      expect(after[at]).toEqual(expect.arrayContaining(records));
    }
  });
});
