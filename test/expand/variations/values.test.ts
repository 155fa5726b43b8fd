import { describe, expect, it } from 'vitest';
import { identifierName } from '../../../src/rdf/identifiers.ts';
import { findingsOf, graphOf, statementsOf } from '../expanding.ts';

const id = 'https://bog.example/7';
const context = { '@vocab': 'http://schema.org/', xsd: 'http://www.w3.org/2001/XMLSchema#' };
const dataset = { '@context': context, '@id': id, '@type': 'Dataset' };

/** The objects of a property, in the remote context and with `@vocab`, as N-Quads terms. */
async function objectsOf(property: string, value: unknown, remote: boolean): Promise<string[]> {
  const own = remote ? 'https://schema.org/' : context;
  const statements = await statementsOf({ '@context': own, '@id': id, [property]: value });
  const start = `<${id}> <http://schema.org/${property}> `;
  return statements
    .filter((line) => line.startsWith(start))
    .map((line) => line.slice(start.length));
}

describe('a date', () => {
  it.each([
    '2026-01-02',
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04:05.678+01:00',
    '2026-01-02T03:04:05',
    '2026',
    '2026-01',
    '2026-01-02 03:04:05 UTC',
    '2026-01-02T',
    'Jan 2026',
    '-13000',
    '',
  ])('keeps its form: %j', async (date) => {
    expect(await objectsOf('dateModified', date, false)).toEqual([`"${date}"`]);
    expect(await objectsOf('dateModified', date, true)).toEqual([
      `"${date}"^^<http://schema.org/Date>`,
    ]);
  });

  it.each([
    [
      { '@value': '2026-01-02', '@type': 'xsd:date' },
      '"2026-01-02"^^<http://www.w3.org/2001/XMLSchema#date>',
    ],
    [{ '@value': '2026', '@type': 'http://schema.org/Date' }, '"2026"^^<http://schema.org/Date>'],
    [{ '@value': '2026', '@type': 'https://schema.org/Date' }, '"2026"^^<http://schema.org/Date>'],
    [{ '@value': '2026', '@type': 'Date' }, '"2026"^^<http://schema.org/Date>'],
    [2026, '"2026"^^<http://www.w3.org/2001/XMLSchema#integer>'],
  ])('has the published datatype: %j', async (date, term) => {
    expect(await objectsOf('dateModified', date, false)).toEqual([term]);
  });
});

describe('keywords', () => {
  it.each([
    'peat, bog, moss',
    'peat; bog',
    'De Moor, J.B.; Veen',
    'EARTH SCIENCE > LAND SURFACE > SOILS',
    'Earth &gt; Soil &amp; Peat',
    ' peat ',
    '',
  ])('are one text as published: %j', async (text) => {
    expect(await objectsOf('keywords', text, true)).toEqual([`"${text}"`]);
    expect(await objectsOf('keywords', ['x', text], false)).toEqual(['"x"', `"${text}"`]);
  });

  it('can be terms', async () => {
    const term = {
      '@type': 'DefinedTerm',
      name: 'peat',
      inDefinedTermSet: 'https://bog.example/t',
    };
    const statements = await statementsOf({ ...dataset, keywords: [term, 'moss'] });
    expect(statements).toContain('_:1 <http://schema.org/name> "peat"');
    expect(statements).toContain(`<${id}> <http://schema.org/keywords> _:1`);
    expect(statements).toContain(`<${id}> <http://schema.org/keywords> "moss"`);
  });
});

