import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createFetchStage } from '../../src/web/fetch-stage.ts';
import {
  type FetchRequest,
  type HttpStep,
  ResourceError,
  type Response,
} from '../../src/model/http.ts';
import { problemsOfOutcome, type Outcome } from '../../src/model/outcome.ts';
import type { Target } from '../../src/model/target.ts';
import { client, limits, serve, type Handler } from './loopback.ts';

/** A server that records its requests. */
async function watched(handler: Handler) {
  const requests: string[] = [];
  const origin = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    handler(request, response);
  });
  return { origin, requests };
}

function targetOf(url: string, facts: Partial<Target> = {}): Target {
  return {
    url,
    source: 'a',
    found: { by: 'sitemap', in: 'http://a.example/s.xml' },
    depth: 0,
    ...facts,
  };
}

async function fetched(ask: FetchRequest, maxBytes = 1_000_000): Promise<Outcome<Response>> {
  const stage = createFetchStage({ http: client({ maxBytes }), limits });
  const context = { signal: new AbortController().signal, now: () => new Date(0) };
  for await (const outcome of stage.process(ask, context)) return outcome;
  throw new Error('nothing came');
}

function bodyOf(outcome: Outcome<Response>): string | undefined {
  if (outcome.kind !== 'produced') throw new Error('there is no response');
  const { body } = outcome.value;
  return body instanceof Uint8Array ? Buffer.from(body).toString() : undefined;
}

const describedBy = '</r.jsonld>; rel="describedby"; type="application/ld+json"';
const huge = { 'content-type': 'application/x-netcdf', 'content-length': 2_000_000_000 };

const askedFirst = async (path: string, facts: Partial<Target> = {}): Promise<boolean> => {
  const { origin, requests } = await watched((_request, response) => response.end());
  await fetched({ target: targetOf(`${origin}${path}`, facts) });
  return requests[0]?.startsWith('HEAD') ?? false;
};

const answering = (headers: Record<string, string | number>, body: string | Buffer): Handler => {
  return (_request, response) => void response.writeHead(200, headers).end(body);
};

const acceptOf = async (ask: (url: string) => FetchRequest): Promise<string | undefined> => {
  const seen: IncomingMessage[] = [];
  const origin = await serve((request, response) => {
    seen.push(request);
    response.end();
  });
  await fetched(ask(origin));
  return seen[0]?.headers.accept;
};

describe('a large resource', () => {
  it('is not downloaded where its headers lead to metadata', async () => {
    const { origin, requests } = await watched((request, response) => {
      response.writeHead(200, { ...huge, link: describedBy });
      if (request.method === 'HEAD') response.end();
    });
    const outcome = await fetched({ target: targetOf(`${origin}/ocean.nc`) });
    expect(outcome).toMatchObject({
      kind: 'produced',
      value: { linkFields: [{ text: describedBy }] },
    });
    expect(bodyOf(outcome)).toBeUndefined();
    expect(requests).toEqual(['HEAD /ocean.nc']);
  });

  it.each([
    ['refused', 405],
    ['not known', 501],
    ['answered with an error', 500],
  ])('is asked for with GET where HEAD is %s, and left at its headers', async (_name, status) => {
    const { origin, requests } = await watched((request, response) => {
      if (request.method === 'HEAD') response.writeHead(status).end();
      else response.writeHead(200, { ...huge, link: describedBy }).write('x');
    });
    const outcome = await fetched({ target: targetOf(`${origin}/ocean.nc`) });
    expect(outcome).toMatchObject({
      kind: 'produced',
      value: { linkFields: [{ text: describedBy }] },
    });
    expect(bodyOf(outcome)).toBeUndefined();
    expect(requests).toEqual(['HEAD /ocean.nc', 'GET /ocean.nc']);
  });

  it('is requested with GET where HEAD is answered differently', async () => {
    const { origin, requests } = await watched((request, response) => {
      if (request.method === 'HEAD') response.writeHead(200, huge).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>landing</p>');
    });
    expect(bodyOf(await fetched({ target: targetOf(`${origin}/a.zip`) }))).toBe('<p>landing</p>');
    expect(requests).toEqual(['HEAD /a.zip', 'GET /a.zip']);
  });
});

