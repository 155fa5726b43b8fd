import { describe, expect, it } from 'vitest';
import { discoverText, inShort, problems, urlset } from './discovering.ts';

const page = 'https://data.example.org/dataset/1';

describe('a sitemap', () => {
  it('gives its entries in order, each with its own lastmod as written', async () => {
    const outcomes = await discoverText(`<?xml version="1.0"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><lastmod> 2024-05 </lastmod><loc>https://data.example.org/b</loc></url>
        <url><loc>https://data.example.org/a</loc><changefreq>daily</changefreq></url>
        <url><loc>https://data.example.org/c</loc><lastmod>last summer</lastmod></url>
        <url><loc>https://data.example.org/d</loc><lastmod/></url>
      </urlset>`);
    const targets = outcomes.map((outcome) =>
      outcome.kind === 'produced' ? outcome.value : outcome,
    );
    const sitemap = expect.stringMatching(/\/sitemap\.xml$/u) as unknown;
    const target = (url: string, entry: object): unknown => ({
      url: `https://data.example.org/${url}`,
      source: 'a',
      found: { by: 'sitemap', in: sitemap, ...entry },
      depth: 0,
    });
    expect(targets).toEqual([
      target('b', { line: 3, lastmod: '2024-05' }),
      target('a', { line: 4 }),
      target('c', { line: 5, lastmod: 'last summer' }),
      target('d', { line: 6 }),
    ]);
  });

  it.each([
    ['https', '<urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9/"><url><loc>', ''],
    ['no', '<urlset><url><loc>', ''],
    ['a wrong', '<urlset xmlns="http://www.example.org/"><url><loc>', ''],
    [
      'a prefixed',
      '<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>',
      's:',
    ],
    ['an undeclared', '<s:urlset><s:url><s:loc>', 's:'],
  ])('may be in %s namespace', async (_name, before, prefix) => {
    const text = `${before}${page}</${prefix}loc></${prefix}url></${prefix}urlset>`;
    expect(inShort(await discoverText(text))).toEqual([page]);
  });

  it('may have extensions, whose elements of the same name are not taken', async () => {
    const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:rs="http://www.openarchives.org/rs/terms/">
      <rs:md capability="resourcelist"/>
      <url><image:loc>https://cdn.example.org/0.png</image:loc><loc>${page}</loc>
        <rs:ln rel="duplicate" href="https://mirror.example.org/1"/>
        <image:image><image:loc>https://cdn.example.org/1.png</image:loc><loc>https://x.example/</loc></image:image>
      </url></urlset>`;
    expect(inShort(await discoverText(text))).toEqual([page]);
  });

  it.each([
    ['trimmed', `\n   ${page}\t\n`, page],
    ['with entities', 'https://e.org/?a=1&amp;b=&#50;&#x33;', 'https://e.org/?a=1&b=23'],
    ['as CDATA', `<![CDATA[https://e.org/?a=1&b=2]]>`, 'https://e.org/?a=1&b=2'],
    ['interrupted by a comment', 'https://e.org/<!-- here -->x', 'https://e.org/x'],
    ['without fragment', `${page}#metadata`, page],
    [
      'normalised',
      'HTTPS://Data.Example.ORG:443/a/../b c/ü',
      'https://data.example.org/b%20c/%C3%BC',
    ],
    ['as a host alone', 'http://e.org', 'http://e.org/'],
  ])('has its URLs taken %s', async (_name, loc, expected) => {
    expect(inShort(await discoverText(urlset(loc)))).toEqual([expected]);
  });

  it.each([
    ['relative', '/dataset/1'],
    ['of another scheme', 'ftp://e.org/data'],
    ['without scheme', 'data.example.org/1'],
    ['with user information', 'https://me:secret@e.org/'],
    ['unparsable', 'https://[e.org/'],
    ['empty', ''],
    ['far too long', `https://e.org/${'x'.repeat(8000)}`],
  ])('has an entry that is %s reported, and the others taken', async (_name, loc) => {
    const outcomes = await discoverText(urlset('https://e.org/1', loc, 'https://e.org/2'));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['produced', 'failed', 'produced']);
    expect(problems(outcomes)).toEqual([
      {
        kind: 'sitemap-entry-invalid',
        url: expect.stringMatching(/\/sitemap\.xml$/u) as unknown,
        value: loc.slice(0, 200),
        line: 4,
        column: 11,
      },
    ]);
  });

  it('has an entry without loc reported where it begins', async () => {
    const text =
      '<urlset>\n<url><loc>https://e.org/1</loc></url>\n  <url><lastmod>2024</lastmod></url>\n</urlset>';
    expect(problems(await discoverText(text))).toMatchObject([
      { kind: 'sitemap-entry-invalid', value: '', line: 3, column: 8 },
    ]);
  });

  it('has the first of two locs taken', async () => {
    const text = `<urlset><url><loc>${page}</loc><loc>https://e.org/2</loc></url></urlset>`;
    expect(inShort(await discoverText(text))).toEqual([page]);
  });

  it('may begin with blank lines', async () => {
    const outcomes = await discoverText(`\n \r\n${urlset(page, '/relative')}`);
    expect(inShort(outcomes)[0]).toBe(page);
    expect(problems(outcomes)).toMatchObject([{ line: 6 }]);
    const late = await discoverText(`${'\n'.repeat(2000)}${urlset(page, '/relative')}`);
    expect(problems(late)).toMatchObject([{ line: 2004 }]);
  });

  it.each([
    ['nothing', ''],
    ['blank lines', ' \n\n'],
    ['no entries', '<urlset></urlset>'],
    ['other elements alone', '<urlset><page><loc>https://e.org/</loc></page></urlset>'],
  ])('with %s is empty, and so is its source', async (_name, text) => {
    expect(problems(await discoverText(text))).toMatchObject([
      { kind: 'sitemap-empty' },
      { kind: 'source-empty', source: 'a' },
    ]);
  });
});

describe('a malformed sitemap', () => {
  it('yields the entries before its fault, and the position of the fault', async () => {
    const text = urlset(
      'https://e.org/1',
      'https://e.org/2',
      'https://e.org/3</wrong>',
      'no matter',
    );
    const outcomes = await discoverText(text);
    expect(inShort(outcomes).slice(0, 2)).toEqual(['https://e.org/1', 'https://e.org/2']);
    expect(outcomes).toHaveLength(3);
    expect(problems(outcomes)).toMatchObject([
      {
        kind: 'sitemap-malformed',
        line: 5,
        column: 11,
        entriesRead: 2,
        detail: 'unexpected close tag.',
      },
    ]);
  });

  it('counts columns in UTF-16 code units, also after a break between pieces', async () => {
    const line = `<urlset><!--😀${' '.repeat(150_000)}--><url><loc>`;
    expect(problems(await discoverText(`${line}</wrong>`))).toMatchObject([
      { line: 1, column: line.length + 1, detail: 'unexpected close tag.' },
      { kind: 'source-empty' },
    ]);
  });

  it('is one that nests elements without end, which is not waited for', async () => {
    const outcomes = await discoverText(`<urlset>${'<a>'.repeat(1_000_000)}`);
    expect(problems(outcomes)).toMatchObject([
      { kind: 'sitemap-malformed', detail: 'more than 100 nested elements' },
      { kind: 'source-empty' },
    ]);
  });

  it('is not quoted at any length', async () => {
    const [problem] = problems(await discoverText(`<${'x'.repeat(100_000)}>`));
    expect(JSON.stringify(problem).length).toBeLessThan(400);
  });

  it.each([
    ['cut off', `<urlset><url><loc>${page}</loc></url><url><loc>https://e.or`, 1],
    ['that never closes', `<urlset><url><loc>${page}</loc></url>`, 1],
    ['with text behind', `<urlset><url><loc>${page}</loc></url></urlset> and more`, 1],
  ])('%s keeps its entries', async (_name, text, entriesRead) => {
    const outcomes = await discoverText(text);
    expect(inShort(outcomes)[0]).toBe(page);
    expect(problems(outcomes)).toMatchObject([{ kind: 'sitemap-malformed', entriesRead }]);
  });

  it('is one with entities of its own, which are not expanded', async () => {
    const text = `<!DOCTYPE urlset [<!ENTITY a "https://e.org/"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <urlset><url><loc>${page}</loc></url><url><loc>&b;</loc></url><url><loc>&x;</loc></url></urlset>`;
    const outcomes = await discoverText(text);
    expect(inShort(outcomes)[0]).toBe(page);
    expect(problems(outcomes)).toMatchObject([
      { kind: 'sitemap-malformed', detail: 'undefined entity.', entriesRead: 1 },
    ]);
  });

  it.each([
    ['an HTML page', '<!doctype html><p>Not found<br></p>'],
    ['an HTML page', '\n<HTML><body>'],
    ['an HTML page', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['JSON', '{"error": "not found"}'],
    ['JSON', '[]'],
    ['not a list of URLs', 'Not found\n'],
    ['root element <error>', '<?xml version="1.0"?><error code="404"/>'],
  ])('is what is %s', async (detail, text) => {
    expect(problems(await discoverText(text))).toMatchObject([
      { kind: 'sitemap-malformed', detail, entriesRead: 0 },
      { kind: 'source-empty' },
    ]);
  });
});
