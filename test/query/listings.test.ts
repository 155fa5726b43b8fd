import { describe, expect, it } from 'vitest';
import { bound } from './bound-queries.ts';
import { catalogueNQuads, published, records } from './catalogue-fixture.ts';
import { comunica, oxigraph } from './two-engines.ts';

const dcat = 'http://www.w3.org/ns/dcat#';
const dcterms = 'http://purl.org/dc/terms/';

/** A dataset with a file in a format that is written so. */
const file = (name: string, encodingFormat: string) =>
  published(name, {
    name,
    distribution: [
      { '@type': 'DataDownload', contentUrl: `https://data.example/${name}`, encodingFormat },
      {
        '@type': 'DataDownload',
        contentUrl: `https://data.example/${name}.txt`,
        encodingFormat: 'text/plain',
      },
    ],
  });

const inDcat = {
  url: `${records}dcat`,
  json: {
    '@id': `${records}dcat#it`,
    '@type': `${dcat}Dataset`,
    [`${dcterms}title`]: 'Tides',
    [`${dcterms}publisher`]: { [`${dcterms}title`]: 'An office' },
    [`${dcat}distribution`]: {
      '@type': `${dcat}Distribution`,
      [`${dcat}downloadURL`]: { '@id': 'https://data.example/tides' },
      [`${dcat}mediaType`]: { '@id': 'https://www.iana.org/assignments/media-types/text/csv' },
    },
  },
};

const nquads = await catalogueNQuads([
  file('name', 'CSV'),
  file('extension', '.csv'),
  file('parameters', 'Text/CSV; header=present'),
  file('remark', 'text/csv (with a header)'),
  file('other', 'csvy'),
  inDcat,
]);
const first = oxigraph(nquads);

it('datasets are in the order of their titles, ignoring case', async () => {
  const titles = (await first(bound('datasets', {}))).map(({ title = '' }) => title.toLowerCase());
  expect(titles.length).toBeGreaterThan(9);
  expect(titles).toEqual(titles.toSorted());
});

describe.each([
  ['Oxigraph', first],
  ['a second engine', comunica(nquads)],
])('on %s', (_, ask) => {
  it('datasets are all described resources, with their publishers', async () => {
    const rows = await ask(bound('datasets', {}));
    const said = rows.map(({ title, publisher, type }) => [title, publisher, type]);
    expect(said).toContainEqual(['"Sea ice"', '"Polar Institute"', '"Dataset"']);
    expect(said).toContainEqual(['"A mirror"', undefined, '"Dataset"']);
    expect(said).toContainEqual(['"Tides"', '"An office"', '"Dataset"']);
  });

  it('distributions include those of DCAT', async () => {
    const rows = await ask(bound('distributions', {}));
    const tides = rows.find(({ address }) => address === '"https://data.example/tides"');
    expect(tides).toMatchObject({ of: '"Tides"', graph: `<${records}dcat>` });
  });

  it.each(['CSV', 'text/csv', '.csv', 'text/x-csv'])(
    'distributions are found by the spelling %s of a format',
    async (format) => {
      const rows = await ask(bound('distributions-by-format', { format }));
      expect(rows.map(({ address = '' }) => address).toSorted()).toEqual(
        ['extension', 'gone.csv', 'ice.csv', 'name', 'parameters', 'remark', 'tides'].map(
          (name) => `"https://data.example/${name}"`,
        ),
      );
    },
  );
});
