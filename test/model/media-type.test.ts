import { describe, expect, it } from 'vitest';
import {
  canonicalProfile,
  findCdifLabel,
  isJsonLdType,
  isJsonType,
  parseMediaType,
  parseProfiles,
  rdfSyntaxOf,
} from '../../src/model/media-type.ts';

describe('a media type', () => {
  it.each([
    ['', ''],
    ['TEXT/HTML', 'text/html'],
    [' application/ld+json ; charset=utf-8', 'application/ld+json'],
    ['application/json, text/html', 'application/json'],
    ['application/ld+json; profile="a,b;c"; charset=x, text/html', 'application/ld+json'],
  ])('of %j is %j', (text, essence) => {
    expect(parseMediaType(text).essence).toBe(essence);
  });

  it.each([
    ['text/html; charset=utf-8', 'utf-8'],
    ['text/html;CHARSET = "Latin1"', 'Latin1'],
    ["text/html; charset='x'", 'x'],
    ['text/html; charset=', undefined],
    ['text/html; charset', undefined],
    ['text/html; charset=a; charset=b', 'a'],
    ['text/html; x="; charset=wrong"; charset=right', 'right'],
    ['text/html; charset="unclosed', 'unclosed'],
  ])('of %j has the charset %j', (text, charset) => {
    expect(parseMediaType(text).charset).toBe(charset);
  });

  it.each([
    ['application/ld+json', []],
    ["application/ld+json; profile='CDIF1.0'", ['CDIF1.0']],
    ['application/ld+json;profile=CDIF-list-1.0', ['CDIF-list-1.0']],
    [
      'application/ld+json; profile="http://a.example/1 http://a.example/2"',
      ['http://a.example/1', 'http://a.example/2'],
    ],
    ['application/ld+json; profile="http://a.example/?x=1,2;3"', ['http://a.example/?x=1,2;3']],
    [String.raw`application/ld+json; profile="a\"b"`, ['a"b']],
    ['application/ld+json; profile=""', []],
    ['application/ld+json; profile="\'CDIF1.0\'"', ['CDIF1.0']],
  ])('of %j has the profiles %j', (text, profiles) => {
    expect(parseMediaType(text).profiles).toEqual(profiles);
  });

  it('is parsed in linear time', () => {
    const text = `a/b; ${'"'.repeat(100_001)}${';,'.repeat(100_000)}`;
    expect(parseMediaType(text).essence).toBe('a/b');
  });
});

describe('the kind of a media type', () => {
  it('depends on its essence', () => {
    expect(['application/geo+json', 'text/json', 'text/html'].map(isJsonType)).toEqual([
      true,
      true,
      false,
    ]);
    expect(
      ['application/json-ld', 'application/ld+json', 'application/json'].map(isJsonLdType),
    ).toEqual([true, true, false]);
    expect(
      ['text/turtle', 'text/n3', 'application/rdf+xml', 'application/xml'].map(rdfSyntaxOf),
    ).toEqual(['turtle', 'turtle', 'rdf-xml', undefined]);
  });
});

describe('the profiles of an attribute', () => {
  it('are parsed as a set of words', () => {
    expect(parseProfiles(' CDIF1.0  "CDIF1.0"\n http://a.example/ ')).toEqual([
      'CDIF1.0',
      'http://a.example/',
    ]);
  });
});

describe('the CDIF label', () => {
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
  ])('of profile %j is `record`', (profile) => {
    expect(findCdifLabel(['http://a.example/other', profile])).toBe('record');
  });

  it.each([
    'CDIF-list-1.0',
    'cdif-list',
    'CDIFlist1.0',
    'https://w3id.org/cdif/list/1.1',
    'https://example.org/profile/CDIFdiscoveryCollection1.0',
  ])('of profile %j is `list`, whatever the other profiles', (profile) => {
    expect(findCdifLabel(['CDIF1.0', profile])).toBe('list');
  });

  it.each(['', 'schema.org', 'NotCDIF', 'CDIFF1.0', 'http://a.example/cdif/core/1.1'])(
    'is not on %j',
    (profile) => {
      expect(findCdifLabel([profile])).toBeUndefined();
    },
  );
});

describe('the canonical spelling of a profile', () => {
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
  ])('of %j is the profile itself', (profile) => {
    expect(canonicalProfile(profile)).toBe(profile);
  });
});
