import { namedNode } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { graphIri, targetUrl } from '../../src/model/target.ts';
import { createRandom } from '../expand/random.ts';

describe('graphIri', () => {
  it.each([
    ['https://example.org', 'https://example.org/'],
    ['https://example.org/a?b=c#fragment', 'https://example.org/a?b=c'],
    ['http://h/x', 'http://h/x'],
    ['http://tp/http/tp', 'http://tp/http/tp'],
    ['https://[2001:DB8::1]:8443/a', 'https://[2001:db8::1]:8443/a'],
    ['https://user:p%zz@user/', 'https://user:p%25zz@user/'],
    ['https://münchen.example/straße', 'https://xn--mnchen-3ya.example/stra%C3%9Fe'],
    ['https://example.org/a b[1]?q={x}|y', 'https://example.org/a%20b%5B1%5D?q=%7Bx%7D%7Cy'],
    ['https://example.org/100%/%41', 'https://example.org/100%25/%41'],
    ['https://a"b.example/', 'https://a%22b.example/'],
    ['file:///records/1.jsonld', 'file:///records/1.jsonld'],
    ['urn:example:a b', 'urn:example:a%20b'],
  ])('names the graph of %s %s', (url, iri) => {
    expect(graphIri(url)).toBe(iri);
    expect(namedNode(graphIri(url)).value).toBe(iri);
  });

  it('appends any key after a #', () => {
    const url = 'https://example.org/list';
    expect(graphIri(url, 'https://doi.org/10.1234/5 #ä')).toBe(
      'https://example.org/list#https%3A%2F%2Fdoi.org%2F10.1234%2F5%20%23%C3%A4',
    );
    expect(graphIri(url, '\u{D800}')).toBe('https://example.org/list#%EF%BF%BD');
    expect(graphIri(url, '')).toBe('https://example.org/list#');
  });

  it('refuses a text that is not an absolute URL', () => {
    expect(() => graphIri('/records/1')).toThrow(TypeError);
  });

  it('returns an IRI that Oxigraph accepts for any URL', () => {
    const random = createRandom(3);
    const starts = ['http://', 'https://u:p@h/', 'urn:', 'file:///', 'ftp://[::1]/', 'x:'];
    const parts =
      'h t [ ] : @ / // ? # % %41 %zz é 日 " < > { } | \\ ^ ` \' u:p@ :8080 .. ~ x:'.split(' ');
    parts.push(' ', '\t', '\u{0}', '\u{7F}', '\u{E000}', '\u{D800}', '\u{1F600}');
    const urls = Array.from({ length: 20_000 }, () => {
      return random.pick(starts) + random.list(8, () => random.pick(parts)).join('');
    }).filter((url) => URL.canParse(url));
    expect(urls.length).toBeGreaterThan(5000);
    for (const url of urls) {
      expect(() => namedNode(graphIri(url))).not.toThrow();
      expect(() => namedNode(graphIri(url, url))).not.toThrow();
    }
  });
});

describe('targetUrl', () => {
  it.each([
    ['HTTP://A.example:80/b/../c#d', 'http://a.example/c'],
    ['https://a.example/ü', 'https://a.example/%C3%BC'],
    ['http://h.example/a|b?c=[1]', 'http://h.example/a%7Cb?c=%5B1%5D'],
    ['http://h.example/100%', 'http://h.example/100%25'],
    ['http://[::1]:8080/', 'http://[::1]:8080/'],
  ])('spells %s as %s, which is a valid IRI and stays as it is', (text, url) => {
    expect(targetUrl(text)).toBe(url);
    expect(targetUrl(url)).toBe(url);
    expect(namedNode(url).value).toBe(url);
  });

  it('returns the same URL for two spellings', () => {
    expect(targetUrl('http://h/a|b')).toBe(targetUrl('http://h/a%7Cb'));
  });

  it('resolves a relative URL against a base', () => {
    expect(targetUrl('../x', 'https://a.example/b/c')).toBe('https://a.example/x');
    expect(targetUrl('../x')).toBeUndefined();
  });

  it.each([
    'ftp://a.example/',
    'file:///etc/passwd',
    'http://user:secret@a.example/',
    'http://',
    '',
  ])('refuses %j', (text) => {
    expect(targetUrl(text)).toBeUndefined();
  });
});
