import { describe, expect, it } from 'vitest';
import { problemsOfOutcome } from '../../src/model/outcome.ts';
import type { SearchFacts } from '../../src/model/search-facts.ts';
import { readWith } from '../extract/lists/both-readings.ts';
import { documentUrl, expandAll, graphsOf } from './expanding.ts';

const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [9, 46],
      [10, 46],
      [10, 47],
      [9, 47],
      [9, 46],
    ],
  ],
};

const levels = {
  '@type': 'Dataset',
  title: 'Lake levels',
  titleMap: { de: 'Seespiegel' },
  description: 'Daily levels of three lakes.',
  identifier: 'lake-levels',
  publisher: { '@type': 'Organization', name: 'Water Office' },
  contactPoint: { '@type': 'Kind', fn: 'A. Diver', title: 'Officer' },
  license: 'public domain',
  language: 'en',
  temporal: [{ '@type': 'PeriodOfTime', startDate: '2001-01-01', endDate: '2004-12-31' }],
  spatial: [{ '@type': 'Location', prefLabel: 'Lake', bbox: polygon }],
  distribution: [{ '@type': 'Distribution', mediaType: 'text/csv', byteSize: '1200' }],
};
const wells = { ...levels, title: 'Wells', identifier: 'wells', titleMap: {} };
const conformsTo = { '@type': 'Standard', title: 'DCAT-US 3.0' };
const catalogue = { '@type': 'Catalog', title: 'All', publisher: { name: 'WO' }, conformsTo };

const keysOf = async (document: object): Promise<readonly (string | undefined)[]> =>
  (await graphsOf([document])).map(({ key }) => key);

describe('a catalogue of DCAT-US 3.0', () => {
  it('is read as DCAT, with codes and texts as published', async () => {
    const [graph] = await graphsOf([{ ...catalogue, dataset: [levels] }]);
    const statements = graph?.nquads ?? '';
    for (const statement of [
      '<http://purl.org/dc/terms/title> "Seespiegel"@de',
      '<http://purl.org/dc/terms/license> "public domain"',
      '<http://purl.org/dc/terms/language> "en"',
      '<http://www.w3.org/2006/vcard/ns#title> "Officer"',
      '<http://www.w3.org/ns/dcat#mediaType> "text/csv"',
      '"1200"^^<http://www.w3.org/2001/XMLSchema#nonNegativeInteger>',
      '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/ns/dcat#Dataset>',
    ]) {
      expect(statements).toContain(statement);
    }
    const problems = (await expandAll([{ ...catalogue, dataset: [levels] }])).flatMap((each) =>
      problemsOfOutcome(each).map(({ kind }) => kind),
    );
    expect(problems.filter((kind) => !kind.startsWith('geometry-'))).toEqual([]);
  });

  it.each([
    ['in a bounding box of a location', {}],
    [
      'by the sides of a box',
      {
        spatial: null,
        geographicBoundingBox: {
          '@type': 'GeographicBoundingBox',
          westBoundingLongitude: '9',
          southBoundingLatitude: '46',
          eastBoundingLongitude: '10',
          northBoundingLatitude: '47',
        },
      },
    ],
  ])('has places %s, and periods', async (_, more) => {
    const [graph] = await graphsOf([{ ...catalogue, dataset: [{ ...levels, ...more }] }]);
    const [facts] = JSON.parse(graph?.search ?? '[]') as readonly SearchFacts[];
    expect(facts?.places.boxes).toEqual([{ south: 46, west: 9, north: 47, east: 10 }]);
    expect(JSON.stringify(facts?.times)).toContain('2004-12-31');
  });

  it('is a list and no record, of all that it names', async () => {
    const document = {
      ...catalogue,
      '@id': '#all',
      dataset: [levels],
      service: [{ '@type': 'DataService', title: 'Interface', identifier: 'api' }],
      datasetSeries: [
        {
          '@type': 'DatasetSeries',
          '@id': 'https://water.example/series',
          title: 'Years',
          seriesMember: [{ ...wells, '@id': 'https://water.example/wells' }],
        },
      ],
      catalog: [
        { '@type': 'Catalog', title: 'Part', dataset: [{ ...wells, identifier: 'in-part' }] },
      ],
    };
    const graphs = await graphsOf([document]);
    expect(new Set(graphs.map(({ key }) => key))).toEqual(
      new Set([
        'api',
        'https://water.example/series',
        'https://water.example/wells',
        'in-part',
        'lake-levels',
      ]),
    );
    expect(new Set(graphs.flatMap(({ memberOf }) => memberOf))).toEqual(
      new Set([`${documentUrl}#all`]),
    );
    const series = graphs.find(({ key }) => key === 'https://water.example/series');
    expect(series?.nquads).toContain('#seriesMember> <https://water.example/wells>');
  });

  const v11 = 'https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld';
  const withdrawn =
    'https://raw.githubusercontent.com/DOI-DO/dcat-us/main/context/dcat-us-3.0.jsonld';

  it.each([
    ['its types alone', { '@type': 'Catalog' }],
    ['what it claims', { conformsTo: { identifier: 'https://resources.data.gov/dcat-us/3.0.0' } }],
    ['what it claims, with the context of 1.1', { '@context': v11, conformsTo: 'DCAT-US 3.0' }],
    ['the context that was withdrawn', { '@context': withdrawn, '@type': 'dcat:Catalog' }],
  ])('is recognised by %s', async (_, head) => {
    expect(await keysOf({ ...head, title: 'All', dataset: [levels, wells] })).toEqual([
      'lake-levels',
      'wells',
    ]);
  });

  it('is told of if it refers to the context that was withdrawn', async () => {
    const outcomes = await expandAll([{ '@context': withdrawn, ...levels }]);
    expect(outcomes.flatMap((each) => problemsOfOutcome(each))).toContainEqual(
      expect.objectContaining({ kind: 'context-url-wrong', readAs: 'DCAT-US 3.0' }),
    );
  });

  it('is not what has a context of its own', async () => {
    const own = { '@vocab': 'http://o.example/', dataset: null };
    const [graph] = await graphsOf([{ '@context': own, ...catalogue, dataset: [levels] }]);
    expect(graph?.nquads).toContain('<http://o.example/title> "All"');
  });

  it('gives the same records in pieces as in memory', async () => {
    const many = Array.from({ length: 40 }, (_, number) => ({
      ...levels,
      identifier: `lake-${number}`,
    }));
    const service = [{ '@type': 'DataService', title: 'Interface', identifier: 'api' }];
    const document = { ...catalogue, '@id': '#all', dataset: many, service };
    const whole = await readWith(1_000_000, document);
    expect(Object.keys(whole.graphs)).toHaveLength(41);
    expect(await readWith(4096, document)).toEqual(whole);
  });
});
