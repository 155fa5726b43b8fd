import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZstdFrames } from '../../src/http/zstd-frames.ts';

const magic = [0x28, 0xb5, 0x2f, 0xfd];
const block = (isLast: boolean, type: number, size: number): number[] => {
  const header = (isLast ? 1 : 0) + type * 2 + size * 8;
  return [header % 256, Math.floor(header / 256) % 256, Math.floor(header / 65_536)];
};
const content = (length: number): number[] => Array.from({ length }, () => 0x28);

const whole: readonly (readonly [string, readonly number[]])[] = [
  ['one segment', [...magic, 0x20, 5, ...block(true, 0, 5), ...content(5)]],
  ['a window', [...magic, 0x00, 0x58, ...block(true, 0, 5), ...content(5)]],
  ['a checksum', [...magic, 0x24, 5, ...block(true, 0, 5), ...content(5 + 4)]],
  ['a dictionary', [...magic, 0x23, 1, 2, 3, 4, 5, ...block(true, 0, 5), ...content(5)]],
  ['a long size', [...magic, 0xe0, ...content(8), ...block(true, 0, 5), ...content(5)]],
  ['a repetition', [...magic, 0x20, 5, ...block(true, 1, 100_000), 0x2e]],
  [
    'several blocks',
    [
      ...magic,
      0x20,
      9,
      ...block(false, 0, 3),
      ...content(3),
      ...block(true, 2, 300),
      ...content(300),
    ],
  ],
  ['nothing in it', [...magic, 0x20, 0, ...block(true, 0, 0)]],
  [
    'what is to be skipped before it',
    [0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3, ...magic, 0x20, 1, ...block(true, 0, 1), 9],
  ],
];

function isWhole(bytes: Uint8Array, step = bytes.length): boolean {
  const frames = new ZstdFrames();
  for (let at = 0; at < bytes.length; at += step) frames.write(bytes.subarray(at, at + step));
  return frames.isWhole;
}

describe('a zstd frame', () => {
  it.each(whole)('is whole with its last byte and not before: %s', (_name, numbers) => {
    const bytes = Uint8Array.from(numbers);
    expect(isWhole(bytes)).toBe(true);
    expect(isWhole(bytes, 1)).toBe(true);
    const ends = Array.from(bytes, (_, end) => end).filter((end) =>
      isWhole(bytes.subarray(0, end)),
    );
    // Behind what is skipped nothing has to come.
    expect(ends.filter((end) => end !== 11)).toEqual([]);
    expect(isWhole(Uint8Array.from([...numbers, ...numbers]), 7)).toBe(true);
    expect(isWhole(Uint8Array.from([...numbers, 0x28]))).toBe(false);
  });

  it('is none of what begins otherwise', () => {
    expect(isWhole(Buffer.from('plain text, no frame at all'))).toBe(false);
    expect(isWhole(new Uint8Array())).toBe(false);
  });

  // The typings are those of the oldest Node that is supported, which know nothing of it.
  const { zstdCompressSync } = zlib as unknown as {
    zstdCompressSync?: (data: Uint8Array) => Uint8Array;
  };
  it.runIf(zstdCompressSync !== undefined)('is whole as Node makes it', () => {
    for (const length of [0, 1, 255, 256, 70_000, 3_000_000]) {
      const data = Buffer.from(Array.from({ length }, (_, index) => (index * index) % 251));
      const packed = zstdCompressSync?.(data) ?? new Uint8Array();
      expect(isWhole(packed)).toBe(true);
      expect(isWhole(packed.subarray(0, -1))).toBe(false);
    }
  });
});
