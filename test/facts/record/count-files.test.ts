import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/expand/json.ts';
import { countFiles } from '../../../src/facts/record/count-files.ts';
import { resource } from './resource.ts';

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
