import { describe, expect, it } from 'vitest';
import { viewsOf } from '../../views/viewing.ts';
import { expandAll, findingsOf, graphOf } from '../expanding.ts';

const published = ' https://ows.example/ows?S=WMS&amp;R=Get';
const works = 'https://ows.example/ows?S=WMS&R=Get';

/** A dataset with an address in each property that has addresses. */
const dataset = {
  '@id': 'https://bog.example/7',
  '@type': 'Dataset',
  name: 'Mires',
  url: published,
  sameAs: published,
  identifier: published,
  license: published,
  distribution: { '@type': 'DataDownload', contentUrl: published },
};

describe.each([
  ['as an IRI', 'https://schema.org/'],
  ['as a text', { '@vocab': 'http://schema.org/' }],
])('an escaped address with blanks around it, read %s', (_, context) => {
  const document = { '@context': context, ...dataset };

  it('is reported once for the record', async () => {
    const repair = { kind: 'iri-repaired', value: published, repaired: works };
    const undecoded = { ...repair, value: published.trim() };
    expect(await findingsOf(document)).toEqual([repair]);
    // Without blanks, so that expansion sees the address as it is.
    const written = JSON.stringify(document).replaceAll(published, published.trim());
    expect(await findingsOf(written)).toEqual([undecoded]);
  });

  it('works wherever it is shown', async () => {
    const shown = await Promise.all([
      graphOf(document).then(({ search, describes }) => ({ search, describes })),
      viewsOf('details', document),
      viewsOf('kernel', document),
      viewsOf('signposting', document),
    ]);
    for (const view of shown) {
      expect(JSON.stringify(view)).not.toMatch(/amp;|" https/u);
      expect(JSON.stringify(view)).toContain(works);
    }
  });

  it('is followed where a list names it', async () => {
    const itemListElement = [{ '@type': 'ListItem', url: published }];
    const list = { '@context': context, '@type': 'ItemList', itemListElement };
    const outcomes = await expandAll([list]);
    expect(outcomes).toContainEqual({
      kind: 'produced',
      value: { kind: 'link', link: expect.objectContaining({ url: works }) as object },
    });
  });
});

it('a text stays in the graph as published, and an IRI is mended', async () => {
  const { nquads } = await graphOf({
    '@context': ['https://schema.org/', { title: 'schema:title' }],
    '@id': published,
    url: published,
    title: published,
  });
  expect(nquads).toContain(`<${works}> <http://schema.org/url> <${works}>`);
  expect(nquads).toContain(`<http://schema.org/title> "${published}"`);
});

it('a list that is written as a text has identifiers of its own', async () => {
  const identifier = "['doi:10.5/a', 'https://bog.example/?a&amp;b']";
  const { describes } = await graphOf({
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    identifier,
  });
  expect(describes[0]?.identifiers).toEqual(['doi:10.5/a', 'https://bog.example/?a&b']);
});