describe('variables', () => {
  it.each([
    ['a text', 'peat depth', '"peat depth"'],
    ['a reference', { '@id': 'https://bog.example/v' }, '<https://bog.example/v>'],
    ['a description', { '@type': 'PropertyValue', name: 'peat depth' }, '_:1'],
    [
      'an InstanceVariable',
      { '@type': ['PropertyValue', 'cdi:InstanceVariable'], name: 'd' },
      '_:1',
    ],
  ])('are as published: %s', async (_, variable, term) => {
    expect(await objectsOf('variableMeasured', variable, false)).toEqual([term]);
  });

  it.each([
    ['a text', 'depth_m', '"depth_m"'],
    ['a reference', { '@id': 'https://bog.example/p' }, '<https://bog.example/p>'],
    ['a term', { '@type': 'DefinedTerm', termCode: 'd' }, '_:2'],
    ['several', ['depth_m', 'https://bog.example/p'], '"https://bog.example/p"'],
  ])('have %s as propertyID', async (_, propertyID, term) => {
    const variable = { '@type': 'PropertyValue', propertyID, minValue: 'nan', maxValue: 4.5 };
    const statements = await statementsOf({ ...dataset, variableMeasured: [variable] });
    expect(statements).toContain(`_:1 <http://schema.org/propertyID> ${term}`);
    expect(statements).toContain('_:1 <http://schema.org/minValue> "nan"');
  });

  it('described elsewhere in the document are in the record', async () => {
    const variable = { '@id': 'https://bog.example/v', '@type': 'StatisticalVariable', name: 'd' };
    const reference = {
      ...dataset,
      '@context': undefined,
      variableMeasured: { '@id': variable['@id'] },
    };
    const { nquads, describes } = await graphOf({
      '@context': context,
      '@graph': [reference, variable],
    });
    expect(describes).toMatchObject([{ iri: id }]);
    expect(nquads).toContain('<https://bog.example/v> <http://schema.org/name> "d"');
  });
});

describe('a licence', () => {
  it.each([
    ['CC-BY-4.0', '"CC-BY-4.0"'],
    ['Free to use, see https://bog.example/terms', '"Free to use, see https://bog.example/terms"'],
    [{ '@id': 'https://spdx.org/licenses/CC0-1.0' }, '<https://spdx.org/licenses/CC0-1.0>'],
    [{ '@type': 'CreativeWork', name: 'CC0' }, '_:1'],
  ])('is as published: %j', async (licence, term) => {
    expect(await objectsOf('license', licence, false)).toEqual([term]);
    expect(await objectsOf('license', ['x', licence], false)).toEqual(['"x"', term]);
  });
});

describe('an identifier', () => {
  it.each([
    ['doi:10.1234/bog-7', 'doi:10.1234/bog-7'],
    ['https://doi.org/10.1234/BOG-7', 'doi:10.1234/bog-7'],
    ['http://dx.doi.org/10.1234/bog-7', 'doi:10.1234/bog-7'],
    ['DOI: 10.1234/bog-7', 'doi:10.1234/bog-7'],
    ['10.1234/bog-7', 'doi:10.1234/bog-7'],
    [{ '@id': 'https://doi.org/10.1234/bog-7' }, 'doi:10.1234/bog-7'],
    [{ '@type': 'PropertyValue', value: 'doi:10.1234/bog-7' }, 'doi:10.1234/bog-7'],
    [{ '@type': 'PropertyValue', propertyID: 'DOI', value: '10.1234/bog-7' }, 'doi:10.1234/bog-7'],
    [{ '@type': 'PropertyValue', url: 'https://doi.org/10.1234/bog-7' }, 'doi:10.1234/bog-7'],
    [{ '@id': 'https://bog.example/id', '@type': 'PropertyValue', value: 'x7' }, 'x7'],
    [{ '@list': ['bog-7'] }, 'bog-7'],
    ['ark:/12345/bog7', 'ark:12345/bog7'],
    ['https://hdl.handle.net/11858/7', 'hdl:11858/7'],
    ['https://bog.example/7/', 'http://bog.example/7'],
    [42, '42'],
    [' bog-7\n', 'bog-7'],
  ])('finds the record: %j', async (identifier, name) => {
    const { describes } = await graphOf({ ...dataset, identifier });
    expect(describes[0]?.identifiers.map(identifierName)).toContain(name);
  });

  it.each([
    'undefined',
    'nan',
    'None',
    'missing',
    'nil:unknown',
    'http://www.opengis.net/def/nil/OGC/0/missing',
    'https://www.opengis.net/def/nil/ogc/0/inapplicable',
    'HTTP://WWW.OPENGIS.NET/DEF/NIL/OGC/0/withheld',
  ])('for a missing value identifies no record, and is reported: %s', async (nil) => {
    for (const identifier of [nil, { '@type': 'PropertyValue', value: nil }]) {
      const document = { ...dataset, identifier: [identifier, 'bog-7'] };
      const { describes, nquads } = await graphOf(document);
      expect(describes[0]?.identifiers).toEqual(['bog-7']);
      expect(nquads).toContain(`"${nil}"`);
      expect(await findingsOf(document)).toEqual([{ kind: 'identifier-unusable', value: nil }]);
    }
  });

  it('that is a reference to a nil identifies no record', async () => {
    const nil = 'http://www.opengis.net/def/nil/OGC/0/missing';
    const document = { ...dataset, identifier: { '@id': nil }, url: { '@id': nil }, sameAs: nil };
    expect((await graphOf(document)).describes[0]?.identifiers).toEqual([]);
    expect(await findingsOf(document)).toEqual([{ kind: 'identifier-unusable', value: nil }]);
  });

  it('that is empty or missing is not reported', async () => {
    const identifier = ['', ' ', null, { '@type': 'PropertyValue', value: '' }, { '@id': '_:b' }];
    expect((await graphOf({ ...dataset, identifier })).describes[0]?.identifiers).toEqual([]);
    expect(await findingsOf({ ...dataset, identifier })).toEqual([]);
  });
});

