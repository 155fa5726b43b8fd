import { describe, expect, it } from 'vitest';
import { fixDocument } from '../../src/conformance/fix-documents.ts';
import { goodRecord } from './checking.ts';
import { documentOf, stateOf } from './validating.ts';

const profiles = ['cdif-core-1.1'];

async function fix(json: string) {
  return fixDocument(documentOf(json), async (document) => stateOf(document, profiles));
}

describe('fixing a document', () => {
  it('writes what is there in another form, or elsewhere in the record, and nothing else', async () => {
    const { 'schema:identifier': _, ...record } = goodRecord('cdif');
    const json = JSON.stringify({ ...record, 'schema:dateModified': '15 March 2024' }, null, 4);
    const { json: mended, fixed } = await fix(json);
    expect(JSON.parse(mended)).toEqual({
      ...record,
      'schema:dateModified': '2024-03-15',
      'schema:identifier': {
        '@type': 'schema:PropertyValue',
        'schema:propertyID': { '@id': 'https://registry.identifiers.org/registry/doi' },
        'schema:value': 'doi:10.5555/mire-2024',
        'schema:url': 'https://doi.org/10.5555/mire-2024',
      },
    });
    expect(fixed).toEqual(
      new Map([
        ['cdif-core-1.1 identifier', 1],
        ['cdif-core-1.1 date-form', 1],
      ]),
    );
    const lines = mended.split('\n');
    expect(json.split('\n').filter((line) => !lines.includes(line))).toEqual([
      '    "schema:dateModified": "15 March 2024",',
    ]);
  });

  it('leaves a document alone that only the author can mend', async () => {
    const { 'schema:name': _, ...record } = goodRecord('cdif');
    const json = JSON.stringify(record);
    expect(await fix(json)).toMatchObject({ json, fixed: new Map() });
  });
});
