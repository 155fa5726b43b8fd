import type { Problem } from '../../src/model/problem.ts';
import { problemsOfOutcome } from '../../src/model/outcome.ts';
import { context, dataset } from './bog-records.ts';
import { expandAll } from './expanding.ts';

/** A context that nobody has. */
export const foreign = 'https://contexts.example/unknown.jsonld';

/** Items that JSON-LD refuses, each with the rule that it breaks. */
export const badItems = [
  ['context-unavailable', { ...dataset(9), '@context': foreign }],
  ['cyclic IRI mapping', { ...dataset(9), '@context': { loop: 'loop:' } }],
  ['invalid term definition', { ...dataset(9), '@context': { note: ['to self'] } }],
  ['invalid typed value', { ...dataset(9), name: { '@value': 'x', '@type': 'no IRI at all' } }],
  ['invalid value object', { ...dataset(9), name: { '@value': 'x', '@graph': [] } }],
  ['invalid @index value', { ...dataset(9), '@index': 5 }],
  ['invalid @graph value', { ...dataset(9), hasPart: { '@graph': 'text' } }],
] as const;

export type Container = (members: readonly object[]) => object;

const listed = (members: readonly object[]) =>
  members.map((item, index) => ({ '@type': 'ListItem', position: index + 1, item }));

/** An ItemList of some members. */
export const itemList: Container = (members) => ({ '@type': 'ItemList', itemListElement: members });

/** Lists, in which each item stands for itself. */
const lists: readonly (readonly [string, Container])[] = [
  ['an ItemList', itemList],
  ['an ItemList of ListItems', (each) => ({ '@type': 'ItemList', itemListElement: listed(each) })],
  [
    'an ItemList as JSON-LD list',
    (each) => ({ '@type': 'ItemList', itemListElement: { '@list': each } }),
  ],
  [
    'an ItemList whose context has a list',
    (each) => ({
      '@context': [
        context,
        { itemListElement: { '@id': 'itemListElement', '@container': '@list' } },
      ],
      '@type': 'ItemList',
      itemListElement: each,
    }),
  ],
  [
    'a list in other words',
    (each) => ({
      '@context': [context, { entries: 'https://schema.org/dataFeedElement', kind: '@type' }],
      kind: 'DataFeed',
      entries: each.map((item) => ({ kind: 'DataFeedItem', item })),
    }),
  ],
  ['a DataCatalog', (each) => ({ '@type': 'DataCatalog', dataset: each })],
  ['a DCAT catalogue', (each) => ({ '@type': 'dcat:Catalog', 'dcat:dataset': each })],
  [
    'two kinds of items',
    (each) => ({
      '@type': ['DataCatalog', 'ItemList'],
      dataset: each.slice(0, 2),
      itemListElement: each.slice(2),
    }),
  ],
  [
    'a list on a page',
    (each) => ({ '@type': 'CollectionPage', mainEntity: itemList(each), publisher: { name: 'P' } }),
  ],
  [
    'a catalogue in a @graph',
    (each) => ({ '@graph': [{ '@type': 'DataCatalog', dataset: each }] }),
  ],
  [
    'a catalogue in a feed',
    (each) => ({
      '@type': 'DataFeed',
      dataFeedElement: { '@type': 'DataCatalog', dataset: [...each] },
    }),
  ],
  [
    'a catalogue in a ListItem',
    (each) => itemList(listed([{ '@type': 'DataCatalog', dataset: each }])),
  ],
];
const graphs: readonly (readonly [string, Container])[] = [
  ['a @graph', (each) => ({ '@graph': each })],
  ['a @graph with a name', (each) => ({ '@id': 'https://bog.example/graph', '@graph': each })],
  ['an array', (each) => each.map((one) => ({ '@context': context, ...one }))],
];
/** All of them. */
export const containers = [...lists, ...graphs];

/** The document with the context of its members. */
export const inContext = (document: object) =>
  Array.isArray(document) ? document : { '@context': context, ...document };

/** Why something of a document is lost. */
export async function failuresOf(document: object): Promise<readonly Problem[]> {
  const outcomes = await expandAll([document]);
  return outcomes.filter(({ kind }) => kind === 'failed').flatMap(problemsOfOutcome);
}
