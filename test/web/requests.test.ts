import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ResourceError, type HttpStep } from '../../src/model/http.ts';
import { asking, client, paths, serve, textOf } from './loopback.ts';

/** The limit of a list; no bytes for other types. */
const maxBytes = (headers: Readonly<Record<string, string>>): number | undefined =>
  headers['x-kind'] === 'list' ? 100 : undefined;

const nothing = async (): Promise<undefined> => undefined;

describe('a request with HEAD', () => {
  it('returns the headers alone, whatever length they announce', async () => {
    const methods: (string | undefined)[] = [];
    const origin = await serve((request, response) => {
      methods.push(request.method);
      response.writeHead(200, { 'content-length': 2_000_000_000, link: '</r>; rel=describedby' });
      response.end();
    });
    const { headers } = await client().read(`${origin}/`, asking({ method: 'HEAD' }), nothing);
    expect(headers).toMatchObject({
      'content-length': '2000000000',
      link: '</r>; rel=describedby',
    });
    expect(methods).toEqual(['HEAD']);
  });

  it('releases its slot for the next request', async () => {
    const origin = await serve((_request, response) => response.end('x'));
    const http = client({ perHost: { connections: 1, delayMs: 0 } });
    await http.read(`${origin}/`, asking({ method: 'HEAD' }), nothing);
    const { body } = await http.read(`${origin}/`, asking(), textOf);
    expect(body).toBe('x');
  });

  it('is not repeated where it fails, since GET is possible', async () => {
    let requests = 0;
    const origin = await serve((_request, response) => {
      requests += 1;
      response.writeHead(503).end();
    });
    const failing = client().read(`${origin}/`, asking({ method: 'HEAD' }), nothing);
    await expect(failing).rejects.toMatchObject({ problem: { kind: 'http-status', status: 503 } });
    expect(requests).toBe(1);
  });

  it('follows redirects', async () => {
    const origin = await serve(
      paths({
        '/a': (_request, response) => response.writeHead(302, { location: '/b' }).end(),
        '/b': (request, response) => response.setHeader('x-method', request.method ?? '').end(),
      }),
    );
    const { headers } = await client().read(`${origin}/a`, asking({ method: 'HEAD' }), nothing);
    expect(headers['x-method']).toBe('HEAD');
  });
});

describe('the size of a body', () => {
  it('may be limited by the headers', async () => {
    const origin = await serve((request, response) => {
      response.setHeader('x-kind', request.url === '/large' ? 'list' : 'page').end('x'.repeat(50));
    });
    const http = client({ maxBytes: 10 });
    const { body } = await http.read(`${origin}/large`, asking({ maxBytes }), textOf);
    expect(body).toHaveLength(50);
    await expect(http.read(`${origin}/page`, asking({ maxBytes }), textOf)).rejects.toMatchObject({
      problem: { kind: 'body-too-large', maxBytes: 10 },
    });
  });

  it('has no limit where it is not read, and the connection is closed', async () => {
    const closing = new EventEmitter();
    const closed = once(closing, 'close');
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 2_000_000_000 }).write('x');
      response.on('close', () => closing.emit('close'));
    });
    const options = asking({ maxBytes: Number.POSITIVE_INFINITY });
    await client().read(`${origin}/`, options, async (body) => void (await body.return?.()));
    await expect(closed).resolves.toEqual([]);
  });
});

describe('permission', () => {
  const moving = paths({
    '/a': (_request: IncomingMessage, response: ServerResponse) =>
      response.writeHead(302, { location: '/b' }).end(),
    '/b': 'here',
  });

  it('is checked before each hop', async () => {
    const origin = await serve(moving);
    const asked: string[] = [];
    const permit = async (url: string): Promise<void> => {
      asked.push(url);
      if (url.endsWith('/b')) throw new ResourceError({ kind: 'no-metadata', url });
    };
    const steps: HttpStep[] = [];
    const options = asking({ permit, onStep: (step) => steps.push(step) });
    await expect(client().read(`${origin}/a`, options, textOf)).rejects.toMatchObject({
      problem: { kind: 'no-metadata', url: `${origin}/b` },
    });
    expect(asked).toEqual([`${origin}/a`, `${origin}/b`]);
    expect(steps).toEqual([{ method: 'GET', url: `${origin}/a`, status: 302, location: '/b' }]);
  });
});

describe('the steps of a request', () => {
  it('are reported one by one, also where it fails in the end', async () => {
    let tries = 0;
    const origin = await serve(
      paths({
        '/a': (_request, response) => response.writeHead(301, { location: '/b' }).end(),
        '/b': (request, response) => {
          tries += 1;
          if (tries === 1) request.socket.destroy();
          else response.writeHead(404, { 'content-type': 'text/html' }).end();
        },
      }),
    );
    const steps: HttpStep[] = [];
    const options = asking({ onStep: (step) => steps.push(step) });
    await expect(client().read(`${origin}/a`, options, textOf)).rejects.toThrow(ResourceError);
    expect(steps).toEqual([
      { method: 'GET', url: `${origin}/a`, status: 301, location: '/b' },
      { method: 'GET', url: `${origin}/b`, problem: 'connection-failed' },
      { method: 'GET', url: `${origin}/b`, status: 404, contentType: 'text/html' },
    ]);
  });
});
