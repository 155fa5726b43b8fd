import { describe, expect, it } from 'vitest';
import { acceptEncoding, readPrefix } from '../../src/web/body.ts';
import { asking, client, paths, problemOf, read, readWhole, serve, textOf } from './loopback.ts';

describe('HttpClient', () => {
  it('returns status, fields, validators, time and body of a 2xx response', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(203, {
        ETag: '"v1"',
        'Last-Modified': 'Mon, 06 Jan 2025 10:00:00 GMT',
        Link: ['</a>; rel=item', '</b>; rel=item'],
      });
      response.end('<html>');
    });
    const http = client({}, { now: () => new Date('2026-01-02T03:04:05.678Z') });
    const resource = await http.open(`${origin}/dataset/1?v=2#part`, asking());
    expect(resource.retrieval).toEqual({
      finalUrl: `${origin}/dataset/1?v=2`,
      redirects: [],
      status: 203,
      at: '2026-01-02T03:04:05.678Z',
      etag: '"v1"',
      lastModified: 'Mon, 06 Jan 2025 10:00:00 GMT',
    });
    expect(resource.headers['link']).toBe('</a>; rel=item, </b>; rel=item');
    expect(await textOf(resource.body)).toBe('<html>');
  });

  it('sends its user agent, accepted types, and codings that it can decode', async () => {
    const seen: unknown[] = [];
    const origin = await serve((request, response) => {
      const { accept, 'accept-encoding': encoding, 'user-agent': agent } = request.headers;
      seen.push([accept, encoding, agent]);
      response.end();
    });
    const named = client({ contact: 'mailto:metadata@example.org' });
    await read(named, origin, { accept: 'application/ld+json' });
    await read(client(), origin);
    expect(seen).toEqual([
      ['application/ld+json', acceptEncoding, 'cdif-graph/1.2.3 (+mailto:metadata@example.org)'],
      ['*/*', acceptEncoding, 'cdif-graph/1.2.3'],
    ]);
  });

  it('encodes a contact beyond ASCII', async () => {
    const seen: unknown[] = [];
    const origin = await serve((request, response) => {
      seen.push(request.headers['user-agent']);
      response.end();
    });
    await read(client({ contact: 'https://例え.example/µ' }), origin);
    expect(seen).toEqual(['cdif-graph/1.2.3 (+https://xn--r8jz45g.example/%C2%B5)']);
  });

  it('decodes fields as UTF-8 where they are valid, else as Latin-1', async () => {
    const origin = await serve((_request, response) => {
      response.setHeader('X-Utf8', Buffer.from('Müller', 'utf8').toString('latin1'));
      response.setHeader('X-Latin', 'Müller');
      response.end();
    });
    const { headers, body } = await client().open(origin, asking());
    expect([headers['x-utf8'], headers['x-latin']]).toEqual(['Müller', 'Müller']);
    await body[Symbol.asyncIterator]().return?.();
  });

  it.each([304, 400, 401, 403, 404, 410, 451, 501])(
    'refuses status %i as it is',
    async (status) => {
      let requests = 0;
      const origin = await serve((_request, response) => {
        requests += 1;
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
      const problem = await problemOf(client().open(`${origin}/gone`, asking()));
      expect(problem).toEqual({ kind: 'http-status', url: `${origin}/gone`, status });
      expect(requests).toBe(1);
    },
  );

  it('accepts a response without content', async () => {
    const origin = await serve((_request, response) => response.writeHead(204).end());
    expect(await readWhole(client(), origin)).toBe('');
  });

  it('returns the result of the function that consumes the body', async () => {
    const origin = await serve((_request, response) => {
      response.write('first ');
      setTimeout(() => response.end('second'), 20);
    });
    const { body, retrieval } = await client().read(origin, asking(), async (pieces) =>
      readPrefix(pieces, 1000),
    );
    expect(Buffer.from(body).toString()).toBe('first second');
    expect(retrieval.status).toBe(200);
  });

  it('throws the error of the function that consumes the body, and releases the slot', async () => {
    const origin = await serve((_request, response) => response.end('text'));
    const http = client({ perHost: { connections: 1, delayMs: 0 } });
    const error = new Error('The disk is full.');
    let tries = 0;
    const taking = http.read(origin, asking(), async () => {
      tries += 1;
      throw error;
    });
    await expect(taking).rejects.toBe(error);
    expect(tries).toBe(1);
    expect(await read(http, origin)).toBe('text');
  });

  it('throws a TypeError for a text that is no http or https URL', async () => {
    await expect(client().open('dataset/1', asking())).rejects.toThrow(TypeError);
    await expect(client().open('file:///etc/passwd', asking())).rejects.toThrow(TypeError);
  });

  it('reuses its connection for the next request, also after an error page', async () => {
    const ports = new Set<number | undefined>();
    const origin = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(request.url === '/missing' ? 404 : 200).end('some text');
    });
    const http = client({ perHost: { connections: 1, delayMs: 0 } });
    await problemOf(read(http, `${origin}/missing`));
    await readWhole(http, `${origin}/a`);
    await read(http, `${origin}/b`);
    expect(ports.size).toBe(1);
  });

  it('refuses further requests after it was closed', async () => {
    const origin = await serve(paths({ '/': 'text' }));
    const http = client();
    await read(http, origin);
    await http.close();
    await expect(http.open(origin, asking())).rejects.toMatchObject({
      name: 'ClientDestroyedError',
    });
  });

  it('ends waiting requests when it is closed while a host pauses', async () => {
    let asked = false;
    const origin = await serve((_request, response) => {
      response.writeHead(503, { 'retry-after': '60' }).end();
      asked = true;
    });
    const http = client();
    const errors = Promise.allSettled(
      ['/resting', '/waiting', '/waiting'].map((path) => http.open(origin + path, asking())),
    );
    await expect.poll(() => asked).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await http.close();
    for (const error of await errors) {
      expect(error).toMatchObject({ reason: { name: 'ClientDestroyedError' } });
    }
  });
});
