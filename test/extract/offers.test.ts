import { describe, expect, it } from 'vitest';
import {
  documentsOf,
  extract,
  kindsOf,
  linksOf,
  pageUrl,
  script,
  signpostsOf,
  type ResponseFacts,
} from './extraction.ts';

const dataset = { '@type': 'Dataset', name: 'Tides' };
const other = { '@type': 'Dataset', name: 'Winds', '@id': 'https://example.org/other' };

const labelled = (content: object, profile = 'CDIF1.0') =>
  `<script type="application/ld+json" profile="${profile}">${JSON.stringify(content)}</script>`;
const describedBy = (href: string, facts = '') =>
  `<link rel="describedby" type="application/ld+json" href="${href}" ${facts}>`;

/** The names of the documents that are taken, and the paths of the links. */
async function taken(
  html: string | undefined,
  facts: ResponseFacts = {},
): Promise<readonly string[]> {
  const outcomes = await extract(html, facts);
  return [
    ...documentsOf(outcomes).map(({ json }) =>
      String((JSON.parse(json) as { name: unknown }).name),
    ),
    ...linksOf(outcomes).map(({ url }) => new URL(url).pathname),
  ];
}

describe('an offer that is labelled as CDIF', () => {
  it.each([
    ['by an attribute', labelled({ ...dataset, name: 'CDIF' })],
    [
      'by the IRI of a profile',
      labelled({ ...dataset, name: 'CDIF' }, 'https://w3id.org/cdif/core/1.1'),
    ],
    [
      'by a parameter of the type',
      `<script type="application/ld+json;profile='CDIF1.0'">{"@type":"Dataset","name":"CDIF"}</script>`,
    ],
    [
      'by a link of the page to its id',
      `${describedBy('#meta', 'profile=CDIF1.0')}<script type="application/ld+json" id=meta>{"@type":"Dataset","name":"CDIF"}</script>`,
    ],
  ])('wins over one that is not, %s', async (_name, html) => {
    expect(await taken(script(dataset) + html)).toEqual(['CDIF']);
    expect(kindsOf(await extract(script(dataset) + html))).toEqual(['outranked', 'document']);
  });

  it('wins over a script by a link, in the page or in a field', async () => {
    expect(await taken(describedBy('/cdif', 'profile="CDIF1.0"') + script(dataset))).toEqual([
      '/cdif',
    ]);
    const link = `</cdif>; rel=describedby; type="application/ld+json"; profile='CDIF1.0'`;
    expect(await taken(script(dataset), { link })).toEqual(['/cdif']);
  });

  it('needs no request where a script has the label, too', async () => {
    const html = describedBy('/cdif', 'profile="CDIF1.0"') + labelled({ ...dataset, name: 'CDIF' });
    expect(await taken(html)).toEqual(['CDIF']);
  });

  it('wins for the resource that it describes, and for no other', async () => {
    const both = labelled({ ...dataset, '@id': 'https://doi.org/10.1234/A', name: 'CDIF' });
    const same = script({ ...dataset, identifier: 'doi:10.1234/a', name: 'same' });
    expect(await taken(both + same + script(other))).toEqual(['CDIF', 'Winds']);
    const list = script([
      { ...dataset, '@id': 'https://doi.org/10.1234/a', name: 'in a list' },
      other,
    ]);
    expect(await taken(both + list)).toHaveLength(2);
  });

  it('is of the resource of the page where it is a link', async () => {
    const link = describedBy('/cdif', 'profile="CDIF1.0"');
    const page = script({ ...dataset, url: '/dataset/1/', name: 'page' });
    expect(await taken(link + page + script(other))).toEqual(['Winds', '/cdif']);
    expect(await taken(link + script(other))).toEqual(['/cdif']);
    const unrelated = script({ ...dataset, '@id': 'https://example.org/1' });
    expect(await taken(link + unrelated + script(other))).toEqual(['Tides', 'Winds', '/cdif']);
  });

  it('matches the page by its cite-as link', async () => {
    const facts = { link: '<https://doi.org/10.1234/A>; rel="cite-as"' };
    const page = script({ ...dataset, identifier: '10.1234/a' });
    expect(
      await taken(describedBy('/cdif', 'profile=CDIF1.0') + page + script(other), facts),
    ).toEqual(['Winds', '/cdif']);
    const anchored = `${facts.link}, </cdif>; rel=describedby; type="application/ld+json"; anchor="http://dx.doi.org/10.1234/a"`;
    expect(await taken('<p>', { link: anchored })).toEqual(['/cdif']);
  });

  it('is the only one taken of twenty', async () => {
    const formats = ['xml', 'rdf+xml', 'json', 'ld+json', 'pdf', 'vnd.datacite.datacite+json'];
    const links = Array.from({ length: 17 }, (_, index) => {
      const type = `application/${formats[index % formats.length]}`;
      return `<link rel=describedby type="${type}" href="/${index}">`;
    });
    links.splice(9, 0, describedBy('/cdif', 'profile="CDIF1.0"'));
    const html = links.join('') + script(dataset) + script({ ...dataset, name: 'again' });
    expect(await taken(html)).toEqual(['/cdif']);
    const { offers } = await signpostsOf(html);
    expect(offers).toHaveLength(20);
    expect(offers.filter(({ verdict }) => verdict === 'taken')).toEqual([
      {
        via: 'html-link',
        url: 'https://repository.example.org/cdif',
        type: 'application/ld+json',
        profiles: ['CDIF1.0'],
        verdict: 'taken',
      },
    ]);
    const verdicts = offers.map(({ verdict }) => verdict);
    expect(verdicts.filter((verdict) => verdict === 'other-format')).toHaveLength(8);
    expect(verdicts.filter((verdict) => verdict === 'outranked')).toHaveLength(11);
  });

  it('is the script at hand where a link labels the page itself', async () => {
    const own = describedBy('', 'profile="CDIF1.0"');
    const html = own + describedBy('/other') + script(dataset);
    expect(await taken(html)).toEqual(['Tides']);
    const { offers } = await signpostsOf(html);
    expect(offers.map(({ via, verdict }) => `${via} ${verdict}`)).toEqual([
      'script taken',
      'html-link at-hand',
      'html-link outranked',
    ]);
    expect(await taken(own + describedBy('/cdif', 'profile="CDIF1.0"') + script(dataset))).toEqual([
      'Tides',
    ]);
  });

  it('is one page to follow where links name several scripts of it', async () => {
    const named = ['x', 'y'].map((id) => describedBy(`/page#${id}`, 'profile="CDIF1.0"'));
    const [link, ...others] = linksOf(await extract(named.join('')));
    expect(others).toEqual([]);
    expect(link?.labels?.map(({ scriptId }) => scriptId)).toEqual(['x', 'y']);
  });

  it('as a list is followed beside the record of the page', async () => {
    const html = describedBy('/list', 'profile="CDIF-list-1.0"') + script(dataset);
    expect(await taken(html)).toEqual(['Tides', '/list']);
  });
});

