import { describe, expect, it } from 'vitest';
import { createRandom } from '../../expand/random.ts';
import { ballast, bothReadings, readWith } from './both-readings.ts';

type Node = Readonly<Record<string, unknown>>;

const context = {
  '@vocab': 'http://schema.org/',
  ex: 'http://ex.org/',
  dcat: 'http://www.w3.org/ns/dcat#',
};
const ref = (name: string | number) => ({ '@id': `ex:${name}` });
const numbers = Array.from({ length: 60 }, (_, number) => number);
const dataset = (number: number, more: Node = {}): Node => ({
  ...ref(number),
  '@type': 'Dataset',
  name: `Cores ${number}`,
  description: ballast,
  ...more,
});
const record = (number: number, more: Node = {}): Node => ({
  ...ref(`record/${number}`),
  '@type': 'dcat:CatalogRecord',
  about: ref(number),
  ...more,
});
const catalogue = (more: Node): Node => ({ ...ref('catalogue'), '@type': 'DataCatalog', ...more });
const publisher: Node = { ...ref('publisher'), '@type': 'Organization', name: 'Tidal Archive' };
const datasets = numbers.map((number) => dataset(number));

function shuffled<T>(values: readonly T[], seed: number): readonly T[] {
  const random = createRandom(seed);
  const keyed = values.map((value) => ({ value, key: random.below(1_000_000) }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ value }) => value);
}

const graphs: readonly (readonly [string, readonly Node[], number])[] = [
  [
    'a catalogue that names the others',
    [catalogue({ dataset: numbers.map(ref), name: 'C' }), ...datasets],
    61,
  ],
  [
    'a catalogue that says nothing else, and names one that is elsewhere',
    [catalogue({ dataset: [...numbers.map(ref), { '@id': 'http://else.org/1' }] }), ...datasets],
    60,
  ],
  [
    'an ItemList of ListItems by other spellings, and two elsewhere',
    [
      {
        '@id': 'ex:list',
        '@type': 'ItemList',
        name: 'All',
        itemListElement: [...numbers, 'away', 'far'].map((number) => ({
          '@type': 'ListItem',
          item: { '@id': `http://ex.org/${number}` },
        })),
      },
      ...datasets,
    ],
    60,
  ],
  [
    'a list of URLs',
    [
      { '@type': 'ItemList', itemListElement: numbers.map((number) => `http://ex.org/${number}`) },
      ...datasets,
    ],
    60,
  ],
  [
    'a catalogue that its datasets name, with a publisher',
    [
      catalogue({ dataset: numbers.map(ref), name: 'C', publisher: ref('publisher') }),
      publisher,
      ...numbers.map((number) => dataset(number, { includedInDataCatalog: ref('catalogue') })),
    ],
    60,
  ],
  [
    'two catalogues, one with a dataset inside',
    [
      catalogue({ dataset: [...numbers.map(ref), dataset(99, { isBasedOn: ref(98) })], name: 'C' }),
      dataset(98),
      { ...catalogue({ 'dcat:dataset': [ref(1), ref(2)] }), ...ref('other') },
      ...datasets,
    ],
    62,
  ],
  [
    'a catalogue that says more of one of the others',
    [
      catalogue({ dataset: [{ ...ref(1), '@type': 'Dataset', keywords: 'more' }, ref(2)] }),
      ...datasets,
    ],
    60,
  ],
  [
    'datasets with a record each that refer to each other',
    numbers
      .flatMap((number) => [
        dataset(number, {
          isBasedOn: ref((number + 1) % 60),
          hasPart: [ref((number + 2) % 60), ref(59)],
          publisher: ref('publisher'),
        }),
        record(number),
      ])
      .concat(publisher),
    60,
  ],
  [
    'datasets that name their records, of which some have none',
    numbers.flatMap((number) =>
      number % 3 === 0
        ? [dataset(number, { isBasedOn: ref(number + 1) })]
        : [
            dataset(number, { subjectOf: ref(`record/${number}`), isPartOf: ref(number - 1) }),
            record(number, { about: undefined }),
          ],
    ),
    40,
  ],
  [
    'a record for each in a catalogue that names both',
    [
      catalogue({
        dataset: numbers.map(ref),
        record: numbers.map((n) => ref(`record/${n}`)),
        name: 'C',
      }),
      ...numbers.flatMap((number) => [dataset(number), record(number)]),
    ],
    61,
  ],
  [
    'datasets beside people and pages',
    [
      publisher,
      { '@id': 'ex:me', '@type': 'Person', name: 'Digger', owns: ref(3) },
      { '@id': 'ex:page', '@type': 'WebPage', name: 'Page', hasPart: ref(4) },
      ...numbers.map((number) => dataset(number, number === 5 ? { creator: ref('me') } : {})),
    ],
    60,
  ],
  [
    'records with what they have in common in two objects',
    [
      ...numbers.map((number) => dataset(number)),
      ...numbers.map((number) => ({ ...ref(number), keywords: `k${number}` })),
    ],
    60,
  ],
  [
    'rings of datasets',
    numbers.map((number) =>
      dataset(number, { isBasedOn: ref(number % 6 === 5 ? number - 5 : number + 1) }),
    ),
    10,
  ],
  [
    'rings of datasets, of which the one with a record opens each and the records share a name',
    numbers.map((number) =>
      number % 2 === 0
        ? dataset(number, { isBasedOn: ref(number + 1) })
        : dataset(number, {
            isBasedOn: ref(number - 1),
            subjectOf: { ...ref('record'), '@type': 'dcat:CatalogRecord' },
          }),
    ),
    30,
  ],
];

describe('a large graph', () => {
  it.each(graphs)('of %s gives what it gives as a whole', async (_, nodes, count) => {
    const [small, large] = await bothReadings({ '@context': context, '@graph': nodes });
    expect(Object.keys(small.graphs)).toHaveLength(count);
    expect(Object.keys(large.graphs)).toEqual(Object.keys(small.graphs));
    expect(large).toEqual(small);
    for (const seed of [1, 2]) {
      const graph = { '@context': context, '@graph': shuffled(nodes, seed) };
      expect(await readWith(65_536, graph)).toEqual(small);
    }
  });
});
