import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../src/config/schema.ts';
import { PageProbes, type ProbedPage } from '../../../src/conformance/site/page-probes.ts';
import { parseLinkField } from '../../../src/links/link-field.ts';
import { selectSignposts } from '../../../src/links/followable-links.ts';
import { placedLinks } from '../../../src/links/typed-links.ts';
import { ResourceError } from '../../../src/model/http.ts';
import type { Problem } from '../../../src/model/problem.ts';
import type { CheckRequests } from '../../../src/model/site-check.ts';
import type { HttpClient } from '../../../src/web/http-client.ts';
import { graphsOf } from '../../expand/expanding.ts';
import { client, type Handler, paths, serve } from '../../web/loopback.ts';

const etag = '"1"';
/** A page that evaluates conditional requests. */
const page: Handler = (request, response) => {
  const isSame = request.headers['if-none-match'] === etag;
  response.writeHead(isSame ? 304 : 200, { 'content-type': 'text/html', etag });
  response.end(isSame ? undefined : '<p>');
};

const document = {
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  '@id': 'https://soil.example/id/7',
  name: 'Soil',
};

/** Another resource. */
const air = { ...document, '@id': 'https://soil.example/id/8', name: 'Air' };
const prefixed = ['https://schema.org/', { soil: 'https://soil.example/id/' }];

interface Visited {
  readonly origin: string;
  readonly page: ProbedPage;
  readonly requests: readonly string[];
}

/** A site with a page `/7`, as a harvest found it. @param link the `Link` field of the page */
async function visit(
  table: Record<string, Handler | string>,
  facts: { readonly link?: string; readonly retrieval?: object } = {},
): Promise<Visited> {
  const requests: string[] = [];
  const origin: string = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    paths({ '/7': page, ...table })(request, response);
  });
  const url = `${origin}/7`;
  const { links } = parseLinkField(facts.link ?? '', url);
  return {
    origin,
    requests,
    page: {
      url,
      retrieval: {
        finalUrl: url,
        redirects: [],
        status: 200,
        at: '2026-01-02T03:04:05Z',
        etag,
        ...facts.retrieval,
      },
      links: selectSignposts(placedLinks(links, 'header')),
      records: await graphsOf([document], { documentUrl: url, baseIri: url }),
    },
  };
}

interface Probing {
  readonly http?: HttpClient;
  readonly permit?: CheckRequests['permit'];
  readonly signal?: AbortSignal;
}

const { limits } = configSchema.parse({
  store: { path: 'none' },
  sources: [{ name: 'a', urls: ['https://soil.example/'] }],
});

function createProbes(options: Probing = {}): PageProbes {
  const requests = {
    http: client({ retries: 0 }),
    permit: async () => undefined,
    signal: new AbortController().signal,
    ...options,
  };
  return new PageProbes(requests, limits);
}

async function probe({ page: probed }: Visited, options: Probing = {}): Promise<Problem[]> {
  const problems: Problem[] = [];
  const probes = createProbes(options);
  for await (const problem of probes.probe(probed)) problems.push(problem);
  for await (const problem of probes.probeHttps()) problems.push(problem);
  return problems;
}

/** A page that gives JSON-LD, or a status, where that is requested. */
function negotiating(body: string | number): Handler {
  return (request, response) => {
    if (request.headers.accept !== 'application/ld+json') page(request, response);
    else if (typeof body === 'number') response.writeHead(body).end();
    else response.writeHead(200, { 'content-type': 'application/ld+json' }).end(body);
  };
}

const redirectTo =
  (location: string): Handler =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

const changed: Handler = (_request, response) =>
  void response.writeHead(200, { etag: '"2"' }).end('<p>');

const forbid = async (url: string) => {
  const rule = { agent: '*', rule: 'Disallow: /', line: 2 };
  throw new ResourceError({ kind: 'robots-disallowed', url, ...rule });
};

describe('cache validators', () => {
  it('that the server evaluates are no problem', async () => {
    expect(await probe(await visit({}))).toEqual([]);
  });

  it('that are missing are reported', async () => {
    const visited = await visit({}, { retrieval: { etag: undefined } });
    expect(await probe(visited)).toEqual([{ kind: 'validators-missing', url: visited.page.url }]);
  });

  it.each([
    ['ETag', 'etag', etag],
    ['Last-Modified', 'last-modified', 'Fri, 02 Jan 2026 03:04:05 GMT'],
  ])('that the server ignores are reported: %s', async (_name, field, value) => {
    const ignoring: Handler = (_request, response) =>
      void response.writeHead(200, { [field]: value }).end('<p>');
    const retrieval = { etag: undefined, [field === 'etag' ? field : 'lastModified']: value };
    const visited = await visit({ '/7': ignoring }, { retrieval });
    expect(await probe(visited)).toEqual([
      { kind: 'validators-ignored', url: visited.page.url, validator: value },
    ]);
  });

  it('that have changed are no problem', async () => {
    expect(await probe(await visit({ '/7': changed }))).toEqual([]);
  });
});

