import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  EngineFault,
  QueryFault,
  QueryTimeoutFault,
  type ResultFormat,
} from '../../src/engine/engine-task.ts';
import { EndpointFault, RemoteEndpoint } from '../../src/engine/remote-endpoint.ts';
import { startRdfStore } from '../support/rdf-store.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Serves one handler for all paths. @returns the URL of its endpoint */
async function serve(handler: Handler): Promise<string> {
  const server = createServer((request, response) => void handler(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  // A server on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/sparql`;
}

function openEndpoint(url: string, authorization?: string): RemoteEndpoint {
  const endpoint = new RemoteEndpoint({ url, authorization, dialect: 'standard' });
  onTestFinished(async () => endpoint.close());
  return endpoint;
}

/** Asks an endpoint that answers with this. */
async function ask(
  answer: {
    readonly about?: string;
    readonly status?: number;
    readonly type?: string;
    readonly body?: string;
    readonly fields?: Readonly<Record<string, string>>;
  },
  { format = 'json' }: { readonly format?: ResultFormat } = {},
): Promise<string> {
  const { status = 200, type, body = '', fields = {} } = answer;
  const url = await serve((_, response) => {
    response.writeHead(status, { ...(type !== undefined && { 'content-type': type }), ...fields });
    response.end(body);
  });
  return openEndpoint(url).query({ text: 'ASK {}', format });
}

const json = 'application/sparql-results+json';
const yes = '{"head":{},"boolean":true}';

describe('RemoteEndpoint', () => {
  it('posts the query as a form and accepts the media type of the format', async () => {
    const seen: unknown[] = [];
    const url = await serve(async (request, response) => {
      const { method, url: path, headers } = request;
      const body = new URLSearchParams(await readAll(request));
      seen.push({ method, path, type: headers['content-type'], accept: headers.accept });
      response.setHeader('content-type', `${json}; charset=utf-8`);
      response.end(
        JSON.stringify({ head: { vars: [body.get('query')] }, results: { bindings: [] } }),
      );
    });
    const text = 'SELECT * { ?s ?p "Ä+&=%" }';
    const answer = await openEndpoint(`${url}?default=1`).query({ text, format: 'json' });
    expect(JSON.parse(answer)).toMatchObject({ head: { vars: [text] } });
    expect(seen).toEqual([
      {
        method: 'POST',
        path: '/sparql?default=1',
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
        accept: `${json}, application/json;q=0.9, application/problem+json;q=0.1`,
      },
    ]);
  });

  it('writes CSV and TSV of an endpoint that has JSON only', async () => {
    const uri = { type: 'uri', value: 'http://a.example/' };
    const name = { type: 'literal', value: 'a "b",\tc', 'xml:lang': 'en' };
    const count = { type: 'typed-literal', value: '1', datatype: 'http://x.example/int' };
    const bindings = [{ s: uri, o: name }, { s: { type: 'bnode', value: 'b0' } }, { o: count }];
    const body = JSON.stringify({ head: { vars: ['s', 'o'] }, results: { bindings } });
    expect(await ask({ type: json, body }, { format: 'csv' })).toBe(
      's,o\r\nhttp://a.example/,"a ""b"",\tc"\r\n_:b0,\r\n,1\r\n',
    );
    expect(await ask({ type: json, body }, { format: 'tsv' })).toBe(
      '?s\t?o\n<http://a.example/>\t"a \\"b\\",\\tc"@en\n_:b0\t\n\t"1"^^<http://x.example/int>\n',
    );
    await expect(ask({ type: json, body: yes }, { format: 'csv' })).rejects.toThrow('incomplete');
  });

  it('takes N-Triples as Turtle and as N-Quads', async () => {
    const body = '<urn:a> <urn:b> <urn:c> .\n';
    for (const format of ['ttl', 'nq'] as const) {
      expect(await ask({ type: 'application/n-triples', body }, { format })).toBe(body);
    }
  });

  it.each([
    { about: 'a page', type: 'text/html', body: '<p>Hi', says: 'it sent an HTML page; that of' },
    {
      about: 'another format',
      type: 'text/csv',
      body: 'a',
      says: 'text/csv, not .*try --format csv',
    },
    { about: 'an unknown type', type: 'text/plain', body: yes, says: 'sent text/plain, not ' },
    { about: 'no type', body: yes, says: 'without a media type' },
    { about: 'half an answer', type: json, body: yes.slice(0, 9), says: 'is incomplete, or no ' },
    {
      about: 'other JSON',
      type: json,
      body: '{"results":{"bindings":[{"x":null}]}}',
      says: 'or no ',
    },
    { about: '404', status: 404, says: String.raw`is no SPARQL endpoint \(404 Not Found\)` },
    { about: '405', status: 405, says: String.raw`is no SPARQL endpoint \(405 Method` },
    { about: '400 of a page', status: 400, type: 'text/html', says: 'answered 400 Bad Request' },
    {
      about: '429 of a page',
      status: 429,
      type: 'text/html',
      fields: { 'retry-after': '60' },
      says: 'answered 429 Too Many Requests and asks to try again in 60 s',
    },
    {
      about: '401',
      status: 401,
      says: String.raw`requires authentication \(401 Unauth.*CDIF_GRAPH_A`,
    },
    { about: '500', status: 500, type: 'text/plain', body: 'No\n\tat a.b(c)', says: 'Error: No$' },
    {
      about: '503 with a wait',
      status: 503,
      type: 'application/problem+json',
      body: '{"title":"Busy","detail":"it is being filled"}',
      fields: { 'retry-after': '7' },
      says: 'answered 503 Service Unavailable and asks to try again in 7 s: it is being filled$',
    },
  ])('says in words that an endpoint sent $about', async ({ says, ...answer }) => {
    const fault = await ask(answer).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(EndpointFault);
    expect(String(fault)).toMatch(/^EndpointFault: .*http:\/\/127\.0\.0\.1:\d+\/sparql /u);
    expect(String(fault)).toMatch(new RegExp(says, 'u'));
  });

  it('notices XML that ends too early', async () => {
    const type = 'application/sparql-results+xml';
    const whole = '<sparql><boolean>true</boolean></sparql>';
    expect(await ask({ type, body: whole }, { format: 'xml' })).toBe(whole);
    await expect(ask({ type, body: '<sparql><bool' }, { format: 'xml' })).rejects.toThrow(
      'incomplete',
    );
  });

  it('shows the place of an error where the endpoint has it', async () => {
    const detail = 'this cannot stand here';
    const problem = { title: 'Bad', detail, line: 1, column: 5 };
    const placed = ask({
      status: 400,
      type: 'application/problem+json',
      body: JSON.stringify(problem),
    });
    await expect(placed).rejects.toThrow(
      new QueryFault('this cannot stand here', 'ASK {}', { line: 1, column: 5 }),
    );
    const unplaced = ask({
      status: 400,
      type: 'text/plain',
      body: 'Encountered "}"\n  at x.y(Z)\n',
    });
    await expect(unplaced).rejects.toThrow(/^invalid query: Encountered "\}"$/u);
    await expect(ask({ status: 400 })).rejects.toBeInstanceOf(QueryFault);
  });

  it('says that nobody listens, or that the answer broke off', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'content-type': json, 'content-length': '100' });
      response.write(yes, () => request.socket.destroy());
    });
    await expect(openEndpoint(url).query({ text: 'ASK {}', format: 'json' })).rejects.toThrow(
      /^the answer of \S+ broke off/u,
    );
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const unreachable = openEndpoint(`http://127.0.0.1:${port}/sparql?key=secret`);
    await expect(unreachable.query({ text: 'ASK {}', format: 'json' })).rejects.toThrow(
      new EndpointFault(`http://127.0.0.1:${port}/sparql cannot be reached (ECONNREFUSED)`),
    );
  });

  it('stops at the time limit, while it waits and while it reads', async () => {
    const silent = await serve(() => undefined);
    const slow = await serve((_, response) => {
      response.writeHead(200, { 'content-type': json });
      response.write('{');
    });
    for (const url of [silent, slow]) {
      const asked = openEndpoint(url).query({ text: 'ASK {}', format: 'json' }, { timeoutMs: 50 });
      await expect(asked).rejects.toBeInstanceOf(QueryTimeoutFault);
    }
  });

  it('throws the reason of the signal, and answers the next query', async () => {
    let isFirst = true;
    const aborting = new AbortController();
    const reason = new Error('enough');
    const url = await serve((_, response) => {
      if (isFirst) {
        isFirst = false;
        aborting.abort(reason);
        return;
      }
      response.writeHead(200, { 'content-type': json });
      response.end(yes);
    });
    const endpoint = openEndpoint(url);
    const request = { text: 'ASK {}', format: 'json' } as const;
    await expect(endpoint.query(request, { signal: aborting.signal })).rejects.toBe(reason);
    expect(await endpoint.query(request)).toBe(yes);
  });

  it('follows redirects with the query, and bounds them', async () => {
    const seen: string[] = [];
    const url = await serve(async (request, response) => {
      const { method, url: path = '' } = request;
      seen.push(`${method} ${path} ${(await readAll(request)) === '' ? 'without' : 'with'} query`);
      const [, next] = /([a-z]+)$/u.exec(path) ?? [];
      const answers: Readonly<Record<string, readonly [number, string]>> = {
        sparql: [301, '/moved'],
        moved: [308, '/other'],
        other: [303, '/answer'],
      };
      const [status, location] = answers[next ?? ''] ?? [200, ''];
      response.writeHead(status, { 'content-type': json, ...(location && { location }) });
      response.end(yes);
    });
    expect(await openEndpoint(url).query({ text: 'ASK {}', format: 'json' })).toBe(yes);
    expect(seen).toEqual([
      'POST /sparql with query',
      'POST /moved with query',
      'POST /other with query',
      'GET /answer without query',
    ]);
    const endless = ask({ status: 307, fields: { location: '/sparql' } });
    await expect(endless).rejects.toThrow('redirects more than 5 times');
    const elsewhere = ask({ status: 307, fields: { location: 'file:///etc/passwd' } });
    await expect(elsewhere).rejects.toThrow('redirects to what is no http or https URL');
  });

  it('sends credentials to the origin of its URL only, and never shows them', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401).end();
    });
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(307, { location: other }).end();
    });
    const fault = await openEndpoint(url, 'Bearer secret')
      .query({ text: 'ASK {}', format: 'json' })
      .catch((error: unknown) => error);
    expect(seen).toEqual(['Bearer secret', undefined]);
    expect(String(fault)).toContain(`${other} requires authentication (401 Unauthorized), but`);
    expect(String(fault)).not.toContain('secret');
    const refused = openEndpoint(other, 'Bearer secret').query({ text: 'ASK {}', format: 'json' });
    await expect(refused).rejects.toMatchObject({ status: 401 });
    await expect(refused).rejects.toThrow(
      /refuses the credentials \(401 Unauthorized\); see .*CDIF_GRAPH_AUTHORIZATION/u,
    );
    expect(() => openEndpoint(url, 'secret\n')).toThrow(
      /CDIF_GRAPH_AUTHORIZATION.* has characters that a header/u,
    );
  });

  it('authenticates by user name and password as the endpoint demands', async () => {
    const login = { user: 'ann', password: 'right' };
    const store = await startRdfStore({ access: { scheme: 'digest', ...login } });
    onTestFinished(async () => store.close());
    const endpoint = new RemoteEndpoint({ url: store.query, ...login, dialect: 'standard' });
    onTestFinished(async () => endpoint.close());
    const request = { text: 'ASK {}', format: 'json' } as const;
    expect(JSON.parse(await endpoint.query(request))).toMatchObject({ boolean: true });
    expect(JSON.parse(await endpoint.query(request))).toMatchObject({ boolean: true });
    expect(store.requests.map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  it('does not read an answer beyond the limit, also of a compressed one', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': json, 'content-encoding': 'gzip' });
      response.end(gzipSync(' '.repeat(100_001) + yes));
    });
    const request = { text: 'ASK {}', format: 'json' } as const;
    expect(await openEndpoint(url).query(request)).toContain(yes);
    const bounded = new RemoteEndpoint({ url, maxBytes: 100_000, dialect: 'standard' });
    onTestFinished(async () => bounded.close());
    const fault = await bounded.query(request).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(EngineFault);
    expect(String(fault)).toContain('the answer has more than 100.0 kB; ');
  });
});

