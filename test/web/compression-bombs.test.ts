import zlib, { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptEncoding } from '../../src/web/body.ts';
import { client, problemOf, read, readWhole, serve } from './loopback.ts';

const blanks = Buffer.alloc(20_000_000, ' ');

async function serveCoded(coding: string, body: Uint8Array): Promise<string> {
  return serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': coding }).end(body);
  });
}

describe('a compression bomb', () => {
  it.each([
    ['gzip', gzipSync(blanks)],
    ['deflate', deflateSync(blanks)],
    ['br', brotliCompressSync(blanks, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } })],
    ['gzip, gzip', gzipSync(gzipSync(blanks))],
    ['br, gzip', gzipSync(brotliCompressSync(blanks, { params: { 1: 5 } }))],
  ])('of %s is given up by how it grows', async (coding, body) => {
    const origin = await serveCoded(coding, body);
    const expected = { kind: 'body-bomb', url: `${origin}/`, maxRatio: 200 };
    expect(await problemOf(read(client(), origin))).toEqual(expected);
    expect(await problemOf(readWhole(client(), origin))).toEqual(expected);
  });

  it('is stopped also where the outer coding grows and the inner one yields nothing', async () => {
    const inner = Buffer.concat([gzipHead, emptyBlocks(2_000_000), Buffer.from('0300', 'hex')]);
    const hollow = gzipSync(inner);
    const origin = await serveCoded('gzip, gzip', hollow);
    expect(await problemOf(read(client(), origin))).toMatchObject({ kind: 'body-bomb' });
  });

  it('is requested once', async () => {
    let asked = 0;
    const body = gzipSync(blanks);
    const origin = await serve((_request, response) => {
      asked += 1;
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
    });
    await problemOf(readWhole(client({ retries: 2 }), origin));
    expect(asked).toBe(1);
  });

  it('is accepted with a higher ratio, up to the maximum body size', async () => {
    const origin = await serveCoded('gzip', gzipSync(blanks));
    expect(await read(client({ maxRatio: 2000 }), origin)).toHaveLength(20_000_000);
    const limited = client({ maxRatio: 2000, maxBytes: 10_000_000 });
    expect(await problemOf(read(limited, origin))).toMatchObject({ kind: 'body-too-large' });
  });

  it('is not a page of 8 MiB, however repetitive', async () => {
    const page = blanks.subarray(0, 8_388_608);
    expect(await read(client(), await serveCoded('gzip', gzipSync(page)))).toHaveLength(8_388_608);
  });

  it('is not a larger page within the allowed ratio', async () => {
    const noise = randomText(124_000);
    const lines = Array.from({ length: 620 }, (_, index) => {
      return `${noise.slice(index * 200, (index + 1) * 200)}${'.'.repeat(32_000)}`;
    });
    const page = Buffer.from(lines.join('\n'));
    const packed = gzipSync(page);
    expect(page.length / packed.length).toBeGreaterThan(20);
    expect(page.length / packed.length).toBeLessThan(200);
    expect(await read(client(), await serveCoded('gzip', packed))).toHaveLength(page.length);
  });
});

describe('a body that is compressed without end', () => {
  it('has a limit for the bytes sent as well', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const blocks = emptyBlocks(20_000);
      const more = (): void => {
        while (!response.destroyed && response.write(blocks));
      };
      response.write(gzipHead);
      response.on('drain', more);
      more();
    });
    const http = client({ maxBytes: 1_000_000 });
    expect(await problemOf(read(http, origin))).toMatchObject({ kind: 'body-too-large' });
  });

  it('has a limit for tiny members', async () => {
    const body = Buffer.concat(Array.from({ length: 3000 }, () => gzipSync('x')));
    const origin = await serveCoded('gzip', body);
    expect(await problemOf(read(client(), origin))).toMatchObject({ kind: 'body-undecodable' });
  });
});

describe('a content coding that was not offered', () => {
  it('is reported by name', async () => {
    expect(acceptEncoding).not.toContain('zstd');
    const origin = await serveCoded('zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]));
    expect(await problemOf(read(client(), origin))).toEqual({
      kind: 'body-undecodable',
      url: `${origin}/`,
      encoding: 'zstd',
    });
  });
});

/** The fixed part of a gzip header. */
const gzipHead = gzipSync('').subarray(0, 10);

/** Stored blocks of deflate without content. */
function emptyBlocks(count: number): Buffer {
  return Buffer.alloc(count * 5, Buffer.from([0, 0, 0, 0xff, 0xff]));
}

/** The same bytes in each run. */
function randomText(length: number): string {
  let state = 42;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCodePoint(33 + (state % 90));
  }).join('');
}
