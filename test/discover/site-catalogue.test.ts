import { describe, expect, it } from 'vitest';
import { beginsDcatUs } from '../../src/discover/site.ts';
import { discover, inShort, notes, problems, serveFiles, urlset } from './discovering.ts';

const site = (origin: string) => ({ kind: 'site', site: `${origin}/` }) as const;

const schema = 'https://project-open-data.cio.gov/v1.1/schema';
const entry = { title: 'Tide gauges', identifier: 'tides-7', accessLevel: 'public' };
const catalogue = JSON.stringify({ conformsTo: schema, dataset: [entry] });

describe('a site without sitemap', () => {
  it('has its DCAT-US catalogue listed, which is noted', async () => {
    const origin = await serveFiles(() => ({
      '/data.json': catalogue,
      '/sitemap.xml': '<!DOCTYPE html><p>Nothing here',
    }));
    const outcomes = await discover(site(origin), {
      include: ['/dataset/**'],
      template: 'https://e.org/{id}',
    });
    const url = `${origin}/data.json`;
    expect(outcomes.filter(({ kind }) => kind === 'produced')).toEqual([
      {
        kind: 'produced',
        value: { url, source: 'a', found: { by: 'list', isGuess: true }, depth: 0, isList: true },
      },
    ]);
    expect(problems(outcomes)).toEqual([]);
    expect(notes(outcomes)).toMatchObject([
      { kind: 'catalogue-not-named', url: `${origin}/`, taken: url },
    ]);
  });

  it.each([
    ['a page', '<!DOCTYPE html><p>Nothing here'],
    ['other JSON', '{"dataset": [{"title": "Tide gauges"}]}'],
    ['nothing', ''],
  ])('has no catalogue where there is %s', async (_name, text) => {
    const origin = await serveFiles(() => ({ '/data.json': text }));
    const found = problems(await discover(site(origin)));
    expect(found).toMatchObject([{ kind: 'no-sitemap' }, { kind: 'source-empty' }]);
    expect(JSON.stringify(found)).toContain('/data.json');
  });

  it('is not searched for a catalogue that robots.txt disallows, unless the source ignores robots.txt', async () => {
    const requested: (string | undefined)[] = [];
    const origin = await serveFiles(() => ({
      '/robots.txt': 'User-agent: *\nDisallow: /data.json',
      '/data.json': (request, response) => {
        requested.push(request.url);
        response.end(catalogue);
      },
    }));
    expect(problems(await discover(site(origin)))).toMatchObject([{ kind: 'no-sitemap' }, {}]);
    expect(requested).toEqual([]);
    const ignoring = await discover(site(origin), { robots: 'ignore' });
    expect(inShort(ignoring)).toEqual([`${origin}/data.json`]);
  });

  it('has none where only sitemaps for CDIF are wanted', async () => {
    const origin = await serveFiles(() => ({ '/data.json': catalogue }));
    expect(inShort(await discover(site(origin), { sitemaps: 'cdif' }))).toEqual([
      `failed no-sitemap ${origin}/`,
      `failed source-empty ${origin}/`,
    ]);
  });

  it('has its catalogue read no further than its beginning', async () => {
    let closed = false;
    const origin = await serveFiles(() => ({
      '/data.json': (_request, response) => {
        response.on('close', () => (closed = true));
        response.write(catalogue.slice(0, -2) + ' '.repeat(100_000));
      },
    }));
    expect(inShort(await discover(site(origin)))).toEqual([`${origin}/data.json`]);
    await expect.poll(() => closed).toBe(true);
  });
});

describe('a site with a sitemap', () => {
  it.each([
    ['an entry', urlset('https://e.org/1')],
    ['none', urlset()],
  ])('is not searched for a catalogue where the sitemap has %s', async (_name, text) => {
    const origin = await serveFiles(() => ({ '/data.json': catalogue, '/sitemap.xml': text }));
    expect(inShort(await discover(site(origin)))).not.toContain(`${origin}/data.json`);
  });
});

describe('the beginning of a DCAT-US catalogue', () => {
  it.each([
    ['declares the schema', catalogue],
    ['declares it with escaped slashes', catalogue.replaceAll('/', String.raw`\/`)],
    [
      'declares it in another place',
      '{"conformsTo": "https://resources.data.gov/resources/dcat-us/"',
    ],
    ['has the context of the schema', `\uFEFF\n{"@context": "${schema}/catalog.jsonld",`],
    ['has an entry as the schema wants it', JSON.stringify({ dataset: [entry] })],
    ['has such an entry, whose end is missing', JSON.stringify({ dataset: [entry] }).slice(0, -6)],
  ])('%s', (_name, text) => {
    expect(beginsDcatUs(Buffer.from(text))).toBe(true);
  });

  it.each([
    ['an array', `[${catalogue}]`],
    ['an entry alone', JSON.stringify(entry)],
    ['a list of something else', '{"dataset": [{"title": "a", "url": "b"}]}'],
    ['a dataset that is no list', JSON.stringify({ dataset: entry })],
    ['a mention of the schema', JSON.stringify({ see: schema })],
    ['a long text that is nearly one', `{${'"dataset" : ['.repeat(20_000)}${' '.repeat(50_000)}`],
    ['quotes', `{${'"conformsTo":'.repeat(20_000)}`],
  ])('is not %s', (_name, text) => {
    expect(beginsDcatUs(Buffer.from(text))).toBe(false);
  });
});
