import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gunzip } from '../../src/web/gzip.ts';

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function textOf(bytes: Uint8Array, length = 1000): Promise<string> {
  let ignored = 0;
  const chunks: Uint8Array[] = [];
  const source = inPieces(bytes, length);
  for await (const chunk of gunzip(source, 'https://e.org/', (count) => (ignored = count))) {
    chunks.push(chunk);
  }
  return `${Buffer.concat(chunks).toString()}${ignored === 0 ? '' : ` and ${ignored} bytes`}`;
}

/** A member whose header has the fields of these flags (RFC 1952 §2.3.1). */
function memberWith(flag: number, fields: Uint8Array): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32('text'), 0);
  trailer.writeUInt32LE(4, 4);
  const head = Buffer.from([0x1f, 0x8b, 8, flag, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([head, fields, deflateRawSync('text'), trailer]);
}

/** A member with zeros at some places, which count from its end. */
function zeroed(from: number, to: number): Buffer {
  const member = gzipSync('text');
  return member.fill(0, member.length - from, member.length - to);
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield gzipSync('text').subarray(0, 11);
  throw new Error('reset');
}

describe('gzip', () => {
  it.each([1, 2, 3, 7, 1000])('is read in pieces of %i bytes', async (length) => {
    const members = ['first', '', 'second', 'x'.repeat(100_000)].map((text) => gzipSync(text));
    const whole = Buffer.concat([...members, Buffer.from('<!-- end -->')]);
    expect(await textOf(whole, length)).toBe(`firstsecond${'x'.repeat(100_000)} and 12 bytes`);
  });

  it.each([
    ['a name', 8, Buffer.from('sitemap.xml\0')],
    ['a comment', 16, Buffer.from('made by hand\0')],
    ['extra fields', 4, Buffer.from([3, 0, 1, 2, 3])],
    ['a checksum of its header', 2, Buffer.from([1, 2])],
    ['all of them', 30, Buffer.from([1, 0, 9, 0x61, 0, 0x62, 0, 1, 2])],
  ])('may have %s in its header', async (_name, flag, fields) => {
    expect(await textOf(memberWith(flag, fields))).toBe('text');
    expect(await textOf(memberWith(flag, fields), 1)).toBe('text');
  });

  it.each([
    ['no gzip', Buffer.from('no gzip')],
    ['cut off in its header', memberWith(8, Buffer.from('name')).subarray(0, 12)],
    ['cut off in its data', gzipSync('text').subarray(0, 12)],
    ['cut off in its checksum', gzipSync('text').subarray(0, -1)],
    ['wrong in its checksum', zeroed(8, 4)],
    ['wrong in its length', zeroed(4, 0)],
    ['empty', new Uint8Array(0)],
  ])('that is %s cannot be decoded', async (_name, bytes) => {
    await expect(textOf(bytes)).rejects.toMatchObject({ problem: { kind: 'body-undecodable' } });
  });

  it('passes on why its source breaks off', async () => {
    const chunks = gunzip(broken(), 'https://e.org/');
    await expect(chunks.next()).rejects.toThrow('reset');
  });

  it('closes its source when it is left early', async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield gzipSync('x'.repeat(1000));
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of gunzip(endless(), 'https://e.org/')) break;
    expect(isClosed).toBe(true);
  });
});
