import { describe, expect, it } from 'vitest';
import { readRecordGraph } from '../../../src/facts/record/record-graph.ts';
import { detailLines } from '../../../src/render/detail-lines.ts';
import { noDetails, type ResourceDetails } from '../../../src/views/details/resource-details.ts';
import { readDetails, splitIntoWords } from '../../../src/views/details/read-details.ts';
import { rows as usual } from './detail-cases.ts';
import { moreRows } from './more-detail-cases.ts';
import { rootIsMetadata, rootIsResource, viewFixture, viewsOf } from '../viewing.ts';

const rows = [...usual, ...moreRows];

async function detailsOf(document: unknown): Promise<ResourceDetails> {
  const [details, ...others] = await viewsOf('details', document);
  if (details === undefined || others.length > 0) throw new Error('not one resource');
  return details;
}

describe('the details of a resource', () => {
  it.each(rows)('have %s', async (_, said, part, values) => {
    const details = await detailsOf(rootIsResource(said));
    expect(details[part]).toEqual(values);
  });

  it('are the same in both shapes of records', async () => {
    for (const [, said] of rows) {
      const [first, second] = await Promise.all(
        [rootIsResource, rootIsMetadata].map(async (shaped) => detailsOf(shaped(said))),
      );
      expect(second).toEqual(first);
    }
  });

  it('have a row for each part', () => {
    const { metadata: _, ...parts } = noDetails;
    expect(new Set(rows.map(([, , part]) => part))).toEqual(new Set(Object.keys(parts)));
  });

  it.each(['missing', 'http://www.opengis.net/def/nil/OGC/0/missing', 'N/A'])(
    'leave out what is %s, also if the context makes an IRI of it',
    async (nil) => {
      const details = await detailsOf({
        '@context': 'https://schema.org/',
        '@type': 'Dataset',
        license: nil,
        url: nil,
        creator: { '@type': 'Person', name: nil, email: nil },
        distribution: { '@type': 'DataDownload', contentUrl: nil },
        keywords: nil,
        version: nil,
      });
      const types = ['http://schema.org/Dataset'];
      const { graph, node } = details;
      expect(details).toEqual({ ...noDetails, types, graph, node });
    },
  );

  it.each([rootIsResource, rootIsMetadata])(
    'have the date and contact of the metadata',
    async (shaped) => {
      const document = JSON.stringify(shaped({ 'schema:dateModified': '1999' })).replace(
        '"schema:maintainer":{',
        '"schema:dateModified":"2024-05-06","schema:identifier":"R-7","schema:maintainer":{"schema:email":"k@data.example",',
      );
      const { metadata, dates } = await detailsOf(JSON.parse(document));
      expect(dates).toEqual([{ event: 'modified', date: '1999' }]);
      expect(metadata).toEqual({
        iris: ['https://data.example/tides/metadata'],
        identifiers: [{ value: 'R-7' }],
        dates: ['2024-05-06'],
        contacts: [
          {
            role: 'contact',
            name: 'Keeper of the catalogue',
            affiliations: [],
            contacts: ['k@data.example'],
            kind: 'person',
          },
        ],
      });
    },
  );

  it('keep a text that the context makes an IRI', async () => {
    const details = await detailsOf({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      license: 'CC BY 4.0',
    });
    expect(details.policies).toEqual([{ about: 'license', name: 'CC BY 4.0' }]);
  });
});

/** Of each resource of a record: what it is, and who made it. */
async function creatorsOf(...about: readonly object[]): Promise<readonly unknown[]> {
  const details = await viewsOf('details', {
    '@context': { '@vocab': 'https://schema.org/' },
    '@id': 'https://data.example/record',
    '@type': 'Dataset',
    additionalType: 'dcat:CatalogRecord',
    about,
  });
  return details.map(({ iri, node, agents }) => [iri ?? node, agents.map(({ name }) => name)]);
}

