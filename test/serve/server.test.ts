import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { AccessLog } from '../../src/serve/access-log.ts';
import { listen, ListenFault, type ListenOptions } from '../../src/serve/server.ts';

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A server that answers with a text, or by the handler of a test. */
async function serve(
  options: Partial<ListenOptions> = {},
  answer: (request: Request) => Response | Promise<Response> = () => new Response('here\n'),
  takesBody?: (path: string) => boolean,
) {
  const server = await listen({ host: '127.0.0.1', port: 0, ...options });
  server.answerWith(answer, takesBody);
  open.push(async () => server.close());
  return server;
}

/** Sends bytes as they are, and reads until the server ends the connection. */
async function send(port: number, ...parts: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  for (const part of parts) socket.write(part);
  return text(socket);
}

describe('a server', () => {
  it('reports a port that is in use', async () => {
    const { port } = await serve();
    await expect(listen({ host: '127.0.0.1', port })).rejects.toThrow(
      `port ${port} of 127.0.0.1 is in use by another program; give another one with --port`,
    );
    await expect(listen({ host: '127.0.0.1', port })).rejects.toBeInstanceOf(ListenFault);
  });

  it('reports an address that this machine does not have', async () => {
    await expect(listen({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
      '192.0.2.1 is no address of this machine; give another one with --host',
    );
  });

  it('refuses a body, and a request line that is too long', async () => {
    const { port } = await serve();
    const withBody = 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello';
    expect(await send(port, withBody)).toMatch(/^HTTP\/1\.1 413 /u);
    const long = `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`;
    expect(await send(port, long)).toMatch(/^HTTP\/1\.1 431 /u);
  });

  it('takes a body where one is read, and does not wait longer for it', async () => {
    const { port } = await serve(
      { bounds: { requestMs: 200 } },
      async (request) => new Response(await request.text()),
      (path) => path === '/query',
    );
    const head = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\n';
    const answer = await send(port, `POST /query?x ${head}hello`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*hello$/u);
    expect(await send(port, `POST /query/x ${head}hello`)).toMatch(/^HTTP\/1\.1 405 /u);
    expect(await send(port, `POST /query ${head}he`)).toMatch(/^HTTP\/1\.1 408 /u);
  });

  it.each([
    ['another host', 'GET /x HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
    ['no host name', 'GET /x HTTP/1.1\r\nHost: a b/c?d\r\nConnection: close\r\n\r\n'],
    [
      'an absolute target',
      'GET http://evil.example/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    ],
  ])('ignores the Host field of a client: %s', async (_, request) => {
    const { port } = await serve({}, ({ url }) => new Response(url));
    const answer = await send(port, request);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /u);
    expect(answer).not.toContain('evil');
    expect(answer).toContain('/x');
  });

  it('disconnects a client that does not finish its request', async () => {
    const { port } = await serve({ bounds: { requestMs: 200 } });
    expect(await send(port, 'GET / HTTP/1.1\r\nHost: a\r\nX-')).toMatch(/^HTTP\/1\.1 408 /u);
  });

  it.each([
    ['reads nothing of its response', { stalledMs: 200 }, () => undefined],
    ['reads its response too slowly', { answerMs: 300 }, takeSlowly],
  ])('disconnects a client that %s', async (_, bounds, take) => {
    const output = new PassThrough();
    const log = new AccessLog({ output, withQueries: false, now: () => new Date(0), onFailure });
    const { port } = await serve({ bounds, log }, () => new Response(endless()));
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    take(socket);
    const [line] = (await once(output, 'data')) as [Buffer];
    socket.destroy();
    expect(JSON.parse(line.toString())).toMatchObject({ status: 200, cutOff: true });
  });

  it('finishes a request in progress when it closes, and accepts no other', async () => {
    const { port, close } = await serve({}, async () => {
      await sleep(100);
      return new Response('late\n');
    });
    const answer = fetch(`http://127.0.0.1:${port}/`);
    await sleep(50);
    const closing = close();
    expect(await (await answer).text()).toBe('late\n');
    await closing;
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  });

  it('disconnects requests that do not end when it closes', async () => {
    const { port, close } = await serve(
      { bounds: { closingMs: 100 } },
      () => new Response(endless()),
    );
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    await close();
    await expect(answer.text()).rejects.toThrow('terminated');
  });
});

describe('a response that takes long to compute', () => {
  it('has a longer time limit than a client that reads nothing', async () => {
    const { port } = await serve({ bounds: { stalledMs: 50 } }, async () => {
      await sleep(250);
      return new Response('here\n');
    });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here\n');
  });
});

/** An endless body, generated on demand. */
function endless(): ReadableStream<Uint8Array> {
  const part = new Uint8Array(65_536);
  return new ReadableStream({ pull: (controller) => controller.enqueue(part) });
}

function takeSlowly(socket: Socket): void {
  const timer = setInterval(() => void socket.read(), 50);
  socket.once('close', () => clearInterval(timer));
}

const onFailure = (trouble: string): never => {
  throw new Error(trouble);
};
const now = (): Date => new Date('2026-11-25T03:00:00Z');

async function logOf(withQueries: boolean): Promise<readonly Record<string, unknown>[]> {
  const output = new PassThrough();
  const log = new AccessLog({ output, withQueries, now, onFailure });
  const { port, close } = await serve({ log });
  await (await fetch(`http://127.0.0.1:${port}/sources?q=secret%20words`)).text();
  await close();
  output.end();
  const lines = (await text(output)).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log of requests', () => {
  it('has a line of JSON for each request, without the search', async () => {
    const [line] = await logOf(false);
    expect(line).toEqual({
      time: '2026-11-25T03:00:00.000Z',
      method: 'GET',
      path: '/sources',
      status: 200,
      ms: expect.any(Number) as number,
    });
  });

  it('contains the search on request', async () => {
    const [line] = await logOf(true);
    expect(line).toMatchObject({ path: '/sources', query: 'q=secret%20words' });
  });

  it('ends when its output fails, which is reported once, while requests are still answered', async () => {
    const output = new Writable({
      autoDestroy: false,
      write: (_, __, done) => done(new Error('no space left on device')),
    });
    const troubles: string[] = [];
    const log = new AccessLog({
      output,
      withQueries: false,
      now,
      onFailure: (trouble) => troubles.push(trouble),
    });
    const { port, close } = await serve({ log });
    for (const path of ['/one', '/two']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
    }
    await close();
    expect(troubles).toEqual(['the log of requests ends: no space left on device']);
  });

  it('drops and counts lines when its output is not read', async () => {
    const lines: string[] = [];
    let isTaking = false;
    const output = new Writable({
      write(line, _, done) {
        lines.push(String(line));
        const look = () => (isTaking ? done() : setImmediate(look));
        look();
      },
    });
    const log = new AccessLog({ output, withQueries: false, now, onFailure });
    const entry = { method: 'GET', status: 200, isWhole: true, ms: 1 };
    for (let count = 0; count < 100; count += 1) {
      log.write({ ...entry, target: `/${'x'.repeat(100_000)}` });
    }
    expect(output.writableLength).toBeLessThan(2_000_000);
    isTaking = true;
    await once(output, 'drain');
    const taken = lines.length;
    log.write({ ...entry, target: '/' });
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      path: '/',
      linesDroppedBefore: 100 - taken,
    });
  });
});
