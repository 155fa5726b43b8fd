import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/extract/content-hash.ts';

describe('contentHash', () => {
  it('is that of the canonical JSON, whatever the order of members and the blanks', () => {
    const sha256 = createHash('sha256').update('{"a":[],"b":1}').digest('hex');
    expect(contentHash(' {"b": 1, "a": [ ]} ')).toBe(sha256);
  });

  it('tells arrays of another order apart', () => {
    expect(contentHash('[1, 2]')).not.toBe(contentHash('[2, 1]'));
  });
});
