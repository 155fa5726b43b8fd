import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { parse } from 'oxigraph';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveCatalogue, type ServedPages } from '../../../dist/serve/serve-catalogue.js';
import { newPath, openStore, url, urlUpdate } from '../../catalogue/updates.ts';
import { type QueriedTestStore, startQueriedStore } from '../../support/queried-store.ts';

const names = 'SELECT ?name { GRAPH ?g { ?s schema:name ?name } } ORDER BY ?name';
const triples = 'CONSTRUCT { ?s ?p ?o } WHERE { GRAPH ?g { ?s ?p ?o } }';
const jsonOrProblem = 'application/sparql-results+json, application/problem+json;q=0.5';
const engines = 3;

let store: QueriedTestStore;
let served: ServedPages;
const troubles: unknown[] = [];

beforeAll(async () => {
  const path = newPath(afterAll);
  const catalogue = openStore(path, 'write', afterAll);
  await catalogue.write(urlUpdate(1, { name: 'Tides' }));
  await catalogue.write(urlUpdate(2, { name: 'Waves, "high"' }));
  const texts: string[] = [];
  for (const { nquads } of catalogue.snapshot().graphs()) texts.push(nquads);
  store = await startQueriedStore(texts.join(''));
  served = await serveCatalogue({
    path,
    host: '127.0.0.1',
    port: 0,
    title: 'Tides',
    engines,
    store: {
      address: {
        query: `${store.url}?key=SECRET`,
        dialect: 'standard',
        credentials: { authorization: 'Bearer SECRET', setIn: 'configuration' },
      },
      without: ['views'],
    },
    onTrouble: (error) => troubles.push(error),
  });
});

afterAll(async () => {
  await served.close();
  await store.close();
});

beforeEach(() => {
  store.instead = undefined;
  troubles.length = 0;
});

async function ask(
  query: string,
  accept = 'text/csv',
  parameters: readonly [string, string][] = [],
  signal: AbortSignal | null = null,
): Promise<Response> {
  const search = new URLSearchParams([['query', query], ...parameters]);
  return fetch(`${served.url}sparql?${search.toString()}`, { headers: { accept }, signal });
}

describe('the endpoint of a server with a store', () => {
  it('answers with what the store has, without an entity tag', async () => {
    const answer = await ask(names);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe(
      'name\r\nSomebody\r\nSomebody\r\nTides\r\n"Waves, ""high"""\r\n',
    );
    expect(store.seen.at(-1)).toMatchObject({ authorization: 'Bearer SECRET' });
    expect(store.seen.at(-1)?.query).toMatch(/^BASE .*PREFIX schema: .* ORDER BY \?name$/u);
  });

  it.each([
    ['text/turtle', 'ttl'],
    ['application/ld+json', 'jsonld'],
    ['application/rdf+xml', 'rdf'],
    ['application/n-triples', 'nt'],
    ['application/n-quads', 'nq'],
    ['application/trig', 'trig'],
  ] as const)('writes graphs as %s, whatever the store writes', async (type, format) => {
    const answer = await ask(triples, type);
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    const statements = parse(await answer.text(), { format, base_iri: url(1) });
    expect(new Set(statements.map(({ object }) => object.value))).toContain('Waves, "high"');
  });

  it('sends the dataset of the request', async () => {
    const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
    const all = await (await ask(count)).text();
    const one = await ask(count, 'text/csv', [['default-graph-uri', url(1)]]);
    expect(await one.text()).toBe('n\r\n3\r\n');
    expect(all).toBe('n\r\n6\r\n');
    const named = 'SELECT ?g { GRAPH ?g { ?s schema:creator ?o } }';
    const stated = await ask(named, 'text/csv', [['named-graph-uri', url(2)]]);
    expect(await stated.text()).toBe(`g\r\n${url(2)}\r\n`);
  });

  it.each([
    ['SERVICE', 'ASK { SERVICE <http://x.example/> { ?s ?p ?o } }', 400],
    ['updates', 'CLEAR ALL', 400],
  ])('refuses %s without asking the store', async (_, query, status) => {
    const asked = store.seen.length;
    expect((await ask(query)).status).toBe(status);
    expect(store.seen.length).toBe(asked);
  });

  it('shows a mistake that only the store finds at its place in the query as given', async () => {
    store.instead = (response) => {
      const body = JSON.stringify({ detail: 'no such function', line: 2, column: 3 });
      response.writeHead(400, { 'content-type': 'application/problem+json' }).end(body);
    };
    const refused = await ask('ASK {\n  FILTER(1) }', jsonOrProblem);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ detail: 'no such function', line: 2, column: 3 });
  });

  it('stops a query at its time limit, and answers the next one', async () => {
    store.instead = () => undefined;
    const stopped = await ask(names, 'text/csv', [['timeout', '0.2']]);
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await stopped.text()).toContain('stopped after 0.2 s');
    store.instead = undefined;
    expect((await ask(names)).status).toBe(200);
  });

  it('ends the request to the store with that of its client', async () => {
    const asked = new Promise<ServerResponse>((resolve) => (store.instead = resolve));
    const leaving = new AbortController();
    const left = ask(names, 'text/csv', [], leaving.signal);
    const response = await asked;
    leaving.abort();
    await expect(left).rejects.toThrow('abort');
    if (!response.destroyed) await once(response, 'close');
    expect(response.writableFinished).toBe(false);
  });

  it('asks the store so many queries at once only, and the others in turn', async () => {
    const open: ServerResponse[] = [];
    let asked = 0;
    let most = 0;
    const isHeld = new Promise<void>((resolve) => {
      store.instead = (response) => {
        asked += 1;
        most = Math.max(most, open.push(response));
        if (asked === engines) resolve();
        if (asked > engines) reply(open);
      };
    });
    const answers = Promise.all(
      Array.from({ length: 2 * engines }, async () => ask('ASK {}', '*/*')),
    );
    await isHeld;
    while (open.length > 0) reply(open);
    expect((await answers).map(({ status }) => status)).toEqual(Array(2 * engines).fill(200));
    expect([asked, most]).toEqual([2 * engines, engines]);
  });
});

