import { describe, expect, it } from 'vitest';
import { escapeInvisible, escapeInvisibleJson } from '../../src/text/printable.ts';

describe('data for a terminal', () => {
  it('has what could act there escaped', () => {
    expect(escapeInvisible('a\u001B[2J\u0007\u009B1m\u202Eb\u2066c\u2028')).toBe(
      String.raw`a\u001B[2J\u0007\u009B1m\u202Eb\u2066c\u2028`,
    );
    expect(escapeInvisible('over\rwritten')).toBe(String.raw`over\u000Dwritten`);
    expect(escapeInvisible('\u{E0001}tag')).toBe(String.raw`\U000E0001tag`);
    expect(escapeInvisible('\uD83D')).toBe(String.raw`\uD83D`);
  });

  it('has its lines, tabs and scripts left alone', () => {
    const text = 'a,b\r\n\t\u{1F30A} h\u00F6he \u0646\u200C\u0627 co\u00ADop\n';
    expect(escapeInvisible(text)).toBe(text);
  });
});

describe('JSON', () => {
  it('says the same without what could act on a terminal', () => {
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
