import { describe, expect, it } from 'vitest';
import { escapeInvisible, escapeInvisibleJson } from '../../src/text/printable.ts';

describe('text for a terminal', () => {
  it('has its acting characters escaped', () => {
    expect(escapeInvisible('a\u001B[2J\u0007\u009B1m\u202Eb\u2066c\u2028')).toBe(
      String.raw`a\u001B[2J\u0007\u009B1m\u202Eb\u2066c\u2028`,
    );
    expect(escapeInvisible('over\rwritten')).toBe(String.raw`over\u000Dwritten`);
    expect(escapeInvisible('\u{E0001}tag')).toBe(String.raw`\U000E0001tag`);
    expect(escapeInvisible('\uD83D')).toBe(String.raw`\uD83D`);
  });

  it('keeps line ends, tabs and joiners', () => {
    const text = 'a,b\r\n\t\u{1F30A} h\u00F6he \u0646\u200C\u0627 co\u00ADop\n';
    expect(escapeInvisible(text)).toBe(text);
  });
});

describe('JSON for a terminal', () => {
  it('has the same value without acting characters', () => {
    const value = {
      name: '\u001B[2J \u007F \u009B1m \u202E \u{E0001} \u{1F30A}',
      more: ['\r\n\t'],
    };
    const text = escapeInvisibleJson(JSON.stringify(value, null, 2));
    expect(JSON.parse(text)).toEqual(value);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202E\u{E0001}]/u);
    expect(text).toContain('\u{1F30A}');
  });
});
