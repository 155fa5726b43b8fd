import { describe, expect, it } from 'vitest';
import {
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

  it('is read in no more than linear time', () => {
    const text = `a/b; ${'"'.repeat(100_001)}${';,'.repeat(100_000)}`;
    expect(parseMediaType(text).essence).toBe('a/b');
  });
});

describe('what a media type is', () => {
  it('is told by its essence', () => {
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
  it('are a set of words', () => {
    expect(parseProfiles(' CDIF1.0  "CDIF1.0"\n http://a.example/ ')).toEqual([
      'CDIF1.0',
      'http://a.example/',
    ]);
  });
});
