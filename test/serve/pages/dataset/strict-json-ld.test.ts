import jsonld from 'jsonld';
import { beforeAll, describe, expect, it } from 'vitest';
import { completeSchemaOrgContext } from '../../../../src/expand/schema-org/context.ts';
import { pageKey } from '../../../../src/serve/page-keys.ts';
import { url } from '../../../catalogue/updates.ts';
import { withoutGraph } from '../../../support/canonical.ts';
import { lookFor, siteOf, type SubjectSite } from './subject-site.ts';

const iri = 'https://data.example/tides';
const path = `/dataset/${pageKey('http://data.example/tides')}`;

/** With what other syntaxes make of IRIs, texts and languages. */
const tides = {
  '@context': 'https://schema.org/',
  '@type': ['Dataset', 'https://types.example/Series'],
  '@id': iri,
  name: [
    { '@value': 'Tides </script> of the harbour', '@language': 'en' },
    { '@value': 'Gezeiten', '@language': 'de' },
  ],
  description: { '@value': 'Measured\nby "hand"', '@language': 'en' },
  identifier: [
    iri,
    'local-17',
    { '@type': 'PropertyValue', propertyID: 'DOI', value: '10.1234/tides' },
  ],
  license: ['https://creativecommons.org/licenses/by/4.0/', 'Free for all, but ask'],
  datePublished: '2015-12-08',
  dateModified: 'spring 2016',
  version: 2,
  keywords: ['tide', { '@value': 'Hafen', '@language': 'de' }],
  creator: [
    { '@type': 'Person', '@id': 'https://orcid.org/0000-0002-1825-0097', name: 'Ann Fen' },
    { '@type': 'Person', '@id': '#local', name: 'Bo Mole' },
    'Cleo Quay',
  ],
  publisher: { '@type': 'Organization', name: 'Harbour Office' },
  spatialCoverage: { '@type': 'Place', name: 'Pier', geo: { '@type': 'GeoShape', box: '1 2 3 4' } },
  temporalCoverage: '2008/2014',
  variableMeasured: [
    { '@type': 'PropertyValue', name: 'level', unitText: 'm', propertyID: 'https://v.example/l' },
    { '@type': 'PropertyValue', name: 'speed', propertyID: 'speed of it' },
  ],
  distribution: [
    {
      '@type': 'DataDownload',
      name: 'All',
      contentUrl: 'https://data.example/a file.csv',
      encodingFormat: ['text/csv', 'a table'],
      contentSize: 1_200_000,
    },
  ],
};

let served: SubjectSite;

beforeAll(async () => {
  served = await siteOf(await lookFor(1, tides, { sources: ['harbour'] }));
});

/** Refuses what a lenient processor drops, such as terms without meaning and relative IRIs. */
const strict = {
  safe: true,
  documentLoader: async (asked: string) => {
    if (asked !== 'https://schema.org/') throw new Error(`asks for ${asked}`);
    return Promise.resolve({
      documentUrl: asked,
      document: { '@context': completeSchemaOrgContext },
    });
  },
} as object;

async function canonical(document: unknown, options: object): Promise<readonly string[]> {
  const text: unknown = await jsonld.canonize(document as object, {
    ...strict,
    algorithm: 'URDNA2015',
    format: 'application/n-quads',
    ...options,
  });
  return String(text).split('\n');
}

async function embedded(language: string): Promise<object> {
  const $ = await served.page(path, language);
  return JSON.parse($('script[type="application/ld+json"]').text()) as object;
}

describe('JSON-LD, to a strict processor', () => {
  it.each([
    // The document of a record is a graph of its own.
    [`/record/${pageKey(url(1))}`, (quads: string) => withoutGraph(quads, url(1))],
    [path, (quads: string) => quads],
  ])('has the same statements as N-Quads: %s', async (page, expectedOf) => {
    const answer = await served.get(`${page}.jsonld`);
    const quads = expectedOf(await (await served.get(`${page}.nq`)).text());
    const expected = await canonical(quads, { inputFormat: 'application/n-quads' });
    expect(expected.length).toBeGreaterThan(30);
    expect(await canonical(await answer.json(), {})).toEqual(expected);
  });

  it.each([
    ['en', 'Tides of the harbour'],
    ['de', 'Gezeiten'],
  ])('is read from a page without loss, with the same statements, in %s', async (tag, name) => {
    const lines = await canonical(await embedded(tag), {});
    const statements = await canonical(await (await served.get(`${path}.jsonld`)).json(), {});
    const own = lines.filter((line) => line.startsWith(`<https://catalogue.example/data${path}> `));
    const said = own.map((line) => line.replace(/^\S+ (.*) \.$/u, '$1'));
    expect(said).toContain(`<http://schema.org/name> "${name}"`);
    expect(said).toContain(`<http://schema.org/sameAs> <${iri}>`);
    // A text that stands where an IRI belongs is none.
    expect(lines.join('\n')).toContain('<http://schema.org/name> "Free for all, but ask"');
    // What is the same in both: literals without language, and IRIs.
    for (const fact of shared) {
      expect(lines.join('\n')).toContain(fact);
      expect(statements.join('\n')).toContain(fact);
    }
  });
});

const shared = [
  '<http://schema.org/keywords> "tide"',
  '<http://schema.org/identifier> "local-17"',
  '<http://schema.org/datePublished> "2015-12-08"^^<http://schema.org/Date>',
  '<http://schema.org/creator> <https://orcid.org/0000-0002-1825-0097>',
  '<https://orcid.org/0000-0002-1825-0097> <http://schema.org/name> "Ann Fen"',
  '<http://schema.org/name> "Harbour Office"',
  '<http://schema.org/name> "level"',
  '<http://schema.org/unitText> "m"',
  '<http://schema.org/propertyID> "https://v.example/l"',
  '<http://schema.org/contentUrl> <https://data.example/a%20file.csv>',
  '<http://schema.org/encodingFormat> "text/csv"',
  '<http://schema.org/box> "1 2 3 4"',
];
