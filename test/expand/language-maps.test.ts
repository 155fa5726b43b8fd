import { describe, expect, it } from 'vitest';
import { expandAll, findingsOf, graphOf, statementsOf } from './expanding.ts';

const id = 'https://bog.example/7';
const remote = 'https://schema.org/';
const prefixed = { schema: 'http://schema.org/', dct: 'http://purl.org/dc/terms/' };

/** The texts of a property in the graph. */
async function textsOf(property: string, value: unknown, context: unknown = remote) {
  const statements = await statementsOf({ '@context': context, '@id': id, [property]: value });
  return statements.flatMap((line) => /> (".*)$/u.exec(line)?.[1] ?? []);
}

describe('texts by language that no context declares', () => {
  it.each([
    [{ en: 'peat', de: 'Torf' }, ['"peat"@en', '"Torf"@de']],
    [{ en: ['peat', 'bog'], de: [], fr: null }, ['"peat"@en', '"bog"@en']],
    [{ 'en-GB': 'a', pt_BR: 'b', 'zh-Hans': 'c' }, ['"a"@en-gb', '"b"@pt-br', '"c"@zh-hans']],
    [{ eng: 'peat', ger: 'Torf' }, ['"peat"@eng', '"Torf"@ger']],
    [{ en: 'peat', '@none': 'x', und: 'y' }, ['"peat"@en', '"x"', '"y"']],
    [{ en: 'fish', id: 'ikan' }, ['"fish"@en', '"ikan"@id']],
    [
      [{ en: 'peat', de: 'Torf' }, 'moss', { en: 'bog' }],
      ['"peat"@en', '"Torf"@de', '"moss"', '"bog"@en'],
    ],
  ])('have their languages in the graph: %j', async (value, texts) => {
    expect(await textsOf('keywords', value)).toEqual(texts);
  });

  it.each([
    ['name', remote],
    ['schema:description', prefixed],
    ['dct:title', prefixed],
    ['http://www.w3.org/2004/02/skos/core#prefLabel', prefixed],
  ])('are read in any property for people: %s', async (property, context) => {
    expect(await textsOf(property, { en: 'peat', de: 'Torf' }, context)).toEqual([
      '"peat"@en',
      '"Torf"@de',
    ]);
  });

  it.each([
    ['a word that is no language', 'name', { en: 'peat', note: 'x' }],
    ['a term of schema.org', 'name', { url: 'https://bog.example/' }],
    ['an identifier', 'about', { id: 'https://bog.example/peat' }],
    ['a node', 'name', { '@type': 'Thing', en: 'peat' }],
    ['a value that is no text', 'name', { en: { name: 'peat' } }],
    ['a number', 'name', { en: 5 }],
    ['a property of other values', 'size', { lo: '1', hi: '5' }],
  ])('are not %s', async (_, property, value) => {
    const findings = await findingsOf({
      '@context': remote,
      '@id': id,
      [property]: value,
      name: 'x',
    });
    expect(JSON.stringify(findings)).not.toContain('language-map-undeclared');
  });

  it('are left to JSON-LD where a context defines the property or its keys otherwise', async () => {
    const context = {
      '@vocab': 'http://schema.org/',
      name: { '@container': '@language' },
      data: { '@type': '@json' },
      en: 'urn:english',
    };
    const document = {
      '@context': context,
      '@id': id,
      name: { en: 'peat' },
      data: { name: { de: 'Torf' } },
      title: { en: 'Peat' },
    };
    expect(await statementsOf(document)).toEqual([
      expect.stringMatching(/data> "\{\\"name\\":\{\\"de\\":\\"Torf\\"\}\}"/u),
      `<${id}> <http://schema.org/name> "peat"@en`,
      `<${id}> <http://schema.org/title> _:1`,
      '_:1 <urn:english> "Peat"',
    ]);
    expect(await findingsOf(document)).toEqual([]);
  });

  it('are names of agents, places and variables, and keywords', async () => {
    const name = { en: 'peat', de: 'Torf' };
    const { search } = await graphOf({
      '@context': remote,
      '@type': 'Dataset',
      name,
      keywords: name,
      creator: { '@type': 'Person', name },
      spatialCoverage: { '@type': 'Place', name },
      variableMeasured: { '@type': 'PropertyValue', name },
    });
    const both = [
      { text: 'Torf', language: 'de' },
      { text: 'peat', language: 'en' },
    ];
    expect(JSON.parse(search)).toMatchObject([
      {
        places: { names: both },
        texts: { titles: both, keywords: both, agents: [{ names: both }] },
        variables: [{ names: both }],
      },
    ]);
  });

  it('are reported once for each property of a record, on that record', async () => {
    const record = { '@type': 'Dataset', keywords: [{ en: 'a' }, { de: 'b' }] };
    const outcomes = await expandAll([
      {
        '@context': prefixed,
        '@graph': [
          { '@id': 'urn:a', '@type': 'schema:Dataset', 'schema:keywords': record.keywords },
          { '@id': 'urn:b', '@type': 'schema:Dataset', 'schema:name': 'B' },
        ],
      },
    ]);
    const problems = outcomes.flatMap((each) =>
      each.kind === 'produced' ? (each.problems ?? []) : [],
    );
    expect(problems).toMatchObject([
      {
        kind: 'language-map-undeclared',
        property: 'schema:keywords',
        languages: ['en', 'de'],
        record: expect.stringContaining('#urn') as string,
      },
    ]);
  });
});
