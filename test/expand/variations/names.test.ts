import { describe, expect, it } from 'vitest';
import { identifierName } from '../../../src/rdf/identifiers.ts';
import { documentUrl, expand, findingsOf, graphOf, graphsOf, statementsOf } from '../expanding.ts';

const context = { '@vocab': 'http://schema.org/' };
const folder = 'https://repository.example.org/records/';
const dataset = { '@context': context, '@type': 'Dataset', name: 'Peat depths' };

describe('a record without @id', () => {
  it('has a graph that is named by its URL, and is the same in every run', async () => {
    const graph = await graphOf(dataset);
    expect(graph).toMatchObject({ graph: documentUrl, describes: [{ name: 'Peat depths' }] });
    expect(graph).not.toHaveProperty('key');
    expect(await graphOf(dataset)).toEqual(graph);
  });

  it.each([
    [{ identifier: 'doi:10.1234/7', url: 'https://bog.example/7' }, 'doi:10.1234/7'],
    [{ identifier: { '@type': 'PropertyValue', value: 'bog-7' } }, 'bog-7'],
    [{ url: 'https://bog.example/7' }, 'https://bog.example/7'],
    [{ identifier: ['nan', ''], url: 'https://bog.example/7' }, 'https://bog.example/7'],
  ])('is named by its identifier or URL among other records: %j', async (more, key) => {
    const other = { ...dataset, '@id': 'https://bog.example/8' };
    const keys = (await graphsOf([[{ ...dataset, ...more }, other]])).map((graph) => graph.key);
    expect(keys).toEqual([key, 'https://bog.example/8']);
  });

  it('is named by its content among other records if it has no identifier', async () => {
    const others = [dataset, { ...dataset, name: 'Peat ages' }];
    const keys = (await graphsOf([others])).map(({ key }) => key);
    expect(keys).toEqual(
      [0, 1].map(() => expect.stringMatching(/^sha256-[\da-f]{64}$/u) as unknown),
    );
    expect(new Set(keys).size).toBe(2);
    const reversed = (await graphsOf([others.toReversed()])).map(({ key }) => key);
    expect(reversed).toEqual(keys.toReversed());
  });
});

describe('a relative @id', () => {
  it.each([
    ['', documentUrl],
    ['#it', `${documentUrl}#it`],
    ['7', `${folder}7`],
    ['/7', 'https://repository.example.org/7'],
    ['?id=7', `${documentUrl}?id=7`],
    ['//bog.example/7', 'https://bog.example/7'],
  ])('is resolved against the document: %j', async (id, iri) => {
    const { describes } = await graphOf({ ...dataset, '@id': id });
    expect(describes[0]?.iri).toBe(iri);
  });

  it('is resolved against the base of the page or list', async () => {
    const baseIri = 'https://bog.example/list/';
    const list = {
      '@context': context,
      '@type': 'ItemList',
      itemListElement: { ...dataset, '@id': '7' },
    };
    const [graph] = await graphsOf([list], { baseIri });
    expect(graph?.describes[0]?.iri).toBe('https://bog.example/list/7');
    expect(graph?.key).toBe('https://bog.example/list/7');
  });

  it('is resolved against @base if the context has one', async () => {
    const own = { ...context, '@base': 'https://bog.example/' };
    const { describes } = await graphOf({ ...dataset, '@context': own, '@id': '7' });
    expect(describes[0]?.iri).toBe('https://bog.example/7');
  });
});

