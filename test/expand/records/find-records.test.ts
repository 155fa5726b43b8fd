import { describe, expect, it } from 'vitest';
import { problemsOfOutcome } from '../../../src/model/outcome.ts';
import { alone, contents, context, items, list } from '../bog-records.ts';
import { documentUrl, expandAll, graphsOf } from '../expanding.ts';

const listed = items.map((item, index) => ({ '@type': 'ListItem', position: index, item }));

const lists: readonly (readonly [string, object])[] = [
  ['an ItemList of datasets', { '@type': 'ItemList', itemListElement: items }],
  ['an ItemList of ListItems', { '@type': 'ItemList', itemListElement: listed }],
  ['an ItemList as JSON-LD list', { '@type': 'ItemList', itemListElement: { '@list': items } }],
  [
    'an ItemList of items with contexts of their own',
    {
      '@context': 'https://schema.org/',
      '@type': 'ItemList',
      itemListElement: items.map((item) => ({ '@context': context, ...item })),
    },
  ],
  [
    'a DataFeed',
    {
      '@type': 'DataFeed',
      dataFeedElement: items.map((item) => ({ '@type': 'DataFeedItem', item })),
    },
  ],
  ['a DataCatalog', { '@type': 'DataCatalog', dataset: items }],
  ['a DCAT catalogue', { '@type': 'dcat:Catalog', 'dcat:dataset': items }],
  [
    'a list that names what stands beside it',
    {
      '@graph': [
        {
          '@type': 'ItemList',
          itemListElement: items.map(({ '@id': id }) => ({ item: { '@id': id } })),
        },
        ...items,
      ],
    },
  ],
];

describe('the items of a list', () => {
  it.each([
    ...lists,
    ['an array', items.map((item) => ({ '@context': context, ...item }))] as const,
    ['a @graph', { '@graph': items }] as const,
  ])('give in %s the same graphs as alone', async (_, document) => {
    const text = Array.isArray(document) ? document : { '@context': context, ...document };
    const graphs = await graphsOf([text]);
    expect(graphs.map(({ graph }) => graph).toSorted()).toEqual(
      items.map(({ '@id': id }) => `${documentUrl}#${encodeURIComponent(id)}`),
    );
    expect(await contents(graphs)).toEqual(await alone(items));
  });

  it.each(lists)('are members of the list: %s', async (_, document) => {
    const withName = JSON.stringify({ '@context': context, ...document }).replace(
      /"@type":"(ItemList|DataFeed|DataCatalog|dcat:Catalog)"/u,
      `$&,"@id":"${list}"`,
    );
    const graphs = await graphsOf([withName]);
    expect(graphs).toHaveLength(3);
    expect(graphs.map(({ memberOf }) => memberOf)).toEqual([[list], [list], [list]]);
  });

  it('have keys even if there is only one', async () => {
    const [graph] = await graphsOf([
      { '@context': context, '@type': 'ItemList', itemListElement: [items[0]] },
    ]);
    expect(graph?.key).toBe('https://bog.example/1');
  });

  it('are metadata records of the draft, each with its resource', async () => {
    const records = items.map((item, index) => ({
      '@id': `https://bog.example/record/${index}`,
      '@type': 'DigitalDocument',
      about: { ...item, subjectOf: { '@id': `https://bog.example/record/${index}` } },
    }));
    const graphs = await graphsOf([
      { '@context': context, '@type': 'ItemList', itemListElement: records },
    ]);
    expect(graphs.map(({ recordIri, key }) => [recordIri, key])).toEqual(
      records.map(({ '@id': id }) => [id, id]),
    );
    expect(graphs.map(({ describes }) => describes[0]?.iri)).toEqual(
      items.map(({ '@id': id }) => id),
    );
    expect(await contents(graphs)).toEqual(await alone(records));
  });

  it('are links if the list only references them', async () => {
    const outcomes = await expandAll([
      {
        '@context': 'https://schema.org/',
        '@type': 'ItemList',
        itemListElement: [
          { '@id': 'https://bog.example/1#it' },
          { '@type': 'ListItem', url: '/2' },
          { '@type': 'ListItem', item: 'https://bog.example/3' },
          'https://bog.example/4',
          { '@type': 'ListItem', position: 5 },
          { '@id': 'urn:uuid:6' },
          { '@id': 'nan' },
          {},
          { '@type': 'Dataset' },
          42,
          { '@type': 'Dataset', '@id': 'https://bog.example/5' },
          { '@type': 'Dataset', url: 'https://bog.example/6' },
          { '@id': '_:b7' },
          items[0],
        ],
      },
    ]);
    const links = outcomes.flatMap((outcome) =>
      outcome.kind === 'produced' && outcome.value.kind === 'link' ? [outcome.value.link] : [],
    );
    expect(links).toEqual(
      [
        'https://bog.example/1',
        'https://repository.example.org/2',
        'https://bog.example/3',
        'https://bog.example/4',
        'https://bog.example/5',
        'https://bog.example/6',
      ].map((url) => ({ url, in: documentUrl, by: 'list' })),
    );
    const found = outcomes
      .flatMap((outcome) => problemsOfOutcome(outcome))
      .map((problem) => (problem.kind === 'list-item-invalid' ? problem.found : problem.kind));
    expect(found).toEqual([
      expect.stringContaining('ListItem'),
      '{}',
      '{"@type":["http://schema.org/Dataset"]}',
      '{"@value":42}',
      'urn:uuid:6',
      new URL('nan', documentUrl).href,
      '_:b7',
    ]);
  });
});

