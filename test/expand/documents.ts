/** Faultless documents of all harvested kinds, without remote contexts. */
export const documents: Readonly<Record<string, unknown>> = {
  'a dataset described by a root node, as CDIF has it today': {
    '@context': {
      schema: 'http://schema.org/',
      dcterms: 'http://purl.org/dc/terms/',
      dcat: 'http://www.w3.org/ns/dcat#',
    },
    '@id': 'https://repository.example.org/id/seawater',
    '@type': ['schema:Dataset'],
    'schema:name': 'Sea water temperature at mooring 7',
    'schema:identifier': {
      '@type': ['schema:PropertyValue'],
      'schema:propertyID': 'https://registry.identifiers.org/registry/doi',
      'schema:value': 'doi:10.1234/mooring-7',
    },
    'schema:creator': {
      '@list': [
        { '@id': 'https://orcid.org/0000-0000-0000-0000', 'schema:name': 'A. Person' },
        { '@type': 'schema:Organization', 'schema:name': 'An institute' },
      ],
    },
    'schema:variableMeasured': [
      { '@type': 'schema:PropertyValue', 'schema:name': 'temperature', 'schema:minValue': -1.5 },
      { '@type': 'schema:PropertyValue', 'schema:name': 'depth', 'schema:maxValue': 4000 },
    ],
    'schema:spatialCoverage': {
      '@type': ['schema:Place'],
      'schema:geo': [{ '@type': ['schema:GeoShape'], 'schema:box': '39.3 120 40.5 123' }],
    },
    'schema:subjectOf': {
      '@id': 'https://repository.example.org/id/seawater#record',
      '@type': ['schema:Dataset'],
      'schema:additionalType': [{ '@id': 'dcat:CatalogRecord' }],
      'schema:about': { '@id': 'https://repository.example.org/id/seawater' },
      'dcterms:conformsTo': [{ '@id': 'https://w3id.org/cdif/discovery/1.1' }],
    },
  },
  'a metadata record as the root, as the draft has it': {
    '@context': { '@vocab': 'http://schema.org/' },
    '@id': '#record',
    '@type': 'DigitalDocument',
    about: { '@id': '', '@type': 'Dataset', name: ['Two', 'names'], isAccessibleForFree: true },
    maintainer: { '@id': 'https://ror.org/000000000' },
  },
  'terms of schema.org under https': {
    '@context': { '@vocab': 'https://schema.org/', license: { '@type': '@id' } },
    '@graph': [
      { '@id': '_:a', '@type': 'Dataset', license: 'licence.html', hasPart: { '@id': '_:b' } },
      { '@id': '_:b', '@type': 'DataDownload', contentSize: '5 MB', isPartOf: { '@id': '_:a' } },
    ],
  },
  'lists, sets and indexes': {
    '@context': {
      '@vocab': 'http://example.org/',
      list: { '@container': '@list' },
      byLanguage: { '@container': '@language' },
      byIndex: { '@container': '@index' },
      byId: { '@container': '@id' },
      byType: { '@container': '@type' },
      partOf: { '@reverse': 'part' },
    },
    list: [[1, [2]], [], { name: 'three' }, 'four'],
    byLanguage: { en: ['one', 'two'], de: 'eins' },
    byIndex: { a: { name: 'A' }, b: [{ name: 'B' }, { '@id': 'b' }] },
    byId: { 'http://example.org/x': { name: 'X' } },
    byType: { T: [{ name: 'Y' }] },
    partOf: [{ '@id': 'whole' }, { name: 'another whole' }],
    set: { '@set': ['x', { '@set': ['y'] }] },
  },
  'values of all kinds': {
    '@context': {
      '@vocab': 'http://example.org/',
      '@language': 'en',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
      date: { '@type': 'xsd:date' },
      json: { '@type': '@json' },
      plain: { '@language': null },
    },
    text: ['plain \n "quoted" \\ \t', '', '\u{1F600}é'],
    plain: 'without language',
    date: '2026-11-20',
    json: { b: [1, 2.5, null, 'x'], a: {} },
    numbers: [0, 1, -1, 1.5, 0.25, 1e21, 123456789],
    typed: { '@value': '5', '@type': 'xsd:integer' },
    flags: [true, false, null],
    spoken: { '@value': 'Bonjour', '@language': 'fr-CA' },
  },
  'contexts within contexts': {
    '@context': [
      {
        '@vocab': 'http://example.org/',
        Person: { '@context': { name: 'http://xmlns.com/foaf/0.1/name' } },
      },
      {
        within: {
          '@id': 'http://example.org/in',
          '@context': { '@vocab': 'http://other.example/' },
        },
      },
    ],
    name: 'outer',
    author: { '@type': 'Person', name: 'A. Person', knows: { name: 'B' } },
    within: {
      name: 'inner',
      item: { '@context': null, 'http://example.org/name': 'without context' },
    },
    details: { '@context': { more: '@nest' }, more: { name: 'nested' } },
  },
  'several nodes at the top, some in named graphs': [
    {
      '@context': { '@vocab': 'http://example.org/' },
      '@id': 'a',
      name: 'A',
      '@graph': [{ '@id': 'b', name: 'B' }],
    },
    {
      '@context': { '@vocab': 'http://example.org/' },
      '@graph': [
        { '@id': 'c', part: { '@id': '_:x' } },
        { '@id': '_:x', name: 'X' },
      ],
    },
    {
      '@context': { '@vocab': 'http://example.org/' },
      '@id': 'd',
      '@included': { '@id': 'e', name: 'E' },
    },
  ],
};
