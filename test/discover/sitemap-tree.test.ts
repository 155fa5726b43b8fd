import { describe, expect, it } from 'vitest';
import type { Handler } from '../web/loopback.ts';
import {
  discover,
  discovering,
  inShort,
  notes,
  problems,
  serveFiles,
  sitemapIndex,
  urlset,
} from './discovering.ts';

const sitemap = (origin: string, path = '/index.xml') =>
  ({ kind: 'sitemap', sitemap: origin + path }) as const;

function urlsOf(path: string): readonly string[] {
  return [1, 2].map((at) => `https://e.org/${path}/${at}`);
}

describe('a sitemap index', () => {
  it('lists the entries of its sitemaps in order, each with its own sitemap', async () => {
    const origin = await serveFiles((o) => ({
      '/index.xml': sitemapIndex(`${o}/a.xml`, `${o}/sub/index.xml`, `${o}/c.xml`),
      '/a.xml': urlset('https://e.org/1', 'https://e.org/2'),
      '/sub/index.xml': sitemapIndex(`${o}/b.xml`),
      '/b.xml': urlset('https://e.org/3'),
      '/c.xml': urlset('https://e.org/4'),
    }));
    const outcomes = await discover(sitemap(origin));
    expect(inShort(outcomes)).toEqual([1, 2, 3, 4].map((n) => `https://e.org/${n}`));
    expect(outcomes[2]).toMatchObject({ value: { found: { in: `${origin}/b.xml` }, depth: 0 } });
  });

  it('may list pages as well, and a sitemap sitemaps', async () => {
    const origin = await serveFiles((o) => ({
      '/index.xml': `<urlset><sitemap><loc>${o}/a.xml</loc></sitemap><url><loc>https://e.org/1</loc></url></urlset>`,
      '/a.xml': urlset('https://e.org/2'),
    }));
    expect(inShort(await discover(sitemap(origin)))).toEqual([
      'https://e.org/2',
      'https://e.org/1',
    ]);
  });

  it('is read although robots.txt disallows it where the configuration names it', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': 'User-agent: *\nDisallow: /index\nDisallow: /b',
      '/index.xml': (_request, response) => {
        response.writeHead(302, { location: '/index-1.xml' }).end();
      },
      '/index-1.xml': sitemapIndex(`${o}/a.xml`, `${o}/b.xml`),
      '/a.xml': urlset('https://e.org/1'),
      '/b.xml': urlset('https://e.org/2'),
    }));
    const outcomes = await discover(sitemap(origin));
    expect(inShort(outcomes)).toEqual([
      'https://e.org/1',
      `failed robots-disallowed ${origin}/b.xml`,
    ]);
    const rule = { kind: 'sitemap-disallowed', agent: '*', rule: 'Disallow: /index', line: 2 };
    expect(notes(outcomes)).toEqual([
      { ...rule, url: `${origin}/index.xml` },
      { ...rule, url: `${origin}/index-1.xml` },
    ]);
    const ignoring = await discover(sitemap(origin), { robots: 'ignore' });
    expect(inShort(ignoring)).toEqual(['https://e.org/1', 'https://e.org/2']);
    expect(notes(ignoring)).toEqual([]);
  });

  it('is read while robots.txt is unavailable where the configuration names it', async () => {
    const origin = await serveFiles((o) => ({
      '/robots.txt': (_request, response) => void response.writeHead(503).end(),
      '/index.xml': sitemapIndex(`${o}/a.xml`),
    }));
    const outcomes = await discover(sitemap(origin));
    expect(problems(outcomes)).toMatchObject([
      { kind: 'robots-unavailable', url: `${origin}/a.xml`, status: 503 },
      { kind: 'source-empty' },
    ]);
  });

  it('is read once however often it is named', async () => {
    const requests: string[] = [];
    const counted =
      (body: string): Handler =>
      (request, response) => {
        requests.push(request.url ?? '');
        response.end(body);
      };
    const origin = await serveFiles((o) => {
      const text = sitemapIndex(`${o}/index.xml`, `${o}/a.xml#x`, `${o}/other.xml`, `${o}/a.xml`);
      return {
        '/index.xml': counted(text),
        '/other.xml': counted(text),
        '/a.xml': counted(urlset('https://e.org/1')),
      };
    });
    expect(inShort(await discover(sitemap(origin)))).toEqual(['https://e.org/1']);
    expect(requests).toEqual(['/index.xml', '/a.xml', '/other.xml']);
  });

  it('descends to the depth limit and reports deeper sitemaps', async () => {
    const origin = await serveFiles((o) => ({
      '/index.xml': sitemapIndex(`${o}/1.xml`),
      '/1.xml': sitemapIndex(`${o}/2.xml`),
      '/2.xml': urlset('https://e.org/1'),
    }));
    expect(inShort(await discover(sitemap(origin), { limits: { sitemapDepth: 2 } }))).toEqual([
      'https://e.org/1',
    ]);
    expect(problems(await discover(sitemap(origin), { limits: { sitemapDepth: 1 } }))).toEqual([
      { kind: 'sitemap-too-deep', url: `${origin}/2.xml`, maxDepth: 1 },
      { kind: 'source-empty', url: `${origin}/index.xml`, source: 'a' },
    ]);
    expect(
      inShort(await discover(sitemap(origin, '/2.xml'), { limits: { sitemapDepth: 0 } })),
    ).toEqual(['https://e.org/1']);
  });

  it('loses only the sitemap that fails', async () => {
    const origin = await serveFiles((o) => ({
      '/index.xml': sitemapIndex(
        `${o}/a.xml`,
        `${o}/gone.xml`,
        'b.xml',
        `${o}/broken.xml`,
        `${o}/c.xml`,
      ),
      '/a.xml': urlset('https://e.org/1'),
      '/broken.xml': (request, response) => {
        response.write(urlset('https://e.org/2').replace('</urlset>', ' '.repeat(2000)), () => {
          setTimeout(() => request.socket.destroy(), 30);
        });
      },
      '/c.xml': urlset('https://e.org/3'),
    }));
    expect(inShort(await discover(sitemap(origin)))).toEqual([
      'https://e.org/1',
      `failed http-status ${origin}/gone.xml`,
      `failed sitemap-entry-invalid ${origin}/index.xml`,
      'https://e.org/2',
      `failed connection-failed ${origin}/broken.xml`,
      'https://e.org/3',
    ]);
  });

  it('is empty without entries', async () => {
    const origin = await serveFiles(() => ({ '/index.xml': sitemapIndex() }));
    expect(inShort(await discover(sitemap(origin)))).toEqual([
      `failed sitemap-empty ${origin}/index.xml`,
      `failed source-empty ${origin}/index.xml`,
    ]);
  });

  it('does not count against the limit of URLs', async () => {
    const paths = ['a', 'b', 'c'];
    const origin = await serveFiles((o) => ({
      '/index.xml': sitemapIndex(...paths.map((path) => `${o}/${path}.xml`)),
      ...Object.fromEntries(paths.map((path) => [`/${path}.xml`, urlset(...urlsOf(path))])),
    }));
    const all = await discover(sitemap(origin), { limits: { urlsPerSource: 6 } });
    expect(inShort(all)).toEqual(paths.flatMap(urlsOf));
    const fewer = await discover(sitemap(origin), { limits: { urlsPerSource: 5 } });
    expect(inShort(fewer)).toEqual([
      ...paths.flatMap(urlsOf).slice(0, 5),
      `failed source-too-large ${origin}/index.xml`,
    ]);
  });

  it('cannot go on for ever', async () => {
    let made = 0;
    const origin = await serveFiles((o) => ({
      '/index.xml': (_request, response) => {
        response.end(sitemapIndex(...Array.from({ length: 100 }, () => `${o}/${(made += 1)}.xml`)));
      },
    }));
    const outcomes = await discover(sitemap(origin), { limits: { urlsPerSource: 10 } });
    expect(problems(outcomes).slice(-2)).toEqual([
      { kind: 'source-too-large', url: `${origin}/index.xml`, source: 'a', maxUrls: 10 },
      { kind: 'source-empty', url: `${origin}/index.xml`, source: 'a' },
    ]);
    expect(outcomes).toHaveLength(12); // and ten that are not there
  });
});

