import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doiQueryUrl, doiUrl } from '../../src/config/doi-selection.ts';
import { temporaryDirectory } from '../config/loading.ts';
import { discover, inShort, problems, serveFiles } from './discovering.ts';

describe('a DOI', () => {
  it.each([
    ['10.5061/Dryad.1', 'https://doi.org/10.5061/dryad.1'],
    ['doi:10.5061/dryad.1', 'https://doi.org/10.5061/dryad.1'],
    ['http://dx.doi.org/10.5061/dryad.1', 'https://doi.org/10.5061/dryad.1'],
    ['10.1002/(SICI)1#2<3', 'https://doi.org/10.1002/(sici)1%232%3C3'],
    ['https://proxy.example/10.5061/Dryad.1', 'https://proxy.example/10.5061/Dryad.1'],
    ['10.5061', undefined],
    ['1.5061/x', undefined],
    ['hdl:20.1000/100', undefined],
    ['https://example.org/dataset/1', undefined],
    ['', undefined],
  ])('%s has the URL %s', (text, url) => {
    expect(doiUrl(text)).toBe(url);
  });
});

describe('a source of DOIs', () => {
  const start = 'http://a.invalid/dois.txt';

  it('lists those of the configuration', async () => {
    const dois = { by: 'list', list: ['10.1234/a', 'https://doi.org/10.1234/B'] } as const;
    expect(await discover({ kind: 'dois', dois, start: 'https://doi.org/' })).toEqual(
      ['a', 'b'].map((name) => ({
        kind: 'produced',
        value: {
          url: `https://doi.org/10.1234/${name}`,
          source: 'a',
          found: { by: 'dois' },
          depth: 0,
        },
      })),
    );
  });

  it('lists those of a file, and names the lines that are none', async () => {
    const file = join(temporaryDirectory(), 'dois.txt');
    writeFileSync(file, '\uFEFF# Peat\r\n10.1234/a\r\n\r\n  doi:10.1234/b \nDOI\n10.1234/c');
    const outcomes = await discover({ kind: 'dois', dois: { by: 'file', file }, start });
    expect(inShort(outcomes)).toEqual([
      'https://doi.org/10.1234/a',
      'https://doi.org/10.1234/b',
      `failed doi-invalid ${start}`,
      'https://doi.org/10.1234/c',
    ]);
    expect(problems(outcomes)).toEqual([
      { kind: 'doi-invalid', url: start, value: 'DOI', line: 5 },
    ]);
    expect(outcomes[0]).toMatchObject({ value: { found: { by: 'dois', in: start, line: 2 } } });
  });

  it('fails without its file', async () => {
    const file = join(temporaryDirectory(), 'dois.txt');
    const outcomes = await discover({ kind: 'dois', dois: { by: 'file', file }, start });
    expect(problems(outcomes)).toMatchObject([
      { kind: 'file-unreadable', url: start, code: 'ENOENT' },
      { kind: 'source-empty' },
    ]);
  });
});

/** A DOI as the REST API lists it. */
function item(name: string) {
  const attributes = { doi: `10.1234/${name}`, updated: '2022-01-01T00:00:00Z' };
  return { id: `10.1234/${name}`, attributes };
}

describe('a query for DOIs', () => {
  const query = { prefix: '10.1234', client: 'peat.bog', resourceType: 'dataset' } as const;
  const path = (cursor: string): string =>
    doiQueryUrl({ ...query, api: 'http://h' })
      .slice('http://h'.length)
      .replace(/=1$/u, `=${cursor}`);

  /** The outcomes where these pages are served, by cursor. */
  async function discoverPages(
    pages: (origin: string) => Readonly<Record<string, unknown>>,
  ): Promise<Awaited<ReturnType<typeof discover>>> {
    const origin = await serveFiles((own) => {
      const entries = Object.entries(pages(own)).map(([cursor, page]) => [
        path(cursor),
        typeof page === 'string' ? page : JSON.stringify(page),
      ]);
      return Object.fromEntries(entries) as Record<string, string>; // of pairs of texts
    });
    const start = doiQueryUrl({ ...query, api: origin });
    const dois = { by: 'query', query: { ...query, api: origin } } as const;
    return discover({ kind: 'dois', dois, start });
  }

  it('asks for prefix, account and type', () => {
    const { searchParams } = new URL(path('1'), 'http://h');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      prefix: '10.1234',
      'client-id': 'peat.bog',
      'resource-type-id': 'dataset',
      'page[cursor]': '1',
    });
  });

  it('lists all pages with their metadata, up to an empty one', async () => {
    const outcomes = await discoverPages((origin) => ({
      1: { data: [item('a'), item('B')], links: { next: `${origin}${path('x')}` } },
      x: { data: [item('c')], links: { next: path('y') } },
      y: { data: [], links: { next: path('z') } },
    }));
    expect(inShort(outcomes)).toEqual(
      ['a', 'b', 'c'].map((name) => `https://doi.org/10.1234/${name}`),
    );
    const [first] = outcomes;
    if (first?.kind !== 'produced') throw new Error('no target');
    const { found, content } = first.value;
    expect(found).toMatchObject({ by: 'dois', lastmod: '2022-01-01T00:00:00Z' });
    expect(content?.contentType).toBe('application/vnd.datacite.datacite+json');
    expect(JSON.parse(Buffer.from(content?.body ?? []).toString())).toEqual(item('a').attributes);
  });

  it.each([
    ['is a page', '<!DOCTYPE html><p>Sorry', 'list-malformed'],
    ['is an error', { errors: [{ status: '400' }] }, 'list-malformed'],
    ['is a circle', { data: [item('b')], links: { next: path('1') } }, 'list-malformed'],
    ['has no DOI', { data: [{ attributes: { doi: 'peat' } }] }, 'doi-invalid'],
  ])('fails where a page %s, after what came before', async (_, page, problem) => {
    const outcomes = await discoverPages(() => ({
      1: { data: [item('a')], links: { next: path('x') } },
      x: page,
    }));
    expect(outcomes[0]).toMatchObject({ value: { url: 'https://doi.org/10.1234/a' } });
    expect(problems(outcomes)).toMatchObject([{ kind: problem }]);
  });

  it('is not sent where robots.txt forbids it, unless the source ignores that', async () => {
    const api = await serveFiles(() => ({
      '/robots.txt': 'User-agent: *\nDisallow: /dois',
      [path('1')]: JSON.stringify({ data: [item('a')] }),
    }));
    const dois = { by: 'query', query: { ...query, api } } as const;
    const place = { kind: 'dois', dois, start: doiQueryUrl({ ...query, api }) } as const;
    expect(problems(await discover(place))).toMatchObject([
      { kind: 'robots-disallowed' },
      { kind: 'source-empty' },
    ]);
    expect(inShort(await discover(place, { robots: 'ignore' }))).toEqual([
      'https://doi.org/10.1234/a',
    ]);
  });

  it('fails where a page is missing', async () => {
    const outcomes = await discoverPages(() => ({
      1: { data: [item('a')], links: { next: path('x') } },
    }));
    expect(problems(outcomes)).toMatchObject([{ kind: 'http-status', status: 404 }]);
  });
});
