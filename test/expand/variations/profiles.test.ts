import { describe, expect, it } from 'vitest';
import { graphOf } from '../expanding.ts';

const context = { '@vocab': 'http://schema.org/', dcterms: 'http://purl.org/dc/terms/' };
const dataset = { '@id': 'https://bog.example/7', '@type': 'Dataset', name: 'Peat' };

async function profilesOf(document: object): Promise<readonly string[]> {
  const { profiles } = await graphOf({ '@context': context, ...document });
  return profiles;
}

/** A record with a claim, which may be a text or a reference. */
function claiming(conformsTo: unknown): object {
  return {
    ...dataset,
    subjectOf: { '@type': 'DigitalDocument', 'dcterms:conformsTo': conformsTo },
  };
}

describe('the profiles of a record', () => {
  it.each([
    [{ '@id': 'https://w3id.org/cdif/core/1.1' }, 'https://w3id.org/cdif/core/1.1'],
    ['https://w3id.org/cdif/core/1.1', 'https://w3id.org/cdif/core/1.1'],
    ['http://w3id.org/cdif/discovery/1.0/', 'https://w3id.org/cdif/discovery/1.0'],
    ['https://w3id.org/cdif/profiles/discovery', 'https://w3id.org/cdif/discovery'],
    [
      { '@id': 'https://w3id.org/cdif/profiles/datadescription' },
      'https://w3id.org/cdif/data_description',
    ],
    ['https://w3id.org/cdif/dataDescription/1.1', 'https://w3id.org/cdif/data_description/1.1'],
    [{ '@id': 'CDIF_basic_1.0' }, 'CDIF_basic_1.0'],
    ['cdif:profile_basic_1.0', 'CDIF_basic_1.0'],
    [{ '@id': 'https://bog.example/own-profile' }, 'https://bog.example/own-profile'],
  ])('are in canonical spelling: %j', async (claim, profile) => {
    expect(await profilesOf(claiming(claim))).toEqual([profile]);
  });

  it('are listed once each', async () => {
    const spellings = ['http://w3id.org/cdif/core/1.0', 'https://w3id.org/cdif/core/1.0/'];
    expect(await profilesOf(claiming(spellings))).toEqual(['https://w3id.org/cdif/core/1.0']);
  });

  it('stay in the graph as published', async () => {
    const { nquads } = await graphOf({
      '@context': context,
      ...claiming('http://w3id.org/cdif/core/1.0/'),
    });
    expect(nquads).toContain('"http://w3id.org/cdif/core/1.0/"');
  });

  it('do not include nils', async () => {
    const nil = { '@id': 'http://www.opengis.net/def/nil/OGC/0/missing' };
    expect(await profilesOf(claiming([nil, 'None', '']))).toEqual([]);
  });

  it.each([
    ['the root, in the draft', { 'dcterms:conformsTo': 'CDIF_basic_1.0' }],
    ['the encoding', { encoding: { 'dcterms:conformsTo': { '@id': 'CDIF_basic_1.0' } } }],
  ])('are claimed by %s', async (_, claim) => {
    const record = { '@id': 'https://bog.example/7/record', '@type': 'DigitalDocument', ...claim };
    expect(await profilesOf({ ...record, about: dataset })).toEqual(['CDIF_basic_1.0']);
  });

  it('do not include those of files, parts and services', async () => {
    const conforming = { 'dcterms:conformsTo': { '@id': 'https://w3id.org/cdif/core/1.1' } };
    expect(
      await profilesOf({
        ...dataset,
        distribution: { '@type': 'DataDownload', 'dcterms:conformsTo': 'rfc4180' },
        hasPart: { ...dataset, '@id': 'https://bog.example/8', ...conforming },
      }),
    ).toEqual([]);
  });
});