describe('a placeholder as @id', () => {
  it.each(['nan', 'NaN', 'None', 'null', 'undefined', 'missing', 'TBD', 'nil:unknown'])(
    'is no name, and is reported: %s',
    async (id) => {
      const { describes, nquads } = await graphOf({ ...dataset, '@id': id });
      expect(describes[0]).not.toHaveProperty('iri');
      expect(describes[0]?.node).toMatch(/^_:/u);
      expect(nquads).not.toContain(`<${new URL(id, documentUrl).href}>`);
      expect(await findingsOf({ ...dataset, '@id': id })).toContainEqual({
        kind: 'identifier-unusable',
        value: id,
      });
    },
  );

  it.each(['nan', 'not available', '{{id}}', 'nil:missing'])(
    'is a blank node wherever a node is called so: %s',
    async (nan) => {
      const document = {
        '@context': context,
        '@id': 'https://bog.example/7',
        creator: { '@id': nan, name: 'Petra Moor' },
        contributor: { '@list': [{ '@id': nan, name: 'Ute Fen' }] },
        '@reverse': { about: { '@id': nan, name: 'Notes' } },
      };
      const statements = await statementsOf(document);
      const names = statements.filter((line) => line.includes('<http://schema.org/name>'));
      expect(names.map((line) => line.slice(0, 2))).toEqual(['_:', '_:', '_:']);
      expect(new Set(names.map((line) => line.split(' ')[0])).size).toBe(3);
      expect(await findingsOf(document)).toEqual([{ kind: 'identifier-unusable', value: nan }]);
    },
  );

  it('becomes a different blank node for each reference', async () => {
    const nan = { '@id': 'nan' };
    const document = {
      '@context': context,
      '@id': 'https://bog.example/7',
      '@type': 'nan:Type',
      creator: [nan, nan],
      publisher: nan,
    };
    const statements = await statementsOf(document);
    expect(statements.filter((line) => / _:\d$/u.test(line))).toHaveLength(3);
    expect(new Set(statements.map((line) => line.split(' ')[2])).size).toBe(4);
    expect(statements[0]).toMatch(/type> <nan:Type>$/u);
  });

  it.each([
    'nil:missing',
    'nil:notapplicable',
    'http://www.opengis.net/def/nil/OGC/0/inapplicable',
    'urn:ogc:def:nil:OGC:missing',
  ])('is kept as an object if it is an IRI for a missing value: %s', async (nil) => {
    const coverage = [
      'temporalCoverage',
      'spatialCoverage',
      'variableMeasured',
      'creator',
      'about',
    ];
    for (const property of coverage) {
      const document = {
        '@context': context,
        '@id': 'https://bog.example/7',
        [property]: { '@id': nil },
      };
      expect(await statementsOf(document)).toEqual([
        `<https://bog.example/7> <http://schema.org/${property}> <${nil}>`,
      ]);
      expect(await findingsOf(document)).toEqual([]);
      expect(await findingsOf({ ...document, [property]: nil })).toEqual([]);
    }
  });

  it('does not merge records', async () => {
    const nameless = { ...dataset, '@id': 'nan' };
    const graphs = await graphsOf([[nameless, { ...nameless, name: 'Peat ages' }]]);
    expect(graphs).toHaveLength(2);
    expect(new Set(graphs.map(({ graph }) => graph)).size).toBe(2);
  });

  it.each([
    [{ '@id': null }, 'null'],
    [{ '@id': 7 }, '7'],
    [{ '@id': { '@id': 'https://bog.example/7' } }, '{"@id":"https://bog.example/7"}'],
    [{ '@id': ['https://bog.example/7'] }, '["https://bog.example/7"]'],
    [{ '@type': null }, 'null'],
  ])('is removed where expansion would fail: %j', async (more, value) => {
    const document = { '@context': context, name: 'Peat depths', ...more };
    expect(await statementsOf(document)).toEqual(['_:1 <http://schema.org/name> "Peat depths"']);
    expect(await findingsOf(document)).toEqual([
      { kind: 'value-dropped', value, reason: 'no-name' },
    ]);
  });

  it.each([
    [{ '@context': 'https://schema.org/', id: null, type: null }],
    [{ '@context': { ...context, uri: '@id', kind: { '@id': '@type' } }, uri: null, kind: null }],
    [{ '@context': [{ ...context, uri: '@id' }], uri: 7 }],
  ])('is removed also from an alias of @id: %j', async (document) => {
    expect(await statementsOf({ ...document, name: 'x' })).toEqual([
      '_:1 <http://schema.org/name> "x"',
    ]);
  });

  it('is kept in contexts and as a property', async () => {
    const own = { ...context, comment: { '@id': null }, id: 'http://example.org/id' };
    const document = { '@context': own, '@id': null, comment: 'x', id: 7 };
    expect(await statementsOf(document)).toEqual([
      '_:1 <http://example.org/id> "7"^^<http://www.w3.org/2001/XMLSchema#integer>',
    ]);
  });

  it('is found in linear time, whatever its alias', async () => {
    const aliases = Array.from({ length: 20_000 }, (_, index) => [`id${index}`, '@id']);
    const own = { ...context, ...(Object.fromEntries(aliases) as object) };
    const parts = Array.from({ length: 20_000 }, () => ({ id7: null, name: 'x' }));
    const { quads } = await graphOf({ '@context': own, '@id': '', hasPart: parts });
    expect(quads).toBe(40_000);
  });

  it('does not change the names of other nodes', async () => {
    const nodes = [
      { '@id': null, name: 'x' },
      { '@id': 'https://bog.example/7', name: 'y' },
    ];
    expect(await statementsOf({ '@context': context, '@id': '', hasPart: nodes })).toEqual([
      `<${documentUrl}> <http://schema.org/hasPart> _:1`,
      `<${documentUrl}> <http://schema.org/hasPart> <https://bog.example/7>`,
      '_:1 <http://schema.org/name> "x"',
      '<https://bog.example/7> <http://schema.org/name> "y"',
    ]);
  });

  it('does not hide other invalid values', async () => {
    expect(await expand({ ...dataset, '@id': null, hasPart: { '@graph': 'x' } })).toMatchObject({
      kind: 'failed',
      problem: { kind: 'json-ld-invalid', code: 'invalid @graph value' },
      problems: [{ kind: 'value-dropped' }],
    });
  });
});

