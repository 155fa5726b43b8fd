import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { asking, client, problemOf, read, readWhole, serve } from './loopback.ts';

const text = 'Wind speed at 10 m, Höhe über Grund. '.repeat(5000);
const plain = Buffer.from(text);

async function serveCoded(coding: string | undefined, body: Uint8Array): Promise<string> {
  return serve((_request, response) => {
    if (coding !== undefined) response.setHeader('content-encoding', coding);
    response.end(body);
  });
}

describe('a coded body', () => {
  it.each([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['GZip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['identity', plain],
    ['', plain],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
    ['deflate, gzip, identity', gzipSync(deflateSync(plain))],
    ['gzip', Buffer.concat([gzipSync(plain.subarray(0, 999)), gzipSync(plain.subarray(999))])],
  ])('is decoded: %s', async (coding, body) => {
    const origin = await serveCoded(coding, body);
    expect(await read(client(), origin)).toBe(text);
    expect(await readWhole(client(), origin)).toBe(text);
  });

  it('may be empty', async () => {
    expect(await read(client(), await serveCoded('gzip', Buffer.alloc(0)))).toBe('');
    expect(await read(client(), await serveCoded('deflate', Buffer.alloc(0)))).toBe('');
  });

  it('may come byte by byte', async () => {
    const coded = deflateSync(Buffer.from('little by little'));
    const origin = await serve((_request, response) => {
      response.setHeader('content-encoding', 'deflate');
      let sent = 0;
      const drip = setInterval(() => {
        if (sent < coded.length) response.write(coded.subarray(sent, (sent += 1)));
        else {
          clearInterval(drip);
          response.end();
        }
      }, 1);
    });
    expect(await read(client(), origin)).toBe('little by little');
  });

  it.each([
    ['unknown', 'compress', plain],
    ['unknown in part', 'gzip, compress', gzipSync(plain)],
    ['more often coded than makes sense', 'gzip, gzip, gzip, gzip, gzip, gzip', plain],
  ])('that is %s is refused before it is read', async (_name, encoding, body) => {
    const origin = await serveCoded(encoding, body);
    const http = client({ perHost: { connections: 1, delayMs: 0 } });
    const expected = { kind: 'body-undecodable', url: `${origin}/`, encoding };
    expect(await problemOf(http.open(origin, asking()))).toEqual(expected);
    expect(await problemOf(http.open(origin, asking()))).toEqual(expected); // the place was given back
  });

  it.each([
    ['not what it says', 'gzip', plain],
    ['not what it says', 'br', Buffer.from('no brotli here at all, only text')],
    ['not what it says', 'deflate', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['cut off', 'gzip', gzipSync(plain).subarray(0, -20)],
    ['cut off', 'br', brotliCompressSync(plain).subarray(0, -9)],
    ['damaged', 'gzip', gzipSync(plain).fill(0xaa, 200, 260)],
  ])('that is %s is undecodable: %s', async (_name, encoding, body) => {
    const origin = await serveCoded(encoding, body);
    const expected = { kind: 'body-undecodable', url: `${origin}/`, encoding };
    expect(await problemOf(read(client(), origin))).toEqual(expected);
    expect(await problemOf(readWhole(client(), origin))).toEqual(expected);
  });

  it('that breaks off is a broken connection, not undecodable', async () => {
    const origin = await serve((request, response) => {
      const body = gzipSync(plain);
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length });
      response.write(body.subarray(0, 100), () => request.socket.destroy());
    });
    expect(await problemOf(read(client({ retries: 0 }), origin))).toMatchObject({
      kind: 'connection-failed',
      code: 'ECONNRESET',
    });
  });
});

describe('a large body', () => {
  const maxBytes = 10_000;

  it('is read up to the limit', async () => {
    const origin = await serveCoded(undefined, plain.subarray(0, maxBytes));
    expect(await read(client({ maxBytes }), origin)).toHaveLength(
      plain.subarray(0, maxBytes).toString().length,
    );
  });

  it('is refused by its announced length alone', async () => {
    let closed = 0;
    const origin = await serve((_request, response) => {
      response.on('close', () => (closed += 1));
      response.writeHead(200, { 'content-length': maxBytes + 1 }).flushHeaders();
    });
    expect(await problemOf(client({ maxBytes }).open(origin, asking()))).toEqual({
      kind: 'body-too-large',
      url: `${origin}/`,
      maxBytes,
    });
    await expect.poll(() => closed).toBe(1);
  });

  it('is abandoned at the limit where its length is not announced', async () => {
    let sent = 0;
    const origin = await serve((_request, response) => {
      const more = setInterval(() => {
        sent += 5000;
        response.write(Buffer.alloc(5000));
      }, 1);
      response.on('close', () => clearInterval(more));
    });
    const problem = await problemOf(read(client({ maxBytes }), origin));
    expect(problem).toMatchObject({ kind: 'body-too-large' });
    expect(sent).toBeLessThan(1_000_000);
  });

  it('has the limit of its request', async () => {
    const origin = await serveCoded(undefined, plain);
    expect(await problemOf(read(client(), origin, { maxBytes }))).toMatchObject({ maxBytes });
    expect(await read(client({ maxBytes }), origin, { maxBytes: plain.length })).toBe(text);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(200_000_000))],
    ['deflate', deflateRawSync(Buffer.alloc(200_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(200_000_000)))],
  ])('is refused when it hides in a small one: %s', async (coding, bomb) => {
    const origin = await serveCoded(coding, bomb);
    const before = process.memoryUsage().rss;
    const problem = await problemOf(readWhole(client({ maxBytes: 1_000_000 }), origin));
    expect(problem).toMatchObject({ kind: 'body-too-large', maxBytes: 1_000_000 });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});