it('a list within a list is opened', async () => {
  const inner = { '@type': 'ItemList', itemListElement: [items[0], items[1]] };
  const outer = { '@type': 'ItemList', itemListElement: [inner, items[2]] };
  const graphs = await graphsOf([{ '@context': context, ...outer }]);
  expect(await contents(graphs)).toEqual(await alone(items));
});

describe('a piece of a list', () => {
  const piece = { sharesName: false };
  const head = { '@context': context, '@type': 'ItemList', name: 'All cores' };

  it('with only its head gives nothing if the list has no description', async () => {
    const outcomes = await expandAll([{ ...head, numberOfItems: 5000 }], { piece });
    expect(outcomes).toMatchObject([{ kind: 'produced', value: { kind: 'document' } }]);
    const subjectOf = { '@id': `${list}/record`, '@type': 'dcat:CatalogRecord' };
    expect(await graphsOf([{ ...head, subjectOf }], { piece })).toMatchObject([
      { recordIri: `${list}/record` },
    ]);
  });

  it('without a description is reported', async () => {
    const outcomes = await expandAll([[{}]], { piece });
    expect(outcomes.flatMap((outcome) => problemsOfOutcome(outcome))).toMatchObject([
      { kind: 'list-item-invalid' },
    ]);
  });
});

describe('the list itself', () => {
  it('is a record if it has own properties', async () => {
    const about = { '@type': 'DataCatalog', '@id': list, name: 'All cores' };
    const graphs = await graphsOf([{ '@context': context, ...about, dataset: items }]);
    expect(graphs).toHaveLength(4);
    expect(await contents(graphs)).toEqual(await alone([...items, about]));
  });

  it('is a record if it has a metadata record, also as an ItemList', async () => {
    const subjectOf = { '@id': `${list}/record`, '@type': 'dcat:CatalogRecord' };
    const about = { '@type': 'ItemList', '@id': list, subjectOf };
    const graphs = await graphsOf([{ '@context': context, ...about, itemListElement: items }]);
    expect(graphs.map(({ recordIri }) => recordIri).filter(Boolean)).toEqual([`${list}/record`]);
  });

  it('is no record without own properties, and a problem if it is empty', async () => {
    const mere = { '@context': context, '@type': 'ItemList', '@id': list, name: 'All cores' };
    expect(await graphsOf([{ ...mere, itemListElement: items }])).toHaveLength(3);
    const outcomes = await expandAll([{ ...mere, itemListElement: [] }]);
    expect(outcomes.flatMap((outcome) => problemsOfOutcome(outcome))).toEqual([
      { kind: 'list-empty', url: documentUrl },
    ]);
  });
});
