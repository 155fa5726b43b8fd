import { describe, expect, it } from 'vitest';
import { documentUrl, expandAll, graphOf, graphsOf } from '../expanding.ts';

const context = {
  '@vocab': 'http://schema.org/',
  dcterms: 'http://purl.org/dc/terms/',
  dcat: 'http://www.w3.org/ns/dcat#',
};
const dataset = { '@id': 'https://bog.example/7', '@type': 'Dataset', name: 'Peat depths' };
const recordIri = 'https://bog.example/7/record';

/** The description of a record besides its statements. */
async function described(document: object) {
  const {
    recordIri: record,
    describes,
    profiles,
    key,
  } = await graphOf({
    '@context': context,
    ...document,
  });
  return { record, resources: describes.map(({ iri }) => iri), profiles, key };
}

describe('the metadata record', () => {
  const spellings = [
    ['a catalogue record by text', { '@type': 'Dataset', additionalType: 'dcat:CatalogRecord' }],
    [
      'a catalogue record by IRI',
      { '@type': 'Dataset', additionalType: { '@id': 'dcat:CatalogRecord' } },
    ],
    ['a catalogue record by type', { '@type': 'dcat:CatalogRecord' }],
    ['a digital document', { '@type': 'DigitalDocument' }],
    [
      'what claims a profile of CDIF',
      {
        '@type': 'CreativeWork',
        'dcterms:conformsTo': { '@id': 'https://w3id.org/cdif/core/1.1' },
      },
    ],
    [
      'what claims one for its encoding, as text',
      { '@type': 'CreativeWork', encoding: { 'dcterms:conformsTo': 'CDIF_basic_1.0' } },
    ],
  ] as const;

  it.each(spellings)('is %s under the resource', async (_, kind) => {
    const document = { ...dataset, subjectOf: { '@id': recordIri, ...kind } };
    expect(await described(document)).toMatchObject({
      record: recordIri,
      resources: [dataset['@id']],
    });
  });

  it.each(spellings)('is %s that is about the resource', async (_, kind) => {
    const document = { '@id': recordIri, ...kind, about: dataset };
    expect(await described(document)).toMatchObject({
      record: recordIri,
      resources: [dataset['@id']],
    });
  });

  it.each(spellings)('is %s beside the resource', async (_, kind) => {
    const record = { '@id': recordIri, ...kind, about: { '@id': dataset['@id'] } };
    for (const nodes of [
      [dataset, record],
      [record, dataset],
      [{ ...dataset, subjectOf: { '@id': recordIri } }, record],
    ]) {
      expect(await described({ '@graph': nodes })).toMatchObject({
        record: recordIri,
        resources: [dataset['@id']],
        key: undefined,
      });
    }
  });

  it('claims the profiles, not the files that are described', async () => {
    const conformsTo = [{ '@id': 'https://w3id.org/cdif/discovery/1.1' }, 'CDIF_basic_1.0'];
    const subjectOf = { '@type': 'DigitalDocument', 'dcterms:conformsTo': conformsTo };
    const distribution = { '@type': 'DataDownload', 'dcterms:conformsTo': 'rfc4180' };
    expect(await described({ ...dataset, subjectOf, distribution })).toEqual({
      record: undefined,
      resources: [dataset['@id']],
      profiles: ['CDIF_basic_1.0', 'https://w3id.org/cdif/discovery/1.1'],
      key: undefined,
    });
  });

  it('is not the same metadata in another format', async () => {
    const xml = { '@id': recordIri, '@type': 'DigitalDocument', encodingFormat: 'application/xml' };
    const subjectOf = { ...xml, contentUrl: 'https://bog.example/7.xml' };
    expect(await described({ ...dataset, subjectOf })).toMatchObject({ record: undefined });
  });

  it('is not a dataset that names subject headings and claims a profile for itself', async () => {
    const about = { '@type': 'DefinedTerm', name: 'peat' };
    const claim = { 'dcterms:conformsTo': { '@id': 'https://w3id.org/cdif/core/1.1' } };
    expect(await described({ ...dataset, ...claim, about })).toMatchObject({
      record: undefined,
      resources: [dataset['@id']],
    });
    const url = 'https://bog.example/7.csv';
    const described7 = { ...dataset, ...claim, distribution: { contentUrl: url } };
    const place = { '@id': 'https://bog.example/', '@type': 'Place' };
    expect(await described({ ...described7, about: place })).toMatchObject({
      resources: [dataset['@id']],
    });
  });

  it('is not the root for its type DigitalDocument alone', async () => {
    const document = { '@id': 'https://bog.example/map.pdf', '@type': 'DigitalDocument' };
    expect(await described({ ...document, name: 'Map' })).toMatchObject({
      record: undefined,
      resources: [document['@id']],
    });
    const subjectOf = { '@id': recordIri, '@type': 'DigitalDocument' };
    expect(await described({ ...document, subjectOf })).toMatchObject({
      record: recordIri,
      resources: [document['@id']],
    });
  });
});

