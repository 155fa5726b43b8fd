import { describe, expect, it } from 'vitest';
import { configSchema, sourceOf } from '../../../src/config/schema.ts';
import { ListingAdvice } from '../../../src/conformance/site/listing-advice.ts';
import type { HttpStep } from '../../../src/model/http.ts';
import type { Problem } from '../../../src/model/problem.ts';
import type { Discovery } from '../../../src/model/target.ts';
import type { LiveVisit, UrlOutcome } from '../../../src/model/url-update.ts';
import { harvestLive } from '../../../src/pipeline/live-visit.ts';
import { page, record, typed } from '../../pipeline/finding.ts';
import { paths, serve, type Handler } from '../../web/loopback.ts';

const sitemap = 'https://e.org/sitemap.xml';
const at = '2026-01-02T03:04:05Z';

/** A visit to a page whose record was modified at a time. */
function visitOf(
  url: string,
  found: Partial<Discovery>,
  modified: readonly string[] = [],
): LiveVisit {
  const search = JSON.stringify(modified.map((each) => ({ texts: { modified: each } })));
  return {
    outcome: {
      url,
      listings: [{ source: 'a', found: { by: 'sitemap', in: sitemap, ...found }, depth: 0 }],
      state: 'harvested',
      at,
      run: '1',
      problems: [],
    },
    records: [
      {
        graph: url,
        documentUrl: url,
        document: 'd',
        nquads: '',
        quads: 1,
        describes: [],
        profiles: [],
        memberOf: [],
        search,
      },
    ],
    recordProblems: [],
    documents: [],
  };
}

function adviceAfter(visits: readonly LiveVisit[]): readonly Problem[] {
  const advice = new ListingAdvice('sitemap');
  for (const visit of visits) advice.note(visit);
  return advice.problems();
}

describe('the dates of a sitemap', () => {
  it.each([
    ['2024-05-01', '2024-05-01'],
    ['2024-05-01', '2024-05-02'],
    ['2024-05-01', '2023-01-01'],
    ['2024-05-01T10:00:00Z', '2024-05-02T09:59:59Z'],
    ['2024-05', '2024-05-31'],
    ['2024', '2024-12-31'],
    ['2024-05-01', '2024'],
    ['2024-05-01', '2024-05'],
    ['yesterday', '2025-05-01'],
    ['2024-05-01', 'yesterday'],
    ['2024-05-01', '2026-03-01'],
  ])('that say %s suit a record of %s', (lastmod, modified) => {
    expect(adviceAfter([visitOf('https://e.org/1', { lastmod }, [modified])])).toEqual([]);
  });

  it.each([
    ['2024-05-01', '2024-05-04'],
    ['2024-05-01T10:00:00Z', '2024-05-02T10:00:01Z'],
    ['2024-05-01T10:00:00+02:00', '2024-05-02T09:00:00Z'],
    ['2024-05', '2024-07-01'],
    ['2023', '2024-06'],
    ['2024-05-01', '2026-01-02'],
  ])('that say %s are outdated for a record of %s', (lastmod, modified) => {
    const example = 'https://e.org/1';
    expect(adviceAfter([visitOf(example, { lastmod }, [modified])])).toEqual([
      { kind: 'lastmod-outdated', url: sitemap, example, lastmod, modified, pages: 1 },
    ]);
  });

  it('have one problem for all pages, with the first by URL', () => {
    const lastmod = '2024-05-01';
    const visits = [3, 1, 2].map((number) => {
      return visitOf(`https://e.org/${number}`, { lastmod }, ['2020', `2025-0${number}-01`]);
    });
    const expected = [
      {
        kind: 'lastmod-outdated',
        url: sitemap,
        example: 'https://e.org/1',
        lastmod,
        modified: '2025-01-01',
        pages: 3,
      },
    ];
    expect(adviceAfter(visits)).toEqual(expected);
    expect(adviceAfter(visits.toReversed())).toEqual(expected);
  });

  it('are missing where no visited entry has any', () => {
    const undated = [1, 2].map((number) => visitOf(`https://e.org/${number}`, {}));
    expect(adviceAfter(undated)).toEqual([
      { kind: 'sitemap-without-lastmod', url: sitemap, locations: 2 },
    ]);
    expect(adviceAfter([...undated, visitOf('https://e.org/3', { lastmod: '2024' })])).toEqual([]);
  });

  it('matter only to what a sitemap lists', () => {
    expect(adviceAfter([visitOf('https://e.org/1', { by: 'link', in: 'https://e.org/' })])).toEqual(
      [],
    );
  });
});

