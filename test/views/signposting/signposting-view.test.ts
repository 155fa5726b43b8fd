import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/text/json.ts';
import type { SignpostingRelation } from '../../../src/model/typed-link.ts';
import type { RecordOrigin } from '../../../src/model/record.ts';
import {
  aboutPage,
  missingRelations,
  linkSenders,
  type LinkSender,
  type LinkSet,
} from '../../../src/views/signposting/link-sets.ts';
import { rootIsMetadata, rootIsResource, viewFixture, viewsOf } from '../viewing.ts';
import { linksOfWhole } from './link-cases.ts';
import { linksOfParts } from './part-link-cases.ts';

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

  it('have the form of metadata and content', async () => {
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

  it('have no type if there are several', async () => {
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

  it('have parts and wholes as targets, also those without name', async () => {
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

  it('do not have their own context as target', async () => {
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

  it('have metadata in other formats as target, but nothing else about the resource', async () => {
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
    'have no target if the context makes an IRI of %j',
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

  it('have no fragments of the document as targets', async () => {
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

const foundBy = (route: RecordOrigin['route']): Partial<RecordOrigin> => ({
  route,
  finalUrl: 'https://www.example.org/final',
  profiles: ['https://w3id.org/cdif/core/1.1'],
});

async function pageOf(
  document: JsonObject,
  origin: Partial<RecordOrigin> = {},
): Promise<LinkSet | undefined> {
  const dataset = { '@context': 'https://schema.org/', '@type': 'Dataset', ...document };
  const [view] = await viewsOf('signposting', dataset, origin);
  return view?.sets[0];
}

describe('the landing page', () => {
  const doi = 'https://doi.org/10.1234/tides';
  const url = 'https://data.example/tides.html';

  it.each<[string, JsonObject, Partial<RecordOrigin>, string | undefined]>([
    ['what the record calls so', { '@id': doi, url }, foundBy('embedded'), url],
    [
      'the page in which it stands',
      { '@id': doi },
      foundBy('embedded'),
      'https://www.example.org/final',
    ],
    [
      'the page that links to it',
      { '@id': doi, url: doi },
      { ...foundBy('direct'), linkedIn: [url] },
      url,
    ],
    ['what it is called', { '@id': url, identifier: doi }, foundBy('direct'), url],
    ['a PID where there is nothing else', { identifier: 'doi:10.1234/tides' }, {}, doi],
    ['a PID that is its name', { '@id': 'doi:10.1234/tides' }, {}, doi],
    [
      'the only content',
      { distribution: { '@type': 'DataDownload', contentUrl: url }, identifier: doi },
      {},
      url,
    ],
    [
      'none of several contents',
      { distribution: [{ contentUrl: url }, { contentUrl: doi }] },
      {},
      undefined,
    ],
    ['not known', { name: 'Tides' }, foundBy('direct'), undefined],
  ])('is %s', async (_, document, origin, anchor) => {
    const page = await pageOf(document, origin);
    expect(page?.sender).toBe('landing page');
    expect(page?.anchor).toBe(anchor);
  });

  it('is described by the harvested document if the record has no address', async () => {
    const page = await pageOf({ '@id': url }, foundBy('direct'));
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
    const page = await pageOf({ '@id': url, subjectOf }, foundBy('embedded'));
    expect(page?.links.filter(({ rel }) => rel === 'describedby')).toEqual([]);
  });

  const file = 'https://data.example/tides.csv';
  const content = { '@type': 'DataDownload', contentUrl: file, encodingFormat: 'text/csv' };
  const other = { '@type': 'DataDownload', contentUrl: 'https://data.example/tides.nc' };

  it.each<[string, JsonObject, string | undefined]>([
    [
      'what the dataset is called',
      { '@id': 'https://data.example/tides', url: file },
      'https://data.example/tides',
    ],
    ['a PID of the dataset', { '@id': doi, mainEntityOfPage: file }, doi],
    ['another page', { '@id': doi, url: [file, url] }, url],
    ['not known', { url: file }, undefined],
  ])('is %s if its address is that of a file', async (_, said, anchor) => {
    const [view] = await viewsOf('signposting', {
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      distribution: [content, other],
      ...said,
    });
    const [page, ...contents] = view?.sets ?? [];
    expect(page?.anchor).toBe(anchor);
    expect(page?.links.filter(({ rel }) => rel === 'item').map(({ target }) => target)).toEqual([
      file,
      other.contentUrl,
    ]);
    expect(page?.links.at(1)?.target).toBe(
      anchor === undefined ? aboutPage : 'https://schema.org/Dataset',
    );
    const collections = contents.flatMap((set) =>
      set.links.filter(({ rel }) => rel === 'collection'),
    );
    const expected = anchor === undefined ? [] : [anchor, anchor];
    expect(collections.map(({ target }) => target)).toEqual(expected);
  });

  it.each<[string, JsonObject]>([
    ['its only file', { url: file, distribution: content }],
    ['its name', { '@id': file, distribution: content }],
    ['its own bits', { url: file, contentUrl: file, '@id': file }],
  ])('is no AboutPage if it is %s', async (_, said) => {
    const page = await pageOf(said);
    expect(page?.anchor).toBe(file);
    expect(page?.links.map(({ target }) => target)).not.toContain(aboutPage);
  });

  it('is no AboutPage if it is the content', async () => {
    const page = await pageOf({ distribution: { contentUrl: url }, identifier: doi });
    expect(page?.links.map(({ target }) => target)).toEqual([doi, 'https://schema.org/Dataset']);
  });

  it('lacks links that level 1 requires', async () => {
    const page = await pageOf({ name: 'Tides' });
    if (page === undefined) throw new Error('no page');
    expect(missingRelations(page)).toEqual(['cite-as', 'describedby']);
    expect(missingRelations({ ...page, sender: 'content' })).toEqual([]);
    expect(missingRelations({ ...page, links: [] })).toEqual(['cite-as', 'describedby', 'type']);
  });
});

it('shows the links of a record with five distributions', async () => {
  expect(await viewsOf('signposting', viewFixture('five-distributions'))).toMatchSnapshot();
});
