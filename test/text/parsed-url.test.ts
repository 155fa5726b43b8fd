import { describe, expect, it } from 'vitest';
import { parseUrl } from '../../src/text/parsed-url.ts';

describe('parseUrl', () => {
  it('parses any host many thousand times', () => {
    const text = 'https://bücher.example/ä';
    const hrefs = new Set(Array.from({ length: 20_000 }, () => parseUrl(text)?.href));
    expect([...hrefs]).toEqual(['https://xn--bcher-kva.example/%C3%A4']);
  });

  it('resolves a URL against its base', () => {
    expect(parseUrl('../b', 'https://data.example/a/c')?.href).toBe('https://data.example/b');
  });

  it.each(['', 'no URL', 'http://', 'https://a b/'])('returns undefined for %j', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });

  it('returns undefined for an invalid base', () => {
    expect(parseUrl('b', 'no URL')).toBeUndefined();
  });
});
