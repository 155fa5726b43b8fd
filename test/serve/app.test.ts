import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, afterAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../src/serve/app.ts';
import type { CatalogueState } from '../../src/serve/open-catalogue.ts';
import { ServedCatalogue } from '../../src/serve/served-catalogue.ts';
import type { Site } from '../../src/serve/site.ts';
import { urlUpdate, newPath, openStore } from '../catalogue/updates.ts';
import { keptSearch } from '../support/search-facts.ts';

const site: Site = {
  title: 'Tides & more',
  base: 'https://catalogue.example/data/',
};

let served: ServedCatalogue;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  const path = newPath(afterAll);
  const store = openStore(path, 'write', afterAll);
  const search = keptSearch({ texts: { titles: [{ text: 'Tides <b>' }] } });
  await store.write(urlUpdate(1, { search }));
  served = await ServedCatalogue.open({ path, onTrouble: fail });
  app = createApp({ catalogue: served, site, onError: fail });
});

afterAll(async () => served.close());

function fail(error: unknown): never {
  throw error;
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return app.request(`http://localhost${path}`, { headers });
}

describe('every answer', () => {
  it.each(['/data/', '/data/health', '/data/assets/none.css', '/nowhere'])(
    'lets a browser load nothing from elsewhere: %s',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'self'");
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Server')).toBe('cdif-graph');
      expect(headers.get('Referrer-Policy')).toBe('same-origin');
      expect(headers.get('Set-Cookie')).toBeNull();
    },
  );
});

