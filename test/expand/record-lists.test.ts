import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../src/model/outcome.ts';
import type { RecordGraph } from '../../src/model/record.ts';
import { canonical, withoutGraph } from '../support/canonical.ts';
import { documentUrl, expandAll, graphOf, graphsOf } from './expanding.ts';
import { createRandom, type Random } from './random.ts';

const context = { '@vocab': 'http://schema.org/', dcat: 'http://www.w3.org/ns/dcat#' };
const list = 'https://bog.example/list';

function dataset(number: number, more: object = {}) {
  return {
    '@id': `https://bog.example/${number}`,
    '@type': 'Dataset',
    name: `Cores of year ${number}`,
    creator: [{ '@type': 'Person', name: `Digger ${number}` }],
    ...more,
  };
}

const items = [1, 2, 3].map((number) => dataset(number));
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

/** A graph without its name, in canonical form. */
async function content({ graph, nquads }: RecordGraph): Promise<string> {
  return (await canonical(withoutGraph(nquads, graph))).join('\n');
}

async function contents(graphs: readonly RecordGraph[]): Promise<string[]> {
  return (await Promise.all(graphs.map(content))).toSorted();
}

async function alone(documents: readonly object[]): Promise<string[]> {
  const graphs = documents.map((item) => graphOf({ '@context': context, ...item }));
  return contents(await Promise.all(graphs));
}

