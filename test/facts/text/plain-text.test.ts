import { describe, expect, it } from 'vitest';
import { plainText } from '../../../src/facts/text/plain-text.ts';

describe('the plain text', () => {
  it.each([
    ['<p>Peat<br/>and bog</p><ul><li>one</li><li>two</li></ul>', 'Peat and bog one two'],
    ['H<sub>2</sub>O in <I CLASS="x">Sphagnum</I>', 'H2O in Sphagnum'],
    ['see <a href="https://bog.example/" target="_blank">the bog</a>.', 'see the bog.'],
    ['a<!-- a > remark --> b<style>p { a: b }</style><script type="x">1 < 2</script>c', 'a b c'],
  ])('has no tags: %j', (text, plain) => expect(plainText(text)).toBe(plain));

  it.each([
    'a < b and c > d',
    '<5 mm',
    'x <a and b> y',
    '<station> of <moor@bog.example>',
    'peat --> bog',
    '<!-- without an end',
    'p<0.05',
  ])('keeps what only looks like a tag: %j', (text) => expect(plainText(text)).toBe(text));

  it.each([
    ['caf&eacute; &#233; &#xE9; &#150;', 'café é é –'],
    ['a&nbsp;b', 'a b'],
    ['1 &amp;lt; 2', '1 < 2'],
    ['&lt;p&gt;one&lt;/p&gt;&lt;p&gt;two&lt;/p&gt;', 'one two'],
    ['AT&T &foo; ?a=1&copy=2', 'AT&T &foo; ?a=1&copy=2'],
    ['&amp;amp;amp;', '&amp;'],
  ])('has decoded character references: %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it('has collapsed white space and control characters, and nothing invisible', () => {
    expect(plainText('\u{FEFF} peat\r\n\t\0 and\u{A0}bo\u{AD}g\u{202E}\u{7F}')).toBe(
      'peat and bog',
    );
  });

  it('is well-formed', () => {
    expect(plainText('peat \u{D800}')).toBe('peat \u{FFFD}');
  });

  it.each(['<', '<b ', '<!--', '<script>', '<style>-->', '&amp;', '&', ' ', '<b =', '<p'])(
    'is made in linear time: %j',
    (part) => {
      expect(plainText(part.repeat(300_000)).length).toBeLessThanOrEqual(part.length * 300_000);
    },
  );
});