describe('offers without a label', () => {
  it('are followed only where the page has no record', async () => {
    expect(await taken(describedBy('/a') + script(dataset))).toEqual(['Tides']);
    expect(await taken(describedBy('/a') + describedBy('/b'))).toEqual(['/a', '/b']);
  });

  it.each([
    [
      'describedby before alternate',
      '<link rel=alternate type="application/ld+json" href=/no>',
      '/yes',
    ],
    ['JSON-LD before Turtle', '<link rel=describedby type="text/turtle" href=/no>', '/yes'],
    ['Turtle before JSON', '<link rel=describedby type="application/json" href=/no>', '/turtle'],
  ])('are taken by how well they can be read: %s', async (_name, worse, path) => {
    const better =
      path === '/yes'
        ? describedBy('/yes')
        : '<link rel=describedby type=text/turtle href=/turtle>';
    expect(await taken(worse + better)).toEqual([path]);
    expect(await taken(worse)).toEqual([worse.includes('href=/no') ? '/no' : '']);
  });

  it('in several forms of JSON-LD are one', async () => {
    const form = (name: string) =>
      describedBy(`/${name}`, `profile=http://www.w3.org/ns/json-ld#${name}`);
    expect(await taken(form('compacted') + form('expanded') + describedBy('/other'))).toEqual([
      '/compacted',
      '/other',
    ]);
  });

  it('include linksets last', async () => {
    const linkset = '<link rel=linkset type="application/linkset+json" href=/linkset>';
    expect(await taken(linkset)).toEqual(['/linkset']);
    expect(await taken(linkset + describedBy('/a'))).toEqual(['/a']);
    expect(await taken(linkset + script(dataset))).toEqual(['Tides']);
  });

  it('of another resource are not of this page', async () => {
    const link = '</a>; rel=describedby; type="application/ld+json"; anchor="/dataset/2"';
    expect(kindsOf(await extract('<p>', { link }))).toEqual(['no-metadata']);
    expect((await signpostsOf('<p>', { link })).offers).toMatchObject([
      { verdict: 'other-resource' },
    ]);
    const same = link.replace('/dataset/2', '/dataset/1');
    expect(await taken('<p>', { link: same })).toEqual(['/a']);
  });
});

