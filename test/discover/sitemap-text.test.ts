import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SitemapTextScanner } from '../../src/discover/read-sitemap.ts';
import { discoverText, inShort, problems } from './discovering.ts';

const list = 'https://e.org/1\nhttps://e.org/ü\n';
const expected = ['https://e.org/1', 'https://e.org/%C3%BC'];

function utf16(text: string, bigEndian: boolean): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

describe('a sitemap as text', () => {
  it.each([
    ['as UTF-8', Buffer.from(list)],
    ['with a byte order mark', Buffer.from(`\uFEFF${list}`)],
    ['as UTF-16', utf16(`\uFEFF${list}`, false)],
    ['as UTF-16 without mark', utf16(list, false)],
    ['as UTF-16 without mark, big end first', utf16(list, true)],
    ['gzipped', gzipSync(list)],
    ['with CR-LF', list.replaceAll('\n', '\r\n')],
    ['with CR', list.replaceAll('\n', '\r')],
    ['without an end of the last line', list.trimEnd()],
    ['with blanks and blank lines', `\n\n  ${list.replaceAll('\n', '\t \n \n')}`],
  ])('is read %s', async (_name, bytes) => {
    expect(inShort(await discoverText(bytes))).toEqual(expected);
  });

  it('reports the line of each entry', async () => {
    const outcomes = await discoverText(
      '\n\nhttps://e.org/1\r\n\r\nhttps://e.org/2\rhttps://e.org/3',
    );
    const lines = outcomes.flatMap((each) => {
      return each.kind === 'produced' ? [each.value.found.line] : [];
    });
    expect(lines).toEqual([3, 5, 6]);
  });

  it('has lines that are no URLs reported with their place, also before the first that is one', async () => {
    const outcomes = await discoverText(
      '# our datasets\nhttps://e.org/1\n  /dataset/2\nhttps://e.org/3\n',
    );
    expect(inShort(outcomes).filter((each) => each.startsWith('https'))).toEqual([
      'https://e.org/1',
      'https://e.org/3',
    ]);
    expect(problems(outcomes)).toMatchObject([
      { kind: 'sitemap-entry-invalid', value: '# our datasets', line: 1, column: 1 },
      { kind: 'sitemap-entry-invalid', value: '/dataset/2', line: 3, column: 3 },
    ]);
  });

  it.each([
    ['prose', 'The requested page does not exist.\n'],
    ['a table', `id,name\n${'7,soil\n'.repeat(100_000)}https://e.org/1\n`],
    ['one endless line', 'x'.repeat(3_000_000)],
    [
      'bytes of something else',
      Buffer.from([0x25, 0x50, 0x44, 0x46, 0x0a, 0xff, 0xfe, 0x00, 0x0d]),
    ],
  ])('is none where it is %s', async (_name, bytes) => {
    expect(problems(await discoverText(bytes))).toMatchObject([
      {
        kind: 'sitemap-malformed',
        detail: 'not a list of URLs',
        line: 1,
        column: 1,
        entriesRead: 0,
      },
      { kind: 'source-empty' },
    ]);
  });

  it('is the same however its pieces are cut', () => {
    const text = 'no URL\r\nhttps://e.org/1\r\n\r\nhttps://e.org/2\rhttps://e.org/3\n\nend';
    const whole = new SitemapTextScanner(2);
    const entries = [...whole.write(text), ...whole.end()];
    expect(entries.map(({ position }) => position.line)).toEqual([3, 4, 6, 7, 9]);
    for (let at = 0; at <= text.length; at += 1) {
      const cut = new SitemapTextScanner(2);
      const parts = [...cut.write(text.slice(0, at)), ...cut.write(text.slice(at)), ...cut.end()];
      expect(parts).toEqual(entries);
    }
  });

  it('gives lines while the rest has yet to come', () => {
    const scanner = new SitemapTextScanner(0);
    expect(scanner.write('https://e.org/1\nhttps://e.o')).toMatchObject([
      { loc: 'https://e.org/1' },
    ]);
    expect(scanner.write('rg/2\n')).toMatchObject([{ loc: 'https://e.org/2' }]);
  });

  it('keeps no more of a line than a URL can have', () => {
    const scanner = new SitemapTextScanner(0);
    scanner.write('https://e.org/1\n');
    for (let piece = 0; piece < 100; piece += 1) scanner.write('x'.repeat(10_000));
    expect(scanner.end()[0]?.loc).toHaveLength(10_000);
  });
});
