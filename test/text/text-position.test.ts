import { describe, expect, it } from 'vitest';
import { createPositionFinder, excerptAt } from '../../src/text/text-position.ts';

describe('positions in a text', () => {
  it('count lines that end with LF, CR or both', () => {
    const text = 'ab\ncd\r\nef\rg';
    const positionOf = createPositionFinder(text);
    const found = text.split('').map((_, offset) => {
      const { line, column } = positionOf(offset);
      return `${line}:${column}`;
    });
    expect(found.join(' ')).toBe('1:1 1:2 1:3 2:1 2:2 2:3 2:4 3:1 3:2 3:3 4:1');
    expect(positionOf(text.length)).toEqual({ line: 4, column: 2 });
  });

  it('can be found in any order', () => {
    const positionOf = createPositionFinder('a\nb\nc');
    expect(positionOf(4)).toEqual({ line: 3, column: 1 });
    expect(positionOf(2)).toEqual({ line: 2, column: 1 });
    expect(positionOf(0)).toEqual({ line: 1, column: 1 });
    expect(positionOf(5)).toEqual({ line: 3, column: 2 });
  });
});

describe('an excerpt', () => {
  it('is the line around the offset', () => {
    expect(excerptAt('first\n  "a": x,\r\nlast', 12)).toBe('"a": x,');
    expect(excerptAt('one\n', 4)).toBe('');
  });

  it('is short, without control characters and halves of characters', () => {
    const text = `${'😀'.repeat(50)}a\u0000b\u001B${'😀'.repeat(50)}`;
    const excerpt = excerptAt(text, 102);
    expect(excerpt).toContain('a\uFFFDb\uFFFD');
    expect(excerpt.length).toBeLessThanOrEqual(80);
    expect(excerpt).toBe(Buffer.from(excerpt).toString());
  });
});
