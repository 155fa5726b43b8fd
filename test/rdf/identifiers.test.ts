import { describe, expect, it } from 'vitest';
import {
  identifierName,
  identifierSpellings,
  isPersistentIdentifier,
  resolvableUrl,
} from '../../src/rdf/identifiers.ts';
import { repairIri } from '../../src/rdf/iri.ts';

describe('the URL that resolves an identifier', () => {
  it.each([
    ['doi:10.1234/Ice', 'https://doi.org/10.1234/ice'],
    ['10.1234/ice', 'https://doi.org/10.1234/ice'],
    ['http://dx.doi.org/10.1234/ICE', 'https://doi.org/10.1234/ice'],
    [
      'doi:10.1002/(SICI)1096(199603)1:1<1::AID-#?',
      'https://doi.org/10.1002/(sici)1096(199603)1:1%3C1::aid-%23%3F',
    ],
    ['hdl:20.500/1', 'https://hdl.handle.net/20.500/1'],
    ['ark:/99152/x-1', 'https://n2t.net/ark:99152/x1'],
    [' https://data.example/a ', 'https://data.example/a'],
    ['HTTP://data.example/a', 'HTTP://data.example/a'],
  ])('of %s is %s', (identifier, url) => {
    expect(resolvableUrl(identifier)).toBe(url);
  });

  it.each(['', 'urn:isbn:0451450523', 'ISBN 0451450523', 'tides', 'ftp://data.example/a'])(
    'is not known of %j',
    (identifier) => {
      expect(resolvableUrl(identifier)).toBeUndefined();
    },
  );
});

describe('the spellings of an identifier', () => {
  it.each([
    ['DOI 10.1234/5', 'doi:10.1234/5'],
    ['doi : 10.1234/5', 'doi:10.1234/5'],
    ['<https://doi.org/10.1234/5>', 'https://doi.org/10.1234/5'],
    ['Handle 20.500/AB', 'hdl:20.500/AB'],
    ['20.500.12345/AB', 'hdl:20.500.12345/AB'],
    ['21.T11148/c692273deb2772da307f', 'hdl:21.T11148/c692273deb2772da307f'],
    ['IGSN:IE123', 'IE123'],
    ['igsn IE123', 'IE123'],
    ['ORCID 0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
  ])('of %j include %s', (text, spelling) => {
    const [itself, ...others] = identifierSpellings(text);
    expect(itself).toBe(text);
    expect(others).toContain(spelling);
  });

  it.each([
    'ark:/12345/a b<c>',
    'doi:10.5072/a%2520b',
    'hdl:20.500/50%25 X',
    'doi:10.1/(b)1<7>2%x',
  ])('of the key of %s in search results include the key', (identifier) => {
    const key = repairIri(identifierName(identifier)) ?? '';
    expect(identifierSpellings(key).map(identifierName)).toContain(identifierName(identifier));
  });

  it.each(['https://data.example/1', 'Sea level of 1990', 'a/b', 'urn:example:1', 'toString: x'])(
    'of %j are itself alone',
    (text) => {
      expect(identifierSpellings(text)).toEqual([text]);
    },
  );
});

describe('a persistent identifier', () => {
  it.each([
    'https://doi.org/10.5072/Bog',
    '10.5072/Bog',
    'hdl:20.500.1/7',
    'https://bog.example/ark:/12345/7',
    'urn:nbn:de:7',
    'https://w3id.org/bog/7',
    'HTTP://purl.org/bog',
    'https://www.purl.org/bog',
  ])('is %s', (text) => {
    expect(isPersistentIdentifier(text)).toBe(true);
  });

  it.each(['https://bog.example/7', 'https://purl.org.example/7', 'bog-7', ''])(
    'is not "%s"',
    (text) => {
      expect(isPersistentIdentifier(text)).toBe(false);
    },
  );
});

describe('identifierName', () => {
  it.each([
    [
      'a DOI',
      'doi:10.1234/abc.d(e)',
      'DOI: 10.1234/ABC.d(e)',
      'doi:https://doi.org/10.1234/abc.d(e)',
      'https://doi.org/10.1234/abc.d%28e%29',
      'http://dx.doi.org/10.1234/ABC.D(E)',
      'https://www.doi.org/10.1234/abc.d(e)',
      'info:doi/10.1234/abc.d(e)',
      'doi.org/10.1234/abc.d(e)',
      'urn:doi:10.1234/abc.d(e)',
      'https://doi.org/10.1234/abc.d(e)/',
      'doi:10.1234/abc.d(e).',
      ' 10.1234/abc.d(e)\n',
      'https://hdl.handle.net/10.1234/abc.d(e)',
    ],
    ['a Handle', 'hdl:11858/00-1A', 'HDL:11858/00-1a', 'http://hdl.handle.net/11858/00-1A'],
    [
      'an ARK',
      'ark:/12345/x9-8',
      'ark:12345/x98',
      'https://n2t.net/ark:/12345/x9-8/',
      'https://museum.example/ark:12345/x98',
    ],
    ['a URN', 'urn:NBN:de:101-1', 'URN:nbn:de:101-1'],
    [
      'a URL',
      'https://ORCID.org/0000-0001-2345-6789',
      'http://orcid.org/0000-0001-2345-6789/',
      'https://orcid.org:443/0000-0001-2345-6789#',
      'http://orcid.org:80/0000-0001-2345-6789',
    ],
    ['a host', 'https://a.example', 'http://A.example/'],
    ['any text', 'ID  17', ' ID\t17 '],
  ])('is the same for all spellings of %s', (_, first, ...others) => {
    for (const other of others) expect(identifierName(other)).toBe(identifierName(first));
  });

  it.each([
    ['https://a.example/X', 'https://a.example/x'],
    ['https://a.example/?q=1', 'https://a.example/?q=2'],
    ['https://a.example/#a', 'https://a.example/#b'],
    ['https://a.example:8080/', 'https://a.example/'],
    ['urn:nbn:de:A', 'urn:nbn:de:a'],
    ['ark:12345/x', 'ark:12345/X'],
    ['hdl:11858/1', 'hdl:11858/2'],
    ['Abc', 'abc'],
  ])('differs for %s and %s', (one, other) => {
    expect(identifierName(one)).not.toBe(identifierName(other));
  });

  it('recognises a DOI by its form', () => {
    expect(identifierName('10.5/2')).toBe('10.5/2');
    expect(identifierName('https://doi.org/')).toBe('http://doi.org');
    expect(identifierName('doi:10.5/2')).toBe('doi:10.5/2');
    expect(identifierName('https://a.example/10.1234/x')).toBe('http://a.example/10.1234/x');
  });

  it('contains no control character', () => {
    for (const text of ['a\u{0}b', 'doi:10.1234/a%00b', '\t', 'https://doi.org/10.1234/%E0%A4%A']) {
      expect(identifierName(text)).not.toMatch(/[\p{Cc}]/u);
      expect(identifierName(identifierName(text))).toBe(identifierName(text));
    }
  });
});
