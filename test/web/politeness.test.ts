import { describe, expect, it } from 'vitest';
import { asking, client, paths, read, serve } from './loopback.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('politeness', () => {
  it('sends no more requests to a host at once than configured, until the bodies are read', async () => {
    let open = 0;
    let most = 0;
    const origin = await serve((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      response.write('a');
      setTimeout(() => {
        open -= 1;
        response.end('b');
      }, 20);
    });
    const http = client({ perHost: { connections: 3, delayMs: 0 } });
    const texts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => read(http, `${origin}/${index}`)),
    );
    expect(texts).toEqual(Array.from({ length: 12 }, () => 'ab'));
    expect(most).toBe(3);
  });

  it('stops requests to a host whose Retry-After exceeds the cap, for all its URLs', async () => {
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked += 1;
      response.writeHead(429, { 'retry-after': '7200' }).end();
    });
    const http = client({ maxRetryAfterMs: 60_000 });
    await expect(read(http, `${origin}/1`)).rejects.toThrow('http-status');
    void read(http, `${origin}/2`).catch(() => undefined);
    await pause(50);
    expect(asked).toBe(1);
  });

  it('does not wait for the slow body of a redirect', async () => {
    const origin = await serve(
      paths({
        '/from': (_request, response) => {
          response.writeHead(302, { location: '/to' }).write('moved');
        },
        '/to': 'here',
      }),
    );
    const http = client({ perHost: { connections: 1, delayMs: 0 } });
    expect(await read(http, `${origin}/from`)).toBe('here');
  });

  it('holds the slot of a body that is not read', async () => {
    const origin = await serve(paths({ '/a': 'a', '/b': 'b' }));
    const http = client({ perHost: { connections: 1, delayMs: 0 } });
    const { body } = await http.open(`${origin}/a`, asking());
    let second = '';
    const reading = read(http, `${origin}/b`).then((text) => (second = text));
    await pause(50);
    expect(second).toBe('');
    await body[Symbol.asyncIterator]().return?.(); // closed unread
    expect(await reading).toBe('b');
  });

  it('keeps the delay between the starts of requests, redirects and retries included', async () => {
    const starts: number[] = [];
    let failed = false;
    const origin = await serve((request, response) => {
      starts.push(performance.now());
      if (request.url === '/moved') response.writeHead(302, { location: '/flaky' }).end();
      else if (failed) response.end();
      else {
        failed = true;
        response.writeHead(500).end();
      }
    });
    const http = client({ perHost: { connections: 8, delayMs: 60 } });
    await Promise.all([read(http, `${origin}/moved`), read(http, `${origin}/other`)]);
    expect(starts).toHaveLength(4);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    // The times at the server differ a little from those of the client.
    expect(Math.min(...gaps)).toBeGreaterThan(30);
    expect((starts[3] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(150);
  });

  it('does not let one host wait for another', async () => {
    const slow = await serve(() => undefined);
    const quick = await serve(paths({ '/': 'quick' }));
    const http = client({ perHost: { connections: 1, delayMs: 60_000 } });
    const abort = new AbortController();
    const stuck = read(http, slow, { signal: abort.signal }).catch(() => 'ended');
    expect(await read(http, quick)).toBe('quick');
    abort.abort();
    expect(await stuck).toBe('ended');
  });

  it('continues started URLs before it starts others', async () => {
    const order: string[] = [];
    const origin = await serve((request, response) => {
      order.push(request.url ?? '');
      if (request.url === '/1') response.writeHead(302, { location: '/1b' }).end();
      else response.end();
    });
    const http = client({ perHost: { connections: 1, delayMs: 20 } });
    await Promise.all(['/1', '/2', '/3'].map((path) => read(http, origin + path)));
    expect(order).toEqual(['/1', '/1b', '/2', '/3']);
  });

  it('requests more than a thousand hosts without keeping all in memory', async () => {
    const http = client(
      { retries: 0 },
      {
        resolve: (_name, _options, done) =>
          done(Object.assign(new Error(), { code: 'ENOTFOUND' }), []),
      },
    );
    const results = await Promise.allSettled(
      Array.from({ length: 1100 }, (_, index) => read(http, `http://h${index}.example/`)),
    );
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  });
});