describe('a page', () => {
  it('links below the path of the site, and escapes what publishers write', async () => {
    const answer = await get('/data/');
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<!doctype html>');
    expect(text).toContain('href="/data/sources"');
    expect(text).toContain('Tides &lt;b&gt;');
    expect(text).not.toContain('Tides <b>');
  });

  it('is not sent again to a browser that has it', async () => {
    const first = await get('/data/');
    const etag = first.headers.get('ETag') ?? '';
    const again = await get('/data/', { 'If-None-Match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('ETag')).toBe(etag);
    const throughProxy = await get('/data/', { 'If-None-Match': `"other",W/${etag}` });
    expect(throughProxy.status).toBe(304);
    const inGerman = await get('/data/', { 'If-None-Match': etag, 'Accept-Language': 'de' });
    expect(inGerman.status).toBe(200);
  });

  it('is the same compressed and plain, made and kept', async () => {
    const plain = await (await get('/data/?q=tides')).text();
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      for (const _ of [1, 2]) {
        const answer = await get('/data/?q=tides', { 'Accept-Encoding': `identity, ${encoding}` });
        expect(answer.headers.get('Content-Encoding')).toBe(encoding);
        expect(decompress(await answer.arrayBuffer()).toString()).toBe(plain);
      }
    }
    const refused = await get('/data/?q=tides', { 'Accept-Encoding': 'br;q=0, gzip;q=0.0' });
    expect(refused.headers.get('Content-Encoding')).toBeNull();
  });

  it.each([
    ['it was sent', 'GET', async (answer: Response) => answer.text()],
    ['its head was sent', 'HEAD', async (answer: Response) => answer.text()],
    ['the client went', 'GET', async (answer: Response) => answer.body?.cancel()],
  ])('lets go of its state when %s, which is no error', async (_, method, end) => {
    const state = served.state;
    const errors: unknown[] = [];
    let holders = 0;
    const hold = (): (() => void) => {
      holders += 1;
      return () => {
        holders -= 1;
      };
    };
    const watched = createApp({
      catalogue: {
        state: state && { ...state, hold },
        settledState: () => state,
        isUnreadable: false,
      },
      site,
      onError: (error) => errors.push(error),
    });
    const answer = await watched.request('http://localhost/data/search.csv', { method });
    await end(answer);
    await vi.waitUntil(() => holders === 0);
    expect(errors).toEqual([]);
  });

  it('is sent without a body to HEAD, and to nothing else', async () => {
    const head = await app.request('http://localhost/data/', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await app.request('http://localhost/data/', { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('Allow')).toBe('GET, HEAD');
    }
  });

  it('is found without the trailing slash of its path', async () => {
    const answer = await get('/data');
    expect(answer.status).toBe(301);
    expect(answer.headers.get('Location')).toBe('/data/');
  });

  it.each(['/', '/datas', '/data/none', '/data/%', '/data/%00', '/data/..%2f..%2fetc/passwd'])(
    'is answered with 404: %s',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('There is no such page');
    },
  );
});

describe('a file that pages refer to', () => {
  it('is cached by browsers for ever, under a name that changes with its content', async () => {
    const page = await (await get('/data/')).text();
    const names = Array.from(page.matchAll(/"\/data\/assets\/([^"]+)"/gu), ([, name = '']) => name);
    expect(names.length).toBeGreaterThanOrEqual(3);
    for (const name of names) {
      const answer = await get(`/data/assets/${name}`, { 'Accept-Encoding': 'br' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Cache-Control')).toContain('immutable');
      expect(answer.headers.get('Content-Encoding')).toBe('br');
      const former = name.replace(/-[\da-f]{10}/u, '-0000000000');
      expect((await get(`/data/assets/${former}`)).status).toBe(404);
    }
  });

  it.each(['constructor', '..%2fapp.js', 'site.css', ''])(
    'is nothing but an asset: %j',
    async (name) => {
      expect((await get(`/data/assets/${name}`)).status).toBe(404);
    },
  );
});

describe('the health of a server', () => {
  it('names the change that pages show', async () => {
    const answer = await get('/data/health');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ status: 'ok', change: 1, records: 1 });
  });
});

describe('a server without a state to read', () => {
  const [empty, damaged] = [false, true].map((isUnreadable) => {
    const catalogue = { state: undefined, settledState: () => undefined, isUnreadable };
    return createApp({ catalogue, site, onError: () => undefined });
  });

  it.each([
    ['how to harvest', empty, 'cdif-graph ingest config.yaml', 'no catalogue'],
    ['that it is damaged', damaged, 'Part of its file is damaged', 'unreadable'],
  ] as const)('says %s', async (_, unready, text, health) => {
    const answer = await unready?.request('http://localhost/data/');
    expect(answer?.status).toBe(503);
    expect(answer?.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer?.text()).toContain(text);
    const monitored = await unready?.request('http://localhost/data/health');
    expect(monitored?.status).toBe(503);
    expect(await monitored?.json()).toMatchObject({ status: health });
  });

  it('tells programs in the form of each interface, and when to ask again', async () => {
    for (const path of ['/api/search', '/ogc/collections', '/']) {
      const answer = await empty?.request(`http://localhost/data${path}`);
      expect([path, answer?.status]).toEqual([path, 503]);
      expect(answer?.headers.get('Retry-After')).toBe('10');
      if (path === '/') continue;
      expect(answer?.headers.get('Content-Type')).toBe('application/problem+json');
      const title = 'There is no catalogue yet';
      const exception = { code: 'ServiceUnavailable', description: title };
      expect(await answer?.json()).toEqual({
        title,
        status: 503,
        ...(path.startsWith('/ogc') && exception),
      });
    }
  });

  it.each([
    ['/api/openapi.json', '', 200],
    ['/ogc', '', 200],
    ['/ogc/', '', 200],
    ['/ogc/api', '', 200],
    ['/ogc/conformance', '', 200],
    ['/ogc/conformance', '?x=1', 400],
    ['/api/none', '', 404],
    ['/ogc/none', '', 404],
  ])('answers what does not depend on the catalogue: %s%s', async (path, query, status) => {
    const answer = await empty?.request(`http://localhost/data${path}${query}`);
    const usual = await get(`/data${path}${query}`);
    expect([answer?.status, usual.status]).toEqual([status, status]);
    expect(answer?.headers.get('Content-Type')).toBe(usual.headers.get('Content-Type'));
    expect(answer?.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await answer?.text()).toBe(await usual.text());
  });
});

describe('an interface for programs', () => {
  it.each(['/api', '/api/search', '/api/none', '/ogc', '/ogc/none', '/ogc/collections/a/items'])(
    'refuses other methods with problem details: %s',
    async (path) => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const answer = await app.request(`http://localhost/data${path}`, { method });
        expect(answer.status).toBe(405);
        expect(answer.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
        expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
        const title = 'Only GET and HEAD are answered';
        const exception = { code: 'MethodNotAllowed', description: title };
        expect(await answer.json()).toEqual({
          title,
          status: 405,
          ...(path.startsWith('/ogc') && exception),
        });
      }
    },
  );

  it.each(['/ogc/none', '/ogc/none?x=1', '/ogc/collections/', '/ogc/collections/a/items/'])(
    'has a problem in JSON for unknown paths of OGC API – Records: %s',
    async (path) => {
      const answer = await get(`/data${path}`, { Accept: 'text/html' });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
      expect(await answer.json()).toMatchObject({
        status: 404,
        code: 'NotFound',
        description: expect.stringContaining(
          'https://catalogue.example/data/ogc/api has all',
        ) as string,
      });
    },
  );

  it('reports an internal error as a problem in its own form', async () => {
    const broken = { change: 1 } as unknown as CatalogueState;
    const faulty = createApp({
      catalogue: { state: broken, settledState: () => broken, isUnreadable: false },
      site,
      onError: () => undefined,
    });
    const answer = await faulty.request('http://localhost/data/ogc/collections');
    expect(await answer.json()).toMatchObject({ status: 500, code: 'ServerError' });
  });
});

describe('an internal error', () => {
  it('is reported, and answered with a page without details', async () => {
    const told: unknown[] = [];
    const broken = { change: 1 } as unknown as CatalogueState;
    const faulty = createApp({
      catalogue: { state: broken, settledState: () => broken, isUnreadable: false },
      site,
      onError: (error) => told.push(error),
    });
    const answer = await faulty.request('http://localhost/data/');
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('This page could not be made');
    expect(told[0]).toBeInstanceOf(TypeError);
  });
});
