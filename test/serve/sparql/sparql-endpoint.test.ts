import { brotliDecompressSync } from 'node:zlib';
import { Parser } from 'n3';
import { renameSync, rmSync } from 'node:fs';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CatalogueFault, DamageFound } from '../../../src/catalogue/catalogue-fault.ts';
import { EngineBusyFault } from '../../../src/engine/engine-pool.ts';
import { EngineFault, QueryTimeoutFault } from '../../../src/engine/engine-task.ts';
import { readQuery } from '../../../src/query/read-query.ts';
import { createApp } from '../../../src/serve/app.ts';
import { ServedCatalogue } from '../../../src/serve/served-catalogue.ts';
import { addSparqlEndpoint } from '../../../src/serve/sparql/sparql-endpoint.ts';
import { newPath, openStore, url, urlUpdate } from '../../catalogue/updates.ts';
import { nothing } from '../../engine/engine-fixture.ts';
import { threadOptions } from '../../support/engine-in-this-thread.ts';

const base = 'https://catalogue.example/data/';
const endpoint = 'http://localhost/data/sparql';

let served: ServedCatalogue;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  const path = newPath(afterAll);
  const store = openStore(path, 'write', afterAll);
  await store.write(urlUpdate(1, { name: 'Tides "and", <more>' }));
  await store.write(urlUpdate(2, { name: 'Waves' }));
  served = await ServedCatalogue.open({ path, engines: threadOptions({}), onTrouble: fail });
  app = createApp({
    catalogue: served,
    site: { title: 'Tides', base },
    queryTimes: { usualMs: 10_000, longestMs: 60_000 },
    onError: fail,
  });
});

afterAll(async () => served.close());

function fail(error: unknown): never {
  throw error;
}

type Parameters = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

async function get(
  parameters: Parameters,
  headers: Record<string, string> = {},
): Promise<Response> {
  const search = new URLSearchParams(parameters as Record<string, string>);
  return app.request(`${endpoint}?${search.toString()}`, { headers });
}

async function post(
  body: string | URLSearchParams | Uint8Array<ArrayBuffer>,
  type: string,
  { parameters = '', headers = {} }: { parameters?: string; headers?: object } = {},
): Promise<Response> {
  return app.request(`${endpoint}${parameters}`, {
    method: 'POST',
    body,
    headers: { ...(type !== '' && { 'Content-Type': type }), ...headers },
  });
}

const names = 'SELECT ?name { ?s <http://schema.org/name> ?name } ORDER BY ?name';
const form = 'application/x-www-form-urlencoded';
const direct = 'application/sparql-query';
const triples = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }';
const csv = { Accept: 'text/csv' };
const allNames = 'name\r\nSomebody\r\nSomebody\r\n"Tides ""and"", <more>"\r\nWaves\r\n';

describe('a query', () => {
  it.each([
    ['by GET', async () => get({ query: names }, csv)],
    [
      'by POST with parameters',
      async () => post(new URLSearchParams({ query: names }), form, { headers: csv }),
    ],
    ['by POST as the body', async () => post(names, direct, { headers: csv })],
    [
      'by POST as the body, with its character set',
      async () => post(names, `${direct}; charset="UTF-8"`, { headers: csv }),
    ],
    [
      'at the path with a slash',
      async () => app.request(`${endpoint}/?query=${encodeURIComponent(names)}`, { headers: csv }),
    ],
  ])('is answered %s', async (_, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(await answer.text()).toBe(allNames);
  });

  it('may use the usual prefixes, and IRIs relative to the endpoint', async () => {
    const query = 'SELECT (<x> AS ?x) (COUNT(*) AS ?n) { ?s schema:name ?o }';
    expect(await (await get({ query }, csv)).text()).toBe(
      'x,n\r\nhttps://catalogue.example/data/x,4\r\n',
    );
  });

  it('is answered over the dataset of the request, whatever it states itself', async () => {
    const query = `SELECT (COUNT(*) AS ?n) FROM <${url(2)}> { ?s ?p ?o }`;
    const count = async (...graphs: readonly [string, string][]): Promise<string | undefined> =>
      (await (await get([['query', query], ...graphs], csv)).text()).split('\r\n')[1];
    expect(await count()).toBe('3');
    expect(await count(['default-graph-uri', url(1)])).toBe('3');
    expect(await count(['default-graph-uri', url(1)], ['default-graph-uri', url(2)])).toBe('6');
    expect(await count(['named-graph-uri', url(1)])).toBe('0');
    const named = 'SELECT ?g { GRAPH ?g { ?s schema:creator ?o } }';
    const stated = await get({ query: named, 'named-graph-uri': url(2) }, csv);
    expect(await stated.text()).toBe(`g\r\n${url(2)}\r\n`);
    const derived = { query: 'ASK { ?s ?p ?o }', 'default-graph-uri': 'urn:cdif-graph:index' };
    expect(await (await get(derived)).json()).toMatchObject({ boolean: true });
  });

  it('takes the dataset from the URL of a POST as well', async () => {
    const parameters = `?default-graph-uri=${encodeURIComponent(url(1))}`;
    const query = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
    for (const answer of [
      await post(query, direct, { parameters, headers: csv }),
      await post(new URLSearchParams({ query }), form, { parameters, headers: csv }),
    ]) {
      expect(await answer.text()).toBe('n\r\n3\r\n');
    }
  });
});

