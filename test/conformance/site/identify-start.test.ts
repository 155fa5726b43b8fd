import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type CheckStart,
  identifyStart,
  parseStartUrl,
  type StartUrl,
} from '../../../src/conformance/site/identify-start.ts';
import { RobotsCache } from '../../../src/web/robots/robots-cache.ts';
import { client, paths, serve, type Handler } from '../../web/loopback.ts';

const neverAborted = new AbortController().signal;

async function identify(start: StartUrl, changes = {}): Promise<CheckStart> {
  const http = client({ retries: 0, ...changes });
  return identifyStart(start, { http, robots: new RobotsCache(http), signal: neverAborted });
}

/** What a server with one document is taken for. */
async function kindAt(path: string, body: string | Buffer, type = 'text/plain'): Promise<string> {
  const origin = await serve(
    paths({
      [path]: (_, response) => void response.writeHead(200, { 'content-type': type }).end(body),
    }),
  );
  const start = await identify({ url: origin + path });
  expect(start.url).toBe(origin + path);
  return start.kind;
}

const urlset = '<urlset><url><loc>https://e.org/1</loc></url></urlset>';
const json = 'application/ld+json';
const record = (name: string) => ({ '@context': 'https://schema.org/', '@type': 'Dataset', name });

describe('the URL to check', () => {
  it.each([
    ['https://e.org/x#y', { url: 'https://e.org/x' }],
    [' HTTP://E.org ', { url: 'http://e.org/' }],
    ['http://127.0.0.1:8080/a', { url: 'http://127.0.0.1:8080/a' }],
    ['e.org', { url: 'https://e.org/', isByName: true }],
    ['e.org/x?y=1', { url: 'https://e.org/x?y=1', isByName: true }],
    ['e.org:8443/x', { url: 'https://e.org:8443/x', isByName: true }],
    ['ftp://e.org/', undefined],
    ['https://me:secret@e.org/', undefined],
    ['me@e.org/x', undefined],
    ['x', undefined],
    ['./sitemap.xml', undefined],
    ['', undefined],
  ])('may be %s', (text, expected) => {
    expect(parseStartUrl(text)).toEqual(expected);
  });
});

describe('a check begins with a site', () => {
  it.each(['/', '', '/robots.txt', '/?', '/#top'])('at %s', async (path) => {
    const requests: (string | undefined)[] = [];
    const origin = await serve((request, response) => {
      requests.push(request.url);
      response.writeHead(404).end();
    });
    const start = parseStartUrl(origin + path);
    if (start === undefined) throw new TypeError('not a URL');
    const expected = path === '/robots.txt' ? `${origin}/` : new URL('/', origin).href;
    // An empty query is a query of no use.
    expect(await identify({ url: start.url.replace(/\?$/u, '') })).toEqual({
      kind: 'site',
      url: expected,
    });
    expect(requests).toEqual(path === '/robots.txt' ? ['/robots.txt'] : ['/robots.txt', '/']);
  });

  it('whose robots.txt names a sitemap, whatever is at the root', async () => {
    const origin = await serve(
      paths({
        '/robots.txt': 'Sitemap: /map.xml',
        '/': () => {
          throw new Error('was requested');
        },
      }),
    );
    expect(await identify({ url: `${origin}/` })).toMatchObject({ kind: 'site' });
  });

  it.each([
    ['a page', '<!doctype html><title>x', 'text/html'],
    ['a sitemap', urlset, 'application/xml'],
    ['text', 'Hello', 'text/plain'],
  ])('with %s at its root', async (_, body, type) => {
    expect(await kindAt('/', body, type)).toBe('site');
  });

  it('unless a document is at its root', async () => {
    expect(await kindAt('/', JSON.stringify([record('a')]), json)).toBe('document');
    expect(await kindAt('/', '<a> <b> <c> .', 'text/turtle')).toBe('document');
    const origin = await serve(paths({ '/': '{}' }));
    const url = `${origin.replace('http:', 'https:')}/`;
    expect(await identify({ url, isByName: true })).toEqual({
      kind: 'document',
      url: `${origin}/`,
    });
  });

  it('whose robots.txt fails', async () => {
    const origin = await serve((_, response) => void response.writeHead(500).end());
    expect(await identify({ url: `${origin}/` })).toEqual({ kind: 'site', url: `${origin}/` });
  });

  it('that was given by its name, which discovery looks up by both schemes', async () => {
    const origin = await serve(paths({}));
    const url = origin.replace('http:', 'https:');
    const start = { url: `${url}/`, isByName: true } as const;
    expect(await identify(start)).toEqual({ kind: 'site', ...start });
  });
});

