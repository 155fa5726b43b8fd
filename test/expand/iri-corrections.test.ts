import { describe, expect, it } from 'vitest';
import { findingsOf, graphOf, statementsOf } from './expanding.ts';

const spellings = [
  'http://schema.org/',
  'https://schema.org/',
  'http://www.schema.org/',
  'https://www.schema.org/',
  'HTTPS://Schema.Org/',
];

describe.each(spellings)('the namespace %s', (spelling) => {
  it('is http://schema.org/ in properties, classes and datatypes', async () => {
    const document = {
      '@context': { s: spelling },
      '@type': 's:Dataset',
      's:anything': { '@value': '2026', '@type': 's:Date' },
    };
    expect(await statementsOf(document)).toEqual([
      '_:1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset>',
      '_:1 <http://schema.org/anything> "2026"^^<http://schema.org/Date>',
    ]);
  });

  it('is http://schema.org/ in subjects and objects that are terms of the vocabulary', async () => {
    const document = {
      '@context': { p: 'http://example.org/p', s: spelling },
      '@id': 's:InStock',
      p: [{ '@id': 's:Dataset' }, { '@id': 's:variableMeasured' }],
    };
    expect(await statementsOf(document)).toEqual([
      '<http://schema.org/InStock> <http://example.org/p> <http://schema.org/Dataset>',
      '<http://schema.org/InStock> <http://example.org/p> <http://schema.org/variableMeasured>',
    ]);
  });
});

it.each([
  'https://schema.org/',
  'https://schema.org/docs/schemas.html',
  'https://schema.org/NoSuchTerm',
  'https://schema.org/Dataset#',
  'https://schema.org/constructor',
  'https://pending.schema.org/Dataset',
  'https://schema.org.example.net/Dataset',
])('%s stays unchanged as a subject or object, where it may be a document', async (iri) => {
  const document = { '@context': { p: 'http://example.org/p' }, '@id': iri, p: { '@id': iri } };
  expect(await statementsOf(document)).toEqual([`<${iri}> <http://example.org/p> <${iri}>`]);
});

it('texts with the namespace stay unchanged', async () => {
  const document = {
    '@context': { '@vocab': 'https://schema.org/' },
    url: 'https://schema.org/Dataset',
  };
  expect(await statementsOf(document)).toEqual([
    '_:1 <http://schema.org/url> "https://schema.org/Dataset"',
  ]);
});

const context = { p: 'http://example.org/p' };

describe.each([
  'https://schema.org',
  'http://schema.org',
  'https://www.schema.org',
  'https://schema.org#',
  'http://schema.org/#',
])('a term after %s', (spelling) => {
  const missing = (name: string): object => ({
    kind: 'schema-org-slash-missing',
    value: spelling + name,
  });

  it.each([
    [
      'a class',
      'Dataset',
      { '@type': `${spelling}Dataset` },
      '_:1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset>',
    ],
    ['a property', 'name', { [`${spelling}name`]: 'x' }, '_:1 <http://schema.org/name> "x"'],
    [
      'a datatype',
      'Date',
      { p: { '@value': 'x', '@type': `${spelling}Date` } },
      '_:1 <http://example.org/p> "x"^^<http://schema.org/Date>',
    ],
    [
      'a member of an enumeration',
      'InStock',
      { p: { '@id': `${spelling}InStock` } },
      '_:1 <http://example.org/p> <http://schema.org/InStock>',
    ],
  ])('gets its slash as %s, and is reported', async (_, name, members, statement) => {
    expect(await statementsOf({ '@context': context, ...members })).toEqual([statement]);
    expect(await findingsOf({ '@context': context, ...members })).toEqual([missing(name)]);
  });

  it('is reported once', async () => {
    const type = `${spelling}Dataset`;
    const twice = { '@context': context, '@type': type, p: [{ '@type': type }, { '@id': type }] };
    expect(await findingsOf(twice)).toEqual([missing('Dataset')]);
  });

  it('stays unchanged in a text, like unknown names', async () => {
    const others = ['NoSuchTerm', 'constructor', '.example.net/Dataset', ':80/Dataset'];
    const iris = others.map((name) => spelling + name);
    const members = { p: [`${spelling}Dataset`, ...iris.map((iri) => ({ '@id': iri }))] };
    expect(await statementsOf({ '@context': context, ...members })).toEqual([
      `_:1 <http://example.org/p> "${spelling}Dataset"`,
      ...iris.map((iri) => `_:1 <http://example.org/p> <${iri}>`),
    ]);
    expect(await findingsOf({ '@context': context, ...members })).toEqual([]);
  });
});

