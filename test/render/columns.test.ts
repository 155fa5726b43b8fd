import { describe, expect, it } from 'vitest';
import { inColumns } from '../../src/render/columns.ts';

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

  it('are laid out of more rows than a call takes arguments', () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => [String(at), 'x']);
    expect(inColumns(rows, 'll').at(0)).toBe('0       x');
  });
});