async function probeListing(listing: Handler): Promise<Problem[]> {
  const problems: Problem[] = [];
  const origin = await serve(listing);
  for await (const problem of createProbes().probeListing(`${origin}/all.jsonld`)) {
    problems.push(problem);
  }
  return problems;
}

describe('a listing', () => {
  it('that evaluates its cache validators is no problem', async () => {
    expect(await probeListing(page)).toEqual([]);
  });

  it('without cache validators is reported', async () => {
    expect(await probeListing(paths({ '/all.jsonld': '[]' }))).toMatchObject([
      { kind: 'validators-missing' },
    ]);
  });

  it('that ignores its cache validators is reported', async () => {
    expect(await probeListing(changed)).toMatchObject([
      { kind: 'validators-ignored', validator: '"2"' },
    ]);
  });

  it('that is not available any more says nothing', async () => {
    expect(await probeListing(paths({}))).toEqual([]);
  });
});

describe('content negotiation', () => {
  it('is counted, whether a page answers with JSON-LD or not', async () => {
    const json = JSON.stringify(document);
    const pages = [await visit({}), await visit({ '/7': negotiating(json) })];
    const probes = createProbes();
    for (const { page: probed } of pages) {
      for await (const { kind } of probes.probe(probed)) expect(kind).toBe('');
    }
    expect(probes.negotiation).toEqual({ asked: 2, answered: 1 });
  });

  it.each([
    ['the IRI of the resource', { ...air, '@id': 'https://soil.example/id/7/' }],
    ['its name', { ...air, name: 'Soil' }],
    ['its IRI with a prefix', { ...air, '@context': prefixed, '@id': 'soil:7' }],
    ['the URL of the page as a relative IRI', { ...air, '@id': '' }],
    ['it as another part of something', { ...air, hasPart: { '@id': document['@id'] } }],
    ['a context that is not at hand', { ...air, '@context': 'https://soil.example/context' }],
  ])('that gives JSON-LD with %s is no problem', async (_what, json) => {
    const visited = await visit({ '/7': negotiating(JSON.stringify(json)) });
    expect(await probe(visited)).toEqual([]);
  });

  it('that gives JSON-LD of another resource is reported', async () => {
    const json = JSON.stringify(air);
    const visited = await visit({ '/7': negotiating(json) });
    expect(await probe(visited)).toEqual([
      { kind: 'negotiation-differs', url: visited.page.url, found: 'https://soil.example/id/8' },
    ]);
  });

  it.each([
    ['no metadata', JSON.stringify({ '@id': 'https://soil.example/id/7' })],
    ['broken JSON', '{"@id": "https://soil.example/id/7"'],
  ])('that gives %s is reported', async (_what, body) => {
    const visited = await visit({ '/7': negotiating(body) });
    expect(await probe(visited)).toEqual([{ kind: 'negotiation-differs', url: visited.page.url }]);
  });

  it('that gives JSON-LD of a resource without any name is no problem', async () => {
    const json = { '@context': 'https://schema.org/', '@type': 'Dataset', description: 'Sand' };
    const visited = await visit({ '/7': negotiating(JSON.stringify(json)) });
    const records = await graphsOf([json]);
    expect(await probe({ ...visited, page: { ...visited.page, records } })).toEqual([]);
  });

  it('that gives the status 500 is reported', async () => {
    const status = 500;
    const visited = await visit({ '/7': negotiating(status) });
    expect(await probe(visited)).toEqual([
      { kind: 'negotiation-differs', url: visited.page.url, status },
    ]);
  });

  it.each([403, 406, 429, 503])('that gives the status %d says nothing', async (status) => {
    expect(await probe(await visit({ '/7': negotiating(status) }))).toEqual([]);
  });

  it('is not tried where the harvest negotiated', async () => {
    const visited = await visit({}, { retrieval: { negotiated: true } });
    expect(await probe(visited)).toEqual([]);
    expect(visited.requests.filter((request) => request === 'GET /7')).toEqual([]);
  });
});

