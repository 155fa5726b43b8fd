import { describe, expect, it } from 'vitest';
import { duplicateNames, readJson } from '../../src/extract/read-json.ts';
import type { JsonContainer } from '../../src/text/json.ts';

// Only objects and arrays are given.
const find = (json: string) => duplicateNames(json, JSON.parse(json) as JsonContainer);

describe('names that an object has more than once', () => {
  it.each([
    ['{"a": 1, "a": 2}', [{ name: 'a', offset: 9 }]],
    ['{"a": 1, "a": 1, "a": 1}', [9, 17].map((offset) => ({ name: 'a', offset }))],
    ['{"a": {"b": 1}, "c": [{"b": 1, "b" \n: 2}]}', [{ name: 'b', offset: 31 }]],
    ['{"a": 1, "\\u0061": 2}', [{ name: 'a', offset: 9 }]],
    ['{"a\\\\": 1, "a\\\\": 2}', [{ name: 'a\\', offset: 11 }]],
    ['{"__proto__": 1, "__proto__": {}}', [{ name: '__proto__', offset: 17 }]],
    ['{"": 1, "": 2}', [{ name: '', offset: 8 }]],
    ['[{"a": ": 1", "a": "\\":"}]', [{ name: 'a', offset: 14 }]],
  ])('are found in %s', (json, expected) => {
    expect(find(json)).toEqual(expected);
  });

  it.each([
    ['{"a": {"a": {"a": 1}}, "b": {"a": 2}}'],
    ['[{"a": 1}, {"a": 1}]'],
    ['{"a": ": b", "c": "\\": d", "e": "f\\\\", "g\\"": 1}'],
    ['{"1": 1, "01": 2}'],
    ['[]'],
  ])('are not in %s', (json) => {
    expect(find(json)).toEqual([]);
  });

  it('are found by `readJson`', () => {
    const text = '{"a": [[], [], {"b:": ": c"}], "d\\"": 1, "a": "\\":"}';
    const limits = { jsonDepth: 3, jsonValues: 100 };
    expect(readJson(text, limits)).toMatchObject([
      { notes: [{ kind: 'json-duplicate-key', name: 'a', offset: text.lastIndexOf('"a"') }] },
    ]);
    expect(readJson(text.replace('"a"', '"e"'), limits)).toMatchObject([{ notes: [] }]);
  });
});
