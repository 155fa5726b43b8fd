import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/expand/json.ts';
import type { SignpostingRelation } from '../../../src/model/typed-link.ts';
import { viewRecords } from '../../../src/views/record-view.ts';
import {
  lackingRelations,
  linkSenders,
  type LinkSender,
  type LinkSet,
  type SignpostingRecord,
} from '../../../src/views/signposting/signposting-record.ts';
import { recordsOf, rootIsMetadata, rootIsResource, viewFixture, viewsOf } from '../viewing.ts';
import { linksOfWhole } from './said-links.ts';
import { linksOfParts } from './said-links-of-parts.ts';

const links = [...linksOfWhole, ...linksOfParts];

async function setsOf(document: unknown): Promise<readonly LinkSet[]> {
  const views = await viewsOf('signposting', document);
  expect(views).toHaveLength(1);
  return views[0]?.sets ?? [];
}

function targetsOf(
  sets: readonly LinkSet[],
  of: LinkSender,
  relation: SignpostingRelation,
): readonly string[] {
  return sets
    .filter(({ sender }) => sender === of)
    .flatMap((set) => set.links.filter(({ rel }) => rel === relation))
    .map(({ target }) => target);
}

describe('the links of a resource', () => {
  it.each(links)('have %s, in both shapes', async (_name, said, { of, relation }, targets) => {
    const [first, second] = [
      await setsOf(rootIsResource(said)),
      await setsOf(rootIsMetadata(said)),
    ];
    expect(targetsOf(first, of, relation)).toEqual(targets);
    expect(second).toEqual(first);
  });

  it('have a row for each relation of the appendix, and each sender', () => {
    expect(new Set(links.map(([, , { relation }]) => relation))).toEqual(
      new Set<SignpostingRelation>([
        'author',
        'cite-as',
        'describedby',
        'describes',
        'type',
        'license',
        'item',
        'collection',
      ]),
    );
    expect(new Set(links.map(([, , { of }]) => of))).toEqual(new Set(linkSenders));
  });

  it('say of metadata and content what form they have', async () => {
    const [page] = await setsOf(
      rootIsResource({
        'schema:distribution': {
          'schema:contentUrl': 'https://data.example/tides.csv',
          'schema:encodingFormat': ['CSV', 'Text/CSV; charset=utf-8'],
          'dcterms:conformsTo': { '@id': 'https://data.example/profile' },
        },
      }),
    );
    const formed = page?.links.filter(({ rel }) => rel === 'describedby' || rel === 'item');
    expect(formed).toEqual([
      {
        rel: 'describedby',
        target: 'https://data.example/tides/metadata',
        type: 'application/ld+json',
        profiles: ['https://w3id.org/cdif/core/1.1'],
      },
      {
        rel: 'item',
        target: 'https://data.example/tides.csv',
        type: 'text/csv',
        profiles: ['https://data.example/profile'],
      },
    ]);
  });

  it('say nothing of what has several forms', async () => {
    const said = {
      'schema:contentUrl': 'https://data.example/a',
      'schema:encodingFormat': ['a/b', 'c/d'],
    };
    const sets = await setsOf(rootIsResource({ 'schema:distribution': said }));
    expect(sets[0]?.links.find(({ rel }) => rel === 'item')).toEqual({
      rel: 'item',
      target: 'https://data.example/a',
      profiles: [],
    });
  });

  it('lead to parts and wholes, also of what has no name', async () => {
    const sets = await setsOf({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      url: 'https://data.example/page',
      isPartOf: { '@id': 'https://data.example/all' },
      hasPart: { '@id': 'https://data.example/part' },
      subjectOf: { '@id': 'https://data.example/record', '@type': 'DigitalDocument' },
      distribution: { '@type': 'DataDownload', contentUrl: 'https://data.example/file' },
    });
    expect(sets[0]?.links.map(({ rel, target }) => `${rel} ${target}`)).toEqual([
      'type https://schema.org/Dataset',
      'type https://schema.org/AboutPage',
      'describedby https://data.example/record',
      'item https://data.example/file',
      'item https://data.example/part',
      'collection https://data.example/all',
    ]);
  });

  it('do not lead from something to itself', async () => {
    const own = { '@id': 'https://data.example/tides' };
    const url = 'https://data.example/tides.html';
    const sets = await setsOf(
      rootIsResource({
        'schema:url': url,
        'schema:isPartOf': own,
        'schema:hasPart': own,
        'schema:distribution': { 'schema:contentUrl': url },
      }),
    );
    expect(sets.map(({ sender }) => sender)).toEqual(['landing page', 'metadata']);
    expect(sets[0]?.links.map(({ rel }) => rel)).toEqual([
      'cite-as',
      'type',
      'type',
      'describedby',
    ]);
  });

  it('lead to metadata in other formats, and not to what else is about the resource', async () => {
    const sets = await setsOf({
      '@context': 'https://schema.org/',
      '@id': 'https://data.example/tides',
      '@type': 'Dataset',
      subjectOf: [
        {
          '@type': 'DataDownload',
          contentUrl: 'https://data.example/tides.eml',
          encodingFormat: 'application/xml',
        },
        { '@type': 'NewsArticle', '@id': 'https://news.example/flood' },
      ],
    });
    expect(targetsOf(sets, 'landing page', 'describedby')).toEqual([
      'https://data.example/tides.eml',
    ]);
    expect(sets[1]).toMatchObject({
      sender: 'metadata',
      anchor: 'https://data.example/tides.eml',
    });
  });

  it.each(['missing', 'N/A', 'unknown', 'not available'])(
    'lead nowhere where the context makes an IRI of %j',
    async (nil) => {
      const sets = await setsOf({
        '@context': 'https://schema.org/',
        '@type': 'Dataset',
        url: nil,
        license: nil,
        isPartOf: { '@id': nil },
        distribution: { '@type': 'DataDownload', contentUrl: nil },
        creator: { '@type': 'Person', '@id': nil },
      });
      expect(sets).toHaveLength(1);
      expect(sets[0]).not.toHaveProperty('anchor');
      expect(sets[0]?.links.map(({ rel }) => rel)).toEqual(['type', 'type']);
    },
  );

  it('do not name parts of the document, which nobody finds elsewhere', async () => {
    const sets = await setsOf({
      '@context': 'https://schema.org/',
      '@id': '#it',
      '@type': 'Dataset',
      creator: [
        { '@type': 'Person', '@id': '#ann' },
        { '@type': 'Person', '@id': '', name: 'Bob' },
      ],
    });
    expect(sets[0]?.links.map(({ rel }) => rel)).toEqual(['type', 'type']);
  });
});