describe('a persistent identifier', () => {
  const path = '/ark:/12345/7';
  async function resolve(table: Record<string, Handler | string>): Promise<Problem[]> {
    const visited = await visit(table, { link: `<${path}>; rel="cite-as"` });
    const problems = await probe(visited);
    return problems.map((problem) => {
      // The port is another one each time.
      const text = JSON.stringify(problem).replaceAll(visited.origin, 'http://host');
      return JSON.parse(text) as Problem;
    });
  }

  const url = 'http://host/7';
  const pid = `http://host${path}`;

  it.each([
    ['to the page', '/7'],
    ['with a final slash and a fragment', '/7/#about'],
    ['by another redirect', '/old'],
  ])('that leads %s is no problem', async (_how, location) => {
    const table = { [path]: redirectTo(location), '/7/': page, '/old': redirectTo('/7') };
    expect(await resolve(table)).toEqual([]);
  });

  it('that leads to another page is reported', async () => {
    expect(await resolve({ [path]: redirectTo('/'), '/': '<p>' })).toEqual([
      { kind: 'pid-leads-elsewhere', url, pid, endsAt: 'http://host/' },
    ]);
  });

  it('that leads to nothing is reported', async () => {
    const problem = { kind: 'pid-unresolved', url, pid, status: 404 };
    expect(await resolve({})).toEqual([problem]);
    expect(await resolve({ [path]: redirectTo('/gone') })).toEqual([problem]);
  });

  it.each([403, 429, 503])('whose resolver answers %d says nothing', async (status) => {
    const refusing: Handler = (_request, response) => void response.writeHead(status).end();
    expect(await resolve({ [path]: refusing })).toEqual([]);
  });

  it('is that of the record where the page has no link', async () => {
    const visited = await visit({});
    const pidOfRecord = (await serve(paths({}))) + path;
    const ark = { ...document, '@id': pidOfRecord };
    const records = await graphsOf([ark], { documentUrl: visited.page.url });
    expect(await probe({ ...visited, page: { ...visited.page, records } })).toMatchObject([
      { kind: 'pid-unresolved', pid: pidOfRecord },
    ]);
  });
});

describe('https', () => {
  it('is tried once for each server, and no problem where it does not answer', async () => {
    const visited = await visit({});
    const asked: string[] = [];
    const permit = async (url: string) => void asked.push(url);
    const probes = createProbes({ permit });
    const kinds: string[] = [];
    for (const each of [visited.page, visited.page]) {
      for await (const { kind } of probes.probe(each)) kinds.push(kind);
    }
    expect(asked.filter((url) => url.startsWith('https:'))).toEqual([]);
    for await (const { kind } of probes.probeHttps()) kinds.push(kind);
    expect(kinds).toEqual([]);
    expect(asked.filter((url) => url.startsWith('https:'))).toHaveLength(1);
  });

  it.each([
    [200, 'https://soil.example/7', 1],
    [200, 'http://soil.example/7', 0],
  ])('that answers %d at %s gives %d problems', async (status, finalUrl, count) => {
    const visited = await visit({});
    const http = client();
    const open = http.open.bind(http);
    // No server of these tests has a certificate that is valid.
    http.open = (async (url: string, options: Parameters<typeof open>[1]) => {
      if (!url.startsWith('https:')) return open(url, options);
      const answer = await open(visited.page.url, { ...options, method: 'HEAD' });
      return { ...answer, retrieval: { ...answer.retrieval, status, finalUrl } };
    }) as typeof http.open;
    const found = (await probe(visited, { http })).filter(({ kind }) => kind === 'https-available');
    expect(found).toEqual(
      Array.from({ length: count }, () => ({
        kind: 'https-available',
        url: visited.page.url,
        https: finalUrl,
      })),
    );
  });
});

describe('requests of probes', () => {
  it('that robots.txt forbids are not sent, and give no problem', async () => {
    const visited = await visit({}, { link: '</ark:/12345/7>; rel="cite-as"' });
    expect(await probe(visited, { permit: forbid })).toEqual([]);
    expect(visited.requests).toEqual([]);
  });

  it('end when the signal is aborted, and what was found before is there', async () => {
    const visited = await visit({}, { retrieval: { etag: undefined } });
    const aborting = new AbortController();
    const problems = createProbes({ signal: aborting.signal }).probe(visited.page);
    expect((await problems.next()).value).toMatchObject({ kind: 'validators-missing' });
    aborting.abort(new Error('interrupted'));
    await expect(problems.next()).rejects.toThrow('interrupted');
    expect(visited.requests).toEqual([]);
  });
});