describe('the format of an answer', () => {
  it.each([
    [undefined, 'application/sparql-results+json'],
    ['*/*', 'application/sparql-results+json'],
    ['application/json', 'application/json'],
    ['text/csv;q=0.5, application/sparql-results+xml;q=0.9', 'application/sparql-results+xml'],
    ['text/*;q=0.5, application/*;q=0.4', 'text/csv; charset=utf-8'],
    ['*/*, application/sparql-results+json;q=0', 'application/sparql-results+xml'],
    ['*/*;q=0.1, text/tab-separated-values', 'text/tab-separated-values; charset=utf-8'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml'],
  ])('of SELECT for Accept: %s', async (accept, type) => {
    const answer = await get({ query: names }, accept === undefined ? {} : { Accept: accept });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type]);
    expect(answer.headers.get('Vary')).toBe('Accept, Accept-Encoding');
  });

  it.each([
    ['text/turtle', /^<https:\S+> <http:/mu],
    ['application/n-triples', /^<https:\S+> <http:\S+> .+ \.$/mu],
    ['application/n-quads', /^<https:\S+> <http:\S+> .+ \.$/mu],
    ['application/trig', /^<https:\S+> <http:/mu],
    ['application/ld+json', /^\[\{"@id"/u],
    ['application/rdf+xml', /^<\?xml[\s\S]+<rdf:RDF/u],
  ])('of CONSTRUCT and DESCRIBE for %s', async (accept, form_) => {
    for (const query of [triples, `DESCRIBE <${url(1)}#it>`]) {
      const answer = await get({ query }, { Accept: accept });
      expect(answer.headers.get('Content-Type')?.split(';')[0]).toBe(accept);
      expect(await answer.text()).toMatch(form_);
    }
  });

  it.each([
    ['csv', names, 'text/csv; charset=utf-8'],
    ['tsv', names, 'text/tab-separated-values; charset=utf-8'],
    ['xml', names, 'application/sparql-results+xml'],
    ['XML', triples, 'application/rdf+xml'],
    ['json', triples, 'application/ld+json'],
    ['turtle', triples, 'text/turtle; charset=utf-8'],
    ['nt', triples, 'application/n-triples'],
    ['text/csv', names, 'text/csv; charset=utf-8'],
  ])('is %s where the link says so, whatever Accept says', async (format, query, type) => {
    const answer = await get({ query, format }, { Accept: 'application/x-none' });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type]);
  });

  it.each([
    ['for Accept', { query: names }, { Accept: 'text/html' }, 406],
    ['for a graph in CSV', { query: triples, format: 'csv' }, {}, 406],
    ['for a graph as rows', { query: triples }, { Accept: 'text/csv' }, 406],
    ['for a boolean in CSV', { query: 'ASK {}' }, { Accept: 'text/csv' }, 406],
    ['for an unknown name', { query: names, format: 'excel' }, {}, 400],
  ])('is refused %s where there is none', async (_, parameters, headers, status) => {
    const answer = await get(parameters, headers);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain('it can be');
  });

  it('is compressed where the client takes that', async () => {
    const answer = await get({ query: names }, { ...csv, 'Accept-Encoding': 'br' });
    expect(answer.headers.get('Content-Encoding')).toBe('br');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(brotliDecompressSync(bytes).toString()).toBe(allNames);
  });
});

