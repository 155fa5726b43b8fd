import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/text/json.ts';
import { isNil } from '../../../src/facts/text/missing-values.ts';
import {
  type KernelAttributeName,
  kernelAttributeNames,
  type KernelObject,
} from '../../../src/views/kernel/kernel-record.ts';
import { rootIsMetadata, rootIsResource, viewsOf } from '../viewing.ts';
import { orcid, person, rows } from './row-cases.ts';

async function objectsOf(document: unknown): Promise<readonly KernelObject[]> {
  const views = await viewsOf('kernel', document);
  expect(views).toHaveLength(1);
  return views[0]?.objects ?? [];
}

/** The values of an attribute of the resource: IRI and text, with a blank between. */
async function valuesOf(name: KernelAttributeName, document: unknown): Promise<readonly string[]> {
  const [resource] = await objectsOf(document);
  return (resource?.attributes[name]?.values ?? []).map(({ iri, text }) =>
    [iri, text].filter((part) => part !== undefined).join(' '),
  );
}

const emptyId = (name: string): JsonObject => ({
  '@type': 'schema:Person',
  '@id': '',
  'schema:name': name,
});

describe('the attributes of a resource', () => {
  it.each(rows)('has %s, in both shapes', async (_name, said, attribute, values) => {
    expect(await valuesOf(attribute, rootIsResource(said))).toEqual(values);
    expect(await objectsOf(rootIsMetadata(said))).toEqual(await objectsOf(rootIsResource(said)));
  });

  it('have a row for each there is', () => {
    const tested = new Set(rows.map(([, , attribute]) => attribute));
    expect(kernelAttributeNames.filter((name) => !tested.has(name))).toEqual([]);
  });

  it('never name the operator of the catalogue', async () => {
    const objects = await objectsOf(rootIsMetadata({ 'schema:name': 'Tides' }));
    expect(JSON.stringify(objects)).not.toContain('Keeper');
  });

  it('mark a policy of unknown kind as undetermined', async () => {
    const said = { 'schema:publishingPrinciples': { 'schema:name': 'House rules' } };
    const [resource] = await objectsOf(rootIsResource(said));
    const policies = [
      'digitalObjectMutability',
      'persistencyPolicy',
      'digitalObjectPolicy',
    ] as const;
    for (const policy of policies) {
      expect(resource?.attributes[policy]).toMatchObject({
        values: [{ text: 'House rules', undetermined: true }],
      });
    }
  });

  it.each([
    'missing',
    'Missing',
    '(unknown)',
    '"none"',
    'null',
    'nil:unknown',
    'http://www.opengis.net/def/nil/OGC/0/missing',
    'https://www.opengis.net/def/nil/ogc/0/inapplicable',
    'urn:ogc:def:nil:OGC::unknown',
    'not available',
    'undefined',
    'n/a',
    'N.A.',
    'NA',
    'no data',
    'no_data',
    'Not specified.',
    'to be determined',
    'todo',
    'TBD',
    '---',
    '?',
    '  ',
    '{license}',
  ])('lack what is %j', async (nil) => {
    expect(isNil(nil)).toBe(true);
    const said = {
      'schema:license': nil,
      'schema:creator': { '@type': 'schema:Person', 'schema:name': nil },
      'schema:version': nil,
      'schema:url': nil,
      'prov:wasDerivedFrom': nil,
    };
    const [resource] = await objectsOf(rootIsResource(said));
    expect(Object.keys(resource?.attributes ?? {})).toEqual(['profile', 'digitalObjectType']);
  });

  it.each([
    'No restrictions',
    'Na',
    '水',
    'unknown to science',
    'Missing Mountain',
    'none of these',
  ])('do not lack %j', async (text) => {
    expect(await valuesOf('rights', rootIsResource({ 'schema:license': text }))).toEqual([text]);
  });

  it('keep a text that the context makes an IRI', async () => {
    const document = {
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      '@id': 'https://data.example/tides',
      license: 'CC BY 4.0',
      url: 'missing',
    };
    expect(await valuesOf('rights', document)).toEqual(['CC BY 4.0']);
    expect(await valuesOf('digitalObjectLocation', document)).toEqual([]);
  });

  it('separate agents that an empty @id merges', async () => {
    const said = { 'schema:creator': { '@list': [person, emptyId('Ann'), emptyId('Bob')] } };
    expect(await valuesOf('creator', rootIsResource(said))).toEqual([
      `${orcid} Josiah Carberry`,
      'Ann',
      'Bob',
    ]);
  });
});
