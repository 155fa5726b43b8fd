import { describe, expect, it } from 'vitest';
import { conformsTo, converted, links, properties } from './records.ts';

function withProperties(more: object): Promise<Record<string, unknown>> {
  return converted({ properties: { ...properties, ...more } });
}

function href(name: string): string {
  return `https://peat.example/${name}`;
}

describe('a record of OGC API Records', () => {
  it('becomes schema.org', async () => {
    expect(await converted({ links, time: { interval: ['1990', '..'] } })).toEqual({
      '@context': { '@vocab': 'http://schema.org/' },
      '@type': 'Dataset',
      name: 'Peat depth',
      identifier: 'peat',
      temporalCoverage: '1990/..',
      subjectOf: {
        '@type': 'http://www.w3.org/ns/dcat#CatalogRecord',
        url: { '@id': 'https://ogc.example/items/peat' },
        'http://purl.org/dc/terms/conformsTo': { '@id': conformsTo[0] },
      },
    });
  });

  it('has an IRI where its id is one', async () => {
    const id = 'urn:x-peat:md:7';
    expect(await converted({ id })).toMatchObject({ '@id': id, identifier: id });
    expect(await converted({ id: 7 })).toMatchObject({ identifier: '7' });
  });

  it.each([
    ['description', 'Depth at 40 plots', { description: 'Depth at 40 plots' }],
    ['keywords', ['peat', 'depth'], { keywords: ['peat', 'depth'] }],
    [
      'themes',
      [{ scheme: 'https://terms.example/soil', concepts: [{ id: 'P1', title: 'Peat' }, 'bog'] }],
      {
        keywords: [
          {
            '@type': 'DefinedTerm',
            name: 'Peat',
            termCode: 'P1',
            inDefinedTermSet: { '@id': 'https://terms.example/soil' },
          },
          {
            '@type': 'DefinedTerm',
            name: 'bog',
            termCode: 'bog',
            inDefinedTermSet: { '@id': 'https://terms.example/soil' },
          },
        ],
      },
    ],
    ['language', { code: 'fi', name: 'suomi' }, { subjectOf: { inLanguage: 'fi' } }],
    ['resourceLanguages', [{ code: 'fi' }, { code: 'sv' }], { inLanguage: ['fi', 'sv'] }],
    ['created', '2020-01-01T00:00:00Z', { subjectOf: { dateCreated: '2020-01-01T00:00:00Z' } }],
    ['updated', '2021-01-01T00:00:00Z', { subjectOf: { dateModified: '2021-01-01T00:00:00Z' } }],
    ['license', 'CC-BY-4.0', { license: 'CC-BY-4.0' }],
    ['license', 'https://cc.example/by', { license: { '@id': 'https://cc.example/by' } }],
    ['rights', 'Peat Society', { copyrightNotice: 'Peat Society' }],
    [
      'formats',
      [{ mediaType: 'text/csv' }, { name: 'Shape' }],
      { encodingFormat: ['text/csv', 'Shape'] },
    ],
    [
      'externalIds',
      [{ scheme: 'doi', value: '10.1234/peat' }, { value: 'p-7' }],
      {
        identifier: [
          'peat',
          { '@type': 'PropertyValue', propertyID: 'doi', value: '10.1234/peat' },
          'p-7',
        ],
      },
    ],
    [
      'contacts',
      [
        { name: 'Ada Moor', position: 'Head', organization: 'Peat Society', roles: ['author'] },
        {
          organization: 'Peat Society',
          emails: [{ value: 'a@peat.example' }],
          roles: ['publisher', 'custodian'],
        },
        { roles: ['author'] },
      ],
      {
        creator: {
          '@type': 'Person',
          name: 'Ada Moor',
          jobTitle: 'Head',
          affiliation: { '@type': 'Organization', name: 'Peat Society' },
        },
        publisher: { '@type': 'Organization', name: 'Peat Society', email: 'a@peat.example' },
        maintainer: { '@type': 'Organization', name: 'Peat Society', email: 'a@peat.example' },
      },
    ],
    ['type', 'software', { '@type': 'SoftwareApplication' }],
    ['type', 'Atlas', { '@type': 'CreativeWork', additionalType: 'Atlas' }],
  ])('has %s kept', async (name, value, expected) => {
    expect(await withProperties({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    [{ date: '1999-05' }, '1999-05'],
    [{ timestamp: '1999-05-01T10:00:00Z' }, '1999-05-01T10:00:00Z'],
    [{ interval: ['..', '2001-01-01'], resolution: 'P1D' }, '../2001-01-01'],
    [{ interval: ['..', '..'] }, undefined],
    [null, undefined],
  ])('is of the time %j', async (time, expected) => {
    expect((await converted({ time }))['temporalCoverage']).toBe(expected);
  });

  it('has no licence other: it stands for the licences that are linked', async () => {
    expect(await withProperties({ license: 'other' })).not.toHaveProperty('license');
  });

  it('has its links converted by relation', async () => {
    const all = [
      { rel: 'enclosure', href: href('depth.csv'), type: 'text/csv', title: 'Depths' },
      { rel: 'http://www.opengis.net/def/rel/ogc/1.0/data', href: href('data') },
      { rel: 'license', href: href('licence') },
      { rel: 'alternate', href: href('page'), type: 'text/html' },
      { rel: 'alternate', href: href('iso'), type: 'application/xml' },
      { rel: 'about', href: href('landing') },
      { rel: 'profile', href: 'http://www.opengis.net/def/profile/OGC/0/ogc-record' },
      { rel: 'collection', href: href('all') },
      { rel: 'related', href: href('bog'), title: 'Bogs' },
    ];
    expect(await converted({ links: all })).toMatchObject({
      distribution: [
        {
          '@type': 'DataDownload',
          name: 'Depths',
          contentUrl: { '@id': href('depth.csv') },
          encodingFormat: 'text/csv',
        },
        { '@type': 'DataDownload', contentUrl: { '@id': href('data') } },
      ],
      license: { '@id': href('licence') },
      url: [{ '@id': href('page') }, { '@id': href('landing') }],
      relatedLink: {
        '@type': 'LinkRole',
        linkRelationship: 'related',
        target: { '@type': 'EntryPoint', name: 'Bogs', url: { '@id': href('bog') } },
      },
    });
  });
});

function wkt(text: string): object {
  return {
    '@type': 'Place',
    'http://www.opengis.net/ont/geosparql#hasGeometry': {
      '@type': 'http://www.opengis.net/ont/geosparql#Geometry',
      'http://www.opengis.net/ont/geosparql#asWKT': {
        '@type': 'http://www.opengis.net/ont/geosparql#wktLiteral',
        '@value': text,
      },
    },
  };
}

function geo(shape: object): object {
  return { '@type': 'Place', geo: shape };
}

describe('a record of OGC API Records', () => {
  const box = geo({ '@type': 'GeoShape', box: '60 24 61 25.5' });
  const ring = [
    [24, 60],
    [25.5, 60],
    [25.5, 61],
    [24, 61],
    [24, 60],
  ];

  it.each([
    [
      'a point',
      'Point',
      [24, 60, 12],
      geo({ '@type': 'GeoCoordinates', latitude: 60, longitude: 24 }),
    ],
    ['a box', 'Polygon', [ring], box],
    [
      'a triangle',
      'Polygon',
      [
        [
          [24, 60],
          [25, 60],
          [25, 61],
          [24, 60],
        ],
      ],
      wkt('POLYGON ((24 60, 25 60, 25 61, 24 60))'),
    ],
    [
      'a bow tie',
      'Polygon',
      [
        [
          [24, 60],
          [25, 61],
          [25, 60],
          [24, 61],
          [24, 60],
        ],
      ],
      wkt('POLYGON ((24 60, 25 61, 25 60, 24 61, 24 60))'),
    ],
    [
      'a box with a hole',
      'Polygon',
      [ring, ring],
      wkt(
        'POLYGON ((24 60, 25.5 60, 25.5 61, 24 61, 24 60), (24 60, 25.5 60, 25.5 61, 24 61, 24 60))',
      ),
    ],
    [
      'a line',
      'LineString',
      [
        [1, 2],
        [3, 4],
      ],
      wkt('LINESTRING (1 2, 3 4)'),
    ],
    [
      'two points',
      'MultiPoint',
      [
        [1, 2],
        [3, 4],
      ],
      wkt('MULTIPOINT (1 2, 3 4)'),
    ],
    ['what is no geometry', 'Polygon', [['a']], undefined],
    ['a point at nowhere', 'Point', [], undefined],
  ])('is at %s', async (_, type, coordinates, expected) => {
    expect((await converted({ geometry: { type, coordinates } }))['spatialCoverage']).toEqual(
      expected,
    );
  });

  it('is in its bbox where it has no geometry', async () => {
    expect((await converted({ bbox: [24, 60, 25.5, 61] }))['spatialCoverage']).toEqual(box);
  });
});