/** An endpoint that has these `Server` fields in turn, and answers each query by its text. */
async function recognised(
  servers: readonly string[],
  status = 200,
): Promise<{ readonly endpoint: RemoteEndpoint; readonly seen: readonly string[] }> {
  const seen: string[] = [];
  const url = await serve(async (request, response) => {
    const server = servers[Math.min(seen.length, servers.length - 1)] ?? '';
    seen.push(new URLSearchParams(await readAll(request)).get('query') ?? '');
    response.writeHead(seen.length === 1 ? status : 200, { 'content-type': json, server });
    response.end(yes);
  });
  const endpoint = new RemoteEndpoint({ url });
  onTestFinished(async () => endpoint.close());
  return { endpoint, seen };
}

describe('RemoteEndpoint without a dialect', () => {
  const request = { text: 'ASK { ?s ?p ?o }', format: 'json' } as const;
  const inOrder = `define sql:select-option "order" ${request.text}`;

  it('asks once what the endpoint is, before the first query', async () => {
    const { endpoint, seen } = await recognised(['Virtuoso/07']);
    expect(await endpoint.query(request)).toBe(yes);
    await endpoint.query(request);
    expect(seen).toEqual(['ASK {}', inOrder, inOrder]);
  });

  it('asks as the specifications say where the endpoint is unknown', async () => {
    const { endpoint, seen } = await recognised(['nginx']);
    await endpoint.query(request);
    await endpoint.query(request);
    expect(seen).toEqual(['ASK {}', request.text, request.text]);
  });

  it('asks again after a refusal, which a proxy may have sent', async () => {
    const { endpoint, seen } = await recognised(['nginx', 'nginx', 'Virtuoso/07'], 503);
    expect(await endpoint.query(request)).toBe(yes);
    await endpoint.query(request);
    expect(seen).toEqual(['ASK {}', request.text, 'ASK {}', inOrder]);
  });

  it('refuses an answer that the store has cut, or may have', async () => {
    const triple = '<urn:a> <urn:b> <urn:c> .\n';
    const seen: (string | null)[] = [];
    const url = await serve(async (request_, response) => {
      const query = new URLSearchParams(await readAll(request_)).get('query') ?? '';
      seen.push(query);
      const isLimit = query.includes('ResultSetMaxRows');
      const bindings = [{ n: { type: 'literal', value: '1000' } }];
      const size = Number(/\d+/u.exec(query)?.[0] ?? 0);
      response.setHeader('content-type', isLimit ? json : 'application/n-triples');
      response.end(
        isLimit
          ? JSON.stringify({ head: { vars: ['n'] }, results: { bindings } })
          : triple.repeat(size),
      );
    });
    const endpoint = new RemoteEndpoint({ url, dialect: 'virtuoso' });
    onTestFinished(async () => endpoint.close());
    const sizes = [99, 499, 500, 400];
    const asked = sizes.map(
      (size) => async () => endpoint.query({ text: `CONSTRUCT ${size}`, format: 'ttl' }),
    );
    const [short, allowed, cut, again] = asked;
    expect(await short?.()).toHaveLength(99 * triple.length);
    expect(seen).toHaveLength(1);
    expect(await allowed?.()).toHaveLength(499 * triple.length);
    await expect(cut?.()).rejects.toThrow('the answer has 500 statements, and the store cuts');
    expect(await again?.()).toHaveLength(400 * triple.length);
    expect(seen.filter((query) => query?.includes('ResultSetMaxRows'))).toHaveLength(1);
  });
});
