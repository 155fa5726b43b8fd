import { describe, expect, it } from 'vitest';
import { asking, client, paths, read, readWhole, serve } from './loopback.ts';

const reason = new Error('Enough.');

/** Aborts soon after `work` has begun. @returns the rejection, and how long it took */
async function abortWhile(
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<{ error: unknown; ms: number }> {
  const abort = new AbortController();
  const settled = work(abort.signal).then(
    () => undefined,
    (error: unknown) => error,
  );
  await new Promise((resolve) => setTimeout(resolve, 30));
  const started = Date.now();
  abort.abort(reason);
  const error = await settled;
  return { error, ms: Date.now() - started };
}

describe('an abort', () => {
  it('prevents a request', async () => {
    let requests = 0;
    const origin = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    await expect(read(client(), origin, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(requests).toBe(0);
  });

  it('ends waiting for a name', async () => {
    const http = client({}, { resolve: () => undefined });
    const { error, ms } = await abortWhile((signal) =>
      read(http, 'http://slow.example/', { signal }),
    );
    expect(error).toBe(reason);
    expect(ms).toBeLessThan(2000);
  });

  it('ends waiting for headers', async () => {
    const origin = await serve(() => undefined);
    const { error, ms } = await abortWhile((signal) => read(client(), origin, { signal }));
    expect(error).toBe(reason);
    expect(ms).toBeLessThan(2000);
  });

  it.each([
    ['as it comes', read],
    ['as a whole', readWhole],
  ])('ends waiting for a body that is taken %s', async (_name, reading) => {
    const origin = await serve((_request, response) => void response.write('so far'));
    const { error, ms } = await abortWhile((signal) => reading(client(), origin, { signal }));
    expect(error).toBe(reason);
    expect(ms).toBeLessThan(2000);
  });

  it('is no problem, whatever its reason', async () => {
    const abort = new AbortController();
    const lookalike = Object.assign(new Error('Stop.'), { code: 'ECONNRESET' });
    const origin = await serve(() => undefined);
    const reading = read(client(), origin, { signal: abort.signal });
    setTimeout(() => abort.abort(lookalike), 20);
    await expect(reading).rejects.toBe(lookalike);
  });

  it('ends waiting for a request slot', async () => {
    const origin = await serve(() => undefined);
    const http = client({ perHost: { connections: 1, delayMs: 0 } });
    const blocking = new AbortController();
    const blocker = read(http, origin, { signal: blocking.signal }).catch(() => 'ended');
    const { error, ms } = await abortWhile((signal) => read(http, origin, { signal }));
    expect(error).toBe(reason);
    expect(ms).toBeLessThan(2000);
    blocking.abort();
    expect(await blocker).toBe('ended');
  });

  it('ends the delay between two requests', async () => {
    const origin = await serve(paths({ '/': 'text' }));
    const http = client({ perHost: { connections: 2, delayMs: 60_000 } });
    await read(http, origin);
    const { error, ms } = await abortWhile((signal) => read(http, origin, { signal }));
    expect(error).toBe(reason);
    expect(ms).toBeLessThan(2000);
  });

  it.each([
    ['backing off', 500, {}],
    ['the time of Retry-After', 503, { 'retry-after': '60' }],
  ])('ends %s', async (_name, status, headers) => {
    const origin = await serve((_request, response) => {
      response.writeHead(status, headers).end();
    });
    const http = client({}, { backOffMs: 60_000 });
    const { error, ms } = await abortWhile((signal) => read(http, origin, { signal }));
    expect(error).toBe(reason);
    expect(ms).toBeLessThan(2000);
  });

  it('releases the request slot', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/next') response.end('next');
    });
    const http = client({ perHost: { connections: 1, delayMs: 0 } });
    await abortWhile((signal) => read(http, origin, { signal }));
    expect(await read(http, `${origin}/next`)).toBe('next');
  });

  it('of a body closes its connection', async () => {
    let closed = false;
    const origin = await serve((request, response) => {
      if (request.url === '/next') response.end('next');
      else response.on('close', () => (closed = true)).write('so far');
    });
    const http = client({ perHost: { connections: 1, delayMs: 0 } });
    const { body } = await http.open(origin, asking());
    for await (const piece of body) {
      expect(Buffer.from(piece).toString()).toBe('so far');
      break;
    }
    expect(await read(http, `${origin}/next`)).toBe('next');
    expect(closed).toBe(true);
  });
});