describe('the details of several resources', () => {
  const label: unknown = expect.stringMatching(/^_:g[\da-f]{20}n\d+$/u);

  // Twelve, so that the numbers of their nodes are not in the order of texts.
  it('are separate for resources without IRI with the same name and types', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Ann ${2001 + index}`);
    const tides = names.map((name) => ({ '@type': 'Dataset', name: 'Tides', creator: { name } }));
    expect(await creatorsOf(...tides)).toEqual(names.map((name) => [label, [name]]));
  });

  it('exist for a nil IRI, and without IRI and name', async () => {
    const nil = 'http://www.opengis.net/def/nil/OGC/0/missing';
    const resources = [
      { '@id': nil, '@type': 'Dataset', creator: { name: 'Ann' } },
      { '@type': 'Dataset', creator: { name: 'Bob' } },
      { '@type': 'Dataset', '@id': 'https://data.example/a', creator: { name: 'Cy' } },
    ];
    expect(await creatorsOf(...resources)).toEqual([
      [label, ['Ann']],
      [label, ['Bob']],
      ['https://data.example/a', ['Cy']],
    ]);
  });

  it('are empty for records of an earlier version that does not identify the node', () => {
    const graph = readRecordGraph({ graph: 'https://data.example/record', nquads: '' });
    const details = readDetails(graph, { types: [], identifiers: [], name: 'Tides' });
    expect(details).toEqual({ graph: 'https://data.example/record', ...noDetails });
  });
});

/** What people are shown, without what is said of the metadata. */
function linesOf(details: ResourceDetails): readonly string[] {
  return detailLines({ ...details, metadata: noDetails.metadata }, 14);
}

describe('the details for people', () => {
  it('show everything of a record with five distributions', async () => {
    const details = await detailsOf(viewFixture('five-distributions'));
    expect(detailLines(details, 14).join('\n')).toMatchSnapshot();
  });

  it('count the rest of very many values, and truncate very long ones', async () => {
    const details = await detailsOf(
      rootIsResource({
        'schema:description': `<p>${'tide and '.repeat(100)}</p>`,
        'schema:keywords': Array.from({ length: 40 }, (_, index) => `word ${100 + index}`),
        'schema:creator': Array.from({ length: 40 }, (_, index) => `Ann ${100 + index}`),
      }),
    );
    const lines = linesOf(details);
    expect(lines[0]).toMatch(/^ {2}description {3}tide and .{380,400} …$/u);
    expect(lines).toContain(`${' '.repeat(16)}and 30 more`);
    expect(lines.at(-1)).toMatch(/word 129, and 10 more$/u);
  });

  it('have some of each relation', async () => {
    const parts = Array.from({ length: 40 }, (_, index) => ({
      '@id': `urn:example:${100 + index}`,
    }));
    const details = await detailsOf(
      rootIsResource({ 'schema:hasPart': parts, 'schema:isPartOf': { '@id': 'urn:example:0' } }),
    );
    const lines = linesOf(details).map((line) => line.slice(16));
    expect(lines).toEqual([
      ...[100, 101, 102, 103, 104].map((index) => `has part urn:example:${index}`),
      'and 35 more',
      'is part of urn:example:0',
    ]);
  });

  it('count distributions, and end with a whole one', async () => {
    const distributions = Array.from({ length: 17 }, (_, index) => ({
      'schema:name': `file ${100 + index}`,
      'schema:contentUrl': `https://data.example/${100 + index}`,
      'schema:license': 'https://data.example/terms',
      'spdx:checksum': 'abc',
    }));
    const details = await detailsOf(rootIsResource({ 'schema:distribution': distributions }));
    const lines = linesOf(details).map((line) => line.slice(16));
    expect(lines.slice(-5)).toEqual([
      'file 106',
      '  https://data.example/106',
      '  abc',
      '  license https://data.example/terms',
      'and 10 more distributions',
    ]);
  });

  it('put a label that is too long for its column on a line of its own', async () => {
    const role = { 'schema:roleName': 'technical contact', 'schema:maintainer': 'Ann' };
    const details = await detailsOf(
      rootIsResource({ 'schema:maintainer': role, 'schema:sourceOrganization': 'Tide Office' }),
    );
    expect(linesOf(details)).toEqual([
      '  maintainer, technical contact',
      `${' '.repeat(16)}Ann`,
      '  source organization',
      `${' '.repeat(16)}Tide Office`,
    ]);
  });

  it('show places and times, and the content of a file', async () => {
    const details = await detailsOf(
      rootIsResource({
        'schema:inLanguage': 'de',
        'schema:distribution': {
          'schema:name': 'all.zip',
          'schema:hasPart': [
            { 'schema:name': 'a.csv', 'schema:contentSize': '3 kB' },
            { 'schema:name': 'b.csv' },
          ],
        },
      }),
    );
    const point = { west: 7, south: 46.5, east: 7, north: 46.5 };
    const box = { west: -10, south: -46.25, east: 7, north: 0 };
    const places = { boxes: [point, box], geometries: [], names: [{ text: 'Alps' }] };
    const times = {
      periods: [{ start: '1996-02', end: '1998' }, { start: '2001' }, { end: '1990' }],
      ages: [{ older: 300, younger: 250 }],
      names: [{ text: 'Permian' }],
    };
    const known = { ...details, places: { ...places, identifiers: [] }, times };
    expect(linesOf(known).join('\n')).toMatchInlineSnapshot(`
      "  place         Alps, 46.5° N 7° E, 46.25° S 10° W to 0° N 7° E
        time          Permian, 1996-02 to 1998, from 2001, until 1990, 300..250 Ma
        language      German
        distributions all.zip
                        with a.csv  3 kB
                             b.csv"
    `);
  });

  it('have a place with a gazetteer term once', async () => {
    const details = await detailsOf(
      rootIsResource({
        'schema:spatialCoverage': {
          'schema:name': { 'schema:name': 'Alps', 'schema:inDefinedTermSet': 'GeoNames' },
        },
      }),
    );
    const names = [{ text: 'Alps' }, { text: 'Jura' }];
    const places = { boxes: [], geometries: [], names, identifiers: [] };
    expect(linesOf({ ...details, places })).toEqual([
      '  place         Jura',
      `${' '.repeat(16)}Alps  in GeoNames`,
    ]);
  });

  it('escape terminal control sequences of publishers', async () => {
    const details = await detailsOf(rootIsResource({ 'schema:creator': 'A\u001B[31m' }));
    expect(linesOf(details).join('')).not.toContain('\u001B');
  });
});

it.each([
  ['http://www.w3.org/ns/prov#wasRevisionOf', 'was revision of'],
  ['prov:wasRevisionOf', 'was revision of'],
  ['IsPartOf', 'is part of'],
  ['has_part', 'has part'],
  ['http://schema.org/isBasedOn', 'is based on'],
  ['in words: already', 'in words: already'],
])('splits %s into %s', (name, words) => {
  expect(splitIntoWords(name)).toBe(words);
});