describe('headers come first', () => {
  const forCdif = { by: 'sitemap', in: 'http://a.example/s.xml', agent: 'CDIF1.0' } as const;

  it.each<readonly [boolean, string, Partial<Target>]>([
    [true, '/a.nc', {}],
    [true, '/A.CSV?x=1.html', {}],
    [false, '/a', {}],
    [false, '/a.html', {}],
    [false, '/a.v2', {}],
    [true, '/a', { found: forCdif }],
    [false, '/a.jsonld', { found: forCdif }],
    [false, '/a.nc', { labels: [{ type: 'application/ld+json', profiles: [] }] }],
    [true, '/a', { labels: [{ type: 'text/csv', profiles: [] }] }],
    [false, '/a.nc', { found: { by: 'link', in: 'http://a.example/' } }],
  ])('%s for %s with %j', async (expected, path, facts) => {
    expect(await askedFirst(path, facts)).toBe(expected);
  });
});

describe('the content of an answer', () => {
  it.each([
    ['a page', { 'content-type': 'text/html' }],
    ['JSON', { 'content-type': 'application/vnd.api+json' }],
    ['RDF', { 'content-type': 'text/turtle' }],
    ['XML', { 'content-type': 'application/xml' }],
    ['a script, which may be JSON', { 'content-type': 'text/javascript' }],
    ['a linkset', { 'content-type': 'application/linkset' }],
    ['text of no type', {}],
    ['text that is called binary', { 'content-type': 'application/octet-stream' }],
  ])('is taken where it is %s', async (_name, headers) => {
    const origin = await serve(answering(headers, 'x'));
    expect(bodyOf(await fetched({ target: targetOf(origin) }))).toBe('x');
  });

  it.each([
    ['another format', { 'content-type': 'application/pdf' }, 'x'],
    ['binary and has no type', {}, Buffer.from([0x89, 0x50, 0x00, 0x01])],
  ])('is left where it is %s', async (_name, headers, body) => {
    const origin = await serve(answering(headers, body));
    expect(bodyOf(await fetched({ target: targetOf(origin) }))).toBeUndefined();
  });

  it.each([
    ['with a mark', Buffer.from('\uFEFF{}', 'utf16le')],
    ['without one', Buffer.from('{}', 'utf16le')],
    ['of the other order', Buffer.from('{}', 'utf16le').swap16()],
  ])('is taken where it is UTF-16 %s', async (_name, body) => {
    const origin = await serve(answering({}, body));
    expect(await fetched({ target: targetOf(origin) })).toMatchObject({
      value: { body: new Uint8Array(body) },
    });
  });

  describe('of a large resource whose headers lead to metadata', () => {
    const body = JSON.stringify('x'.repeat(limits.pieceBytes));
    const large = (type: string): Handler =>
      answering({ 'content-type': type, 'content-length': body.length, link: describedBy }, body);
    const kindOf = async (
      type: string,
      facts: Partial<Target> = {},
    ): Promise<string | undefined> => {
      const outcome = await fetched({ target: targetOf(await serve(large(type)), facts) }, 1000);
      // Its reader reaches the limit, so that no file is written.
      const [problem] = problemsOfOutcome(outcome);
      return problem?.kind === 'content-unavailable' ? problem.reason : problem?.kind;
    };

    it.each([['application/json'], ['application/octet-stream'], ['application/xml']])(
      'is left where it may be data: %s',
      async (type) => {
        expect(await kindOf(type)).toBeUndefined();
      },
    );

    it.each<readonly [string, Partial<Target>]>([
      ['application/ld+json', {}],
      ['text/turtle', {}],
      ['text/html', {}],
      ['application/json; profile="CDIF1.0"', {}],
      ['application/json', { found: { by: 'link', in: 'http://a.example/' } }],
    ])('is read where somebody says that it is none: %s, %j', async (type, facts) => {
      expect(await kindOf(type, facts)).toBe('body-too-large');
    });
  });

  it('is too large where no header leads to metadata', async () => {
    const body = JSON.stringify('x'.repeat(limits.pieceBytes));
    const json = { 'content-type': 'application/json', 'content-length': body.length };
    expect(
      await fetched({ target: targetOf(await serve(answering(json, body))) }, 1000),
    ).toMatchObject({
      problem: { kind: 'body-too-large', maxBytes: 1000 },
    });
  });

  it('may be as large as a list where its profile is that of a list', async () => {
    const type = { 'content-type': "application/ld+json; profile='CDIF-list-1.0'" };
    const origin = await serve(answering(type, '["a list"]'));
    expect(bodyOf(await fetched({ target: targetOf(origin) }, 5))).toBe('["a list"]');
    const label = { profiles: ['CDIF-list-1.0'] };
    const plain = await serve(answering({ 'content-type': 'application/json' }, '["a list"]'));
    expect(bodyOf(await fetched({ target: targetOf(plain, { labels: [label] }) }, 5))).toBe(
      '["a list"]',
    );
  });
});

