import { describe, expect, it } from 'vitest';
import { sitemapLines } from '../../src/discover/robots-sitemaps.ts';

const values = (body: string | Uint8Array): string[] =>
  sitemapLines(typeof body === 'string' ? Buffer.from(body) : body).map(({ value }) => value);
const url = 'https://e.org/sitemap.xml';

describe('sitemapLines', () => {
  it.each([
    ['line feeds', `a\nSitemap: ${url}\nSitemap: /b\n`],
    ['carriage returns', `a\rSitemap: ${url}\rSitemap: /b\r`],
    ['both', `a\r\nSitemap: ${url}\r\nSitemap: /b`],
    ['any case and space', `\tsiteMAP:${url}  \n SITEMAP \t: /b`],
    ['comments', `# Sitemap: /no\nSitemap: ${url}#all\nSitemap: /b # more: x`],
    ['a mark', `\uFEFFSitemap: ${url}\nSitemap: /b`],
  ])('reads %s', (_name, text) => {
    expect(values(text)).toEqual([url, '/b']);
  });

  it.each([false, true])('reads UTF-16 with a mark (big end first: %s)', (bigEndian) => {
    const bytes = Buffer.from(`\uFEFFSitemap: ${url}`, 'utf16le');
    expect(values(bigEndian ? bytes.swap16() : bytes)).toEqual([url]);
  });

  it('says where they stand', () => {
    expect(sitemapLines(Buffer.from(`User-agent: *\r\n\r\n Sitemap:  ${url}`))).toEqual([
      { value: url, line: 3, column: 12 },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['a page', `\n<html>\nSitemap: ${url}\n</html>`],
    ['other words', `Sitemaps: ${url}\nNo-Sitemap: ${url}\nSitemap ${url}`],
    ['bytes', Buffer.from([0, 255, 254, 13, 10, 0])],
  ])('finds none in %s', (_name, body) => {
    expect(values(body)).toEqual([]);
  });

  it('leaves out one that is empty', () => {
    expect(values('Sitemap:\nSitemap: # none')).toEqual([]);
  });
});
