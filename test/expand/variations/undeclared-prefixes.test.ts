import { describe, expect, it } from 'vitest';
import { findingsOf, graphOf, statementsOf } from '../expanding.ts';

const rdfType = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
const context = { ex: 'http://example.org/' };
const id = 'http://example.org/1';

describe('a well-known prefix that is undeclared', () => {
  it.each([
    ['dct:title', 'http://purl.org/dc/terms/title'],
    ['dcterms:title', 'http://purl.org/dc/terms/title'],
    ['dc:title', 'http://purl.org/dc/elements/1.1/title'],
    ['dcat:keyword', 'http://www.w3.org/ns/dcat#keyword'],
    ['schema:name', 'http://schema.org/name'],
    ['sdo:name', 'http://schema.org/name'],
    ['prov:value', 'http://www.w3.org/ns/prov#value'],
    ['skos:prefLabel', 'http://www.w3.org/2004/02/skos/core#prefLabel'],
    ['time:inXSDDate', 'http://www.w3.org/2006/time#inXSDDate'],
    ['geosparql:asWKT', 'http://www.opengis.net/ont/geosparql#asWKT'],
    ['spdx:checksumValue', 'http://spdx.org/rdf/terms#checksumValue'],
    ['cdi:name', 'http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/name'],
  ])('means what it always means: %s', async (name, iri) => {
    const document = { '@context': context, '@id': id, [name]: 'x' };
    expect(await statementsOf(document)).toEqual([`<${id}> <${iri}> "x"`]);
    const [prefix = ''] = name.split(':', 1);
    const found = await findingsOf(document);
    expect(found).toContainEqual({
      kind: 'prefix-undeclared',
      prefix,
      value: name,
      namespace: expect.any(String) as unknown,
    });
  });

  it('is repaired wherever it stands, and reported once', async () => {
    const document = {
      '@context': context,
      '@id': id,
      '@type': 'dcat:Dataset',
      'ex:date': { '@value': '2026', '@type': 'xsd:gYear' },
      'ex:kind': { '@id': 'dcat:CatalogRecord' },
    };
    expect(await statementsOf(document)).toEqual([
      `<${id}> ${rdfType} <http://www.w3.org/ns/dcat#Dataset>`,
      `<${id}> <http://example.org/date> "2026"^^<http://www.w3.org/2001/XMLSchema#gYear>`,
      `<${id}> <http://example.org/kind> <http://www.w3.org/ns/dcat#CatalogRecord>`,
    ]);
    const findings = await findingsOf(document);
    expect(findings).toMatchObject([{ prefix: 'dcat' }, { prefix: 'xsd' }]);
  });

  it('is repaired in the definition of a term', async () => {
    const own = { title: 'dct:title', spatial: { '@id': 'dct:spatial', '@type': '@id' } };
    const document = { '@context': own, '@id': id, title: 'x', spatial: 'http://example.org/2' };
    expect(await statementsOf(document)).toEqual([
      `<${id}> <http://purl.org/dc/terms/spatial> <http://example.org/2>`,
      `<${id}> <http://purl.org/dc/terms/title> "x"`,
    ]);
  });

  it('has the record found by what it says', async () => {
    const record = {
      '@id': 'http://example.org/1/record',
      '@type': 'schema:Dataset',
      'schema:additionalType': 'dcat:CatalogRecord',
      'schema:about': { '@id': id, '@type': 'schema:Dataset', 'schema:name': 'Moss' },
      'dct:conformsTo': { '@id': 'https://w3id.org/cdif/core/1.1' },
    };
    expect(await graphOf({ '@context': context, ...record })).toMatchObject({
      recordIri: record['@id'],
      profiles: ['https://w3id.org/cdif/core/1.1'],
      describes: [{ iri: id, name: 'Moss', types: ['http://schema.org/Dataset'] }],
    });
  });

  it('means what the context says where it is declared', async () => {
    const own = { dct: 'http://other.example/', time: 'http://other.example/time' };
    const document = { '@context': own, '@id': id, 'dct:title': 'x', time: 'y' };
    expect(await statementsOf(document)).toEqual([
      `<${id}> <http://other.example/title> "x"`,
      `<${id}> <http://other.example/time> "y"`,
    ]);
    expect(await findingsOf(document)).toEqual([]);
  });
});

describe('a prefix that could mean anything', () => {
  it('is left as it is, and reported once with an example', async () => {
    const document = {
      '@context': { '@vocab': 'http://schema.org/' },
      '@id': 'metadata:7',
      about: [{ '@id': 'metadata:8' }, { '@id': 'ada:9' }],
    };
    expect(await statementsOf(document)).toEqual([
      '<metadata:7> <http://schema.org/about> <metadata:8>',
      '<metadata:7> <http://schema.org/about> <ada:9>',
    ]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'prefix-undeclared', prefix: 'metadata', value: 'metadata:7' },
      { kind: 'prefix-undeclared', prefix: 'ada', value: 'ada:9' },
    ]);
  });
});

it.each([
  'doi:10.1234/7',
  'DOI:10.1234/7',
  'ark:/12345/x',
  'hdl:11858/1',
  'urn:uuid:7',
  'mailto:a@bog.example',
  'info:doi/10.1234/7',
  's3://bog/7',
  'x-own://7',
  'https:doi.org/10.1234/7',
])('takes the scheme of %s for no prefix', async (iri) => {
  const document = { '@context': { '@vocab': 'http://schema.org/' }, '@id': iri, name: 'x' };
  expect(await statementsOf(document)).toEqual([`<${iri}> <http://schema.org/name> "x"`]);
  expect(await findingsOf(document)).toEqual([]);
});

it('leaves texts alone', async () => {
  const document = { '@context': { '@vocab': 'http://schema.org/' }, name: 'dct:title' };
  expect(await statementsOf(document)).toEqual(['_:1 <http://schema.org/name> "dct:title"']);
  expect(await findingsOf(document)).toEqual([]);
});

describe('a prefix that is declared', () => {
  it.each([
    ['without the character at its end', 'https://example.org/object?uri=trs'],
    ['as an object without @prefix', { '@id': 'https://example.org/terms#' }],
  ])('and not usable is left as it is, and reported as that: %s', async (_, definition) => {
    const declared = typeof definition === 'string' ? definition : definition['@id'];
    const document = {
      '@context': { ...context, own: definition },
      '@id': id,
      'ex:a': { '@id': 'own:b' },
    };
    expect(await statementsOf(document)).toEqual([`<${id}> <http://example.org/a> <own:b>`]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'prefix-unusable', prefix: 'own', value: 'own:b', declared },
    ]);
  });

  it('and well-known means what it always means, also where it is not usable', async () => {
    const document = {
      '@context': { dct: 'http://purl.org/dc/terms' },
      '@id': id,
      'dct:title': 'x',
    };
    expect(await statementsOf(document)).toEqual([`<${id}> <http://purl.org/dc/terms/title> "x"`]);
    expect(await findingsOf(document)).toMatchObject([
      {
        kind: 'prefix-unusable',
        declared: 'http://purl.org/dc/terms',
        namespace: 'http://purl.org/dc/terms/',
      },
    ]);
  });

  it.each([{ '@id': 'https://example.org/x=', '@prefix': true }, 'https://example.org/x#'])(
    'and usable is used: %j',
    async (own) => {
      const document = { '@context': { ...context, own }, '@id': id, 'own:b': 'x' };
      expect(await findingsOf(document)).toEqual([]);
    },
  );
});
