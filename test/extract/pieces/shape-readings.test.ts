import { describe, expect, it } from 'vitest';
import { ballast, bothReadings } from './both-readings.ts';

type Node = Readonly<Record<string, unknown>>;

const context = 'https://schema.org/';
const numbers = Array.from({ length: 60 }, (_, number) => number);
const ref = (name: string | number) => ({ '@id': `http://ex.org/${name}` });
const nameless = (more: Node): Node => ({ '@type': 'Dataset', description: ballast, ...more });
const dataset = (number: number, more: Node = {}): Node =>
  nameless({ ...ref(number), name: `Cores ${number}`, ...more });
const graph = (make: (number: number) => readonly Node[], ...more: readonly Node[]) => ({
  '@context': context,
  '@graph': [...more, ...numbers.flatMap(make)],
});
const catalogue = { ...ref('c'), '@type': 'DataCatalog', name: 'C' };

const documents: Readonly<Record<string, unknown>> = {
  'pages with datasets inside': graph((number) => [
    { ...ref(`page${number}`), '@type': 'WebPage', mainEntity: dataset(number) },
  ]),
  'pages beside datasets that name them': graph((number) => [
    { ...ref(`page${number}`), '@type': 'WebPage', name: 'Page' },
    dataset(number, { mainEntityOfPage: ref(`page${number}`) }),
  ]),
  'an array with a catalogue, in which each is a document of its own': [
    { '@context': context, ...catalogue, dataset: numbers.map(ref) },
    ...numbers.map((number) => dataset(number, { '@context': context })),
  ],
  'a catalogue in a catalogue': graph((number) => [dataset(number)], {
    ...catalogue,
    dataset: [{ ...catalogue, ...ref('d'), dataset: numbers.map(ref) }],
  }),
  'a catalogue that its items name': {
    '@context': context,
    ...catalogue,
    dataset: numbers.map((number) => dataset(number, { includedInDataCatalog: ref('c') })),
  },
  'records that claim a profile': graph((number) => [
    dataset(number, { subjectOf: ref(`m${number}`) }),
    {
      ...ref(`m${number}`),
      '@type': 'DigitalDocument',
      about: ref(number),
      conformsTo: { '@id': 'https://w3id.org/cdif/discovery' },
    },
  ]),
  'the metadata in another format': graph((number) => [
    dataset(number, { subjectOf: ref(`m${number}`) }),
    { ...ref(`m${number}`), '@type': 'DigitalDocument', about: ref(number), contentUrl: 'x.xml' },
  ]),
  'stations with two datasets each': graph((number) => [
    {
      ...ref(`station${number}`),
      '@type': 'Place',
      subjectOf: [dataset(number), dataset(number + 100)],
    },
  ]),
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
