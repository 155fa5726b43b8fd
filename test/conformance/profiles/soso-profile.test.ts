import { expect, it } from 'vitest';
import { goodRecord, linesOf } from '../checking.ts';

it('a record as the guide asks for has no findings', async () => {
  expect(await linesOf(goodRecord('soso'), 'soso')).toEqual([]);
});

it('what the guide requires is an error, what its shapes call a violation a warning', async () => {
  const lines = await linesOf(
    { '@context': { '@vocab': 'http://schema.org/' }, '@type': 'Dataset', name: 'Peat' },
    'soso',
  );
  expect(lines.filter((line) => !line.startsWith('info'))).toEqual(
    expect.arrayContaining([
      'error description',
      'warning iri',
      'warning url',
      'warning identifier',
    ]),
  );
  expect(lines).toEqual(
    expect.arrayContaining(['info same-as', 'info accessible-for-free', 'info licence']),
  );
});

it('the faults of a record are found with their values', async () => {
  const document = {
    ...goodRecord('soso'),
    license: 'CC BY 4.0',
    isAccessibleForFree: 'true',
    url: ['https://fjord.example/a', 'https://fjord.example/b'],
    version: ['1', '2'],
    identifier: 'doi:10.5555/fjord-ctd',
  };
  expect(await linesOf(document, 'soso')).toEqual([
    'warning single-url https://fjord.example/b',
    'warning single-version 2',
    'warning accessible-for-free-form true',
    'info identifier-description doi:10.5555/fjord-ctd',
    'warning licence-iri CC BY 4.0',
  ]);
});
