import { describe, expect, it } from 'vitest';
import { extract, kindsOf, linksOf, signpostsOf, type ResponseFacts } from './extraction.ts';

const json: ResponseFacts = { contentType: 'application/linkset+json' };
const jsonLd = { type: 'application/ld+json' };

/** A linkset of two pages; the first has several descriptions. */
const pages = JSON.stringify({
  linkset: [
    {
      anchor: 'https://example.org/1',
      describedby: [
        { href: 'https://example.org/1.xml', type: 'application/xml' },
        { href: 'https://example.org/1.jsonld', ...jsonLd },
        { href: 'https://example.org/1-cdif.jsonld', ...jsonLd, profile: ['CDIF1.0'] },
      ],
      author: [{ href: 'https://orcid.org/0000-0000-0000-0001' }],
    },
    {
      anchor: 'https://example.org/2',
      describedby: [{ href: 'https://example.org/2.jsonld', ...jsonLd }],
    },
  ],
});

const urlsOf = async (text: string, facts: ResponseFacts): Promise<readonly string[]> =>
  linksOf(await extract(text, facts)).map(({ url }) => url);

describe('a linkset', () => {
  it('leads to the best description of each resource that it speaks of', async () => {
    expect(await urlsOf(pages, json)).toEqual([
      'https://example.org/1-cdif.jsonld',
      'https://example.org/2.jsonld',
    ]);
  });

  it('gives the same links in both forms', async () => {
    const text = [
      '<https://example.org/1.jsonld>; rel="describedby"; type="application/ld+json"; anchor="https://example.org/1",',
      ` <https://example.org/1-cdif.jsonld>; rel=describedby; type="application/ld+json;profile='CDIF1.0'"; anchor="https://example.org/1"`,
      ' , <https://example.org/2.jsonld>; rel=describedby; anchor="https://example.org/2"',
    ].join('\r\n');
    expect(await urlsOf(text, { contentType: 'application/linkset' })).toEqual([
      'https://example.org/1-cdif.jsonld',
      'https://example.org/2.jsonld',
    ]);
  });

  it('is detected by the link to it where its server does not label it', async () => {
    const label = { type: 'application/linkset+json', profiles: [] };
    const facts = { contentType: 'application/json', target: { labels: [label] } };
    expect(await urlsOf(pages, facts)).toHaveLength(2);
  });

  it.each<ResponseFacts>([
    { contentType: 'application/linkset' },
    {
      contentType: 'application/json',
      target: { found: { by: 'link', in: 'http://a.example/', rel: 'linkset' } },
    },
    {
      contentType: 'text/plain',
      target: { found: { by: 'link', in: 'http://a.example/', rel: 'linkset' } },
    },
  ])('is detected from its text, whatever its type: %j', async (facts) => {
    expect(await urlsOf(pages, facts)).toHaveLength(2);
  });

  it('lists its targets where a source lists it, not where a page links to it', async () => {
    const limits = { linksPerPage: 1, urlsPerSource: 5 };
    const listed = await extract(pages, { ...json, limits });
    expect(linksOf(listed)).toMatchObject([{ by: 'list', place: 'linkset' }, { by: 'list' }]);
    const found = { by: 'link', in: 'https://example.org/1' } as const;
    const linked = await extract(pages, { ...json, limits, target: { found } });
    expect(kindsOf(linked)).toEqual(['link', 'too-many-links']);
    expect(linksOf(linked)).toMatchObject([{ by: 'link' }]);
  });

  it('may be in another object, which loses nothing', async () => {
    const wrapped = await extract(`{"data": ${pages}}`, json);
    expect(kindsOf(wrapped)).toEqual(['linkset-malformed', 'link', 'link']);
    expect(wrapped[0]).toMatchObject({ kind: 'noted', problem: { linksRead: 5 } });
  });

  it('keeps its links with their contexts', async () => {
    const { links } = await signpostsOf(pages, json);
    expect(links).toHaveLength(5);
    expect(links.at(-1)).toEqual({
      context: 'https://example.org/2',
      rel: 'describedby',
      target: 'https://example.org/2.jsonld',
      ...jsonLd,
      profiles: [],
      place: 'linkset',
    });
  });

  it('offers its links', async () => {
    const href = 'https://repository.example.org/dataset/1';
    const own = JSON.stringify({
      linkset: [{ anchor: 'https://example.org/1', linkset: [{ href }] }],
    });
    const { offers } = await signpostsOf(`${pages}\n${own}`, json);
    expect(offers.map(({ verdict }) => verdict)).toEqual([
      'other-format',
      'outranked',
      'taken',
      'taken',
      'at-hand',
    ]);
  });

  it.each([
    ['{"linkset": []}', ['no-metadata']],
    ['{"linkset": [{"anchor": "https://example.org/1", "author": []}]}', ['no-metadata']],
    ['{"linkset"', ['linkset-malformed']],
    ['[]', ['linkset-malformed']],
    ['{"a": 1, "a": 2}', ['linkset-malformed']],
    ['', ['no-metadata']],
  ])('that is %s leads nowhere, and is reported', async (text, kinds) => {
    expect(kindsOf(await extract(text, json))).toEqual(kinds);
  });

  it('is mended like JSON in scripts, with positions', async () => {
    const mends = ['comment', 'trailing-comma'];
    const text = `// from a template\n${pages.slice(0, -2)},]}`;
    const outcomes = await extract(`\uFEFF${text}`, json);
    expect(kindsOf(outcomes)).toEqual(['json-mended', 'json-mended', 'link', 'link']);
    const problems = outcomes.flatMap((each) => (each.kind === 'noted' ? [each.problem] : []));
    expect(problems).toMatchObject(mends.map((what) => ({ what })));
    expect(problems).toMatchObject([{ line: 1 }, { line: 2, column: pages.length - 1 }]);
  });

  it.each(['<!-- TEXT -->', '/* made by hand */ TEXT', '<![CDATA[ TEXT ]]>'])(
    'is JSON in what is around it: %s',
    async (wrapper) => {
      const text = wrapper.replace('TEXT', pages);
      expect(await urlsOf(text, { contentType: 'application/linkset' })).toHaveLength(2);
    },
  );

  it('in several values is all of them', async () => {
    const one = JSON.stringify({ linkset: [{ describedby: [{ href: '/1.jsonld', ...jsonLd }] }] });
    expect(await urlsOf(`${one}\n${pages}\n[7]`, json)).toHaveLength(3);
  });

  it('in very many values is read in no more than linear time', async () => {
    const values = ['[7]', JSON.stringify({ linkset: [{ describedby: '/1' }] })];
    const outcomes = await extract(values.join('').repeat(20_000), json);
    expect(kindsOf(outcomes)).toContain('linkset-malformed');
    expect(linksOf(outcomes)).toHaveLength(1);
  });

  it('reports the position of a fault', async () => {
    const [outcome] = await extract('{"linkset": [\n}', json);
    expect(outcome).toMatchObject({
      problem: { kind: 'linkset-malformed', line: 2, column: 1, linksRead: 0 },
    });
  });

  it('is not read beyond the limits of JSON', async () => {
    const limits = { jsonDepth: 3 };
    expect(kindsOf(await extract(pages, { ...json, limits }))).toEqual(['json-too-complex']);
  });
});