describe('a request that is refused', () => {
  const problem = { Accept: 'application/sparql-results+json, application/problem+json;q=0.1' };

  it('gets the place of a mistake in its query, as it was sent', async () => {
    const query = 'SELECT ?name\n{ ?s schema:name ?name } ORDER BY WHAT';
    const asText = await get({ query });
    expect(asText.status).toBe(400);
    expect(asText.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(await asText.text()).toContain('line 2, column 35');
    const asJson = await get({ query }, problem);
    expect(asJson.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await asJson.json()).toEqual({
      status: 400,
      title: 'Invalid query',
      detail: 'WHAT is no word of SPARQL',
      line: 2,
      column: 35,
    });
  });

  it('gets the place of what only the engine refuses', async () => {
    const query = 'SELECT *\n{ ?s ?p ?o FILTER (<urn:none>(?o)) }';
    const answer = await get({ query }, problem);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ title: 'Invalid query' });
  });

  it.each([
    ['no query', { timeout: '5' }, 'the parameter query is missing'],
    ['an empty query', { query: '' }, 'it ends where'],
    ['SERVICE', { query: 'SELECT * { SERVICE <http://a.example/> { ?s ?p ?o } }' }, 'SERVICE'],
    [
      'two queries',
      [
        ['query', names],
        ['query', names],
      ],
      'more than one query',
    ],
    ['a graph that is no IRI', { query: names, 'default-graph-uri': 'none' }, 'absolute IRI'],
    ['a timeout that is no number', { query: names, timeout: 'soon' }, 'up to 60, not soon'],
    ['no time', { query: names, timeout: '0' }, 'up to 60, not 0'],
    ['more time than there is', { query: names, timeout: '61' }, 'up to 60, not 61'],
  ] as const)('has %s', async (_, parameters, words) => {
    const answer = await get(parameters);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.text()).toContain(words);
  });

  it.each([
    ['an update by GET', async () => get({ update: 'CLEAR ALL' }), 403],
    ['an update by POST', async () => post('update=CLEAR+ALL', form), 403],
    ['an update as the body', async () => post('CLEAR ALL', 'application/sparql-update'), 403],
    ['an update sent as a query', async () => post('CLEAR ALL', direct), 400],
    ['no content type', async () => post(Buffer.from(names), ''), 415],
    ['another content type', async () => post(names, 'text/plain'), 415],
    ['another character set', async () => post(names, `${direct};charset=utf-16`), 415],
    [
      'a compressed body',
      async () => post(names, direct, { headers: { 'Content-Encoding': 'gzip' } }),
      415,
    ],
    ['bytes that are no UTF-8', async () => post(new Uint8Array([65, 255]), direct), 400],
    ['parameters that are no UTF-8', async () => app.request(`${endpoint}?query=ASK%FF`), 400],
    [
      'a query in the URL and one in the body',
      async () => post(names, direct, { parameters: '?query=ASK%7B%7D' }),
      400,
    ],
    ['a query that is too long', async () => post(`${names} #${'a'.repeat(300_000)}`, direct), 413],
  ] as const)('sends %s', async (_, ask, status) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect((await answer.text()).trim()).not.toBe('');
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('has the method %s', async (method) => {
    const answer = await app.request(`${endpoint}?query=ASK%7B%7D`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS');
  });
});

