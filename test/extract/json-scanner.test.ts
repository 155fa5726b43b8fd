import { describe, expect, it } from 'vitest';
import { JsonScanner } from '../../src/extract/json-complexity.ts';

/** Levels and values of what a JSON text means, counted on the parsed value. */
function measured(value: unknown): { readonly depth: number; readonly values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 0 };
  const children = Object.values(value).map((child) => measured(child));
  return {
    depth: 1 + Math.max(0, ...children.map(({ depth }) => depth)),
    values: children.length + children.reduce((sum, { values }) => sum + values, 0),
  };
}

describe('scanning a JSON value', () => {
  const texts = [
    '{}',
    '[ ]',
    '""',
    '"a\\"b\\\\"',
    '{"a":[1,-2.5e+10,{"b":null}],"c":"d\\u00e9\\n\\"[,","t":true,"f":false,"":[]}',
    '[[[]],[{}],{"a":{"b":[[],[ ],1]}} , "\\\\" ]',
    '[1,"é😀",[ \n]\t, [2 , 3]\r]',
  ];

  it.each(texts)('finds the end and counts, wherever the bytes are cut: %s', (text) => {
    const bytes = Buffer.from(`${text},[{"more": 1}`);
    const length = Buffer.byteLength(text);
    for (let first = 0; first <= length; first += 1) {
      for (let second = first; second <= length; second += 1) {
        const scanner = new JsonScanner();
        const ends = [
          [0, first],
          [first, second],
          [second, bytes.length],
        ].map(([from = 0, to = 0]) => scanner.scan(bytes, from, to));
        const end = ends.find((at) => at !== -1);
        expect(end).toBe(length);
        if (ends[2] !== length) continue;
        const { depth, values } = scanner;
        expect({ depth, values }).toEqual(measured(JSON.parse(text)));
      }
    }
  });

  it.each(['1', '-2.5e+10', 'true', 'nonsense'])('ends %s where something else begins', (text) => {
    for (const next of [',', ']', '}', ' ', '\n', ':', '"', '[']) {
      expect(new JsonScanner().scan(Buffer.from(text + next), 0, text.length + 1)).toBe(
        text.length,
      );
    }
    const scanner = new JsonScanner();
    expect(scanner.scan(Buffer.from(text), 0, text.length)).toBe(-1);
    expect(scanner.isWord).toBe(true);
  });

  it.each(['[1', '{"a', '"1', '[1, [2], 3 '])('detects that %s is incomplete', (text) => {
    const scanner = new JsonScanner();
    expect(scanner.scan(Buffer.from(text), 0, text.length)).toBe(-1);
    expect(scanner.isWord).toBe(false);
  });
});
