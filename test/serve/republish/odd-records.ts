/** Records in shapes that are hard to publish again, by the names of their files. */
export function oddRecords(): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(records));
}

const context = { '@context': 'https://schema.org/' };
const harbour = 'https://org.example/harbour';

const records = {
  'draft.jsonld': {
    '@context': ['https://schema.org/', { dcterms: 'http://purl.org/dc/terms/' }],
    '@id': 'https://r.example/draft#metadata',
    '@type': 'DigitalDocument',
    'dcterms:conformsTo': { '@id': 'https://w3id.org/cdif/discovery/1.0' },
    about: { '@id': 'https://r.example/draft', '@type': 'Dataset', name: 'By its metadata' },
  },
  'cycle.jsonld': {
    ...context,
    '@graph': [
      { '@id': 'https://r.example/work', '@type': 'Article', about: { '@id': '#set' } },
      {
        '@id': '#set',
        '@type': 'Dataset',
        name: 'Tides',
        citation: { '@id': 'https://r.example/work' },
        subjectOf: { '@id': '#metadata' },
      },
      {
        '@id': '#metadata',
        '@type': 'DigitalDocument',
        about: { '@id': '#set' },
        dateModified: '2020-02-03',
      },
      { '@id': '#page', '@type': 'WebPage', name: 'A page beside it' },
    ],
  },
  'station.jsonld': {
    ...context,
    '@id': 'https://r.example/station',
    '@type': 'Place',
    name: 'Station',
    subjectOf: [
      { '@type': 'Dataset', name: 'Wind', isPartOf: { '@id': 'https://r.example/station' } },
      { '@type': 'Dataset', name: 'Rain', creator: { '@list': [{ name: 'Ann' }, 'Bo'] } },
    ],
  },
  'values.jsonld': {
    '@context': { '@vocab': 'http://schema.org/', x: 'https://x.example/' },
    '@id': 'https://r.example/a value',
    '@type': ['Dataset', 'nan'],
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#type': 'Text as type',
    name: { '@value': 'Größe "1"\n\u{1F30A}', '@language': 'de-AT' },
    version: 12_345_678_901_234_567_000,
    'x:data': { '@type': '@json', '@value': { b: [1, null], a: 'x' } },
    'x:sizes': { '@list': [1.5, true, { '@list': ['inner'] }] },
    'x:none': { '@list': [] },
    identifier: ['nan', { '@id': 'ex:1' }, { '@id': 'http://[bad' }],
    isPartOf: { isPartOf: { isPartOf: { '@id': 'https://r.example/a value' } } },
    publisher: { '@id': harbour },
  },
  // Only this record describes the harbour, which others name.
  'harbour.jsonld': {
    ...context,
    '@id': 'https://r.example/harbour-data',
    '@type': 'Dataset',
    name: 'Of the harbour',
    publisher: { '@id': harbour, '@type': 'Organization', name: 'Harbour Office' },
    isBasedOn: { '@id': 'https://r.example/draft' },
  },
  'twin-1.jsonld': { ...context, '@type': 'Dataset', name: 'Twin', creator: { name: 'Ann' } },
  'twin-2.jsonld': { ...context, '@type': 'Dataset', name: 'Twin', creator: { name: 'Ann' } },
  'same-name.jsonld': {
    ...context,
    '@id': 'https://r.example/draft',
    '@type': 'Dataset',
    name: 'Another description',
  },
  'long.jsonld': {
    ...context,
    '@id': 'https://r.example/long',
    '@type': 'Dataset',
    name: 'Long',
    hasPart: Array.from({ length: 2500 }, (_, at) => ({ '@type': 'Dataset', name: `Part ${at}` })),
  },
  // More than a page of the list.
  'many.jsonld': {
    ...context,
    '@type': 'DataCatalog',
    name: 'Catalogue of many',
    dataset: Array.from({ length: 230 }, (_, at) => ({
      '@id': `https://r.example/many/${at}`,
      '@type': 'Dataset',
      name: `Number ${at} & <more>`,
      ...(at % 50 === 0 && { isPartOf: { '@id': `https://r.example/many/${at + 1}` } }),
    })),
  },
} as const;