describe('a check begins with a sitemap', () => {
  it.each([
    ['a sitemap', urlset],
    ['an index', '<sitemapindex><sitemap><loc>https://e.org/1</loc></sitemap></sitemapindex>'],
    ['a sitemap without entries', '<?xml version="1.0"?>\n<urlset/>'],
    ['a sitemap with a fault', '<urlset><url><loc>https://e.org/1</url></urlset>'],
    ['a sitemap with prefixes', `<s:urlset xmlns:s="x"><s:url><s:loc>https://e.org/1</s:loc>`],
    ['RSS', '<rss><channel><item><link>https://e.org/1</link></item></channel></rss>'],
    ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title></feed>'],
    ['RSS 1.0', '<rdf:RDF><item rdf:about="https://e.org/1"/></rdf:RDF>'],
    ['a text', 'https://e.org/1'],
    ['a text with a heading', 'Our pages\n\nhttps://e.org/1\r\nhttps://e.org/2\n'],
    ['a large text', 'https://e.org/1\n'.repeat(10_000)],
  ])('that is %s', async (_, body) => {
    expect(await kindAt('/list', body)).toBe('sitemap');
    expect(await kindAt('/list', gzipSync(body), 'application/gzip')).toBe('sitemap');
  });

  it('of any size, of which it reads the beginning only', async () => {
    const large = gzipSync(`<urlset>${urlset.slice(8, -9).repeat(200_000)}</urlset>`);
    expect(await kindAt('/x', large)).toBe('sitemap');
  });

  it.each(['/sitemap.xml', '/a/sitemap_index.xml', '/Sitemap-1.txt', '/all.xml.gz'])(
    'that is missing, by its name %s',
    async (path) => {
      const origin = await serve(paths({}));
      expect(await identify({ url: origin + path })).toEqual({
        kind: 'sitemap',
        url: origin + path,
      });
    },
  );

  it('whose name says so, although the answer is a page', async () => {
    expect(await kindAt('/sitemap.xml', '<!doctype html><title>Not found', 'text/html')).toBe(
      'sitemap',
    );
  });
});

describe('a check begins with a document', () => {
  it.each([
    ['a record', record('a')],
    ['an array of records', [record('a'), record('b')]],
    ['a list', { '@type': 'ItemList', itemListElement: [record('a')] }],
    ['a catalogue', { '@type': 'dcat:Catalog', 'dcat:dataset': [record('a')] }],
    ['OGC API Records', { links: [{ rel: 'data', href: '/c' }] }],
  ])('that is %s in JSON', async (_, value) => {
    const text = JSON.stringify(value);
    for (const type of [json, 'application/json', 'text/plain', 'application/octet-stream', ''])
      expect(await kindAt('/x', text, type)).toBe('document');
    expect(await kindAt('/x', `\uFEFF  ${JSON.stringify(value, undefined, 2)}`)).toBe('document');
  });

  it.each([
    ['Turtle', '@prefix s: <http://schema.org/> . <a> a s:Dataset . <b> a s:Dataset .'],
    ['RDF/XML', '<rdf:RDF><dcat:Dataset/><dcat:Dataset rdf:about="b"></dcat:Dataset></rdf:RDF>'],
    ['N-Triples', '<https://e.org/1> <t> <http://schema.org/Dataset> .\n'],
  ])('in %s', async (_, text) => {
    expect(await kindAt('/x', text)).toBe('document');
  });

  it('that is larger than what is read', async () => {
    const large = record('a'.repeat(100_000));
    expect(await kindAt('/x', JSON.stringify([large, record('b')]), json)).toBe('document');
  });

  it('with a record a line', async () => {
    const lines = [record('a'), record('b')].map((each) => JSON.stringify(each)).join('\n');
    expect(await kindAt('/x', lines)).toBe('document');
    expect(await kindAt('/x', lines, 'application/jsonl')).toBe('document');
  });

  it('that cannot be read', async () => {
    expect(await kindAt('/x', '{"@type": "ItemList')).toBe('document');
    expect(await kindAt('/x', '['.repeat(100_000))).toBe('document');
  });
});