describe('the items of a list', () => {
  it.each([
    ...lists,
    ['an array', items.map((item) => ({ '@context': context, ...item }))] as const,
    ['a @graph', { '@graph': items }] as const,
  ])('say in %s what they say each by itself', async (_, document) => {
    const text = Array.isArray(document) ? document : { '@context': context, ...document };
    const graphs = await graphsOf([text]);
    expect(graphs.map(({ graph }) => graph).toSorted()).toEqual(
      items.map(({ '@id': id }) => `${documentUrl}#${encodeURIComponent(id)}`),
    );
    expect(await contents(graphs)).toEqual(await alone(items));
  });

  it.each(lists)('know the list: %s', async (_, document) => {
    const withName = JSON.stringify({ '@context': context, ...document }).replace(
      /"@type":"(ItemList|DataFeed|DataCatalog|dcat:Catalog)"/u,
      `$&,"@id":"${list}"`,
    );
    const graphs = await graphsOf([withName]);
    expect(graphs).toHaveLength(3);
    expect(graphs.map(({ memberOf }) => memberOf)).toEqual([[list], [list], [list]]);
  });

  it('have keys even where there is one', async () => {
    const [graph] = await graphsOf([
      { '@context': context, '@type': 'ItemList', itemListElement: [items[0]] },
    ]);
    expect(graph?.key).toBe('https://bog.example/1');
  });

  it('are draft records, each with what it is about', async () => {
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

  it('are links where the list only names them', async () => {
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
      .flatMap((outcome) => problemsOf(outcome))
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

it('within a list is opened as well', async () => {
  const inner = { '@type': 'ItemList', itemListElement: [items[0], items[1]] };
  const outer = { '@type': 'ItemList', itemListElement: [inner, items[2]] };
  const graphs = await graphsOf([{ '@context': context, ...outer }]);
  expect(await contents(graphs)).toEqual(await alone(items));
});

describe('a piece of a list', () => {
  const piece = { sharesName: false };
  const head = { '@context': context, '@type': 'ItemList', name: 'All cores' };

  it('that is its head gives nothing where the list is a mere list', async () => {
    const outcomes = await expandAll([{ ...head, numberOfItems: 5000 }], { piece });
    expect(outcomes).toMatchObject([{ kind: 'produced', value: { kind: 'document' } }]);
    const subjectOf = { '@id': `${list}/record`, '@type': 'dcat:CatalogRecord' };
    expect(await graphsOf([{ ...head, subjectOf }], { piece })).toMatchObject([
      { recordIri: `${list}/record` },
    ]);
  });

  it('in which nothing is said is reported as such', async () => {
    const outcomes = await expandAll([[{}]], { piece });
    expect(outcomes.flatMap((outcome) => problemsOf(outcome))).toMatchObject([
      { kind: 'list-item-invalid' },
    ]);
  });
});

describe('the list itself', () => {
  it('is a record where it says something of itself', async () => {
    const about = { '@type': 'DataCatalog', '@id': list, name: 'All cores' };
    const graphs = await graphsOf([{ '@context': context, ...about, dataset: items }]);
    expect(graphs).toHaveLength(4);
    expect(await contents(graphs)).toEqual(await alone([...items, about]));
  });

  it('is one with a metadata record of its own, also where it is an ItemList', async () => {
    const subjectOf = { '@id': `${list}/record`, '@type': 'dcat:CatalogRecord' };
    const about = { '@type': 'ItemList', '@id': list, subjectOf };
    const graphs = await graphsOf([{ '@context': context, ...about, itemListElement: items }]);
    expect(graphs.map(({ recordIri }) => recordIri).filter(Boolean)).toEqual([`${list}/record`]);
  });

  it('is none where it is a mere list, and a problem where that is empty', async () => {
    const mere = { '@context': context, '@type': 'ItemList', '@id': list, name: 'All cores' };
    expect(await graphsOf([{ ...mere, itemListElement: items }])).toHaveLength(3);
    const outcomes = await expandAll([{ ...mere, itemListElement: [] }]);
    expect(outcomes.flatMap((outcome) => problemsOf(outcome))).toEqual([
      { kind: 'list-empty', url: documentUrl },
    ]);
  });
});

describe('several records in one document', () => {
  const publisher = { '@id': 'https://bog.example/org', '@type': 'Organization', name: 'Bog' };
  const reference = { '@id': publisher['@id'] };

  it('each have the nodes that they share', async () => {
    const nodes = [dataset(1, { publisher: reference }), dataset(2, { publisher: reference })];
    const expected = await alone([dataset(1, { publisher }), dataset(2, { publisher })]);
    const flat = await graphsOf([{ '@context': context, '@graph': [...nodes, publisher] }]);
    expect(await contents(flat)).toEqual(expected);
    const inOne = [dataset(1, { publisher }), dataset(2, { publisher: reference })];
    const nested = await graphsOf([{ '@context': context, '@graph': inOne }]);
    expect(await contents(nested)).toEqual(expected);
  });

  it('end where the next one begins', async () => {
    const based = dataset(1, { isRelatedTo: { '@id': 'https://bog.example/2' } });
    const related = dataset(2, { isRelatedTo: { '@id': 'https://bog.example/1' } });
    const records = [1, 2].map((number) => ({
      '@type': 'dcat:CatalogRecord',
      about: { '@id': `https://bog.example/${number}` },
    }));
    const graphs = await graphsOf([
      { '@context': context, '@graph': [based, related, ...records] },
    ]);
    expect(graphs).toHaveLength(2);
    for (const { nquads, describes } of graphs) {
      expect(nquads.match(/Cores of year/gu)).toHaveLength(1);
      expect(nquads).toContain(`<${describes[0]?.iri ?? ''}> <http://schema.org/name> "Cores`);
    }
  });

  it('lose nothing where all nodes point at each other', async () => {
    const circle = [1, 2, 3].map((number) =>
      dataset(number, { isBasedOn: { '@id': `https://bog.example/${(number % 3) + 1}` } }),
    );
    const graphs = await graphsOf([{ '@context': context, '@graph': circle.toReversed() }]);
    expect(graphs).toHaveLength(1);
    expect(graphs[0]?.describes).toMatchObject([{ iri: 'https://bog.example/1' }]);
    expect(graphs[0]?.nquads.match(/Cores of year/gu)).toHaveLength(3);
  });

  it('are told apart by content where they are called alike, or not at all', async () => {
    const nameless = { '@type': 'Dataset', name: 'No name' };
    const scripts = [
      { '@context': context, ...dataset(1) },
      { '@context': context, ...dataset(1, { name: 'Another' }) },
      { '@context': 'https://schema.org/', ...dataset(1) },
      { '@context': context, ...nameless },
      { '@context': context, ...nameless, identifier: 'doi:10.1234/9' },
    ];
    const outcomes = await expandAll(scripts);
    expect(outcomes.filter(({ kind }) => kind === 'skipped')).toEqual([
      { kind: 'skipped', url: documentUrl, reason: 'repeated-on-page' },
    ]);
    const keys = (await graphsOf(scripts)).map(({ key = '' }) => key.replace(/[\da-f]{64}$/u, 'H'));
    expect(keys).toEqual([
      'https://bog.example/1~H',
      'https://bog.example/1~H',
      'sha256-H',
      'doi:10.1234/9',
    ]);
  });

  it('are several where an array has documents of their own that claim one name', async () => {
    const twins = [dataset(1), dataset(1, { name: 'Another' })];
    const graphs = await graphsOf([twins.map((twin) => ({ '@context': context, ...twin }))]);
    expect(await contents(graphs)).toEqual(await alone(twins));
    // Where they share a context they are one node of one graph.
    expect(await graphsOf([{ '@context': context, '@graph': twins }])).toHaveLength(1);
  });

  it('are alone where all scripts of a page say the same', async () => {
    const script = { '@context': context, ...dataset(1) };
    expect(await graphsOf([script, script])).toMatchObject([{ graph: documentUrl }]);
  });

  it('are the same in any order', async () => {
    const random = createRandom(3);
    let lists = 0;
    for (let round = 0; round < 40; round += 1) {
      const nodes = randomNodes(random);
      const first = await graphsOf([{ '@context': context, '@graph': nodes }]);
      const second = await graphsOf([{ '@context': context, '@graph': shuffled(nodes, random) }]);
      expect(await named(second)).toEqual(await named(first));
      lists += first.length;
      // Every node that is no furniture is in some record.
      const all = first.map(({ nquads }) => nquads).join('');
      for (const node of nodes) expect(all).toContain(`"${node.name}"`);
    }
    expect(lists).toBeGreaterThan(80);
  });
});

it('writes the very same text of a record wherever it stands', async () => {
  const random = createRandom(4);
  const publisher = { '@id': 'https://bog.example/org', '@type': 'Organization', name: 'Bog' };
  const records = [1, 2, 3].map((number) => ({
    '@id': `https://bog.example/record/${number}`,
    '@type': 'dcat:CatalogRecord',
    about: { '@id': `https://bog.example/${number}` },
  }));
  const described = items.map((item) => ({ ...item, publisher: { '@id': publisher['@id'] } }));
  const nodes = [publisher, ...records, ...described];
  const texts = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const graphs = await graphsOf([{ '@context': context, '@graph': shuffled(nodes, random) }]);
    expect(graphs).toHaveLength(3);
    texts.add(
      graphs
        .map((graph) => JSON.stringify({ ...graph, document: '' }))
        .toSorted(byText)
        .join('\n'),
    );
  }
  expect(texts.size).toBe(1);
});

/** Datasets, their records and other nodes that refer to each other at random. */
function randomNodes(random: Random): (object & { readonly name: string })[] {
  const id = (): object => ({ '@id': `https://bog.example/${random.below(12)}` });
  return Array.from({ length: 3 + random.below(6) }, (_, index) => ({
    '@type': random.pick(['Dataset', 'Dataset', 'Place', 'DigitalDocument', 'dcat:CatalogRecord']),
    name: `node ${index}`,
    ...(random.below(4) === 0 ? {} : { '@id': `https://bog.example/${index}` }),
    ...(random.below(3) === 0 ? { about: id() } : {}),
    ...(random.below(3) === 0 ? { subjectOf: id() } : {}),
    ...(random.below(2) === 0 ? { hasPart: [id(), { name: 'part', publisher: id() }] } : {}),
  }));
}

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

async function named(graphs: readonly RecordGraph[]): Promise<string[]> {
  const texts = graphs.map(async (graph) => {
    const { recordIri, describes, memberOf } = graph;
    const facts = [
      graph.graph,
      recordIri,
      describes.map(({ name = '' }) => name).toSorted(byText),
      memberOf,
    ];
    return `${JSON.stringify(facts)}\n${await content(graph)}`;
  });
  return (await Promise.all(texts)).toSorted();
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const rest = [...values];
  return values.flatMap(() => rest.splice(random.below(rest.length), 1));
}
