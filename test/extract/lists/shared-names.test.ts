import { describe, expect, it } from 'vitest';
import { ballast, bothReadings } from './both-readings.ts';

const context = {
  '@vocab': 'http://schema.org/',
  ex: 'http://ex.org/',
  dcat: 'http://www.w3.org/ns/dcat#',
};
const numbers = Array.from({ length: 60 }, (_, number) => number);
const description = ballast;
const dataset = (number: number, more: object = {}) => ({
  '@id': `http://ex.org/${number}`,
  '@type': 'Dataset',
  name: `Cores ${number}`,
  description,
  ...more,
});
const catalogRecord = { '@id': 'http://ex.org/record', '@type': 'dcat:CatalogRecord' };
const withoutId = (number: number, more: object) => {
  const { '@id': _, ...rest } = dataset(number, more);
  return rest;
};

const manners: readonly (readonly [string, (number: number) => object])[] = [
  ['the @id of what they are under', (number) => dataset(number, { subjectOf: catalogRecord })],
  ['a sameAs', (number) => withoutId(number, { sameAs: 'http://ex.org/same' })],
  ['a url', (number) => withoutId(number, { url: 'http://ex.org/same' })],
  ['an identifier', (number) => withoutId(number, { identifier: ['zzz', 'same', `t${number}`] })],
  [
    'an identifier of one and the url of another',
    (number) => withoutId(number, { [number % 2 === 0 ? 'url' : 'identifier']: 'http://ex.org/x' }),
  ],
  [
    'the value of an identifier',
    (number) =>
      withoutId(number, { identifier: { '@type': 'PropertyValue', value: 'same', name: number } }),
  ],
  [
    'an IRI and its short form',
    (number) => dataset(number, { '@id': `${number % 2 === 0 ? 'ex:' : 'http://ex.org/'}c1` }),
  ],
  [
    'an IRI and a relative one',
    (number) =>
      dataset(number, {
        '@id': `${number % 2 === 0 ? 'https://repository.example.org/dataset/' : ''}c1`,
      }),
  ],
  [
    'an IRI and a form that a context of their own makes short',
    (number) =>
      dataset(number, {
        '@context': { q: 'http://ex.org/' },
        '@id': number > 0 ? 'q:c1' : 'ex:c1',
      }),
  ],
  [
    'names that say nothing',
    (number) => dataset(number, { '@id': 'nan', identifier: `i${number}` }),
  ],
  [
    'the record that stands around them',
    (number) => ({
      ...catalogRecord,
      '@id': 'ex:record',
      about: dataset(number),
    }),
  ],
  [
    'nothing',
    (number) => dataset(number, { identifier: 'same', sameAs: 'same', url: 'http://x.org/' }),
  ],
];

describe('items of a large list that share', () => {
  const shapes: readonly (readonly [string, (items: readonly object[]) => unknown])[] = [
    [
      'an ItemList',
      (items) => ({ '@context': context, '@type': 'ItemList', itemListElement: items }),
    ],
    [
      'a list of ListItems',
      (items) => ({
        '@context': context,
        '@type': 'ItemList',
        itemListElement: items.map((item) => ({ '@type': 'ListItem', item })),
      }),
    ],
    [
      'an array',
      (items) =>
        items.map((item) => ({
          ...item,
          '@context': '@context' in item ? [context, item['@context']] : context,
        })),
    ],
  ];

  it.each(
    manners.map(([what, make], index) => {
      const [shape, wrap] = shapes[index % shapes.length] ?? ['', (items: unknown) => items];
      return { what, shape, make, wrap };
    }),
  )('$what have in $shape the graphs that they have in a small one', async ({ make, wrap }) => {
    const [small, large] = await bothReadings(wrap(numbers.map(make)));
    expect(Object.keys(large.graphs)).toEqual(Object.keys(small.graphs));
    expect(large).toEqual(small);
    expect(Object.keys(small.graphs)).toHaveLength(60);
  });

  it('merge into one record', async () => {
    const items = numbers.map((number) => dataset(number % 10));
    const [small, large] = await bothReadings({ '@context': context, dataset: items });
    expect(large).toEqual(small);
    expect(Object.keys(large.graphs)).toHaveLength(10);
  });
});
