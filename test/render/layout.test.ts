import { describe, expect, it } from 'vitest';
import { firstLines, inColumns, nameList, textParts } from '../../src/render/layout.ts';

describe('columns', () => {
  it('are as wide as their widest cell', () => {
    expect(
      inColumns(
        [
          ['a', '1', 'x'],
          ['bcd', '10', 'y'],
        ],
        'lrl',
      ),
    ).toEqual(['a     1  x', 'bcd  10  y']);
  });

  it('can have more rows than a call takes arguments', () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => [String(at), 'x']);
    expect(inColumns(rows, 'll').at(0)).toBe('0       x');
  });
});

describe('the parts of a text', () => {
  it('are flattened, without those that are false or undefined', () => {
    expect(textParts('a', ['b', 'c'], false, undefined, '')).toEqual(['a', 'b', 'c', '']);
  });
});

describe('the first of many items', () => {
  it('are followed by the number of the others', () => {
    expect(firstLines([1, 2, 3], 3, String)).toEqual(['1', '2', '3']);
    expect(firstLines([1, 2, 3], 1, (item) => [`${item}`, '-'])).toEqual(['1', '-', 'and 2 more']);
    expect(firstLines([1, 2], 1, String, (more) => `${more} others`)).toEqual(['1', '1 others']);
  });

  it('are joined by commas if they are names', () => {
    expect(nameList(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
    expect(nameList(['a', 'b'], 2)).toBe('a, b');
  });
});
