import { describe, expect, it } from 'vitest';
import { asking, client, problemOf, read, readWhole, serve } from './loopback.ts';
import { flood, serveRaw } from './raw-server.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const links = (count: number): string =>
  Array.from({ length: count }, (_, index) => `</${index}>; rel=item`).join(', ');

describe('a flood of headers', () => {
  const tooLarge = { kind: 'headers-too-large', limit: 'bytes', max: 131_072 };

  it.each([
    ['in one field', `${ok}X-Long: ${'a'.repeat(140_000)}\r\n\r\n`],
    ['in many fields', `${ok}${'X-More: 1\r\n'.repeat(20_000)}\r\n`],
    ['of cookies', `${ok}${`Set-Cookie: a=${'b'.repeat(4000)}\r\n`.repeat(40)}\r\n`],
    ['of Link fields', `${ok}${`Link: ${links(1000)}\r\n`.repeat(10)}\r\n`],
    [
      'behind the body',
      `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n${'X: 1\r\n'.repeat(70_000)}\r\n`,
    ],
  ])('%s is named, and not asked for again', async (_name, answer) => {
    let asked = 0;
    const origin = await serveRaw((socket) => {
      asked += 1;
      socket.end(answer);
    });
    expect(await problemOf(readWhole(client({ retries: 2 }), origin))).toEqual({
      ...tooLarge,
      url: `${origin}/`,
    });
    expect(asked).toBe(1);
  });

  it('without end is reported', async () => {
    const origin = await serveRaw((socket) => {
      socket.write(ok);
      flood(socket, 'X-More: 1\r\n'.repeat(1000));
    });
    expect(await problemOf(read(client(), origin))).toMatchObject(tooLarge);
  });

  it('of interim answers is reported at once', async () => {
    const origin = await serveRaw((socket) => {
      flood(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(50));
    });
    expect(await problemOf(read(client(), origin))).toEqual({
      kind: 'headers-too-large',
      url: `${origin}/`,
      limit: 'interim-answers',
      max: 100,
    });
  });

  it('is not a few interim answers', async () => {
    const origin = await serveRaw((socket) => {
      const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(5);
      socket.end(`${hints}${ok}Content-Length: 5\r\n\r\nthere`);
    });
    expect(await read(client(), origin)).toBe('there');
  });

  it('is not a long Link field of Signposting', async () => {
    const field = links(4000);
    const origin = await serve((_request, response) => response.setHeader('link', field).end());
    const { headers } = await client().open(origin, asking());
    expect(headers['link']).toBe(field);
  });
});

describe('a response with broken framing', () => {
  it.each([
    [
      'has a length and is chunked as well',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n',
      'HPE_UNEXPECTED_CONTENT_LENGTH',
    ],
    ['has two lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n\r\nhi', /^HPE_/u],
    ['has a negative length', 'Content-Length: -1\r\n\r\nhi', /^HPE_/u],
    ['has a length beyond all numbers', `Content-Length: ${'9'.repeat(30)}\r\n\r\nhi`, /^HPE_/u],
    ['has a chunk of no size', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nhi\r\n', /^HPE_/u],
    [
      'has a chunk of more than all sizes',
      `Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\nhi\r\n`,
      /^HPE_/u,
    ],
    ['switches to another protocol', 'Upgrade: x\r\nConnection: upgrade\r\n\r\n', 'ECONNRESET'],
  ])('is no answer where it %s', async (name, answer, code) => {
    const status = name.startsWith('switches') ? 'HTTP/1.1 101 Switching Protocols\r\n' : ok;
    const origin = await serveRaw((socket) => socket.end(`${status}${answer}`));
    const problem = await problemOf(readWhole(client({ retries: 0 }), origin));
    expect(problem).toMatchObject({ kind: 'connection-failed' });
    expect('code' in problem ? problem.code : '').toMatch(code);
  });

  it.each([
    ['than its length', 'Content-Length: 50\r\n\r\nhi'],
    ['than its chunk', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhi'],
    ['than its chunks', 'Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n'],
  ])('breaks off where less comes %s', async (_name, answer) => {
    const origin = await serveRaw((socket) => socket.end(`${ok}${answer}`));
    expect(await problemOf(readWhole(client({ retries: 0 }), origin))).toMatchObject({
      kind: 'connection-failed',
      code: 'ECONNRESET',
    });
  });

  it('does not leave surplus bytes for the next request', async () => {
    const smuggled = `${ok}Content-Length: 4\r\n\r\nevil`;
    const origin = await serveRaw((socket) => {
      socket.write(`${ok}Content-Length: 2\r\n\r\nhi${smuggled}`);
    });
    const http = client({ perHost: { connections: 1, delayMs: 0 }, retries: 0 });
    expect(await readWhole(http, `${origin}/1`)).toBe('hi');
    expect(await readWhole(http, `${origin}/2`)).toBe('hi');
  });
});

describe('redirects without end', () => {
  it('that set a cookie each time are ended, and no cookie is sent back', async () => {
    const cookies: unknown[] = [];
    const origin = await serve(({ url = '', headers }, response) => {
      cookies.push(headers.cookie);
      const next = `/?seen=${url.length}${'x'.repeat(url.length)}`;
      response.writeHead(302, { location: next, 'set-cookie': `at=${url.length}` }).end();
    });
    expect(await problemOf(read(client(), origin))).toMatchObject({ kind: 'too-many-redirects' });
    expect(cookies).toEqual(Array.from({ length: 6 }, () => undefined));
  });
});

describe('a server that sends byte by byte', () => {
  it('is stopped by the timeout for headers', async () => {
    const origin = await serveRaw((socket) => {
      socket.write(ok);
      const drip = setInterval(() => socket.write('X'), 5);
      socket.on('close', () => clearInterval(drip));
    });
    const timeouts = { connectMs: 5000, headersMs: 100, bodyMs: 5000, totalMs: 5000 };
    expect(await problemOf(read(client({ retries: 0, timeouts }), origin))).toMatchObject({
      kind: 'timed-out',
      phase: 'headers',
    });
  });
});
