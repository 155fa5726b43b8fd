import { expect, it } from 'vitest';
import { chooseMainType } from '../../../src/facts/record/names-and-identifiers.ts';

const schema = (name: string): string => `https://schema.org/${name}`;
const other = 'https://example.org/Tide';

it.each<[string, readonly string[], readonly string[], string | undefined]>([
  ['a dataset', [other, schema('Article'), schema('Dataset')], [], schema('Dataset')],
  ['rather its own than a download', [schema('DataDownload')], [schema('Map')], schema('Map')],
  ['one of schema.org', [other], [schema('Thing')], schema('Thing')],
  ['its own', [other], ['https://example.org/A'], other],
  ['an additional one', [], ['https://example.org/B', other], 'https://example.org/B'],
  ['none', [], [], undefined],
])('is %s', (_, own, additional, best) => {
  expect(chooseMainType(own, additional)).toBe(best);
});
