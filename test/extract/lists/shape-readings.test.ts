import { describe, expect, it } from 'vitest';
import { ballast, bothReadings } from './both-readings.ts';

type Node = Readonly<Record<string, unknown>>;

const context = 'https://schema.org/';
const numbers = Array.from({ length: 60 }, (_, number) => number);
const ref = (name: string | number) => ({ '@id': `http://ex.org/${name}` });
const nameless = (more: Node): Node => ({ '@type': 'Dataset', description: ballast, ...more });
const dataset = (number: number, more: Node = {}): Node =>
  nameless({ ...ref(number), name: `Cores ${number}`, ...more });
const catalogue = { ...ref('c'), '@type': 'DataCatalog', name: 'C' };

const documents: Readonly<Record<string, unknown>> = {
  'an array with a catalogue, in which each is a document of its own': [
    { '@context': context, ...catalogue, dataset: numbers.map(ref) },
    ...numbers.map((number) => dataset(number, { '@context': context })),
  ],
  'a catalogue that its items name': {
    '@context': context,
    ...catalogue,
    dataset: numbers.map((number) => dataset(number, { includedInDataCatalog: ref('c') })),
  },
  'a list with arrays of contexts and types, in words of its own': {
    '@context': [context, { entries: 'schema:itemListElement', kind: '@type' }],
    ...catalogue,
    kind: ['ItemList', 'Thing'],
    keywords: ['ice', 'cores'],
    entries: numbers.map((number) => ({ kind: 'ListItem', item: dataset(number) })),
  },
  'a list with arrays of types': {
    '@context': [context, { schema: 'https://schema.org/' }],
    ...catalogue,
    '@type': ['schema:DataCatalog', 'ItemList'],
    itemListElement: numbers.map((number) => dataset(number)),
  },
  'datasets in a JSON-LD list': {
    '@context': context,
    '@type': 'ItemList',
    itemListElement: {
      '@list': numbers.map((number) => ({ ...dataset(number), description: 'x' })),
    },
    dataset: numbers.map((number) => dataset(number + 100)),
  },
  'datasets with one relative URL': {
    '@context': context,
    dataset: numbers.map((number) =>
      nameless({
        name: `${number}`,
        url: number % 2 === 0 ? 'a' : 'https://repository.example.org/dataset/a',
      }),
    ),
  },
  'datasets of which some have the least of their identifiers in common': {
    '@context': context,
    dataset: numbers.map((number) =>
      nameless({
        name: `${number}`,
        url: 'http://x.org/',
        identifier: [`b${number}`, 'c', { '@type': 'PropertyValue', value: `a${number % 50}` }],
      }),
    ),
  },
};

describe('a large document', () => {
  it.each(Object.keys(documents))('of %s gives what it gives as a whole', async (name) => {
    const [small, large] = await bothReadings(documents[name]);
    expect(Object.keys(large.graphs)).toEqual(Object.keys(small.graphs));
    expect(large).toEqual(small);
    expect(Object.keys(small.graphs).length).toBeGreaterThanOrEqual(60);
  });
});
