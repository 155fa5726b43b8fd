import { describe, expect, it } from 'vitest';
import { parseUrl } from '../../src/text/parsed-url.ts';

describe('a URL', () => {
  it('is parsed as often as is wanted, whatever its host', () => {
    const text = 'https://bücher.example/ä';
    const hrefs = new Set(Array.from({ length: 20_000 }, () => parseUrl(text)?.href));
    expect([...hrefs]).toEqual(['https://xn--bcher-kva.example/%C3%A4']);
  });

  it('is resolved against its base', () => {
    expect(parseUrl('../b', 'https://data.example/a/c')?.href).toBe('https://data.example/b');
  });

  it.each(['', 'no URL', 'http://', 'https://a b/'])('is none: %j', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });

  it('is none where its base is none', () => {
    expect(parseUrl('b', 'no URL')).toBeUndefined();
  });
});
