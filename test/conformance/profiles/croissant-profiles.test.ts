import { describe, expect, it } from 'vitest';
import { chooseProfiles } from '../../../src/conformance/profiles/profile-catalogue.ts';
import { goodRecord, linesOf } from '../checking.ts';

describe.each(['croissant-1.0', 'croissant-1.1'])('%s', (profile) => {
  it('has no findings in a good record', async () => {
    expect(await linesOf(goodRecord('croissant'), profile)).toEqual([]);
  });

  it('finds errors where a program cannot load the dataset', async () => {
    const document = {
      '@context': goodRecord('croissant')['@context'] ?? null,
      '@type': 'sc:Dataset',
      name: 'leaves',
      url: 'https://leaves.example/',
      distribution: [{ '@type': 'cr:FileObject', '@id': 'a.csv' }],
      recordSet: [
        {
          '@type': 'cr:RecordSet',
          '@id': 'leaf',
          field: [{ '@id': 'leaf/area', source: { fileObject: { '@id': 'b.csv' } } }],
        },
      ],
    };
    const lines = await linesOf(document, profile);
    expect(lines).toEqual(
      expect.arrayContaining([
        'error croissant-conforms-to',
        'error description',
        'error licence',
        'error date-published',
        'error croissant-type',
        'error croissant-reference b.csv',
        'error croissant-content-url',
        'warning croissant-checksum',
        'error croissant-data-type',
      ]),
    );
  });
});

it('a record claims a version of Croissant by its IRI', () => {
  expect(chosenFor('http://mlcommons.org/croissant/1.1')).toEqual(['claimed croissant-1.1']);
  expect(chosenFor('https://mlcommons.org/croissant/1.0/')).toEqual(['claimed croissant-1.0']);
  expect(chosenFor('http://mlcommons.org/croissant/RAI/1.0')).toEqual([
    'default cdif-discovery-1.1',
  ]);
});

function chosenFor(claim: string): readonly string[] {
  return chooseProfiles([claim], []).map(({ profile, because }) => `${because} ${profile.id}`);
}