describe('the landing page', () => {
  const graph = 'https://example.org/dataset';
  const said = (route: string): string =>
    `<${graph}> <urn:cdif-graph:ns#route> <urn:cdif-graph:ns#${route}> <urn:cdif-graph:provenance> .\n` +
    `<${graph}> <http://purl.org/dc/terms/source> <${graph}> <urn:cdif-graph:provenance> .\n` +
    `<${graph}> <http://www.w3.org/ns/prov#wasDerivedFrom> <https://www.example.org/final> <urn:cdif-graph:provenance> .\n` +
    `<${graph}> <urn:cdif-graph:ns#claimsProfile> <https://w3id.org/cdif/core/1.1> <urn:cdif-graph:provenance> .\n`;
  const linkedBy = (page: string): string =>
    `<${graph}> <urn:cdif-graph:ns#foundBy> <urn:cdif-graph:ns#link> <urn:cdif-graph:provenance> .\n` +
    `<${graph}> <http://purl.org/dc/terms/isReferencedBy> <${page}> <urn:cdif-graph:provenance> .\n`;

  async function pageOf(document: JsonObject, provenance = ''): Promise<LinkSet | undefined> {
    const [record] = await recordsOf({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      ...document,
    });
    if (record === undefined) throw new Error('no record');
    const placed = provenance.replaceAll(`<${graph}>`, `<${record.graph}>`);
    const [view] = viewRecords('signposting', [{ ...record, provenance: placed }]);
    return (view as SignpostingRecord).sets[0];
  }

  const doi = 'https://doi.org/10.1234/tides';
  const url = 'https://data.example/tides.html';

  it.each<[string, JsonObject, string, string | undefined]>([
    ['what the record calls so', { '@id': doi, url }, said('embedded'), url],
    [
      'the page in which it stands',
      { '@id': doi },
      said('embedded'),
      'https://www.example.org/final',
    ],
    ['the page that links to it', { '@id': doi, url: doi }, said('direct') + linkedBy(url), url],
    ['what it is called', { '@id': url, identifier: doi }, said('direct'), url],
    ['a PID where there is nothing else', { identifier: 'doi:10.1234/tides' }, '', doi],
    ['a PID that is its name', { '@id': 'doi:10.1234/tides' }, '', doi],
    [
      'the only content',
      { distribution: { '@type': 'DataDownload', contentUrl: url }, identifier: doi },
      '',
      url,
    ],
    [
      'none of several contents',
      { distribution: [{ contentUrl: url }, { contentUrl: doi }] },
      '',
      undefined,
    ],
    ['not known', { name: 'Tides' }, said('direct'), undefined],
  ])('is %s', async (_, document, provenance, anchor) => {
    const page = await pageOf(document, provenance);
    expect(page?.sender).toBe('landing page');
    expect(page?.anchor).toBe(anchor);
  });

  it('is described by the document that was found, where the record has no address', async () => {
    const page = await pageOf({ '@id': url }, said('direct'));
    const described = page?.links.filter(({ rel }) => rel === 'describedby');
    expect(described).toMatchObject([
      { type: 'application/ld+json', profiles: ['https://w3id.org/cdif/core/1.1'] },
    ]);
  });

  it('is not described by itself', async () => {
    const subjectOf = {
      '@id': `${url}#metadata`,
      '@type': 'Dataset',
      additionalType: 'dcat:CatalogRecord',
    };
    const page = await pageOf({ '@id': url, subjectOf }, said('embedded'));
    expect(page?.links.filter(({ rel }) => rel === 'describedby')).toEqual([]);
  });

  it('is about nothing where the content stands for it', async () => {
    const page = await pageOf({ distribution: { contentUrl: url }, identifier: doi });
    expect(page?.links.map(({ target }) => target)).toEqual([doi, 'https://schema.org/Dataset']);
  });

  it('lacks what level 1 wants', async () => {
    const page = await pageOf({ name: 'Tides' });
    if (page === undefined) throw new Error('no page');
    expect(lackingRelations(page)).toEqual(['cite-as', 'describedby']);
    expect(lackingRelations({ ...page, sender: 'content' })).toEqual([]);
    expect(lackingRelations({ ...page, links: [] })).toEqual(['cite-as', 'describedby', 'type']);
  });
});

it('shows the links of a record with five distributions', async () => {
  expect(await viewsOf('signposting', viewFixture('five-distributions'))).toMatchSnapshot();
});
