import { describe, expect, it } from 'vitest';
import { createServer, type AddressInfo } from 'node:net';
import { asking, client, problemOf, read, readWhole, serve, type Handler } from './loopback.ts';

/** Answers each request with the next handler, in the end always with the last one. */
function inTurn(...handlers: Handler[]): Handler & { requests: number[] } {
  const requests: number[] = [];
  const handler: Handler = (request, response) => {
    const current = handlers[Math.min(requests.length, handlers.length - 1)];
    requests.push(Date.now());
    current?.(request, response);
  };
  return Object.assign(handler, { requests });
}

const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(code, headers).end('sorry');
  };
const fine: Handler = (_request, response) => {
  response.end('fine');
};
const reset: Handler = (request) => {
  request.socket.resetAndDestroy();
};
const breakOff: Handler = (request, response) => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('only a part', () => request.socket.destroy());
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('retries', () => {
  it.each([429, 500, 502, 503, 504])('follow status %i', async (code) => {
    const handler = inTurn(status(code), status(code), fine);
    expect(await read(client(), await serve(handler))).toBe('fine');
    expect(handler.requests).toHaveLength(3);
  });

  it('follow a connection that is reset', async () => {
    const handler = inTurn(reset, fine);
    expect(await read(client(), await serve(handler))).toBe('fine');
  });

  it('follow a body that breaks off, from its beginning', async () => {
    const handler = inTurn(breakOff, fine);
    expect(await readWhole(client(), await serve(handler))).toBe('fine');
  });

  it('end after the configured number, with the last problem', async () => {
    const handler = inTurn(status(500), status(502), status(503));
    const origin = await serve(handler);
    expect(await problemOf(read(client({ retries: 1 }), origin))).toEqual({
      kind: 'http-status',
      url: `${origin}/`,
      status: 502,
    });
    expect(handler.requests).toHaveLength(2);
  });

  it('are not made where none are configured', async () => {
    const handler = inTurn(status(503), fine);
    await problemOf(read(client({ retries: 0 }), await serve(handler)));
    expect(handler.requests).toHaveLength(1);
  });

  it('back off longer each time', async () => {
    const handler = inTurn(status(500), status(500), fine);
    await read(client({}, { backOffMs: 40 }), await serve(handler));
    const [first = 0, second = 0, third = 0] = handler.requests;
    // Half of 40 and half of 80 at least; timers may fire a millisecond early.
    expect(second - first).toBeGreaterThanOrEqual(19);
    expect(third - second).toBeGreaterThanOrEqual(39);
  });

  it('wait as long as Retry-After requests', async () => {
    const handler = inTurn(status(429, { 'retry-after': '1' }), fine);
    const started = Date.now();
    expect(await read(client(), await serve(handler))).toBe('fine');
    expect(Date.now() - started).toBeGreaterThanOrEqual(999);
  });

  it('wait until the date that Retry-After names', async () => {
    const now = new Date('2026-01-02T03:04:05Z');
    const asked = { 'retry-after': 'Fri, 02 Jan 2026 03:04:06 GMT', date: '' };
    const handler = inTurn(status(503, asked), fine);
    const started = Date.now();
    expect(await read(client({}, { now: () => now }), await serve(handler))).toBe('fine');
    expect(Date.now() - started).toBeGreaterThanOrEqual(999);
  });

  it('wait for a date by the clock of the server, if its response has a date', async () => {
    const date = 'Fri, 02 Jan 2026 03:04:05 GMT';
    const asked = { 'retry-after': 'Fri, 02 Jan 2026 03:04:06 GMT', date };
    for (const now of ['2025-01-02T03:04:05Z', '2027-01-02T03:04:05Z']) {
      const handler = inTurn(status(503, asked), fine);
      const started = Date.now();
      const reader = client({}, { now: () => new Date(now) });
      expect(await read(reader, await serve(handler))).toBe('fine');
      expect(Date.now() - started).toBeGreaterThanOrEqual(999);
    }
  });

  it('end when Retry-After exceeds the configured maximum', async () => {
    const handler = inTurn(status(429, { 'retry-after': '61' }), fine);
    const problem = await problemOf(read(client(), await serve(handler)));
    expect(problem).toMatchObject({ kind: 'http-status', status: 429 });
    expect(handler.requests).toHaveLength(1);
  });

  it('pause the whole host when it sends Retry-After', async () => {
    const times = new Map<string, number>();
    const origin = await serve((request, response) => {
      const seen = times.has(request.url ?? '');
      times.set(request.url ?? '', Date.now());
      if (request.url === '/busy' && !seen) status(503, { 'retry-after': '1' })(request, response);
      else fine(request, response);
    });
    const http = client();
    const busy = read(http, `${origin}/busy`);
    await pause(100);
    const asked = Date.now();
    await read(http, `${origin}/other`);
    expect((times.get('/other') ?? 0) - asked).toBeGreaterThanOrEqual(800);
    expect(await busy).toBe('fine');
  });

  it('pause the whole host after 429, also without Retry-After', async () => {
    const handler = inTurn(status(429), fine);
    const origin = await serve(handler);
    const http = client({}, { backOffMs: 1000 });
    await Promise.all([read(http, origin), pause(50).then(() => read(http, origin))]);
    const [first = 0, second = 0] = handler.requests;
    expect(second - first).toBeGreaterThanOrEqual(499);
  });

  it('without Retry-After leave other URLs of the host alone', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/busy') status(503)(request, response);
      else fine(request, response);
    });
    const http = client({}, { backOffMs: 60_000 });
    const abort = new AbortController();
    const busy = read(http, `${origin}/busy`, { signal: abort.signal }).catch(() => 'ended');
    await pause(50);
    expect(await read(http, `${origin}/other`)).toBe('fine');
    abort.abort();
    expect(await busy).toBe('ended');
  });

  it('end in connection-failed with the code of the system', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    await new Promise((resolve) => server.close(resolve));
    const url = `http://127.0.0.1:${port}/`;
    expect(await problemOf(read(client(), url))).toEqual({
      kind: 'connection-failed',
      url,
      code: 'ECONNREFUSED',
    });
    const origin = await serve(inTurn(reset));
    expect(await problemOf(read(client(), origin))).toMatchObject({ code: 'ECONNRESET' });
  });

  it.each([
    ['with a length', breakOff],
    [
      'in chunks',
      ((request, response) => {
        response.write('only a part', () => request.socket.destroy());
      }) satisfies Handler,
    ],
  ])('are not made for a stream that breaks off %s', async (_name, handler) => {
    const turns = inTurn(handler);
    const resource = await client().open(await serve(turns), asking());
    let text = '';
    const reading = async (): Promise<void> => {
      for await (const piece of resource.body) text += Buffer.from(piece).toString();
    };
    expect(await problemOf(reading())).toMatchObject({
      kind: 'connection-failed',
      code: 'ECONNRESET',
    });
    expect(turns.requests).toHaveLength(1);
  });

  it('are not made for an unknown name', async () => {
    let lookups = 0;
    const http = client(
      {},
      {
        resolve: (_name, _options, done) => {
          lookups += 1;
          done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
        },
      },
    );
    expect(await problemOf(read(http, 'http://nowhere.example/'))).toEqual({
      kind: 'connection-failed',
      url: 'http://nowhere.example/',
      code: 'ENOTFOUND',
    });
    expect(lookups).toBe(1);
  });

  it('are not made for what is no HTTP', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.6\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const problem = await problemOf(read(client(), `http://127.0.0.1:${port}/`));
    server.close();
    expect(problem).toMatchObject({ kind: 'connection-failed', code: 'HPE_INVALID' });
    expect(connections).toBe(1);
  });
});
