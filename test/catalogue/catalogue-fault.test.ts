import { constants, tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { faultFromLmdb } from '../../src/catalogue/catalogue-fault.ts';

const { ENOSPC, EFBIG, EDQUOT, EIO } = constants.errno;

describe('an error of LMDB', () => {
  it.each([
    [ENOSPC, 'write-failed', 'could not be written: the disk is full.'],
    [EFBIG, 'write-failed', 'could not be written: the disk is full.'],
    [EDQUOT, 'write-failed', 'could not be written: the disk is full.'],
    // On a disk with room.
    [EIO, 'write-failed', 'could not be written: It broke. Is the disk full, or failing?'],
    [-30_795, 'write-failed', 'Is the disk full, or failing?'],
    [-30_797, 'damaged', 'is damaged: It broke; put a backup in its place'],
    [-30_796, 'damaged', 'is damaged: It broke; put a backup in its place'],
    [-30_782, 'damaged', 'is damaged: It broke; put a backup in its place'],
  ])('becomes a fault with a remedy: %i', (code, trouble, words) => {
    const error = Object.assign(new Error('It broke'), { code });
    expect(faultFromLmdb(tmpdir(), error)).toMatchObject({
      name: 'CatalogueFault',
      trouble,
      cause: error,
      message: expect.stringContaining(words) as unknown,
    });
  });

  it('is distinguished from other errors', () => {
    const error = Object.assign(new Error('It broke'), { code: 'ENOENT' });
    expect(faultFromLmdb(tmpdir(), error)).toBe(error);
  });
});
