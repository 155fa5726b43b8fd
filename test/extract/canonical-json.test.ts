import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson, contentHash } from '../../src/extract/canonical-json.ts';

describe('canonical JSON', () => {
  it('sorts members at all levels and leaves arrays as they are', () => {
    const value: unknown = JSON.parse(
      '{ "b": [3, {"y": null, "x": "\\u00e9"}], "a": -1.50, "10": true, "__proto__": {} }',
    );
    expect(canonicalJson(value)).toBe(
      '{"10":true,"__proto__":{},"a":-1.5,"b":[3,{"x":"é","y":null}]}',
    );
  });

  it('is what the content hash is made of', () => {
    const sha256 = createHash('sha256').update('{"a":[],"b":1}').digest('hex');
    expect(contentHash(' {"b": 1, "a": [ ]} ')).toBe(sha256);
  });
});