describe('a URL of the data', () => {
  it.each([
    ['contentUrl', '<http://schema.org/contentUrl>'],
    ['contentURL', '<http://schema.org/contentURL>'],
  ])('keeps its name: %s', async (name, predicate) => {
    const distribution = { '@type': 'DataDownload', [name]: 'https://bog.example/7.csv' };
    expect(await statementsOf({ ...dataset, distribution })).toContain(
      `_:1 ${predicate} "https://bog.example/7.csv"`,
    );
  });

  it('can be a nil, which is kept', async () => {
    const nil = 'http://www.opengis.net/def/nil/OGC/0/missing';
    const distribution = { '@type': 'DataDownload', contentUrl: nil };
    const own = { ...dataset, '@context': 'https://schema.org/', distribution };
    expect(await statementsOf(own)).toContain(`_:1 <http://schema.org/contentUrl> <${nil}>`);
    expect(await findingsOf(own)).toEqual([]);
  });

  it('without a scheme is an identifier of the resource as published', async () => {
    const { describes } = await graphOf({ ...dataset, url: 'www.bog.example/7' });
    expect(describes[0]?.identifiers).toEqual(['www.bog.example/7']);
  });
});

describe('the name of a described resource', () => {
  const nil = 'http://www.opengis.net/def/nil/OGC/0/missing';

  it.each([
    ['Peat', 'Peat'],
    [[' ', 'None', 'Peat', 'Torf'], 'Peat'],
    [{ '@value': 'Torf', '@language': 'de' }, 'Torf'],
    [{ '@list': ['Peat', 'Torf'] }, 'Peat'],
    [['nil:missing', nil, 'Peat'], 'Peat'],
    ['', undefined],
    ['None', undefined],
    ['missing', undefined],
    [nil, undefined],
    [null, undefined],
  ])('is not a placeholder: %j', async (name, expected) => {
    const { describes } = await graphOf({ ...dataset, name });
    expect(describes[0]?.name).toBe(expected);
  });

  it('keeps its tags and entities, and is complete in the graph', async () => {
    const text = '<b>Peat</b> &amp; moss';
    const { describes, nquads } = await graphOf({
      ...dataset,
      name: [text, ''],
      description: 'None',
    });
    expect(describes[0]?.name).toBe(text);
    expect(nquads).toContain(`<http://schema.org/name> "${text}"`);
    expect(nquads).toContain('<http://schema.org/name> ""');
    expect(nquads).toContain('<http://schema.org/description> "None"');
  });
});

it('creators keep their order, roles and plain names', async () => {
  const creator = {
    '@list': [{ '@type': 'Person', name: 'A' }, 'B', { '@type': 'Role', creator: 'C' }],
  };
  const statements = await statementsOf({ ...dataset, creator });
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
  expect(statements).toContain(`<${id}> <http://schema.org/creator> _:1`);
  expect(statements.filter((line) => line.includes(`<${rdf}first>`))).toHaveLength(3);
  expect(statements.join('\n')).toMatch(/<[^>]*first> "B"/u);
  expect(statements.join('\n')).toMatch(/creator> "C"/u);
});
