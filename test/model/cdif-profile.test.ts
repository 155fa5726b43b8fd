import { describe, expect, it } from 'vitest';
import { canonicalProfile, findCdifLabel } from '../../src/model/cdif-profile.ts';

describe('the label of CDIF', () => {
  it.each([
    'CDIF1.0',
    'cdif',
    'CDIF1.1',
    'CDIF-1.0',
    'CDIF_basic_1.0',
    'https://w3id.org/cdif/core/1.1',
    'http://w3id.org/cdif/discovery/1.0/',
    'https://w3id.org/cdif/codelist/1.1',
    'https://example.org/profile/CDIFdiscovery1.0',
  ])('is on a record of profile %j', (profile) => {
    expect(findCdifLabel(['http://a.example/other', profile])).toBe('record');
  });

  it.each([
    'CDIF-list-1.0',
    'cdif-list',
    'CDIFlist1.0',
    'https://w3id.org/cdif/list/1.1',
    'https://example.org/profile/CDIFdiscoveryCollection1.0',
  ])('is on a list of profile %j, whatever else is claimed', (profile) => {
    expect(findCdifLabel(['CDIF1.0', profile])).toBe('list');
  });

  it.each(['', 'schema.org', 'NotCDIF', 'CDIFF1.0', 'http://a.example/cdif/core/1.1'])(
    'is not on %j',
    (profile) => {
      expect(findCdifLabel([profile])).toBeUndefined();
    },
  );
});

describe('the one spelling of a profile', () => {
  it.each([
    ['http://www.w3id.org/cdif/CORE/1.1//', 'https://w3id.org/cdif/core/1.1'],
    [
      'https://w3id.org/cdif/profiles/data-structure/1.0',
      'https://w3id.org/cdif/data_structure/1.0',
    ],
    ['https://w3id.org/cdif/ConceptScheme/1.1', 'https://w3id.org/cdif/conceptscheme/1.1'],
    ['https://w3id.org/cdif/xasCore/1.0/', 'https://w3id.org/cdif/xasCore/1.0'],
    ['https://bog.example/metadata/CDIF_basic_1.0', 'CDIF_basic_1.0'],
  ])('of %s is %s', (profile, canonical) => {
    expect(canonicalProfile(profile)).toBe(canonical);
    expect(canonicalProfile(canonical)).toBe(canonical);
  });

  it.each([
    '',
    'CDIF1.0',
    'ex:cdif-metadataSpec',
    'https://w3id.org/cdif/',
    'https://w3id.org/cdif/bbr/metadata/profiles/complete',
    'https://w3id.org/cdif/core/1.1/draft',
    'https://w3id.org/cdif-own/core/1.1',
    'NotCDIF_basic_1.0',
  ])('of %j is that', (profile) => {
    expect(canonicalProfile(profile)).toBe(profile);
  });
});