describe('the endpoint', () => {
  it('lets scripts of other sites ask', async () => {
    const preflight = await app.request(endpoint, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://other.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('POST');
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('content-type');
    const answer = await get({ query: names }, { Origin: 'https://other.example' });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  it('sends no body to HEAD', async () => {
    const search = new URLSearchParams({ query: names });
    const answer = await app.request(`${endpoint}?${search.toString()}`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('Content-Type')).toBe('application/sparql-results+json');
  });

  it('does not send an answer again to a client that has it', async () => {
    const first = await get({ query: names }, csv);
    const etag = first.headers.get('ETag') ?? '';
    const again = await get({ query: names }, { ...csv, 'If-None-Match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const asJson = await get({ query: names }, { 'If-None-Match': etag });
    expect(asJson.status).toBe(200);
    const other = await get(
      { query: names, 'default-graph-uri': url(1) },
      { ...csv, 'If-None-Match': etag },
    );
    expect(other.status).toBe(200);
    for (const changing of ['SELECT (NOW() AS ?now) {}', 'SELECT (uuid() AS ?id) {}']) {
      const answer = await get({ query: changing });
      expect(answer.headers.get('ETag')).toBeNull();
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it.each(['text/turtle', 'application/rdf+xml', 'application/ld+json', 'application/n-triples'])(
    'describes itself as %s',
    async (accept) => {
      const answer = await app.request(endpoint, { headers: { Accept: accept } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')?.split(';')[0]).toBe(accept);
      expect(await answer.text()).toContain(`${base}sparql`);
    },
  );

  it('describes itself in valid Turtle, whatever its title', async () => {
    const titled = createApp({
      catalogue: served,
      site: { title: '"\\\n<é>', base },
      onError: fail,
    });
    const quads = new Parser().parse(await (await titled.request(endpoint)).text());
    expect(quads.map(({ object }) => object.value)).toContain('"\\\n<é>');
  });

  it('shows browsers the page for queries', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const answer = await app.request(endpoint, { headers: { Accept: accept } });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/data/query']);
  });

  it('says that there is no catalogue', async () => {
    const catalogue = { state: undefined, settledState: () => undefined, isUnreadable: false };
    const empty = createApp({ catalogue, site: { title: '', base }, onError: fail });
    const answer = await empty.request(`${endpoint}?query=ASK%7B%7D`);
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(await answer.text()).toBe('there is no catalogue at the moment\n');
  });
});

async function countIn(catalogue: ServedCatalogue): Promise<string | undefined> {
  const changing = createApp({ catalogue, site: { title: '', base }, onError: fail });
  const query = encodeURIComponent('SELECT (COUNT(?s) AS ?n) { ?s schema:creator ?o }');
  const answer = await changing.request(`${endpoint}?query=${query}&format=csv`);
  return (await answer.text()).split('\r\n')[1];
}

describe('a catalogue that changes', () => {
  it('is queried as it is, also when another one takes its place', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(urlUpdate(1));
    const engines = threadOptions({});
    const following = await ServedCatalogue.open({ path, engines, pollMs: 5, onTrouble: fail });
    onTestFinished(async () => following.close());
    expect(await countIn(following)).toBe('1');
    await store.write(urlUpdate(2));
    expect(await countIn(following)).toBe('2');
    const { engines: former } = following;
    renameSync(path, `${path}-former`);
    onTestFinished(() => rmSync(`${path}-former`, { recursive: true }));
    await openStore(path).write(urlUpdate(3));
    while (following.engines === former) await new Promise(setImmediate);
    expect(await countIn(following)).toBe('1');
    const request = { text: 'ASK {}', reads: nothing, format: 'json' } as const;
    await expect(former?.query(request)).rejects.toBeInstanceOf(EngineBusyFault);
  });
});

describe('an error of the engine', () => {
  it.each([
    ['its time limit', new QueryTimeoutFault(10_000), 503, 'stopped after 10 s'],
    ['other queries', new EngineBusyFault('the engine is busy'), 503, 'the engine is busy'],
    ['its size', new EngineFault('catalogue-too-large', 'see stores.md'), 503, 'see stores.md'],
    ['its memory', new EngineFault('out-of-memory', 'ask for less'), 503, 'ask for less'],
    ['the answer', new EngineFault('answer-too-long', 'ask for less'), 413, 'ask for less'],
    ['damage', new CatalogueFault('damaged', '/secret', 'secret'), 503, 'cannot be read'],
    ['a damaged record', new DamageFound('secret'), 503, 'cannot be read'],
  ])('because of %s is told to the client', async (_, error, status, words) => {
    const { answer, told } = await answerAfter(error);
    const text = await answer.text();
    expect([answer.status, told]).toEqual([status, []]);
    expect(answer.headers.get('Retry-After')).toBe(status === 503 ? '10' : null);
    expect(text).toContain(words);
    expect(text).not.toContain('secret');
  });

  it('that nobody expected is told to the operator, and not to the client', async () => {
    const error = new TypeError('secret');
    const { answer, told } = await answerAfter(error);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
    expect(told).toEqual([error]);
  });
});

/** Asks a query for which the engine throws an error. */
async function answerAfter(error: Error): Promise<{ answer: Response; told: unknown[] }> {
  const told: unknown[] = [];
  const query = async (): Promise<never> => {
    throw error;
  };
  const failing = new Hono();
  addSparqlEndpoint(failing, {
    site: { title: 'Tides', base },
    read: readQuery,
    catalogue: () => ({ version: '1', engines: { query } }),
    onError: (each) => told.push(each),
  });
  return { answer: await failing.request(`${endpoint}?query=ASK%7B%7D`), told };
}
