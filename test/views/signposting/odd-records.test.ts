import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/text/json.ts';
import type { RecordOrigin } from '../../../src/model/record.ts';
import type { LinkSet, SignpostingRecord } from '../../../src/views/signposting/link-sets.ts';
import { viewsOf } from '../viewing.ts';

const doi = 'https://doi.org/10.1234/tides';
const page = 'https://data.example/tides';

/** What is said of a dataset in the context of schema.org. */
async function recordOf(
  said: JsonObject,
  origin: Partial<RecordOrigin> = {},
): Promise<SignpostingRecord> {
  const dataset = { '@context': 'https://schema.org/', '@type': 'Dataset', ...said };
  const [view, ...more] = await viewsOf('signposting', dataset, origin);
  if (view === undefined || more.length > 0) throw new Error('not one view');
  return view;
}

async function pageOf(...asked: Parameters<typeof recordOf>): Promise<LinkSet> {
  const {
    sets: [first],
  } = await recordOf(...asked);
  if (first === undefined) throw new Error('no links');
  return first;
}

function targetsOf({ links }: LinkSet, relation: string): readonly string[] {
  return links.filter(({ rel }) => rel === relation).map(({ target }) => target);
}

describe('a resource', () => {
  it.each([
    'http://www.opengis.net/def/nil/OGC/0/missing',
    'nil:missing',
    'unknown',
    'N/A',
    'TBD',
    'null',
  ])('is kept if its IRI is %s', async (nil) => {
    const { iri, sets } = await recordOf({ '@id': nil, url: page, identifier: doi });
    expect(iri).toBeUndefined();
    expect(sets[0]?.anchor).toBe(page);
    expect(targetsOf(sets[0] as LinkSet, 'cite-as')).toEqual([doi]);
  });

  it.each<[string, JsonObject]>([
    ['part', { hasPart: { '@type': 'Dataset', isPartOf: { '@id': '_:it' } } }],
    [
      'distribution',
      { distribution: { '@type': 'DataDownload', encodesCreativeWork: { '@id': '_:it' } } },
    ],
    ['action', { potentialAction: { '@type': 'DownloadAction', object: { '@id': '_:it' } } }],
  ])('without name is kept if its %s refers to it', async (_, said) => {
    const { sets } = await recordOf({ '@id': '_:it', url: page, ...said });
    expect(sets[0]?.anchor).toBe(page);
  });

  it('without name is not the resource that it is a part of', async () => {
    const { sets } = await recordOf({ url: page, isPartOf: { '@type': 'Dataset', name: 'All' } });
    expect(sets[0]?.anchor).toBe(page);
  });

  it.each<[string, string]>([
    ['10.5555/Plain', 'https://doi.org/10.5555/Plain'],
    ['https://doi.org/doi:10.5555/twice', 'https://doi.org/10.5555/twice'],
    ['doi.org/10.5555/bare', 'https://doi.org/10.5555/bare'],
  ])('with the IRI %s is cited by a resolvable identifier', async (id, cited) => {
    expect(targetsOf(await pageOf({ '@id': id, url: page }), 'cite-as')).toEqual([cited]);
  });
});

