import { describe, expect, it } from 'vitest';
import { createUrlFilter, UrlFilters } from '../../src/discover/url-filter.ts';

const matches = (url: string, include: string[], exclude: string[] = []): boolean =>
  createUrlFilter({ include, exclude })(`https://e.org${url}`);

describe('createUrlFilter', () => {
  it.each([
    ['/dataset/1', '/dataset/*'],
    ['/dataset/a/b', '/dataset/**'],
    ['/dataset/', '/dataset/**'],
    ['/.well-known/x', '/**'],
    ['/a?format=jsonld&v=2', '/a[?]format=*'],
    ['/a?next=/b/c', '/a*/**'],
    ['/b.jsonld', '**/*.{json,jsonld}'],
    ['/donn%C3%A9es', '/donn%C3%A9es'],
  ])('takes %s for %s', (url, glob) => {
    expect(matches(url, [glob])).toBe(true);
    expect(matches(url, ['/other', glob])).toBe(true);
    expect(matches(url, [], [glob])).toBe(false);
    expect(matches(url, [glob], [glob])).toBe(false);
  });

  it.each([
    ['/dataset/a/b', '/dataset/*'],
    ['/dataset', '/data'],
    ['/Dataset/1', '/dataset/*'],
    ['/a?x=1', '/a'],
  ])('does not take %s for %s', (url, glob) => {
    expect(matches(url, [glob])).toBe(false);
    expect(matches(url, [], [glob])).toBe(true);
  });

  it('takes everything where nothing is configured', () => {
    expect(matches('/', [])).toBe(true);
  });
});

describe('the filters of many sources', () => {
  it('match URLs per source, and for any source', () => {
    const exclude = ['/x/**'];
    const many = Array.from({ length: 1000 }, (_, index) => {
      return { name: `s${index}`, include: ['/a/**'], exclude };
    });
    const filters = new UrlFilters([...many, { name: 'other', include: ['/b/**'], exclude }]);
    expect(filters.isWanted('s7', 'https://e.org/a/1')).toBe(true);
    expect(filters.isWanted('s7', 'https://e.org/b/1')).toBe(false);
    expect(filters.isWanted('unknown', 'https://e.org/b/1')).toBe(true);
    expect(filters.isWantedByAny('https://e.org/b/1')).toBe(true);
    expect(filters.isWantedByAny('https://e.org/x/1')).toBe(false);
  });
});
