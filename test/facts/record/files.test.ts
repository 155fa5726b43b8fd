import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/text/json.ts';
import {
  countFiles,
  orderDigitalObjects,
  readDigitalObjects,
} from '../../../src/facts/record/files.ts';
import { resource } from './resource.ts';

/** An archive that is said to contain the other one of its pair. */
function archive(pair: number, name: string, other: string): JsonObject {
  const iri = `https://bog.example/${pair}`;
  return { '@id': iri + name, name, hasPart: { '@id': iri + other } };
}

it('orders thousands of mutually containing pairs in linear time', () => {
  const pairs = Array.from({ length: 10_000 }, (_, pair) => pair);
  const distribution = pairs.flatMap((pair) => [archive(pair, 'a', 'b'), archive(pair, 'b', 'a')]);
  const dataset = resource({ '@id': 'https://bog.example/7', distribution });
  const objects = readDigitalObjects(dataset);
  const placed = orderDigitalObjects(dataset, objects, { says: () => true, signature: () => '' });
  expect(placed).toHaveLength(20_001);
  expect(placed.filter(({ kind }) => kind === 'distribution')).toHaveLength(10_000);
  expect(placed[2]).toMatchObject({ kind: 'part', in: 1, names: ['b'] });
}, 60_000);

const file = (name: string): JsonObject => ({ '@type': 'DataDownload', name });
const action = { '@type': 'SearchAction', target: { urlTemplate: 'https://bog.example/{id}' } };

it.each<[string, JsonObject, number]>([
  ['no file', { name: 'Peat' }, 0],
  ['a resource that is a file', { contentUrl: 'https://bog.example/a.csv' }, 1],
  ['distributions', { distribution: [file('a'), file('b')] }, 2],
  ['one said twice', { 'dcat:distribution': [file('a')], distribution: 'a.csv' }, 2],
  [
    'the files in an archive',
    { distribution: { ...file('zip'), hasPart: [file('a'), file('b')] } },
    2,
  ],
  [
    'an archive in an archive',
    { distribution: { ...file('zip'), hasPart: [{ ...file('tar'), hasPart: [file('a')] }] } },
    1,
  ],
  [
    'a service that is called so',
    { distribution: [file('a'), { '@type': 'WebAPI', name: 'b' }] },
    1,
  ],
  ['a service by what it does', { distribution: { ...file('a'), potentialAction: action } }, 0],
  ['parts that are resources', { hasPart: [file('a')] }, 0],
])('counts %s', (_, said, expected) => {
  expect(countFiles(resource({ '@id': 'https://bog.example/7', ...said }))).toBe(expected);
});