describe('a check begins with a page', () => {
  it.each([
    ['HTML', '<!doctype html><title>x</title><a href="https://e.org/">https://e.org/</a>'],
    [
      'HTML with RDF',
      '<html><body><!-- <rdf:RDF/> --><a itemtype="s:Dataset"></a><i itemtype="s:Dataset">',
    ],
    ['other XML', '<eml:eml xmlns:eml="x"><dataset/></eml:eml>'],
    ['text with an address', 'Read me.\nThis is ours.\nSee:\nhttps://e.org/\nand more\n'],
    ['nothing', ''],
  ])('that is %s', async (_, body) => {
    expect(await kindAt('/x', body)).toBe('page');
  });

  const failing: Record<string, Handler> = {
    'is missing': (_, response) => void response.writeHead(404).end(),
    fails: (_, response) => void response.writeHead(500).end(),
    'redirects to nothing': (_, response) =>
      void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'breaks off': (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{');
      setTimeout(() => response.destroy(), 20);
    },
    'is no gzip': (_, response) => void response.end(Buffer.from([0x1f, 0x8b, 1, 2, 3, 4])),
  };
  it.each(Object.entries(failing))('that %s', async (_, handler) => {
    const origin = await serve(paths({ '/x': handler }));
    expect(await identify({ url: `${origin}/x` })).toEqual({ kind: 'page', url: `${origin}/x` });
  });

  it('that robots.txt forbids, without a request for it', async () => {
    const origin = await serve(
      paths({
        '/robots.txt': 'User-agent: *\nDisallow: /x',
        '/x': () => {
          throw new Error('was requested');
        },
      }),
    );
    expect(await identify({ url: `${origin}/x` })).toMatchObject({ kind: 'page' });
  });
});

describe('nothing is there to check', () => {
  it.each(['/', '/x', '/sitemap.xml'])('where no server listens, at %s', async (path) => {
    const url = `http://127.0.0.1:1${path}`;
    expect(await identify({ url })).toMatchObject({
      kind: 'unreachable',
      url,
      problem: { kind: 'connection-failed', code: 'ECONNREFUSED', url },
    });
  });

  it('where the address is private', async () => {
    const url = 'http://127.0.0.1:1/x';
    expect(await identify({ url }, { allowPrivateAddresses: false })).toMatchObject({
      kind: 'unreachable',
      problem: { kind: 'address-refused' },
    });
  });

  it('where the server does not answer', async () => {
    const origin = await serve(() => undefined);
    const timeouts = { connectMs: 50, headersMs: 50, bodyMs: 1000, totalMs: 30_000 };
    expect(await identify({ url: `${origin}/x` }, { timeouts })).toMatchObject({
      kind: 'unreachable',
    });
  });

  it('where the server closes the connection of the page', async () => {
    const origin = await serve(paths({ '/x': (request) => void request.socket.destroy() }));
    expect(await identify({ url: `${origin}/x` })).toMatchObject({
      kind: 'unreachable',
      problem: { kind: 'connection-failed' },
    });
  });
});

it('a page that was given without a scheme is requested by http where https is unreachable', async () => {
  const origin = await serve(paths({ '/x': urlset }));
  const url = `${origin.replace('http:', 'https:')}/x`;
  expect(await identify({ url, isByName: true })).toEqual({ kind: 'sitemap', url: `${origin}/x` });
  expect(await identify({ url })).toMatchObject({ kind: 'unreachable' });
});
