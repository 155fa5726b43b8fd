import { describe, expect, it } from 'vitest';
import { resolvableUrl } from '../../src/rdf/resolvable.ts';

describe('where an identifier is resolved', () => {
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
