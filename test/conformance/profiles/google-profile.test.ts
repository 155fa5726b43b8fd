import { expect, it } from 'vitest';
import { goodRecord, linesOf } from '../checking.ts';

it('a record as Google asks for has no findings', async () => {
  expect(await linesOf(goodRecord('google'), 'google-dataset')).toEqual([]);
});

it('only name and description are required', async () => {
  const document = { '@context': 'https://schema.org/', '@type': 'Dataset', description: 'Peat.' };
  const lines = await linesOf(document, 'google-dataset');
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([
    'error title',
    'error description-length 5 characters: Peat.',
  ]);
});
