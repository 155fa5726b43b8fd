import { describe, expect, it } from 'vitest';
import { discover, discoverText, inShort, problems, urlset } from './discovering.ts';

describe('the discover stage', () => {
  it('lists configured URLs, normalised', async () => {
    const urls = ['https://E.org/a b#x', 'http://e.org:80/2'];
    expect(await discover({ kind: 'urls', urls })).toEqual(
      ['https://e.org/a%20b', 'http://e.org/2'].map((url) => ({
        kind: 'produced',
        value: { url, source: 'a', found: { by: 'urls' }, depth: 0 },
      })),
    );
  });

  it('leaves duplicates to the frontier', async () => {
    const urls = ['https://e.org/1', 'https://e.org/1'];
    expect(inShort(await discover({ kind: 'urls', urls }))).toEqual(urls);
  });

  it('skips what is not included or is excluded', async () => {
    const outcomes = await discoverText(
      urlset(
        'https://e.org/dataset/1',
        'https://e.org/dataset/old/2',
        'https://e.org/about',
        'https://e.org/view?id=3',
      ),
      { include: ['/dataset/**', '/view[?]id=*'], exclude: ['**/old/**'] },
    );
    expect(inShort(outcomes)).toEqual([
      'https://e.org/dataset/1',
      'excluded https://e.org/dataset/old/2',
      'excluded https://e.org/about',
      'https://e.org/view?id=3',
    ]);
  });

  it('fails for a source without targets, also where all were excluded', async () => {
    const outcomes = await discover(
      { kind: 'urls', urls: ['https://e.org/1'] },
      { exclude: ['/**'] },
    );
    expect(inShort(outcomes)).toEqual([
      'excluded https://e.org/1',
      'failed source-empty https://e.org/1',
    ]);
  });

  it('stops at the limit, and reports it once', async () => {
    const listed = ['1', '2', '3', '4', '5'].map((n) => `https://e.org/${n}`);
    const outcomes = await discoverText(urlset(...listed), { limits: { urlsPerSource: 3 } });
    expect(inShort(outcomes).slice(0, 3)).toEqual(listed.slice(0, 3));
    expect(outcomes).toHaveLength(4);
    expect(problems(outcomes)).toMatchObject([
      { kind: 'source-too-large', source: 'a', maxUrls: 3 },
    ]);
  });

  it('reports nothing when a limit is exactly reached', async () => {
    const text = urlset('https://e.org/1', 'https://e.org/2');
    expect(await discoverText(text, { limits: { urlsPerSource: 2 } })).toHaveLength(2);
  });

  it('counts excluded URLs, which could be endless as well', async () => {
    const text = urlset('https://e.org/no/1', 'https://e.org/no/2', 'https://e.org/3');
    const outcomes = await discoverText(text, { limits: { urlsPerSource: 2 }, exclude: ['/no/*'] });
    expect(inShort(outcomes).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'excluded https://e.org/no/1',
      'excluded https://e.org/no/2',
      'failed source-too-large',
      'failed source-empty',
    ]);
  });

  it('fails with the HTTP problem of a sitemap', async () => {
    const outcomes = await discover({ kind: 'sitemap', sitemap: 'http://127.0.0.1:1/sitemap.xml' });
    expect(problems(outcomes)).toMatchObject([
      { kind: 'connection-failed', code: 'ECONNREFUSED' },
      { kind: 'source-empty' },
    ]);
  });
});

describe('a source with a template', () => {
  const template = 'https://m.org/export?id={id}&format=CDIF1.0';

  it('replaces listed URLs by metadata URLs, and filters the listed ones', async () => {
    const urls = ['https://e.org/d/1', 'https://e.org/d/2'];
    const outcomes = await discover({ kind: 'urls', urls }, { template, exclude: ['/d/2'] });
    expect(outcomes).toEqual([
      {
        kind: 'produced',
        value: {
          url: 'https://m.org/export?id=1&format=CDIF1.0',
          source: 'a',
          found: { by: 'urls', describes: 'https://e.org/d/1' },
          depth: 0,
        },
      },
      { kind: 'skipped', url: 'https://e.org/d/2', reason: 'excluded' },
    ]);
  });
});
