import { createServer, type AddressInfo, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpConfig } from '../../src/config/schema.ts';
import { asking, client, problemOf, read, readWhole, serve } from './loopback.ts';

const patient: HttpConfig['timeouts'] = {
  connectMs: 5000,
  headersMs: 5000,
  bodyMs: 5000,
  totalMs: 5000,
};
const impatient = (timeouts: Partial<HttpConfig['timeouts']>): Partial<HttpConfig> => ({
  retries: 0,
  timeouts: { ...patient, ...timeouts },
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port; // it listens on a port
}

const bothWays = [
  ['as it comes', read],
  ['as a whole', readWhole],
] as const;

describe('time-outs', () => {
  it('end an attempt to connect', async () => {
    // A name that never resolves stalls a connection on every machine.
    const http = client(impatient({ connectMs: 50 }), { resolve: () => undefined });
    expect(await problemOf(read(http, 'http://slow.example/'))).toEqual({
      kind: 'timed-out',
      url: 'http://slow.example/',
      phase: 'connect',
      timeoutMs: 50,
    });
  });

  it('end a request without response', async () => {
    const origin = await serve(() => undefined);
    expect(await problemOf(read(client(impatient({ headersMs: 50 })), origin))).toMatchObject({
      kind: 'timed-out',
      phase: 'headers',
      timeoutMs: 50,
    });
  });

  it('end a TLS handshake without response', async () => {
    const port = await listen(createServer(() => undefined));
    const http = client(impatient({ connectMs: 50 }));
    expect(await problemOf(read(http, `https://127.0.0.1:${port}/`))).toMatchObject({
      kind: 'timed-out',
      phase: 'connect',
    });
  });

  it.each(bothWays)('end a body that stalls and is read %s', async (_name, take) => {
    const origin = await serve((_request, response) => void response.write('so far'));
    const reading = take(client(impatient({ bodyMs: 50 })), origin);
    expect(await problemOf(reading)).toMatchObject({
      kind: 'timed-out',
      phase: 'body',
      timeoutMs: 50,
    });
  });

  it.each(bothWays)('end a body that arrives byte by byte and is read %s', async (_name, take) => {
    const origin = await serve((_request, response) => {
      const drip = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(drip));
    });
    const reading = take(client(impatient({ totalMs: 120 })), origin);
    expect(await problemOf(reading)).toMatchObject({
      kind: 'timed-out',
      phase: 'total',
      timeoutMs: 120,
    });
  });

  it('end headers that arrive byte by byte', async () => {
    const port = await listen(
      createServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket.write('X-More: 1\r\n'), 5);
        socket.on('error', () => undefined).on('close', () => clearInterval(drip));
      }),
    );
    const http = client(impatient({ totalMs: 120 }));
    expect(await problemOf(read(http, `http://127.0.0.1:${port}/`))).toMatchObject({
      kind: 'timed-out',
    });
  });

  it('release the slot of a body that is never read', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/forgotten') response.write('never ended');
      else response.end('next');
    });
    const http = client({
      ...impatient({ totalMs: 100 }),
      perHost: { connections: 1, delayMs: 0 },
    });
    await http.open(`${origin}/forgotten`, asking());
    expect(await read(http, `${origin}/next`)).toBe('next');
  });

  it('are followed by retries', async () => {
    let requests = 0;
    const origin = await serve((_request, response) => {
      requests += 1;
      if (requests === 2) response.end('at last');
    });
    const http = client({ timeouts: { ...patient, headersMs: 50 } });
    expect(await read(http, origin)).toBe('at last');
  });
});
