import { describe, expect, it } from 'vitest';
import { LoneAmpersands } from '../../src/text/lone-ampersands.ts';

/** The text with ¶ for each ampersand that is to be mended. */
function marked(...pieces: readonly string[]): string {
  const ampersands = new LoneAmpersands();
  const parts = pieces.map((piece) => ampersands.split(piece).join('¶'));
  return parts.join('') + ampersands.end().join('¶');
}

describe('lone ampersands', () => {
  it.each([
    ['?a=1&b=2', '?a=1¶b=2'],
    ['&amp;&lt;&gt;&quot;&apos;&#38;&#x26;&#X26;', '&amp;&lt;&gt;&quot;&apos;&#38;&#x26;¶#X26;'],
    ['&&amp;&', '¶&amp;¶'],
    ['&nbsp;&AMP;&amp', '¶nbsp;¶AMP;¶amp'],
    ['& ;&;&#;&#x;&#xg;', '¶ ;¶;¶#;¶#x;¶#xg;'],
    ['<!-- & --><a>&</a><!-- & -- & -->&', '<!-- & --><a>¶</a><!-- & -- & -->¶'],
    ['<![CDATA[&b]]]]>&<![CDATA[]]>&', '<![CDATA[&b]]]]>¶<![CDATA[]]>¶'],
    ['<?xml a="&"?><?b & ?>&', '<?xml a="&"?><?b & ?>¶'],
    ['<!DOCTYPE rss PUBLIC "&" "x"><rss>&eacute;&', '<!DOCTYPE rss PUBLIC "&" "x"><rss>¶eacute;¶'],
    [
      '<!DOCTYPE a [<!ENTITY b "&c;"><!-- & -->]><a>&b;&c=d&',
      '<!DOCTYPE a [<!ENTITY b "&c;"><!-- & -->]><a>&b;¶c=d¶',
    ],
    ['<!-- & never closed', '<!-- & never closed'],
    ['<a b="?c&d"/>', '<a b="?c¶d"/>'],
  ])('are found in %s, whatever the chunks of the text', (text, expected) => {
    expect(marked(text)).toBe(expected);
    expect(marked(...text.split(''))).toBe(expected);
    for (let at = 0; at <= text.length; at += 1) {
      expect(marked(text.slice(0, at), text.slice(at))).toBe(expected);
    }
  });

  it.each([
    '&'.repeat(300_000),
    '<!-'.repeat(100_000),
    '<!DOCTYPE '.repeat(30_000),
    '&a'.repeat(150_000),
  ])('are found in a hostile text of many chunks, with all text kept', (text) => {
    const pieces = Array.from({ length: 1000 }, (_, index) =>
      text.slice(index * 300, (index + 1) * 300),
    );
    expect(marked(...pieces).length).toBe(text.length);
  });
});
