import { describe, expect, it } from 'vitest';
import { identifierName } from '../../src/rdf/identifier-name.ts';
import { repairIri } from '../../src/rdf/iri.ts';
import { spellingsOf } from '../../src/rdf/spellings.ts';

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
  ])('of %j have %s behind itself', (text, spelling) => {
    const [itself, ...others] = spellingsOf(text);
    expect(itself).toBe(text);
    expect(others).toContain(spelling);
  });

  it.each([
    'ark:/12345/a b<c>',
    'doi:10.5072/a%2520b',
    'hdl:20.500/50%25 X',
    'doi:10.1/(b)1<7>2%x',
  ])('of the key of %s in search results lead to it', (identifier) => {
    const key = repairIri(identifierName(identifier)) ?? '';
    expect(spellingsOf(key).map(identifierName)).toContain(identifierName(identifier));
  });

  it.each(['https://data.example/1', 'Sea level of 1990', 'a/b', 'urn:example:1', 'toString: x'])(
    'of %j are itself alone',
    (text) => {
      expect(spellingsOf(text)).toEqual([text]);
    },
  );
});
