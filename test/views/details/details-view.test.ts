import { describe, expect, it } from 'vitest';
import { detailLines } from '../../../src/views/details/detail-lines.ts';
import { noDetails, type ResourceDetails } from '../../../src/views/details/resource-details.ts';
import { inWords } from '../../../src/views/details/words.ts';
import { rows as usual } from './said-details.ts';
import { moreRows } from './said-more-details.ts';
import { rootIsMetadata, rootIsResource, viewFixture, viewsOf } from '../viewing.ts';

const rows = [...usual, ...moreRows];

async function detailsOf(document: unknown): Promise<ResourceDetails> {
  const [details, ...others] = await viewsOf('details', document);
  expect(others).toEqual([]);
  if (details === undefined) throw new Error('no details');
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
    expect(new Set(rows.map(([, , part]) => part))).toEqual(new Set(Object.keys(noDetails)));
  });

  it.each(['missing', 'http://www.opengis.net/def/nil/OGC/0/missing', 'N/A'])(
    'leave out what is %s, also where the context makes an IRI of it',
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
      expect(details).toEqual({ ...noDetails, types, graph: details.graph });
    },
  );

  it('take a text for one where the context makes an IRI of it', async () => {
    const details = await detailsOf({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      license: 'CC BY 4.0',
    });
    expect(details.policies).toEqual([{ about: 'license', name: 'CC BY 4.0' }]);
  });
});

describe('the details for people', () => {
  it('say all of a record with five distributions', async () => {
    const details = await detailsOf(viewFixture('five-distributions'));
    expect(detailLines(details, 14).join('\n')).toMatchSnapshot();
  });

  it('count the rest of very many, and cut what is very long', async () => {
    const details = await detailsOf(
      rootIsResource({
        'schema:description': `<p>${'tide and '.repeat(100)}</p>`,
        'schema:keywords': Array.from({ length: 40 }, (_, index) => `word ${100 + index}`),
        'schema:creator': Array.from({ length: 40 }, (_, index) => `Ann ${100 + index}`),
      }),
    );
    const lines = detailLines(details, 14);
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
    const lines = detailLines(details, 14).map((line) => line.slice(16));
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
    const lines = detailLines(details, 14).map((line) => line.slice(16));
    expect(lines.slice(-5)).toEqual([
      'file 106',
      '  https://data.example/106',
      '  abc',
      '  license https://data.example/terms',
      'and 10 more distributions',
    ]);
  });

  it('have a label that is too long for its column on a line of its own', async () => {
    const role = { 'schema:roleName': 'technical contact', 'schema:maintainer': 'Ann' };
    const details = await detailsOf(
      rootIsResource({ 'schema:maintainer': role, 'schema:sourceOrganization': 'Tide Office' }),
    );
    expect(detailLines(details, 14)).toEqual([
      '  maintainer, technical contact',
      `${' '.repeat(16)}Ann`,
      '  source organization',
      `${' '.repeat(16)}Tide Office`,
    ]);
  });

  it('say where and when it is about, and what is inside of a file', async () => {
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
    expect(detailLines(known, 14).join('\n')).toMatchInlineSnapshot(`
      "  place         Alps, 46.5° N 7° E, 46.25° S 10° W to 0° N 7° E
        time          Permian, 1996-02 to 1998, from 2001, until 1990, 300..250 Ma
        language      German
        distributions all.zip
                        with a.csv  3 kB
                             b.csv"
    `);
  });

  it('do not let what strangers wrote act on the terminal', async () => {
    const details = await detailsOf(rootIsResource({ 'schema:creator': 'A\u001B[31m' }));
    expect(detailLines(details, 14).join('')).not.toContain('\u001B');
  });
});

it.each([
  ['http://www.w3.org/ns/prov#wasRevisionOf', 'was revision of'],
  ['prov:wasRevisionOf', 'was revision of'],
  ['IsPartOf', 'is part of'],
  ['has_part', 'has part'],
  ['http://schema.org/isBasedOn', 'is based on'],
  ['in words: already', 'in words: already'],
])('%s in words is %s', (name, words) => {
  expect(inWords(name)).toBe(words);
});