describe('the Accept field', () => {
  it('is the type of the link with its profiles', async () => {
    const label = { type: 'application/ld+json', profiles: ['http://a.example/p', 'with"quote'] };
    expect(await acceptOf((url) => ({ target: targetOf(url, { labels: [label] }) }))).toMatch(
      /^application\/ld\+json;profile="http:\/\/a\.example\/p", application\/ld\+json;q=0\.9, .*\*\/\*;q=0\.1$/u,
    );
    const turtle = { type: 'text/turtle', profiles: [] };
    expect(await acceptOf((url) => ({ target: targetOf(url, { labels: [turtle] }) }))).toMatch(
      /^text\/turtle, application\/ld\+json;q=0\.8, (?!.*turtle)/u,
    );
  });

  it('is metadata alone where a page offered none, and a page is not read', async () => {
    expect(await acceptOf((url) => ({ target: targetOf(url), negotiates: true }))).toMatch(
      /^application\/ld\+json;profile="CDIF1\.0", application\/ld\+json;q=0\.8, text\/turtle/u,
    );
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    });
    expect(bodyOf(await fetched({ target: targetOf(origin), negotiates: true }))).toBeUndefined();
  });
});

describe('the caller of a fetch', () => {
  it('is told of each request, and no forbidden request is sent', async () => {
    const { origin, requests } = await watched((_request, response) => response.end());
    const steps: HttpStep[] = [];
    const asked: string[] = [];
    const stage = createFetchStage({
      http: client(),
      limits,
      permit: async ({ target }, url) => {
        asked.push(`${target.source} ${url}`);
        if (url.endsWith('/no')) throw new ResourceError({ kind: 'no-metadata', url });
      },
    });
    const context = { signal: new AbortController().signal, now: () => new Date(0) };
    const kinds: string[] = [];
    for (const path of ['/a.nc', '/no']) {
      const ask = { target: targetOf(origin + path), onStep: (step: HttpStep) => steps.push(step) };
      for await (const { kind } of stage.process(ask, context)) kinds.push(kind);
    }
    expect(kinds).toEqual(['produced', 'failed']);
    expect(asked).toEqual([`a ${origin}/a.nc`, `a ${origin}/a.nc`, `a ${origin}/no`]);
    expect(requests).toEqual(['HEAD /a.nc', 'GET /a.nc']);
    expect(steps.map(({ method, status }) => [method, status])).toEqual([
      ['HEAD', 200],
      ['GET', 200],
    ]);
  });
});
