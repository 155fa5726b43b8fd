import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/text/json.ts';

describe('canonicalJson', () => {
  it('sorts members by code unit and writes no blanks', () => {
    // The example of RFC 8785 §3.2.3: the order of UTF-16 code units, not of code points.
    const names = ['€', '\r', '\u{FB33}', '1', '\u{1F600}', '\u{80}', 'ö'];
    const json = Object.fromEntries(names.map((name) => [name, [{ b: 1, a: null }]]));
    const order = ['\r', '1', '\u{80}', 'ö', '€', '\u{1F600}', '\u{FB33}'];
    expect(canonicalJson(json)).toBe(
      `{${order.map((name) => `${JSON.stringify(name)}:[{"a":null,"b":1}]`).join(',')}}`,
    );
  });

  it.each([
    ['[]', '[]'],
    ['{}', '{}'],
    ['[1.0, 1e30, 0.000001, -0, true, "\\u00e9\\/\\n"]', '[1,1e+30,0.000001,0,true,"é/\\n"]'],
    ['"text"', '"text"'],
  ])('writes %s as %s', (json, expected) => {
    expect(canonicalJson(JSON.parse(json))).toBe(expected);
  });

  it('handles any depth and length', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(canonicalJson(JSON.parse(deep))).toBe(deep);
    const long = JSON.stringify(Array.from({ length: 300_000 }, (_, index) => index));
    expect(canonicalJson(JSON.parse(long))).toBe(long);
  });
});
