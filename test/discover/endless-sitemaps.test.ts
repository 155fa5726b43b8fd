import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { serve } from '../web/loopback.ts';
import {
  discover,
  discovering,
  inShort,
  problems,
  serveFiles,
  sitemapIndex,
  urlset,
} from './discovering.ts';

const sitemap = (origin: string) => ({ kind: 'sitemap', sitemap: `${origin}/index.xml` }) as const;

describe('an index that names sitemaps without end', () => {
  it('ends at the limit of sitemaps and keeps what they listed', async () => {
    const asked: string[] = [];
    const origin = await serve(({ url = '' }, response) => {
      asked.push(url);
      if (url !== '/index.xml') response.end(urlset(`https://e.org${url}`));
      else response.end(sitemapIndex(...named(2000)));
    });
    const named = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${origin}/${index}`);
    const outcomes = await discover(sitemap(origin), { limits: { sitemapsPerSource: 3 } });
    expect(inShort(outcomes)).toEqual([
      'https://e.org/0',
      'https://e.org/1',
      'https://e.org/2',
      `failed too-many-sitemaps ${origin}/index.xml`,
    ]);
    expect(problems(outcomes)).toEqual([
      { kind: 'too-many-sitemaps', url: `${origin}/index.xml`, source: 'a', maxSitemaps: 3 },
    ]);
    expect(asked).toEqual(['/robots.txt', '/index.xml', '/0', '/1', '/2']);
  });

  it('is ended also where each index names the next', async () => {
    let made = 0;
    const origin = await serve((_request, response) => {
      made += 1;
      const next = Array.from({ length: 3 }, (_, index) => `${origin}/${made}-${index}.xml`);
      response.end(sitemapIndex(...next));
    });
    const outcomes = await discover(sitemap(origin), {
      limits: { sitemapsPerSource: 20, sitemapDepth: 5 },
    });
    expect(problems(outcomes)).toContainEqual(
      expect.objectContaining({ kind: 'too-many-sitemaps', maxSitemaps: 20 }),
    );
    expect(made).toBeLessThanOrEqual(21);
  });

  it('has the lines of robots.txt counted as well', async () => {
    const origin = await serveFiles((at) => ({
      '/robots.txt': [1, 2, 3, 4].map((name) => `Sitemap: ${at}/${name}.xml`).join('\n'),
      ...Object.fromEntries(
        [1, 2, 3, 4].map((name) => [`/${name}.xml`, urlset(`https://e.org/${name}`)]),
      ),
    }));
    const site = { kind: 'site', site: `${origin}/` } as const;
    const outcomes = await discover(site, { limits: { sitemapsPerSource: 2 } });
    expect(inShort(outcomes)).toEqual([
      'https://e.org/1',
      'https://e.org/2',
      `failed too-many-sitemaps ${origin}/`,
    ]);
  });

  it('may name the same ones again and again', async () => {
    const origin = await serveFiles((at) => ({
      '/index.xml': sitemapIndex(...Array.from({ length: 50 }, () => `${at}/1.xml`)),
      '/1.xml': urlset('https://e.org/1'),
    }));
    const outcomes = await discover(sitemap(origin), { limits: { sitemapsPerSource: 2 } });
    expect(inShort(outcomes)).toEqual(['https://e.org/1']);
  });
});

describe('an index that names itself', () => {
  it('is read once', async () => {
    let asked = 0;
    const origin = await serveFiles((at) => ({
      '/index.xml': (_request, response) => {
        asked += 1;
        const spellings = ['/index.xml', '/./index.xml', '/index.xml#a', '/a/../index.xml'];
        response.end(sitemapIndex(...spellings.map((path) => at + path), `${at}/1.xml`));
      },
      '/1.xml': urlset('https://e.org/1'),
    }));
    expect(inShort(await discover(sitemap(origin)))).toEqual(['https://e.org/1']);
    expect(asked).toBe(1);
  });
});

describe('a feed without end', () => {
  it.each([
    ['RSS', '<rss version="2.0"><channel>', '<item><link>https://e.org/1</link></item>'],
    [
      'Atom',
      '<feed xmlns="http://www.w3.org/2005/Atom">',
      '<entry><link href="https://e.org/1"/></entry>',
    ],
    ['a sitemap', '<urlset>', '<url><loc>https://e.org/1</loc></url>'],
    ['text', '', 'https://e.org/1\n'],
  ])('is ended by its entries: %s', async (_name, head, entry) => {
    const origin = await serve((_request, response) => {
      response.write(head);
      const more = (): void => {
        while (!response.destroyed && response.write(entry.repeat(1000)));
      };
      response.on('drain', more);
      more();
    });
    const outcomes = await discover(sitemap(origin), { limits: { urlsPerSource: 5000 } });
    expect(outcomes.filter(({ kind }) => kind === 'produced')).toHaveLength(5000);
    expect(problems(outcomes)).toMatchObject([{ kind: 'source-too-large', maxUrls: 5000 }]);
  });
});

describe('a source whose sitemaps come slowly', () => {
  it('ends at the time limit and keeps what was listed', async () => {
    let asked = 0;
    const origin = await serve(({ url = '' }, response) => {
      if (url === '/index.xml') {
        const names = Array.from({ length: 500 }, (_, index) => `${origin}/${index}`);
        response.end(sitemapIndex(...names));
        return;
      }
      asked += 1;
      setTimeout(() => response.end(urlset(`https://e.org${url}`)), 20);
    });
    const outcomes = await discover(sitemap(origin), { limits: { listingMs: 150 } });
    expect(problems(outcomes)).toEqual([
      { kind: 'listing-timed-out', url: `${origin}/index.xml`, source: 'a', timeoutMs: 150 },
    ]);
    expect(outcomes.filter(({ kind }) => kind === 'produced')).not.toHaveLength(0);
    expect(asked).toBeLessThan(20);
  });

  it('is not charged for the time that its URLs take', async () => {
    const origin = await serveFiles(() => ({
      '/index.xml': urlset('https://e.org/1', 'https://e.org/2', 'https://e.org/3'),
    }));
    const urls: string[] = [];
    for await (const outcome of discovering(sitemap(origin), { limits: { listingMs: 1000 } })) {
      if (outcome.kind === 'produced') urls.push(outcome.value.url);
      if (outcome.kind === 'failed') urls.push(outcome.problem.kind);
      await sleep(400);
    }
    expect(urls).toEqual(['https://e.org/1', 'https://e.org/2', 'https://e.org/3']);
  });
});
