import type { Position } from '../model/problem.ts';
import { encodingByMark } from '../text/encoding.ts';

/** The value of one `Sitemap:` line, and where it stands. */
export interface SitemapLine extends Position {
  readonly value: string;
}

/**
 * The `Sitemap:` lines of a robots.txt, in any group and before the first (RFC 9309 §2.2.4), in order. All three line
 * ends, any case, comments; UTF-8, or UTF-16 with a mark. A line without a value is none, and a page of HTML has none.
 */
export function sitemapLines(body: Uint8Array): SitemapLine[] {
  const text = new TextDecoder(encodingByMark(body) ?? 'utf-8').decode(body);
  if (text.trimStart().startsWith('<')) return [];
  return text.split(/\r\n|\n|\r/u).flatMap((content, index) => {
    const match = /^(\s*sitemap\s*:\s*)([^#\s][^#]*)/iu.exec(content);
    if (match === null) return [];
    const [, before = '', value = ''] = match;
    return [{ value: value.trim(), line: index + 1, column: before.length + 1 }];
  });
}
