import { describe, expect, it } from 'vitest';
import { problemsOfOutcome } from '../../src/model/outcome.ts';
import { readWith } from '../extract/lists/both-readings.ts';
import { documentUrl, expandAll, graphsOf } from './expanding.ts';

const catalogContext = 'https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld';
const conformsTo = 'https://project-open-data.cio.gov/v1.1/schema';

const levels = {
  '@type': 'dcat:Dataset',
  title: 'Lake levels',
  description: 'Daily levels of three lakes.',
  identifier: 'lake-levels',
  keyword: ['lake', 'level'],
  modified: '2026-03-01',
  accessLevel: 'public',
  publisher: { '@type': 'org:Organization', name: 'Water Office' },
  contactPoint: {
    '@type': 'vcard:Contact',
    fn: 'A. Diver',
    hasEmail: 'mailto:diver@water.example',
  },
  license: 'https://licences.example/open',
  spatial: '-10.5,46,-9.25,47.5',
  temporal: '2001-01-01/2025-12-31',
  landingPage: 'https://water.example/levels',
  distribution: [
    {
      '@type': 'dcat:Distribution',
      downloadURL: 'https://water.example/levels.csv',
      mediaType: 'text/csv',
      format: 'CSV',
    },
  ],
};
const wells = {
  title: 'Wells',
  identifier: 'https://water.example/id/wells',
  accessLevel: 'public',
  modified: 'R/P1Y',
};
const catalogue = { '@context': catalogContext, '@type': 'dcat:Catalog', conformsTo };

const dcat = 'http://www.w3.org/ns/dcat#';
const dcterms = 'http://purl.org/dc/terms/';

/** The statements of the record of one entry, without its graph and with one blank node label. */
async function statementsOfEntry(document: object, title: string): Promise<readonly string[]> {
  const graphs = await graphsOf([document]);
  const graph = graphs.find(({ describes }) => describes[0]?.name === title);
  return (graph?.nquads ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ <[^>]*> \.$/u, '').replaceAll(/_:\S+/gu, '_:b'));
}

describe('a DCAT-US catalogue', () => {
  it('is read as DCAT and Dublin Core, with IRIs and texts as published', async () => {
    const statements = await statementsOfEntry({ ...catalogue, dataset: [levels] }, 'Lake levels');
    expect(statements).toEqual(
      expect.arrayContaining([
        `_:b <${dcterms}title> "Lake levels"`,
        `_:b <${dcterms}identifier> "lake-levels"`,
        `_:b <${dcat}keyword> "lake"`,
        `_:b <${dcat}keyword> "level"`,
        `_:b <${dcterms}modified> "2026-03-01"`,
        `_:b <https://project-open-data.cio.gov/v1.1/schema#accessLevel> "public"`,
        `_:b <${dcterms}publisher> _:b`,
        `_:b <http://xmlns.com/foaf/0.1/name> "Water Office"`,
        `_:b <http://www.w3.org/2006/vcard/ns#fn> "A. Diver"`,
        `_:b <http://www.w3.org/2006/vcard/ns#hasEmail> <mailto:diver@water.example>`,
        `_:b <${dcterms}license> <https://licences.example/open>`,
        `_:b <${dcterms}spatial> "-10.5,46,-9.25,47.5"`,
        `_:b <${dcterms}temporal> "2001-01-01/2025-12-31"`,
        `_:b <${dcat}landingPage> <https://water.example/levels>`,
        `_:b <${dcat}distribution> _:b`,
        `_:b <${dcat}downloadURL> <https://water.example/levels.csv>`,
        `_:b <${dcat}mediaType> "text/csv"`,
        `_:b <${dcterms}format> "CSV"`,
      ]),
    );
    const outcomes = await expandAll([{ ...catalogue, dataset: [levels] }]);
    expect(outcomes.flatMap((each) => problemsOfOutcome(each))).toEqual([]);
  });

  it('gives a record per entry, named by its identifier, and one for the catalogue', async () => {
    const graphs = await graphsOf([{ ...catalogue, '@id': '#all', dataset: [levels, wells] }]);
    expect(graphs.map(({ key, memberOf }) => [key, memberOf])).toEqual([
      [`${documentUrl}#all`, []],
      ['lake-levels', [`${documentUrl}#all`]],
      ['https://water.example/id/wells', [`${documentUrl}#all`]],
    ]);
  });

  it.each([
    ['no context', {}],
    ['a word for one', { '@context': 'catalog.jsonld' }],
    ['null for one', { '@context': null }],
    ['no context and the name of the schema', { conformsTo }],
    ['the context at http', { '@context': catalogContext.replace('https', 'http') }],
    [
      'the context where it has moved to',
      { '@context': 'https://resources.data.gov/schemas/dcat-us/v1.1/schema/catalog.jsonld' },
    ],
  ])('is recognised by %s', async (_, head) => {
    const expected = await statementsOfEntry({ ...catalogue, dataset: [levels] }, 'Lake levels');
    const found = await statementsOfEntry({ ...head, dataset: [levels] }, 'Lake levels');
    expect(found).toEqual(expected);
  });

  it.each([catalogContext, 'project-open-data.cio.gov/v1.1/schema'])(
    'may have an entry that stands alone, with the context %s',
    async (context) => {
      const expected = await statementsOfEntry({ ...catalogue, dataset: [levels] }, 'Lake levels');
      const found = await statementsOfEntry({ '@context': context, ...levels }, 'Lake levels');
      expect(found).toEqual(expected);
    },
  );

  it('has a text where the value of an IRI field is not an IRI', async () => {
    const loose = {
      ...levels,
      license: 'Public domain: no restrictions',
      landingPage: 'none',
      contactPoint: { hasEmail: 'diver@water.example' },
      distribution: { accessURL: ['https://water.example/a b', 'ask us'] },
    };
    const statements = await statementsOfEntry({ ...catalogue, dataset: [loose] }, 'Lake levels');
    expect(statements).toEqual(
      expect.arrayContaining([
        `_:b <${dcterms}license> "Public domain: no restrictions"`,
        `_:b <${dcat}landingPage> "none"`,
        `_:b <http://www.w3.org/2006/vcard/ns#hasEmail> "diver@water.example"`,
        `_:b <${dcat}accessURL> <https://water.example/a%20b>`,
        `_:b <${dcat}accessURL> "ask us"`,
      ]),
    );
  });

  it.each([
    ['a list of something else', { dataset: [{ title: 'Row', value: 1 }] }],
    ['a chart', { dataset: [{ title: 'Series', keyword: 'red' }] }],
  ])('is not recognised in %s', async (_, document) => {
    const outcomes = await expandAll([document]);
    expect(outcomes.some((each) => each.kind === 'produced' && each.value.kind === 'graph')).toBe(
      false,
    );
  });

  it.each([
    ['its context', catalogue],
    ['no context', { '@type': 'dcat:Catalog', conformsTo }],
    ['nothing but entries', {}],
  ])('gives the same records in pieces as in memory, with %s', async (_, head) => {
    const many = Array.from({ length: 40 }, (__, number) => ({
      ...levels,
      identifier: `lake-${number % 39}`,
      title: `Lake ${number}`,
    }));
    const document = { ...head, dataset: many };
    const whole = await readWith(1_000_000, document);
    const inPieces = await readWith(4096, document);
    expect(Object.keys(whole.graphs).length).toBeGreaterThanOrEqual(40);
    expect(inPieces).toEqual(whole);
  });
});