describe('a response that is no page', () => {
  const link = '</r.jsonld>; rel=describedby; type="application/ld+json"';

  it('leads to its metadata by its headers', async () => {
    const facts = { contentType: 'application/x-netcdf', link };
    expect(await taken(undefined, facts)).toEqual(['/r.jsonld']);
    expect(await taken('some text', facts)).toEqual(['/r.jsonld']);
    expect(kindsOf(await extract(undefined, { contentType: 'text/csv' }))).toEqual([
      'content-type-unsupported',
    ]);
  });

  it('is data where it is JSON and no JSON-LD', async () => {
    const facts = { contentType: 'application/json', link };
    expect(await taken('{"name": "values"}', facts)).toEqual(['/r.jsonld']);
    expect(await taken('{"@context": {}, "name": "metadata"}', facts)).toEqual(['metadata']);
    expect(await taken('{"name": "metadata"}', { contentType: 'application/json' })).toEqual([
      'metadata',
    ]);
  });

  it('is outranked by a labelled link, unless it or the link to it has a label', async () => {
    const facts = { contentType: 'application/ld+json', link: `${link}; profile=CDIF1.0` };
    const json = JSON.stringify(dataset);
    expect(await taken(json, facts)).toEqual(['/r.jsonld']);
    expect(
      (await signpostsOf(json, facts)).offers.map(({ via, verdict }) => [via, verdict]),
    ).toEqual([
      ['content', 'outranked'],
      ['header-link', 'taken'],
    ]);
    const own = { ...facts, contentType: 'application/ld+json; profile="CDIF1.0"' };
    expect(await taken(json, own)).toEqual(['Tides']);
    const found = { by: 'link', in: 'https://example.org/' } as const;
    expect(await taken(json, { ...facts, target: { found } })).toEqual(['Tides']);
  });
});

describe('the signposts of a response', () => {
  it('are the links of Signposting, from fields and page, each once', async () => {
    const link =
      '<https://orcid.org/0000-0000-0000-0001>; rel=author, </a.csv>; rel="item"; type="text/csv", </next>; rel=next';
    const html = `<link rel=license href="https://spdx.org/licenses/CC0-1.0"><link rel=stylesheet href=/s.css>
      <link rel="item" type="text/csv" href="/a.csv">${script(dataset)}`;
    const { links, offers } = await signpostsOf(html, { link });
    expect(links).toEqual([
      {
        context: pageUrl,
        rel: 'author',
        target: 'https://orcid.org/0000-0000-0000-0001',
        profiles: [],
        place: 'header',
      },
      {
        context: pageUrl,
        rel: 'item',
        target: 'https://repository.example.org/a.csv',
        type: 'text/csv',
        profiles: [],
        place: 'header',
      },
      {
        context: pageUrl,
        rel: 'license',
        target: 'https://spdx.org/licenses/CC0-1.0',
        profiles: [],
        place: 'html',
      },
    ]);
    expect(offers).toEqual([
      { via: 'script', url: pageUrl, type: 'application/ld+json', profiles: [], verdict: 'taken' },
    ]);
  });

  it('report the verdict for each script', async () => {
    const html =
      script({ '@type': 'Organization', name: 'x' }) +
      script('{') +
      labelled(dataset) +
      script(dataset);
    const verdicts = (await signpostsOf(html)).offers.map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['no-record', 'unreadable', 'taken', 'outranked']);
  });

  it('carry the problems of Link fields', async () => {
    const [outcome] = await extract(script(dataset), { link: '<unclosed; rel=item' });
    expect(outcome).toMatchObject({
      kind: 'produced',
      problems: [{ kind: 'link-field-malformed' }],
    });
  });
});
