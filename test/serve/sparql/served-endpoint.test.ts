import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { SparqlEndpointFetcher } from 'fetch-sparql-endpoint';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readQuery } from '../../../src/query/read-query.ts';
import { listen } from '../../../src/serve/server.ts';
import { addSparqlEndpoint } from '../../../src/serve/sparql/sparql-endpoint.ts';
import { serveCatalogue, type ServedPages } from '../../../dist/serve/serve-catalogue.js';
import { newPath, openStore, url, urlUpdate } from '../../catalogue/updates.ts';

const run = promisify(execFile);
const form = 'application/x-www-form-urlencoded';
const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
/** Takes hours. */
const endless = `SELECT (COUNT(*) AS ?n) {
  ${Array.from('abcdefgh', (name) => `?s${name} ?p${name} ?o${name} .`).join(' ')}
}`;

let served: ServedPages;
let endpoint: string;
const log = new PassThrough();

beforeAll(async () => {
  const path = newPath(afterAll);
  const store = openStore(path, 'write', afterAll);
  for (let number = 0; number < 40; number += 1) {
    await store.write(urlUpdate(number, { name: `Tides ${number}` }));
  }
  served = await serveCatalogue({
    path,
    host: '127.0.0.1',
    port: 0,
    title: 'Tides',
    log: { output: log, withQueries: false },
    onTrouble: (error) => {
      throw error;
    },
  });
  endpoint = `${served.url}sparql`;
});

afterAll(async () => served.close());

async function ask(query: string, timeout?: number, signal?: AbortSignal): Promise<Response> {
  const body = new URLSearchParams({
    query,
    ...(timeout !== undefined && { timeout: String(timeout) }),
  });
  const headers = { Accept: 'text/csv', 'Content-Type': form };
  return fetch(endpoint, { method: 'POST', body, headers, signal: signal ?? null });
}

async function expectAnswers(): Promise<void> {
  expect(await (await ask(count)).text()).toBe('n\r\n120\r\n');
}

