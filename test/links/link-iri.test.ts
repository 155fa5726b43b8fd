import { describe, expect, it } from 'vitest';
import { linkIri } from '../../src/links/typed-links.ts';
import { targetUrl } from '../../src/model/target.ts';
import { base } from './links.ts';

const hosts = [
  'a.example',
  'A.Example',
  'a.example:80',
  'a.0x7f',
  'xn--bcher-kva.example',
  'bücher.example',
];
const paths = [
  '',
  '/',
  '/7.ttl',
  '/a/../b',
  '/./a',
  '/.a',
  '/a%2e/%zz',
  "/a'b|c",
  '/a[1]',
  '/ä b',
  '\\a',
];
const queries = ['', '?a=b&c', "?a='b'", '?a?b[]', '?ä', '?<a>'];
const iris = hosts.flatMap((host) =>
  paths.flatMap((path) => queries.map((query) => `http://${host}${path}${query}`)),
);

describe('the IRI of a link', () => {
  it('has the spelling in which URLs are fetched', () => {
    const read = iris.map((iri) => [iri, linkIri(iri, base)]);
    expect(read).toEqual(iris.map((iri) => [iri, targetUrl(iri)]));
  });

  it.each([
    ['#core', `${base}#core`],
    ['HTTPS://a.example/#a<b>c#d', 'https://a.example/#a%3Cb%3Ec%23d'],
    ['https://a.example/7#a/b?c', 'https://a.example/7#a/b?c'],
    ['urn:isbn:12 34', 'urn:isbn:12%2034'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['DOI:10.1234/Ab<c>', 'doi:10.1234/Ab%3Cc%3E'],
    [' \t../8\n', 'https://soil.example/8'],
  ])('keeps fragments and other schemes: %s', (reference, iri) => {
    expect(linkIri(reference, base)).toBe(iri);
  });

  it.each(['http://', 'https://a b/', 'http://a:99999/', 'https://[::1', 'http://a.example:x/'])(
    'is none where there is none to be had: %s',
    (reference) => {
      expect(linkIri(reference, base)).toBeUndefined();
    },
  );

  it('is undefined if the base cannot have relative references', () => {
    expect(linkIri('a', 'urn:uuid:0-1')).toBeUndefined();
  });
});
