import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListingItem } from '../../src/discover/discoverer.ts';
import { readSitemap } from '../../src/discover/read-sitemap.ts';
import { ResourceError } from '../../src/model/http.ts';
import { targetUrl } from '../../src/model/target.ts';
import {
  counterexample,
  inPieces,
  mutated,
  mutatedBytes,
  pieceLengths,
  placesOutside,
  wrongIf,
} from './fuzzing.ts';

const samples = [
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:rs="http://www.openarchives.org/rs/terms/">
  <url><loc>https://fen.example/a?b=1&amp;c=2</loc><lastmod>2026-01-02</lastmod></url>
  <url><loc><![CDATA[https://fen.example/b]]></loc>
    <rs:ln rel="describedby" href="https://fen.example/b.jsonld" type="application/ld+json"/></url>
</urlset>
`,
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://fen.example/s1.xml</loc></sitemap><sitemap><loc>/s2.xml</loc></sitemap></sitemapindex>`,
  `<rss version="2.0"><channel><link>https://fen.example/</link><item><title>A</title><link>https://fen.example/r</link>
<pubDate>Fri, 02 Jan 2026 00:00:00 GMT</pubDate></item></channel></rss>`,
  `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://fen.example/x/"><entry xml:base="y/">
<id>urn:fen:1</id><link rel="alternate" href="z"/><updated>2026-01-02T00:00:00Z</updated></entry></feed>`,
  'https://fen.example/1\r\nhttps://fen.example/2\n\nfen\nhttps://fen.example/3 \n',
];
const tokens = [
  '<loc>',
  '</loc>',
  '<url>',
  '</url>',
  '<urlset>',
  '&',
  '&amp',
  '&#0;',
  '&#xD800;',
  '&fen;',
  '<!DOCTYPE urlset [<!ENTITY a "aaaa">]>',
  '<!ENTITY',
  ']]>',
  '<![CDATA[',
  '<?xml version="1.0" encoding="utf-16"?>',
  '<?xml',
  '<!--',
  '--',
  'xmlns:x="',
  'xml:base="http://[::"',
  '<a:b ',
  '<html>',
  'javascript:alert(1)',
  'https://user:fen@fen.example/',
  '<lastmod>',
  '\n',
];
const place = {
  url: 'https://fen.example/sitemap.xml',
  finalUrl: 'https://fen.example/sitemap.xml',
};

const limits = { maxBytes: 1e6, maxRatio: 200 };

/** What is listed, and the problem that ends it. */
async function readAll(bytes: Uint8Array, lengths: readonly number[]): Promise<ListingItem[]> {
  const all: ListingItem[] = [];
  try {
    for await (const listed of readSitemap(inPieces(bytes, lengths), place, limits))
      all.push(listed);
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    all.push({ kind: 'problem', problem: error.problem });
  }
  return all;
}

describe('a sitemap', () => {
  it('lists URLs that can be asked for, and says what is wrong at places that are in it', async () => {
    let listed = 0;
    const found = counterexample(mutated(samples, tokens), 400, async (text) => {
      const all = await readAll(Buffer.from(text), []);
      const urls = all.flatMap((each) => ('url' in each ? [each.url] : []));
      const problems = all.flatMap((each) => ('problem' in each ? [each.problem] : []));
      listed += urls.length;
      return [
        ...urls.filter((url) => targetUrl(url) !== url),
        ...placesOutside(problems, text),
        ...wrongIf(all.length === 0, 'silence'),
      ];
    });
    expect(await found).toBeUndefined();
    expect(listed).toBeGreaterThan(150);
  });

  it('says the same whatever the pieces that it comes in', async () => {
    const inputs = fc.tuple(mutatedBytes(samples, tokens), pieceLengths, fc.boolean());
    const found = counterexample(inputs, 300, async ([bytes, lengths, isZipped]) => {
      const sent = isZipped ? gzipSync(bytes) : bytes;
      const [whole, inParts] = [await readAll(sent, []), await readAll(sent, lengths)];
      return wrongIf(!isDeepStrictEqual(whole, inParts), [whole, inParts]);
    });
    expect(await found).toBeUndefined();
  });
});
