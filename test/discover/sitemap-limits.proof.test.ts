import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SitemapTree } from '../../src/discover/sitemap-tree.ts';
import type { ListingItem } from '../../src/discover/discoverer.ts';
import { RobotsCache } from '../../src/web/robots/robots-cache.ts';
import { client, limits } from '../web/loopback.ts';
import {
  discover,
  discoverText,
  inShort,
  notes,
  problems,
  serveFiles,
  sitemapIndex,
  urlset,
} from './discovering.ts';
import { provesInFull } from '../support/proof.ts';

const urls = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `https://e.org/${index}`);

describe('a sitemap beyond the limits of the protocol', () => {
  it('may have 50,000 entries, and is read to its end where it has more', async () => {
    expect(notes(await discoverText(urls(50_000).join('\n')))).toEqual([]);
    const outcomes = await discoverText(urls(50_003).join('\n'));
    expect(inShort(outcomes)).toHaveLength(50_003);
    expect(notes(outcomes)).toMatchObject([
      { kind: 'sitemap-over-limit', limit: 'entries', max: 50_000 },
    ]);
  });

  it.runIf(provesInFull)(
    'may have 52,428,800 bytes after decompression, and is read to its end where it has more',
    async () => {
      const [head = '', tail = ''] = urlset(...urls(2)).split('\n</urlset>');
      const room = 52_428_800 - head.length - tail.length - 10;
      const filled = (blanks: number): Buffer =>
        // Stored: blanks that were packed would be a bomb.
        gzipSync(`${head}${' '.repeat(blanks)}</urlset>${tail}`, { level: 0 });
      expect(notes(await discoverText(filled(room)))).toEqual([]);
      const outcomes = await discoverText(filled(room + 2));
      expect(inShort(outcomes)).toHaveLength(2);
      expect(notes(outcomes)).toMatchObject([
        { kind: 'sitemap-over-limit', limit: 'bytes', max: 52_428_800 },
      ]);
    },
  );

  it('is read up to the limits of the configuration', async () => {
    const outcomes = await discoverText(urls(10_000).join('\n'), {
      limits: { sitemapBytes: 100_000 },
    });
    expect(problems(outcomes)).toMatchObject([
      { kind: 'body-too-large', maxBytes: 100_000 },
      { kind: 'source-empty' },
    ]);
  });
});

describe('a sitemap without end', () => {
  it('is abandoned at the limit of bytes, and its entries are kept', async () => {
    const origin = await serveFiles(() => ({
      '/sitemap.xml': (_request, response) => {
        response.write(`<urlset><url><loc>https://e.org/1</loc></url>`);
        const more = (): void => {
          while (
            !response.destroyed &&
            response.write('<url><loc>https://e.org/2</loc></url>'.repeat(500))
          );
        };
        response.on('drain', more);
        more();
      },
    }));
    const outcomes = await discover(
      { kind: 'sitemap', sitemap: `${origin}/sitemap.xml` },
      { limits: { sitemapBytes: 1_000_000 } },
    );
    expect(inShort(outcomes)[0]).toBe('https://e.org/1');
    expect(problems(outcomes)).toMatchObject([{ kind: 'body-too-large', maxBytes: 1_000_000 }]);
  });
});

describe('a sitemap of many wrong entries', () => {
  it('reports a hundred of them and counts the others', async () => {
    const text = urlset(
      ...Array.from({ length: 250 }, (_, index) => `/${index}`),
      'https://e.org/1',
    );
    const outcomes = await discoverText(text);
    expect(problems(outcomes)).toHaveLength(100);
    expect(inShort(outcomes).at(-1)).toBe('https://e.org/1');
    expect(notes(outcomes)).toMatchObject([
      { kind: 'problems-omitted', of: 'sitemap-entry-invalid', count: 150 },
    ]);
  });

  it('reports its notices also when it breaks off', async () => {
    const text = gzipSync(urlset(...Array.from({ length: 250 }, (_, index) => `/${index}`)));
    const outcomes = await discoverText(text.subarray(0, -12));
    expect(notes(outcomes)).toMatchObject([{ kind: 'problems-omitted' }]);
    expect(problems(outcomes).at(-2)).toMatchObject({ kind: 'body-undecodable' });
  });
});

describe('a sitemap that is named to a user agent', () => {
  it('marks each entry, also those of its sitemaps', async () => {
    const origin = await serveFiles((o) => ({
      '/index.xml': sitemapIndex(`${o}/index.xml`, `${o}/a.xml`),
      '/a.xml': urlset('https://e.org/1'),
    }));
    const http = client();
    const robots = new RobotsCache(http);
    const known = {
      memory: undefined,
      sites: undefined,
      allowRemovals: false,
    };
    const { signal } = new AbortController();
    const reading = { source: 'a', http, robots, limits, ...known, signal, now: () => new Date(0) };
    const listed: ListingItem[] = [];
    for await (const each of new SitemapTree(reading, {}).list(
      `${origin}/index.xml`,
      { by: 'robots' },
      { agent: 'CDIF1.0' },
    )) {
      listed.push(each);
    }
    const found = { by: 'sitemap', in: `${origin}/a.xml`, line: 3, agent: 'CDIF1.0' };
    expect(listed).toContainEqual({ kind: 'url', url: 'https://e.org/1', found });
  });
});
