import { describe, expect, it } from 'vitest';
import { documentsOf, extract } from '../extraction.ts';

const csl = 'application/vnd.citationstyles.csl+json';

const work = {
  DOI: '10.1234/bog.9',
  type: 'journal-article',
  title: ['Peat and <i>Sphagnum</i>'],
  subtitle: ['A study'],
  author: [
    {
      given: 'Maija',
      family: 'Suo',
      ORCID: 'http://orcid.org/0000-0002-1825-0097',
      affiliation: [{ name: 'Bog Institute' }],
    },
    { name: 'Peat Survey' },
  ],
  publisher: 'Bog Press',
  published: { 'date-parts': [[2021, 5, 4]] },
  issued: { 'date-parts': [[2021]] },
  created: { 'date-time': '2021-05-05T01:02:03Z' },
  deposited: { 'date-time': '2022-01-01T00:00:00Z' },
  'container-title': ['Journal of Bogs'],
  ISSN: ['1234-5678'],
  volume: '3',
  issue: '1',
  page: '7-19',
  abstract: '<jats:title>Abstract</jats:title><jats:p>Peat is wet.</jats:p>',
  license: [
    { URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'vor' },
    { URL: 'https://press.example/tdm', 'content-version': 'tdm' },
  ],
  link: [
    {
      URL: 'https://press.example/9.pdf',
      'content-type': 'application/pdf',
      'intended-application': 'text-mining',
    },
    { URL: 'https://press.example/check', 'intended-application': 'similarity-checking' },
  ],
  funder: [{ name: 'Bog Council', DOI: '10.13039/1', award: ['B-17'] }, { name: 'Peat Fund' }],
  reference: [{ DOI: '10.1234/bog.1', 'article-title': 'On bogs' }, { unstructured: 'Old book' }],
  relation: { 'is-part-of': [{ id: '10.1234/bog', 'id-type': 'doi' }] },
  resource: { primary: { URL: 'https://press.example/9' } },
  language: 'en',
};

async function mapped(value: unknown, contentType = csl): Promise<Record<string, unknown>> {
  const [document] = documentsOf(await extract(JSON.stringify(value), { contentType }));
  if (document === undefined) throw new Error('no document');
  expect(document.route).toBe('crossref');
  return JSON.parse(document.json) as Record<string, unknown>; // it is a JSON-LD object
}

describe('a work of Crossref', () => {
  it('has authors with the IRI that their ORCID makes, if it is one', async () => {
    const orcids = ['0000-0002-1825-009x', 'https://orcid.org/0000-0002-1825-0097', 'none yet'];
    const author = orcids.map((ORCID) => ({ family: 'Suo', ORCID }));
    expect(await mapped({ ...work, author })).toMatchObject({
      creator: {
        '@list': [
          { '@id': 'https://orcid.org/0000-0002-1825-009X' },
          { '@id': 'https://orcid.org/0000-0002-1825-0097' },
          { '@type': 'Person', name: 'Suo', familyName: 'Suo' },
        ],
      },
    });
    const { creator } = await mapped({ ...work, author: author.slice(2) });
    expect(JSON.stringify(creator)).not.toContain('@id');
  });

  it('becomes schema.org', async () => {
    expect(await mapped(work)).toMatchSnapshot();
  });

  it('means the same in a message of the REST API', async () => {
    const message = { status: 'ok', 'message-type': 'work', message: work };
    expect(await mapped(message, 'application/json')).toEqual(await mapped(work));
  });

  it('is a record each in a list of works', async () => {
    const items = [work, { ...work, DOI: '10.1234/bog.10' }];
    const list = JSON.stringify({ 'message-type': 'work-list', message: { items } });
    const documents = documentsOf(await extract(list, { contentType: 'application/json' }));
    expect(documents.map(({ json }) => (JSON.parse(json) as { '@id': string })['@id'])).toEqual([
      'https://doi.org/10.1234/bog.9',
      'https://doi.org/10.1234/bog.10',
    ]);
  });

  it.each([
    [[[2021, 5]], '2021-05'],
    [[[987]], '0987'],
    [[[null]], undefined],
    [[], undefined],
    ['2021', undefined],
  ])('has the date of the parts %j', async (parts, date) => {
    const { published: _, issued: __, ...rest } = work;
    const document = await mapped({ ...rest, issued: { 'date-parts': parts } });
    expect(document['datePublished']).toBe(date);
  });

  it('is not lost for a value of another shape', async () => {
    for (const name of Object.keys(work)) {
      for (const value of [null, true, 7, 'text', [], {}, [null], [['x']], [{}], { a: [{}] }]) {
        expect(await mapped({ ...work, [name]: value })).toHaveProperty('@type');
      }
    }
  });
});