const misspelt = async (document: object) =>
  (await findingsOf({ '@context': 'https://schema.org', ...document })).filter(
    (finding) => 'kind' in finding && finding.kind === 'schema-org-term-misspelt',
  );

describe('a name that schema.org does not have', () => {
  it.each([
    ['dataset', 'Dataset'],
    ['DataSet', 'Dataset'],
    ['Datasets', 'Dataset'],
    ['datasets', 'Dataset'],
    ['Website', 'WebSite'],
    ['Organisation', 'Organization'],
    ['Datset', 'Dataset'],
    ['Dtaaset', 'Dataset'],
    ['https://www.schema.org/DataSet', 'Dataset'],
  ])('is reported as a type with the similar term: %s', async (type, meant) => {
    const name = type.replace(/^.*\//u, '');
    expect(await misspelt({ '@type': type, name: 'x' })).toMatchObject([
      { role: 'type', name, meant },
    ]);
  });

  it.each([
    ['datePublishd', 'datePublished'],
    ['Name', 'name'],
    ['URL', 'url'],
    ['contentURL', 'contentUrl'],
    ['keyword', 'keywords'],
    ['identifiers', 'identifier'],
    ['licence', 'license'],
    ['desciption', 'description'],
    ['descripttion', 'description'],
    ['pubilsher', 'publisher'],
  ])('is reported as a property with the similar term: %s', async (name, meant) => {
    expect(await misspelt({ '@type': 'Dataset', [name]: 'x' })).toMatchObject([
      { role: 'predicate', name, meant },
    ]);
  });

  const sound: readonly object[] = [
    // What it has, older and newer terms among them.
    { '@type': 'Dataset', dataset: { '@type': 'Dataset' }, variableMeasured: 'x' },
    { '@type': ['3DModel', 'UserInteraction'], contactPoints: 'x', sha256: 'x' },
    // Short words, names with digits, and what is far from all terms.
    { '@type': 'Site', label: 'x', links: 'x', title: 'x', subject: 'x' },
    { '@type': 'Dataset', comment2: 'x', description_en: 'x', spatialResolution: 'x' },
    // A class in place of a property is no slip, nor is a property in place of a class.
    { '@type': 'author', Person: 'x' },
    { '@type': ['constructor', 'toString'], hasOwnProperty: 'x' },
  ];

  it.each(sound.map((document): [object] => [document]))(
    'is not reported where nothing was meant for sure: %j',
    async (document) => {
      expect(await misspelt(document)).toEqual([]);
    },
  );

  it('is not reported in other namespaces or as a node', async () => {
    const document = {
      '@context': { '@vocab': 'https://example.org/', s: 'https://schema.org/' },
      '@id': 's:DataSet',
      '@type': 'DataSet',
      keyword: { '@id': 's:keyword' },
    };
    expect(await findingsOf(document)).toEqual([]);
  });

  it('stays in the graph as published, and is reported once', async () => {
    const document = {
      '@context': { s: 'https://schema.org/' },
      '@type': 's:DataSet',
      's:hasPart': [{ '@type': 's:DataSet' }, { '@type': 's:DataSet' }],
    };
    expect(await misspelt(document)).toHaveLength(1);
    expect((await statementsOf(document))[0]).toContain('<http://schema.org/DataSet>');
  });
});

const rdfType = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
const exContext = { ex: 'http://example.org/' };
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
  ])('is expanded to its usual namespace: %s', async (name, iri) => {
    const document = { '@context': exContext, '@id': id, [name]: 'x' };
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

  it('is expanded in every position, and reported once', async () => {
    const document = {
      '@context': exContext,
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

  it('is expanded in the definition of a term', async () => {
    const own = { title: 'dct:title', spatial: { '@id': 'dct:spatial', '@type': '@id' } };
    const document = { '@context': own, '@id': id, title: 'x', spatial: 'http://example.org/2' };
    expect(await statementsOf(document)).toEqual([
      `<${id}> <http://purl.org/dc/terms/spatial> <http://example.org/2>`,
      `<${id}> <http://purl.org/dc/terms/title> "x"`,
    ]);
  });

  it('is expanded in the description of the record', async () => {
    const record = {
      '@id': 'http://example.org/1/record',
      '@type': 'schema:Dataset',
      'schema:additionalType': 'dcat:CatalogRecord',
      'schema:about': { '@id': id, '@type': 'schema:Dataset', 'schema:name': 'Moss' },
      'dct:conformsTo': { '@id': 'https://w3id.org/cdif/core/1.1' },
    };
    expect(await graphOf({ '@context': exContext, ...record })).toMatchObject({
      recordIri: record['@id'],
      profiles: ['https://w3id.org/cdif/core/1.1'],
      describes: [{ iri: id, name: 'Moss', types: ['http://schema.org/Dataset'] }],
    });
  });

  it('has the namespace of the context if that declares it', async () => {
    const own = { dct: 'http://other.example/', time: 'http://other.example/time' };
    const document = { '@context': own, '@id': id, 'dct:title': 'x', time: 'y' };
    expect(await statementsOf(document)).toEqual([
      `<${id}> <http://other.example/title> "x"`,
      `<${id}> <http://other.example/time> "y"`,
    ]);
    expect(await findingsOf(document)).toEqual([]);
  });
});

describe('an unknown prefix that is undeclared', () => {
  it('stays unchanged, and is reported once with an example', async () => {
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
])('the scheme of %s is not taken for a prefix', async (iri) => {
  const document = { '@context': { '@vocab': 'http://schema.org/' }, '@id': iri, name: 'x' };
  expect(await statementsOf(document)).toEqual([`<${iri}> <http://schema.org/name> "x"`]);
  expect(await findingsOf(document)).toEqual([]);
});

it('texts with undeclared prefixes stay unchanged', async () => {
  const document = { '@context': { '@vocab': 'http://schema.org/' }, name: 'dct:title' };
  expect(await statementsOf(document)).toEqual(['_:1 <http://schema.org/name> "dct:title"']);
  expect(await findingsOf(document)).toEqual([]);
});

describe('a prefix that is declared', () => {
  it.each([
    ['without the character at its end', 'https://example.org/object?uri=trs'],
    ['as an object without @prefix', { '@id': 'https://example.org/terms#' }],
  ])('and unusable stays unchanged, and is reported as unusable: %s', async (_, definition) => {
    const declared = typeof definition === 'string' ? definition : definition['@id'];
    const document = {
      '@context': { ...exContext, own: definition },
      '@id': id,
      'ex:a': { '@id': 'own:b' },
    };
    expect(await statementsOf(document)).toEqual([`<${id}> <http://example.org/a> <own:b>`]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'prefix-unusable', prefix: 'own', value: 'own:b', declared },
    ]);
  });

  it('and well-known is expanded to its usual namespace even if it is unusable', async () => {
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
      const document = { '@context': { ...exContext, own }, '@id': id, 'own:b': 'x' };
      expect(await findingsOf(document)).toEqual([]);
    },
  );
});
