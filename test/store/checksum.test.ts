import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { checksumOf } from '../../src/store/image/checksum.ts';

it.each([0, 1, 4095, 4096, 4097, 65_535, 65_536, 65_537, 200_000])(
  'the checksum of %i bytes is their CRC-32',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7919) % 251);
    expect(checksumOf(bytes)).toBe(crc32(bytes));
  },
);
