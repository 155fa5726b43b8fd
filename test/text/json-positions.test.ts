import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appendToPointer,
  parentPointer,
  parseJsonTree,
  pointerTokens,
  readJsonPositions,
  valueAt,
} from '../../src/text/json-positions.ts';
import { isContainer, type JsonValue } from '../../src/text/json.ts';
import { createPositionFinder } from '../../src/text/text-position.ts';

const text = '{\r\n  "a": [1, {"b/c": "é😀", "~": null}],\n  "a": [true]\n}';

describe('positions in JSON', () => {
  it('count lines and UTF-16 columns from 1', () => {
    const json = '{\n\t"é😀": 1, "b": [2,\r\n{"c": "d"}]}';
    const positions = readJsonPositions(json);
    expect(positions?.ofValue('')).toEqual({ offset: 0, length: json.length, line: 1, column: 1 });
    expect(positions?.ofKey('/b')).toEqual({ offset: 13, length: 3, line: 2, column: 12 });
    expect(positions?.ofValue('/b/1/c')).toMatchObject({ line: 3, column: 7, length: 3 });
    expect(positions?.ofKey('/b/0')).toBeUndefined();
    expect(positions?.ofValue('/b/2')).toBeUndefined();
    expect(positions?.ofValue('/b/-')).toBeUndefined();
    expect(positions?.ofValue('b')).toBeUndefined();
  });

  it('are those of the last member of a name, which is the one that counts', () => {
    const positions = readJsonPositions(text);
    expect(positions?.ofValue('/a/0')).toMatchObject({ line: 3, column: 9, length: 4 });
    expect(positions?.ofValue('/a/1')).toBeUndefined();
  });

  it('are unknown in what is not JSON', () => {
    for (const json of ['', '{"a": 1,}', '[1] 2', '{"a" 1}', '[', '"']) {
      expect(readJsonPositions(json)).toBeUndefined();
    }
  });

  it('lead to every value of any document', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (json, space) => {
        const document = JSON.parse(json) as JsonValue;
        const written = JSON.stringify(document, undefined, space);
        const positions = readJsonPositions(written);
        const positionAt = createPositionFinder(written);
        for (const [pointer, value] of valuesIn(document)) {
          const { offset = -1, length = 0, ...place } = positions?.ofValue(pointer) ?? {};
          expect(JSON.parse(written.slice(offset, offset + length))).toEqual(value);
          expect(place).toEqual(positionAt(offset));
          const key = positions?.ofKey(pointer);
          if (key === undefined) continue;
          const name: unknown = JSON.parse(written.slice(key.offset, key.offset + key.length));
          expect(name).toBe(pointerTokens(pointer)?.at(-1));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are found in deep and in long documents', () => {
    const depth = 100_000;
    const deep = `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`;
    expect(readJsonPositions(deep)?.ofValue('/0/a'.repeat(depth))).toMatchObject({ length: 1 });
    const long = `[${Array.from({ length: 200_000 }, (_, at) => `{"n":${at}}`).join(',\n')}]`;
    const positions = readJsonPositions(long);
    expect(positions?.ofValue('/199999/n')).toMatchObject({ line: 200_000, column: 6 });
    expect(positions?.ofValue('/0/n')).toMatchObject({ line: 1, column: 7 });
  });
});

describe('JSON Pointers', () => {
  it('lead to values, and from what is not there to nothing', () => {
    const json = { 'a/b': [{ c: null }] };
    expect(valueAt(json, '')).toBe(json);
    expect(valueAt(json, '/a~1b/0/c')).toBeNull();
    for (const pointer of ['/a~1b/1', '/a~1b/', '/a~1b/00', '/toString', '/a~1b/0/c/d', 'a~1b']) {
      expect(valueAt(json, pointer)).toBeUndefined();
    }
  });

  it('escape names', () => {
    expect(appendToPointer('/a', 'b/c~d')).toBe('/a/b~1c~0d');
    expect(pointerTokens('/a/b~1c~0d/~01/')).toEqual(['a', 'b/c~d', '~1', '']);
    expect(pointerTokens('')).toEqual([]);
    expect(parentPointer('/a/b~1c')).toBe('/a');
    expect(parentPointer('/a')).toBe('');
  });

  it.each(['a', '/~', '/~2', 'a/b'])('refuse %s', (pointer) => {
    expect(pointerTokens(pointer)).toBeUndefined();
  });
});

it('a tree has all members, also those of one name', () => {
  const names = parseJsonTree(text)?.children.map(({ key }) => text.slice(key?.start, key?.end));
  expect(names).toEqual(['"a"', '"a"']);
});

function* valuesIn(value: JsonValue, pointer = ''): Iterable<readonly [string, JsonValue]> {
  yield [pointer, value];
  if (!isContainer(value)) return;
  for (const [name, child] of Object.entries<JsonValue>(value)) {
    yield* valuesIn(child, appendToPointer(pointer, name));
  }
}