describe('the locations of a sitemap', () => {
  const old = 'http://e.org/1';
  const moved = { status: 301, method: 'GET' } as const;
  const found = { status: 200, method: 'GET' } as const;

  function redirecting(steps: readonly HttpStep[], facts: Partial<UrlOutcome> = {}): LiveVisit {
    const visit = visitOf(old, { lastmod: '2024' });
    return { ...visit, outcome: { ...visit.outcome, steps, ...facts } };
  }

  it('that redirect for good are one problem, with the first by URL', () => {
    const to = 'https://e.org/b';
    const visits = [
      redirecting([
        { ...moved, url: old, status: 308 },
        { ...moved, url: `${old}/` },
        { ...found, url: to },
      ]),
      redirecting(
        [
          { ...moved, url: old },
          { ...found, url: to },
        ],
        { url: 'http://e.org/2' },
      ),
    ];
    const facts = { example: old, status: 308, to, locations: 2 };
    const expected = [{ kind: 'location-redirects', url: sitemap, ...facts }];
    expect(adviceAfter(visits)).toEqual(expected);
    expect(adviceAfter(visits.toReversed())).toEqual(expected);
  });

  it('are to list the place to which they redirect for good', () => {
    const steps = [
      { ...moved, url: old },
      { ...moved, url: `${old}/`, status: 302 },
      { ...found, url: `${old}/en` },
    ];
    expect(adviceAfter([redirecting(steps)])).toMatchObject([{ to: `${old}/` }]);
  });

  it.each<[string, readonly HttpStep[], Partial<UrlOutcome>?]>([
    ['do not redirect', [{ ...found, url: old }]],
    [
      'redirect for now',
      [
        { ...moved, url: old, status: 302 },
        { ...found, url: `${old}/` },
      ],
    ],
    [
      'redirect to something else',
      [
        { ...moved, url: old, status: 303 },
        { ...found, url: `${old}/` },
      ],
    ],
    [
      'lead to no metadata',
      [
        { ...moved, url: old },
        { ...found, url: 'https://e.org/login' },
      ],
      { state: 'no-metadata' },
    ],
    [
      'are persistent identifiers',
      [
        { ...moved, url: 'https://w3id.org/x' },
        { ...found, url: `${old}/` },
      ],
      { url: 'https://w3id.org/x' },
    ],
  ])('are right where they %s', (_name, steps, facts) => {
    expect(adviceAfter([redirecting(steps, facts)])).toEqual([]);
  });
});

const html = typed('text/html', page(record('doi:10.1234/x')));
const json = typed('application/ld+json', record('doi:10.1234/x'));
const data = typed('text/csv', '1,2', {
  link: '</json>; rel=describedby; type="application/ld+json"',
});
const linking = typed(
  'text/html',
  '<!doctype html><link rel=describedby type="application/ld+json" href="/json">',
);
const bare = typed('text/html', '<!doctype html><title>x');
const pages = {
  '/html': html,
  '/html2': html,
  '/json': json,
  '/data': data,
  '/linking': linking,
  '/bare': bare,
};

/** What the check of a site with a sitemap of these locations says about the scope. */
async function scopeOf(
  locations: readonly string[],
  robots: (sitemap: string) => string,
): Promise<unknown> {
  const origin: string = await serve((request, response) => {
    const urls = locations.map((path) => {
      return `<url><loc>${origin}${path}</loc><lastmod>2024</lastmod></url>`;
    });
    const table: Record<string, Handler | string> = {
      '/robots.txt': robots(`${origin}/map.xml`),
      '/map.xml': `<urlset>${urls.join('')}</urlset>`,
      ...pages,
    };
    paths(table)(request, response);
  });
  const config = configSchema.parse({
    store: { path: 'unused' },
    workers: 0,
    http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } },
    sources: [{ name: 'a', site: `${origin}/` }],
  });
  const [source] = config.sources.map(sourceOf);
  if (source === undefined) throw new TypeError('no source');
  const advice = new ListingAdvice('site');
  await harvestLive({
    config,
    source,
    onVisit: (visit) => advice.note(visit),
    signal: new AbortController().signal,
    now: () => new Date(at),
  });
  return advice.problems().map((problem) => {
    if (problem.kind !== 'sitemap-scope-unsuited') return problem.kind;
    expect(problem.url).toBe(`${origin}/map.xml`);
    return `${problem.namedTo} ${problem.locations}`;
  });
}

const toAll = (url: string) => `User-agent: *\nAllow: /\nSitemap: ${url}\n`;
const toCdif = (url: string) => `User-agent: CDIF1.0\nAllow: /\nSitemap: ${url}\n`;
const toBoth = (url: string) => toAll(url) + toCdif(url);

describe('a sitemap of pages with metadata', () => {
  it('suits all programs, and is better named to all', async () => {
    const locations = ['/html', '/html2', '/bare', '/missing'];
    expect(await scopeOf(locations, toCdif)).toEqual(['cdif 2']);
    expect(await scopeOf(locations, toAll)).toEqual([]);
    expect(await scopeOf(locations, toBoth)).toEqual([]);
  });

  it('may be named to CDIF where one page has the metadata elsewhere', async () => {
    expect(await scopeOf(['/html', '/linking'], toCdif)).toEqual([]);
  });
});

describe('a sitemap of other documents', () => {
  it('suits CDIF, and is better not named to all', async () => {
    const locations = ['/json', '/data', '/missing'];
    expect(await scopeOf(locations, toAll)).toEqual(['all 2']);
    expect(await scopeOf(locations, toCdif)).toEqual([]);
    expect(await scopeOf(locations, toBoth)).toEqual([]);
  });

  it('may be named to all where it has a page', async () => {
    expect(await scopeOf(['/json', '/linking'], toAll)).toEqual([]);
  });

  it('is not judged where nothing of it could be read', async () => {
    expect(await scopeOf(['/missing', '/bare'], toAll)).toEqual([]);
  });
});
