import { describe, expect, it } from 'vitest';
import { context, dataset, items, list } from '../bog-records.ts';
import { expandAll, graphOf, graphsOf } from '../expanding.ts';

const ids = items.map((item) => item['@id']);

async function describedIn(document: unknown): Promise<readonly string[]> {
  const graphs = await graphsOf([document]);
  return graphs.flatMap(({ describes }) => describes.map(({ iri = '' }) => iri)).toSorted();
}

describe('records split out of a document', () => {
  it.each([
    ['an array', items.map((item) => ({ '@context': context, ...item }))],
    ['an array with one context for all', [{ '@context': context, '@graph': items }]],
    ['a graph', { '@context': context, '@graph': items }],
    ['a named graph', { '@context': context, '@id': list, '@graph': items }],
    ['an ItemList', { '@context': context, '@type': 'ItemList', itemListElement: items }],
    [
      'a Collection that is a list',
      { '@context': context, '@type': ['Collection', 'ItemList'], itemListElement: items },
    ],
    [
      'list items',
      {
        '@context': context,
        '@type': 'ItemList',
        itemListElement: items.map((item, position) => ({ '@type': 'ListItem', position, item })),
      },
    ],
    [
      'a DataFeed',
      {
        '@context': context,
        '@type': 'DataFeed',
        dataFeedElement: items.map((item) => ({ '@type': 'DataFeedItem', item })),
      },
    ],
    [
      'a DataFeed of datasets',
      { '@context': context, '@type': 'DataFeed', dataFeedElement: items },
    ],
    ['a DataCatalog', { '@context': context, '@type': 'DataCatalog', dataset: items }],
    [
      'a list under a page',
      {
        '@context': context,
        '@type': 'WebPage',
        mainEntity: { '@type': 'ItemList', itemListElement: items },
      },
    ],
  ])('are those of %s', async (_, document) => {
    expect(await describedIn(document)).toEqual(ids);
  });

  it('are one per document if a list and its items are in scripts of one page', async () => {
    const scripts = [
      { '@context': context, '@type': 'ItemList', itemListElement: items },
      { '@context': context, ...items[0] },
    ];
    const graphs = await graphsOf(scripts);
    expect(graphs.map(({ key = '' }) => key).toSorted()).toEqual(ids);
  });
});

describe('datasets that are not records', () => {
  const part = { '@id': 'https://bog.example/part', '@type': 'Dataset', name: 'A part' };

  it.each(['hasPart', 'isPartOf', 'isBasedOn', 'citation', 'result', 'workExample', 'subjectOf'])(
    'are those below a dataset by %s',
    async (property) => {
      const document = { '@context': context, ...dataset(1), [property]: [part] };
      const outcomes = await expandAll([document]);
      expect(outcomes).toHaveLength(2);
      const { describes, nquads } = await graphOf(document);
      expect(describes.map(({ iri }) => iri)).toEqual([ids[0]]);
      // Nothing of them is lost.
      expect(nquads).toContain('"A part"');
    },
  );

  it('include those that are beside the record and that it references', async () => {
    const whole = dataset(1, { hasPart: { '@id': part['@id'] } });
    const { describes, nquads } = await graphOf({ '@context': context, '@graph': [part, whole] });
    expect(describes.map(({ iri }) => iri)).toEqual([ids[0]]);
    expect(nquads).toContain('"A part"');
  });

  it('include those inside an item of a list', async () => {
    const itemListElement = [dataset(1, { hasPart: [part] }), dataset(2)];
    const document = { '@context': context, '@type': 'ItemList', itemListElement };
    expect(await describedIn(document)).toEqual(ids.slice(0, 2));
  });
});