describe('a query that takes too long', () => {
  it('is stopped at the time that its request states, and the next one is answered', async () => {
    const stopped = await ask(endless, 0.2);
    expect([stopped.status, stopped.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(await stopped.text()).toContain('stopped after 0.2 s');
    await expectAnswers();
  });

  it('ends with the connection of its client', async () => {
    await expectAnswers();
    const leaving = new AbortController();
    // The engine is filled, so this is in the middle of the computation.
    setTimeout(() => leaving.abort(), 300);
    await expect(ask(endless, 60, leaving.signal)).rejects.toThrow('aborted');
    const startedAt = performance.now();
    await expectAnswers();
    // A query waits for ten seconds at most.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it('leaves pages as they are', async () => {
    const query = ask(endless, 2);
    for (let page = 0; page < 5; page += 1) {
      expect((await fetch(`${served.url}?q=tides&page=${page + 1}`)).status).toBeLessThan(500);
    }
    expect((await query).status).toBe(503);
  });
});

describe('a server that closes', () => {
  it('ends a query that runs, with an answer', async () => {
    const path = newPath(onTestFinished);
    const store = openStore(path, 'write', onTestFinished);
    for (let number = 0; number < 40; number += 1) await store.write(urlUpdate(number, {}));
    const closing = await serveCatalogue({
      path,
      host: '127.0.0.1',
      port: 0,
      title: 'Tides',
      onTrouble: (error) => {
        throw error;
      },
    });
    const body = new URLSearchParams({ query: endless, timeout: '60' });
    const answer = fetch(`${closing.url}sparql`, { method: 'POST', body });
    // The query computes when a page is answered after it has been sent.
    await fetch(closing.url);
    await closing.close();
    expect((await answer).status).toBe(503);
  });
});

/** Sends a body in chunks, without its length. */
async function sendInChunks(target: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/sparql-query' };
    const sent = request(target, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.on('error', reject);
    const part = ' '.repeat(65_536);
    for (let at = 0; at < bytes; at += part.length) sent.write(part);
    sent.end('ASK {}');
  });
}

describe('the body of a request', () => {
  it('is read by the endpoint only, and up to a bound', async () => {
    expect(await sendInChunks(endpoint, 100_000)).toBe(200);
    expect(await sendInChunks(endpoint, 2 ** 20)).toBe(413);
    expect(await sendInChunks(`${endpoint}/`, 100_000)).toBe(200);
    expect(await sendInChunks(`${served.url}health`, 1)).toBe(405);
    expect(await sendInChunks(`${served.url}sparql/other`, 1)).toBe(405);
    await expectAnswers();
  });
});

describe('answers that clients do not read', () => {
  it('are bounded in memory', async () => {
    const app = new Hono();
    // More than the operating system buffers.
    const engines = { query: async () => Promise.resolve('x'.repeat(20_000_000)) };
    addSparqlEndpoint(app, {
      site: { title: '', base: 'http://localhost/' },
      read: readQuery,
      catalogue: () => ({ version: '1', engines }),
      bounds: { rows: 1, bytes: 1_500_000 },
      onError: () => undefined,
    });
    const server = await listen({ host: '127.0.0.1', port: 0 });
    server.answerWith(app.fetch);
    onTestFinished(async () => server.close());
    const target = `http://127.0.0.1:${server.port}/sparql?query=ASK%7B%7D`;
    const unread = await new Promise<IncomingMessage>((resolve) => {
      request(target, resolve).end();
    });
    const refused = await fetch(target);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('too many answers');
    unread.destroy();
    let again = refused;
    while (again.status === 503) again = await fetch(target, { method: 'HEAD' });
    expect(again.status).toBe(200);
  });
});

describe('the log of requests', () => {
  it('has no query', async () => {
    await fetch(`${endpoint}?query=${encodeURIComponent('ASK { <urn:secret> ?p ?o }')}`);
    await ask('ASK { <urn:secret> ?p ?o }');
    const lines = String(log.read());
    expect(lines).toContain('"method":"GET","path":"/sparql","status":200');
    expect(lines).toContain('"method":"POST","path":"/sparql"');
    expect(lines).not.toContain('secret');
  });
});

async function collect(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

describe('fetch-sparql-endpoint', () => {
  it.each(['GET', 'POST'] as const)('gets rows, booleans and statements by %s', async (method) => {
    const fetcher = new SparqlEndpointFetcher({ method });
    const rows = await fetcher.fetchBindings(endpoint, 'SELECT ?s { ?s schema:name "Tides 7" }');
    const found = await collect(rows);
    expect(found).toMatchObject([{ s: { value: `${url(7)}#it` } }]);
    expect(await fetcher.fetchAsk(endpoint, 'ASK { ?s schema:name "Tides 7" }')).toBe(true);
    const query = `CONSTRUCT WHERE { <${url(7)}#it> ?p ?o }`;
    const statements = await collect(await fetcher.fetchTriples(endpoint, query));
    expect(statements).toHaveLength(2);
  });
});

const python = '/usr/bin/python3';

async function hasSparqlWrapper(): Promise<boolean> {
  return (
    existsSync(python) &&
    run(python, ['-c', 'import SPARQLWrapper']).then(
      () => true,
      () => false,
    )
  );
}

const isWrapperHere = await hasSparqlWrapper();
const leftOut = isWrapperHere
  ? ''
  : ': left out, needs SPARQLWrapper (Debian: python3-sparqlwrapper)';

const script = `
import sys, json
from SPARQLWrapper import SPARQLWrapper, JSON, XML, CSV, TSV, TURTLE, N3, RDFXML, POST, POSTDIRECTLY
def asked(query, form, **options):
    wrapper = SPARQLWrapper(sys.argv[1])
    wrapper.setQuery(query)
    wrapper.setReturnFormat(form)
    if 'method' in options: wrapper.setMethod(options['method'])
    if 'direct' in options: wrapper.setRequestMethod(options['direct'])
    for graph in options.get('graphs', []): wrapper.addParameter('default-graph-uri', graph)
    return wrapper.query()
rows = 'SELECT ?name { ?s <http://schema.org/name> ?name . FILTER (STRENDS(?name, "7")) } ORDER BY ?name'
out = {}
out['json'] = [row['name']['value'] for row in asked(rows, JSON).convert()['results']['bindings']]
out['xml'] = asked(rows, XML).convert().toxml().count('<result>')
out['csv'] = asked(rows, CSV).convert().decode().split()
out['tsv'] = asked(rows, TSV).convert().decode().count('\\n')
out['post'] = asked(rows, CSV, method=POST).convert().decode().count('\\n')
out['direct'] = asked(rows, CSV, method=POST, direct=POSTDIRECTLY).convert().decode().count('\\n')
out['ask'] = asked('ASK { ?s ?p ?o }', JSON).convert()['boolean']
out['graph'] = asked('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', CSV, graphs=[sys.argv[2]]).convert().decode().split()
construct = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o } ORDER BY ?s ?p ?o LIMIT 3'
out['rdf'] = [len(asked(construct, form).convert()) for form in (XML, RDFXML)]
out['turtle'] = [len(asked(construct, form).convert()) > 0 for form in (TURTLE, N3)]
try:
    asked('SELECT * {', JSON)
except Exception as error:
    out['error'] = type(error).__name__
print(json.dumps(out))
`;

describe(`SPARQLWrapper${leftOut}`, () => {
  it.skipIf(!isWrapperHere)('gets all formats by all methods', async () => {
    const { stdout } = await run(python, ['-W', 'ignore', '-c', script, endpoint, url(3)]);
    expect(JSON.parse(stdout)).toEqual({
      json: ['Tides 17', 'Tides 27', 'Tides 37', 'Tides 7'],
      xml: 4,
      csv: ['name', 'Tides', '17', 'Tides', '27', 'Tides', '37', 'Tides', '7'],
      tsv: 5,
      post: 5,
      direct: 5,
      ask: true,
      graph: ['n', '3'],
      rdf: [3, 3],
      turtle: [true, true],
      error: 'QueryBadFormed',
    });
  });
});

describe('curl', () => {
  const isHere = existsSync('/usr/bin/curl');

  it.skipIf(!isHere)('sends a file as it is', async () => {
    const sent = ['-s', '--data-urlencode', `query=${count}`, '-H', 'Accept: text/csv', endpoint];
    expect((await run('/usr/bin/curl', sent)).stdout).toBe('n\r\n120\r\n');
  });
});