describe('reading a sitemap', () => {
  it('gives entries while the rest has yet to come', async () => {
    let finish: (() => void) | undefined;
    const origin = await serveFiles(() => ({
      '/index.xml': (_request, response) => {
        const [head = '', tail] = urlset('https://e.org/1', 'https://e.org/2').split(
          '<url><loc>https://e.org/2',
        );
        response.write(head + ' '.repeat(2000));
        finish = () => response.end(`<url><loc>https://e.org/2${tail}`);
      },
    }));
    const seen: string[] = [];
    for await (const outcome of discovering(sitemap(origin))) {
      seen.push(...inShort([outcome]));
      finish?.();
    }
    expect(seen).toEqual(['https://e.org/1', 'https://e.org/2']);
  });

  it('reads the response while its entries wait to be consumed', async () => {
    let sent = false;
    const text = urlset(
      ...Array.from({ length: 40_000 }, (_, n) => `https://e.org/${n}?${'x'.repeat(200)}`),
    );
    const origin = await serveFiles(() => ({
      '/index.xml': (_request, response) => {
        response.on('finish', () => (sent = true)).end(text);
      },
    }));
    const outcomes = discovering(sitemap(origin))[Symbol.asyncIterator]();
    await outcomes.next();
    await expect.poll(() => sent).toBe(true);
    let count = 1;
    for await (const { kind } of { [Symbol.asyncIterator]: () => outcomes }) {
      if (kind === 'produced') count += 1;
    }
    expect(count).toBe(40_000);
  });

  it('ends the request when nobody wants more', async () => {
    let closed = false;
    const origin = await serveFiles(() => ({
      '/index.xml': (_request, response) => {
        response.on('close', () => (closed = true));
        response.write(`${urlset('https://e.org/1').replace('</urlset>', '')}${' '.repeat(2000)}`);
      },
    }));
    for await (const outcome of discovering(sitemap(origin))) {
      expect(outcome.kind).toBe('produced');
      break;
    }
    await expect.poll(() => closed).toBe(true);
  });

  it('ends with the reason of an abort', async () => {
    const abort = new AbortController();
    const reason = new Error('Enough.');
    const origin = await serveFiles(() => ({
      '/index.xml': (_request, response) => void response.write('<urlset>'),
    }));
    const running = discover(sitemap(origin), { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 30);
    await expect(running).rejects.toBe(reason);
  });
});