function reply(open: ServerResponse[]): void {
  const response = open.shift();
  response?.setHeader('content-type', 'application/sparql-results+json');
  response?.end('{"head":{},"boolean":true}');
}

type Instead = (response: ServerResponse) => void;
const json = { 'content-type': 'application/sparql-results+json' };
const failures: readonly (readonly [string, Instead, number])[] = [
  ['wants other credentials', (response) => response.writeHead(401).end('SECRET'), 502],
  ['has too many requests', (response) => response.writeHead(429).end('SECRET'), 503],
  ['has an error', (response) => response.writeHead(500).end('SECRET'), 502],
  ['is busy', (response) => response.writeHead(503, { 'retry-after': '7' }).end(), 503],
  [
    'sends a page',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi'),
    502,
  ],
  ['sends no answer', (response) => response.writeHead(200, json).end('{"head":'), 502],
  [
    'breaks off',
    (response) => {
      response.writeHead(200, { ...json, 'content-length': 100 }).write('{"head":');
      response.destroy();
    },
    502,
  ],
  ['closes the connection', (response) => response.destroy(), 502],
];

describe('a store that fails', () => {
  it.each(failures)(
    '%s: the client is told so, and the operator why',
    async (_, instead, status) => {
      store.instead = instead;
      const refused = await ask(names, jsonOrProblem);
      const text = await refused.text();
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        status,
        'application/problem+json',
      ]);
      expect(refused.headers.get('retry-after')).toBe(status === 503 ? '10' : null);
      expect(JSON.parse(text)).toMatchObject({ status });
      expect(text).toContain('the SPARQL store that answers the queries of this catalogue');
      expect(text).not.toMatch(/SECRET|127\.0\.0\.1/u);
      expect(troubles).toEqual([expect.objectContaining({ name: 'EndpointFault' })]);
      expect(String(troubles[0])).toContain(store.url);
      expect(String(troubles[0])).not.toContain('key=');
      store.instead = undefined;
      expect((await ask(names)).status).toBe(200);
    },
  );

  it.each(['', '?q=tides', 'sources', 'query', 'api/search', 'ogc/', 'query/terms.json'])(
    'is not needed by /%s',
    async (path) => {
      store.instead = (response) => response.destroy();
      const asked = store.seen.length;
      expect((await fetch(served.url + path)).status).toBe(200);
      expect(store.seen.length).toBe(asked);
    },
  );
});

async function textAt(path: string, accept = '*/*'): Promise<string> {
  return (await fetch(served.url + path, { headers: { accept } })).text();
}

describe('what a server with a store says about itself', () => {
  it('names no union as default graph, and no graph that the store does not get', async () => {
    const description = await textAt('sparql', 'text/turtle');
    expect(description).not.toMatch(/union|urn:cdif-graph:views/iu);
    expect(description).toContain('<urn:cdif-graph:index>');
    const terms: unknown = JSON.parse(await textAt('query/terms.json'));
    expect(terms).toMatchObject({
      graphs: ['urn:cdif-graph:index', 'urn:cdif-graph:provenance', 'urn:cdif-graph:problems'],
    });
    const page = await textAt('query');
    expect(page).toContain('answered by a store');
    expect(page).not.toContain('in the default graph');
  });

  it('never shows address or credentials of the store', async () => {
    for (const path of ['', 'query', 'sparql', 'health', 'metrics', 'api/openapi.json']) {
      expect(await textAt(path)).not.toMatch(/SECRET|Bearer/u);
    }
  });
});