describe('the described resources', () => {
  it('are the root without the nodes below it', async () => {
    const parts = [{ ...dataset, '@id': 'https://bog.example/8' }];
    for (const property of ['hasPart', 'isPartOf', 'isBasedOn', 'citation', 'result']) {
      expect(await described({ ...dataset, [property]: parts })).toMatchObject({
        resources: [dataset['@id']],
      });
    }
    expect(await described({ '@id': 'https://bog.example/p', '@type': 'Person' })).toMatchObject({
      resources: ['https://bog.example/p'],
    });
  });

  it('are the datasets of a monitoring station, in one record', async () => {
    const datasets = [1, 2, 3].map((number) => ({
      '@id': `https://bog.example/series/${number}`,
      '@type': 'Dataset',
    }));
    const station = { '@id': 'https://bog.example/well', '@type': 'Place', subjectOf: datasets };
    expect(await described(station)).toMatchObject({
      key: undefined,
      resources: datasets.map((each) => each['@id']),
    });
  });

  it('are the product where its activity is beside its record', async () => {
    const activity = { '@id': '_:a', '@type': 'Action', result: { '@id': dataset['@id'] } };
    const record = { '@type': 'dcat:CatalogRecord', about: { '@id': dataset['@id'] } };
    const made = { ...dataset, potentialAction: { '@id': '_:a' } };
    expect(await described({ '@graph': [activity, made, record] })).toMatchObject({
      resources: [dataset['@id']],
    });
  });

  it('have a name, types and usable identifiers', async () => {
    const document = {
      '@context': context,
      ...dataset,
      name: [' Peat depths ', 'Torftiefen'],
      identifier: [
        'doi:10.1234/7',
        { '@type': 'PropertyValue', value: 'bog-7', url: 'https://bog.example/id/7' },
        'nan',
        { '@id': 'http://www.opengis.net/def/nil/OGC/0/missing' },
      ],
      sameAs: { '@id': 'https://elsewhere.example/7' },
    };
    expect((await graphOf(document)).describes).toEqual([
      {
        iri: dataset['@id'],
        types: ['http://schema.org/Dataset'],
        name: 'Peat depths',
        identifiers: [
          'doi:10.1234/7',
          'bog-7',
          'https://bog.example/id/7',
          'https://elsewhere.example/7',
        ],
      },
    ]);
  });

  it.each(['nan', 'None', 'http://www.opengis.net/def/nil/OGC/0/withheld', 'nil:unknown'])(
    'has no IRI where it is called %s, which is reported',
    async (id) => {
      const document = { '@context': context, ...dataset, '@id': id };
      const [, outcome] = await expandAll([document]);
      expect(outcome).toMatchObject({
        problems: [{ kind: 'identifier-unusable', value: id }],
      });
      const { describes, nquads } = await graphOf(document);
      expect(describes[0]?.iri).toBeUndefined();
      expect(nquads).not.toContain(`<${new URL(id, documentUrl).href}>`);
    },
  );
});

describe('boilerplate beside a record', () => {
  it('is ignored, except for nodes that the record references', async () => {
    const publisher = { '@id': 'https://bog.example/#org', '@type': 'Organization', name: 'Bog' };
    const nodes = [
      { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', name: 'Home' }] },
      { '@id': 'https://bog.example/#page', '@type': 'WebPage', name: 'Page' },
      { ...dataset, publisher: { '@id': publisher['@id'] } },
      publisher,
      { '@id': 'https://bog.example/#jane', '@type': 'Person', name: 'Jane' },
    ];
    const outcomes = await expandAll([{ '@context': context, '@graph': nodes }]);
    expect(outcomes.filter(({ kind }) => kind === 'skipped')).toHaveLength(3);
    const [graph, ...others] = await graphsOf([{ '@context': context, '@graph': nodes }]);
    expect(others).toEqual([]);
    expect(graph?.graph).toBe(documentUrl);
    expect(graph?.nquads).toContain('"Bog"');
    expect(graph?.nquads).not.toMatch(/Home|Page|Jane/u);
  });

  it('is ignored beside the subject of the page', async () => {
    const page = { '@id': 'https://bog.example/#page', '@type': 'WebPage', mainEntity: dataset };
    expect(await described(page).catch(String)).toContain('not one outcome');
    const [graph, ...others] = await graphsOf([{ '@context': context, ...page }]);
    expect(others).toEqual([]);
    expect(graph?.describes).toMatchObject([{ iri: dataset['@id'] }]);
  });

  it('is a record if there is no other', async () => {
    const page = { '@id': 'https://bog.example/', '@type': 'WebSite', name: 'Bog' };
    expect(await described(page)).toMatchObject({ resources: [page['@id']] });
  });
});
