import { describe, expect, it } from 'vitest';
import { SitemapXmlScanner } from '../../src/discover/sitemap-xml.ts';
import { discoverText, inShort, notes, problems, urlset } from './discovering.ts';

describe('a sitemap with an ampersand that is not written as a reference', () => {
  it('is mended, and reports the position', async () => {
    const text = urlset(
      'https://e.org/?a&b=1&amp;c&d',
      'https://e.org/2',
      '<!-- & --><![CDATA[https://e.org/?x&y]]>',
    );
    const outcomes = await discoverText(text);
    expect(inShort(outcomes)).toEqual([
      'https://e.org/?a&b=1&c&d',
      'https://e.org/2',
      'https://e.org/?x&y',
    ]);
    expect(problems(outcomes)).toEqual([]);
    const url = expect.stringMatching(/\/sitemap\.xml$/u) as unknown;
    expect(notes(outcomes)).toEqual([
      { kind: 'sitemap-mended', url, value: 'https://e.org/?a&b=1&amp;c', line: 3, column: 27 },
      { kind: 'sitemap-mended', url, value: 'https://e.org/?a&b=1&amp;c&d', line: 3, column: 37 },
    ]);
  });

  it('is mended where the URL is escaped more than once', async () => {
    const text = urlset(
      ' https://e.org/?a&amp;amp;b=1 ',
      'https://e.org/?a&#38;amp;b=2',
      '\n https://e.org/?c&amp;d ',
    );
    const outcomes = await discoverText(text);
    expect(inShort(outcomes)).toEqual([
      'https://e.org/?a&b=1',
      'https://e.org/?a&b=2',
      'https://e.org/?c&d',
    ]);
    expect(notes(outcomes)).toMatchObject([
      { kind: 'sitemap-mended', value: 'https://e.org/?a&amp;b=1', line: 3, column: 11 },
      { kind: 'sitemap-mended', value: 'https://e.org/?a&amp;b=2', line: 4, column: 11 },
    ]);
  });

  it('reports positions of later faults as written', async () => {
    const text = '\n<urlset>\n😀<url><loc>https://e.org/?a&b&c</loc></url><x></y></urlset>';
    expect(problems(await discoverText(text))).toMatchObject([
      { kind: 'sitemap-malformed', line: 3, column: 48 },
    ]);
  });

  it('reports positions of later entries as written, also in the same line', async () => {
    const text =
      '<urlset><url><loc>https://e.org/?a&b</loc></url><url><loc>/x</loc></url></urlset>';
    expect(problems(await discoverText(text))).toMatchObject([{ line: 1, column: 59 }]);
  });

  it('reports a hundred of them, and counts the others', async () => {
    const locs = Array.from({ length: 130 }, (_, index) => `https://e.org/?a&b=${index}`);
    const outcomes = await discoverText(urlset(...locs));
    expect(inShort(outcomes)).toHaveLength(130);
    const all = notes(outcomes);
    expect(all).toHaveLength(101);
    expect(all.at(-1)).toMatchObject({ kind: 'problems-omitted', of: 'sitemap-mended', count: 30 });
  });

  it('gives the same however its pieces are cut', () => {
    const text = `<urlset>\n<url><loc>https://e.org/${'x'.repeat(70)}?a&b=1&amp;c&d</loc></url>\r\n<x>& &</x></urlset>`;
    const whole = new SitemapXmlScanner(3);
    const items = [...whole.write(text), ...whole.end()];
    expect(items.map((item) => item.kind !== 'part' && item.position.line)).toEqual([
      5, 5, 5, 6, 6,
    ]);
    for (const size of [1, 2, 3, 7, 50]) {
      const cut = new SitemapXmlScanner(3);
      const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
        cut.write(text.slice(index * size, (index + 1) * size)),
      );
      expect([...parts.flat(), ...cut.end()]).toEqual(items);
    }
  });

  it('is a fault where the entity is one that the document declares', async () => {
    const text = `<!DOCTYPE urlset [<!ENTITY a "b">]><urlset><url><loc>https://e.org/&a;</loc></url></urlset>`;
    expect(problems(await discoverText(text))).toMatchObject([
      { kind: 'sitemap-malformed', detail: 'undefined entity.' },
      { kind: 'source-empty' },
    ]);
  });
});