describe('an @type that is not a text', () => {
  const dropped = { kind: 'value-dropped', reason: 'no-name' };
  const ofDataset = { kind: 'iri-repaired', repaired: 'schema:Dataset' };
  const prefixed = { schema: 'http://schema.org/' };

  it.each([
    [{ '@id': 'schema:Dataset' }, [ofDataset]],
    [{ '@id': 'schema:Dataset', 'schema:name': 'Dataset' }, [ofDataset]],
    [[{ '@id': 'schema:Dataset' }], [ofDataset]],
    [['schema:Dataset', null], [{ ...dropped, value: 'null' }]],
    [
      ['schema:Dataset', { '@id': 7 }, 8],
      [dropped, dropped],
    ],
  ])('is read if it has one meaning, else dropped: %j', async (type, findings) => {
    const document = { '@context': prefixed, '@id': '', '@type': type, 'schema:name': 'x' };
    expect(await statementsOf(document)).toEqual([
      `<${documentUrl}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset>`,
      `<${documentUrl}> <http://schema.org/name> "x"`,
    ]);
    expect(await findingsOf(document)).toMatchObject(findings);
  });

  it('keeps all types of an array', async () => {
    const types = [{ '@id': 'schema:Dataset' }, 'schema:Map', { '@id': 'schema:Thing' }];
    const { describes } = await graphOf({
      '@context': prefixed,
      '@type': types,
      'schema:name': 'x',
    });
    expect(describes[0]?.types).toEqual(
      ['Dataset', 'Map', 'Thing'].map((name) => `http://schema.org/${name}`),
    );
  });

  it.each([{ name: 'Dataset' }, 7, [null], [{ '@value': 'Dataset' }]])(
    'costs the node only its type: %j',
    async (type) => {
      const document = { '@context': context, '@type': type, name: 'x' };
      expect(await statementsOf(document)).toEqual(['_:1 <http://schema.org/name> "x"']);
      expect(await findingsOf(document)).toMatchObject([dropped]);
    },
  );

  it('is also repaired under an alias and in a value', async () => {
    const xsd = 'http://www.w3.org/2001/XMLSchema#';
    const own = { ...context, xsd, uri: '@id', kind: '@type' };
    const date = { '@value': '2026-11-01', kind: { uri: 'xsd:date' } };
    const document = { '@context': own, kind: { uri: 'Dataset' }, datePublished: date };
    expect(await statementsOf(document)).toEqual([
      `_:1 <http://schema.org/datePublished> "2026-11-01"^^<${xsd}date>`,
      '_:1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset>',
    ]);
  });
});

describe('an @id with a blank around it or without its scheme', () => {
  it.each([
    [' https://bog.example/7\n', 'https://bog.example/7'],
    [' doi:10.1234/7', 'doi:10.1234/7'],
    ['DOI:10.1234/7', 'DOI:10.1234/7'],
    ['10.1234/bog-7', `${folder}10.1234/bog-7`],
  ])('is repaired: %j becomes %s', async (id, iri) => {
    const { describes, nquads } = await graphOf({ ...dataset, '@id': id });
    expect(describes[0]?.iri).toBe(iri);
    expect(nquads).toContain(`<${iri}> <http://schema.org/name>`);
  });

  it.each([
    '10.1234/BOG-7',
    'DOI:10.1234/bog-7',
    ' doi:10.1234/bog-7',
    'https://doi.org/10.1234/bog-7',
  ])('is found by any spelling of the DOI: %s', async (id) => {
    const { describes } = await graphOf({ ...dataset, '@id': id });
    const [{ iri = '', identifiers } = { identifiers: [] }] = describes;
    expect([iri, ...identifiers].map(identifierName)).toContain('doi:10.1234/bog-7');
  });
});

describe('one @id in several places', () => {
  it('is a blank node of its own in each document', async () => {
    const blank = { ...dataset, '@id': '_:b0' };
    const graphs = await graphsOf([blank, { ...blank, name: 'Peat ages' }]);
    const labels = graphs.flatMap(({ nquads }) => nquads.match(/_:\w+/gu) ?? []);
    expect(graphs).toHaveLength(2);
    expect(new Set(labels).size).toBe(2);
    for (const { describes } of graphs) expect(describes[0]).not.toHaveProperty('iri');
  });

  it('gives each URL its own graph', async () => {
    const named = { ...dataset, '@id': 'https://bog.example/7' };
    const here = await graphOf(named);
    const there = await graphOf(named, { documentUrl: 'https://other.example/7' });
    expect([here.graph, there.graph]).toEqual([documentUrl, 'https://other.example/7']);
    expect(there.describes).toEqual(here.describes);
  });

  it('may be one of an example domain', async () => {
    const { describes } = await graphOf({ ...dataset, '@id': 'https://example.org/id/XYZ' });
    expect(describes[0]?.iri).toBe('https://example.org/id/XYZ');
  });
});
