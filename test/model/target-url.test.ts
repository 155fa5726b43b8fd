import { namedNode } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { targetUrl } from '../../src/model/target-url.ts';

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

  it('gives two spellings of one graph the same URL', () => {
    expect(targetUrl('http://h/a|b')).toBe(targetUrl('http://h/a%7Cb'));
  });

  it('resolves a relative URL where it has a base', () => {
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