describe('links', () => {
  it.each<[string, string, JsonObject]>([
    ['license', 'See LICENSE.txt', { license: 'See LICENSE.txt' }],
    ['license', 'www.example.org/licence', { license: 'www.example.org/licence' }],
    ['author', 'Ann Other', { creator: { '@type': 'Person', '@id': 'Ann Other' } }],
    ['author', 'orcid.org/0000', { creator: { '@type': 'Person', '@id': 'orcid.org/0000' } }],
    ['collection', 'My Collection', { isPartOf: { '@id': 'My Collection' } }],
    ['item', 'upon request', { distribution: { contentUrl: 'upon request' } }],
  ])('of the relation %s do not have the text %s as target', async (relation, _, said) => {
    expect(targetsOf(await pageOf({ url: page, ...said }), relation)).toEqual([]);
  });

  it('have as target a file with a blank in its name', async () => {
    const said = { url: page, distribution: { contentUrl: 'data/low tides.csv' } };
    expect(targetsOf(await pageOf(said), 'item')).toEqual([
      'https://repository.example.org/records/data/low%20tides.csv',
    ]);
  });

  it('have no made-up address of a folder as target', async () => {
    const made = 'http://folder.invalid/tides.jsonld';
    const said = {
      distribution: { contentUrl: 'http://folder.invalid/tides.csv' },
      url: 'http://folder.invalid/tides.html',
    };
    const { sets } = await recordOf(said, { route: 'direct', documentUrl: made });
    expect(JSON.stringify(sets)).not.toContain('.invalid');
    expect(sets[0]).not.toHaveProperty('anchor');
  });

  it('have one spelling of an author as target', async () => {
    const id = 'orcid.org/0000-0002-1825-0097';
    const creator = [`http://${id}`, `https://www.${id}/`].map((iri) => ({ '@id': iri }));
    expect(targetsOf(await pageOf({ url: page, creator }), 'author')).toEqual([`https://${id}`]);
  });

  it('have a licence in a list as target', async () => {
    const license = { '@list': [{ '@id': 'https://spdx.org/licenses/MIT' }] };
    expect(targetsOf(await pageOf({ url: page, license }), 'license')).toEqual([
      'https://spdx.org/licenses/MIT',
    ]);
  });

  it('have the content as target if it has the name of the resource', async () => {
    const { sets } = await recordOf({
      '@id': doi,
      url: page,
      distribution: { '@type': 'DataDownload', contentUrl: doi },
    });
    expect(targetsOf(sets[0] as LinkSet, 'item')).toEqual([doi]);
    expect(sets[1]).toMatchObject({ sender: 'content', anchor: doi });
  });

  it('have no type if several nodes of one address contradict each other', async () => {
    const contentUrl = 'https://data.example/same.csv';
    const { sets } = await recordOf({
      url: page,
      distribution: [
        { contentUrl, encodingFormat: 'text/csv', license: 'https://spdx.org/licenses/MIT' },
        { contentUrl, encodingFormat: 'text/plain', license: 'https://spdx.org/licenses/0BSD' },
      ],
    });
    expect(sets[0]?.links.find(({ rel }) => rel === 'item')).not.toHaveProperty('type');
    expect(targetsOf(sets[1] as LinkSet, 'license')).toEqual([]);
  });

  it('have the page as context, without fragment', async () => {
    expect((await pageOf({ url: `${page}#files` })).anchor).toBe(page);
    expect((await pageOf({ url: `${page}#/dataset/1` })).anchor).toBe(`${page}#/dataset/1`);
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['a media type', { encodingType: 'text/csv', contentType: 'Project report' }, 'text/csv'],
    [
      'its IRI',
      { encodingType: 'https://www.iana.org/assignments/media-types/text/csv' },
      'text/csv',
    ],
    ['a media type of the answer', { contentType: 'text/csv; header=present' }, 'text/csv'],
    ['no class', { encodingType: 'https://schema.org/Dataset' }, undefined],
    ['neither of two', { encodingType: 'text/csv', contentType: 'text/html' }, undefined],
  ])('of a LinkRole have the type %s', async (_, said, type) => {
    const url = `${page}/part`;
    const target = { '@type': 'EntryPoint', url, ...said };
    const relatedLink = { '@type': 'LinkRole', linkRelationship: 'hasPart', target };
    const { links } = await pageOf({
      '@context': { '@vocab': 'http://schema.org/', relatedLink: { '@type': '@id' } },
      url: page,
      relatedLink,
    });
    const item = { rel: 'item', target: url, profiles: [] };
    expect(links.find(({ rel }) => rel === 'item')).toEqual(
      type === undefined ? item : { ...item, type },
    );
  });

  it('have profiles given as texts', async () => {
    const { sets } = await recordOf({
      '@context': { '@vocab': 'http://schema.org/', dct: 'http://purl.org/dc/terms/' },
      url: page,
      distribution: {
        contentUrl: `${page}.csv`,
        'dct:conformsTo': ['https://profile.example/1', 'ex:profile', 'a profile'],
      },
    });
    const item = sets[0]?.links.find(({ rel }) => rel === 'item');
    expect(item?.profiles).toEqual(['https://profile.example/1']);
  });

  it('state the schema of the metadata', async () => {
    const metadata = {
      '@id': `${page}/metadata`,
      '@type': 'DigitalDocument',
      'http://schema.org/schemaVersion': 'https://w3id.org/cdif/core/1.1',
    };
    const { links } = await pageOf({ url: page, subjectOf: metadata });
    const described = links.find(({ rel }) => rel === 'describedby');
    expect(described?.profiles).toEqual(['https://w3id.org/cdif/core/1.1']);
  });

  it.each([
    ['ttl', 'text/turtle'],
    ['rdf', 'application/rdf+xml'],
    ['nt', 'application/n-triples'],
    ['record', undefined],
  ])('have as target an RDF document that ends with %s', async (ending, type) => {
    const url = `https://data.example/tides.${ending}`;
    const { links } = await pageOf({ url: page }, { route: 'rdf', documentUrl: url });
    const described = links.find(({ rel }) => rel === 'describedby');
    expect(described).toEqual({
      rel: 'describedby',
      target: url,
      ...(type === undefined ? {} : { type }),
      profiles: [],
    });
  });
});
