import { describe, expect, it } from 'vitest';
import type { Target } from '../../src/model/target.ts';
import { discover, discoverText, inShort, problems, serveFiles } from './discovering.ts';

/** Of each target the URL, lastmod and line; of what is noted nothing. */
async function listed(text: string): Promise<unknown[]> {
  const outcomes = await discoverText(text);
  return outcomes
    .filter(({ kind }) => kind !== 'noted')
    .map((each) => (each.kind === 'produced' ? inBrief(each.value) : each));
}

function inBrief({ url, found }: Target): unknown {
  return [url, found.lastmod, found.line];
}

describe('a feed in RSS', () => {
  it('lists the links of its items, and not its own', async () => {
    const text = `<?xml version="1.0"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>Soil &amp; peat</title><link>https://e.org/</link>
<atom:link href="https://e.org/feed" rel="self" type="application/rss+xml"/>
<image><link>https://e.org/logo</link></image>
<item><title>One</title><atom:link rel="self" href="https://e.org/feed/1"/><link>https://e.org/1</link>
<pubDate>Tue, 03 Nov 2026 07:00:00 GMT</pubDate></item>
<item><link><![CDATA[https://e.org/?a=2&b=2]]></link><dc:date>2026-11-04</dc:date></item>
</channel></rss>`;
    expect(await listed(text)).toEqual([
      ['https://e.org/1', 'Tue, 03 Nov 2026 07:00:00 GMT', 6],
      ['https://e.org/?a=2&b=2', '2026-11-04', 8],
    ]);
  });

  it.each([
    ['a permalink by default', '<guid>https://e.org/1</guid>', 'https://e.org/1'],
    [
      'one that says so, beside an empty link',
      '<link/><guid isPermaLink="true">https://e.org/1</guid>',
      'https://e.org/1',
    ],
    [
      'no permalink, but a URL',
      '<guid isPermaLink="false">https://e.org/1</guid>',
      'https://e.org/1',
    ],
    [
      'something else than the link',
      '<guid>https://e.org/2</guid><link>https://e.org/1</link>',
      'https://e.org/1',
    ],
  ])('may have a guid that is %s', async (_name, item, url) => {
    const text = `<rss version="2.0"><channel><item>${item}</item></channel></rss>`;
    expect(inShort(await discoverText(text))).toEqual([url]);
  });

  it('has an item without link reported', async () => {
    const text =
      '<rss><channel><item><guid isPermaLink="false">7bd204c6</guid></item><item><title/></item></channel></rss>';
    expect(problems(await discoverText(text))).toMatchObject([
      { kind: 'sitemap-entry-invalid', value: '', line: 1, column: 21 },
      { kind: 'sitemap-entry-invalid', value: '' },
    ]);
  });

  it.each([
    [
      '0.91',
      '<rss version="0.91"><channel><item><link>https://e.org/1</link></item></channel></rss>',
    ],
    [
      '1.0',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="https://e.org/feed"><link>https://e.org/</link><items><rdf:Seq><rdf:li resource="x"/></rdf:Seq></items></channel>
<item rdf:about="https://e.org/1"><link>https://e.org/1</link></item></rdf:RDF>`,
    ],
    ['1.0 without link', '<rdf:RDF><item rdf:about="https://e.org/1"/></rdf:RDF>'],
    ['1.0 under a prefix', '<r:RDF><s:item><s:link>https://e.org/1</s:link></s:item></r:RDF>'],
  ])('may be in version %s', async (_name, text) => {
    expect(inShort(await discoverText(text))).toEqual(['https://e.org/1']);
  });

  it('may have entities of HTML in its texts, which do not matter', async () => {
    const text =
      '<rss><channel><item><title>Torf&nbsp;&copy; B & C</title><link>https://e.org/1</link></item></channel></rss>';
    expect(inShort(await discoverText(text))).toEqual(['https://e.org/1']);
  });

  it('without items has nothing new', async () => {
    expect(problems(await discoverText('<rss version="2.0"><channel/></rss>'))).toEqual([]);
  });
});

describe('a feed in Atom', () => {
  it('lists the pages of its entries, with the date of their update', async () => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x</id><updated>2026-01-01</updated>
<link href="https://e.org/"/><link rel="self" href="https://e.org/feed"/>
<entry><link rel="edit" href="https://e.org/1/edit"/><link rel="alternate" type="application/pdf" href="https://e.org/1.pdf"/>
<link rel="Alternate" type="text/html; charset=utf-8" href="https://e.org/1"/>
<updated>2026-11-03T07:00:00Z</updated><source><updated>2020-01-01</updated><link href="https://e.org/0"/></source></entry>
<entry><link href="https://e.org/2"/><published>2026-11-04</published></entry>
<entry><link rel="alternate" type="application/pdf" href="https://e.org/3.pdf"/></entry>
</feed>`;
    expect(await listed(text)).toEqual([
      ['https://e.org/1', '2026-11-03T07:00:00Z', 4],
      ['https://e.org/2', '2026-11-04', 6],
      ['https://e.org/3.pdf', undefined, 7],
    ]);
  });

  it('has relative links resolved against the nearest base, and that against the feed', async () => {
    const origin = await serveFiles(() => ({
      '/moved': (_request, response) => {
        response.writeHead(302, { location: '/feeds/all.atom' }).end();
      },
      '/feeds/all.atom': `<feed><entry><link href="1"/></entry>
<entry xml:base="/data/"><link href="2"/><link href="x"/></entry>
<entry xml:base="/data/"><link xml:base="sets/" href="3"/></entry>
<entry xml:base="http://[/"><link href="4"/></entry></feed>`,
    }));
    const outcomes = await discover({ kind: 'sitemap', sitemap: `${origin}/moved` });
    expect(inShort(outcomes)).toEqual(
      ['/feeds/1', '/data/2', '/data/sets/3', '/feeds/4'].map((path) => origin + path),
    );
  });

  it('may have a base of its own', async () => {
    const text = '<feed xml:base="https://e.org/a/"><entry><link href="b"/></entry></feed>';
    expect(inShort(await discoverText(text))).toEqual(['https://e.org/a/b']);
  });

  it('has metadata that an entry links to taken in place of its page', async () => {
    const text = `<feed><entry><link href="https://e.org/1"/>
<link rel="alternate" type="application/ld+json" href="https://e.org/1.jsonld"/></entry></feed>`;
    expect(inShort(await discoverText(text))).toEqual(['https://e.org/1.jsonld']);
  });

  it('has links to metadata resolved against the bases of feed, entry and link', async () => {
    const metadata = 'rel="describedby" type="application/ld+json"';
    const outcomes = await discoverText(`<feed xml:base="https://e.org/a/">
<entry><link href="1"/><link ${metadata} href="1.jsonld"/></entry>
<entry xml:base="b/"><link href="2"/><link ${metadata} href="2.jsonld"/></entry>
<entry xml:base="b/"><link href="3"/><link xml:base="c/" ${metadata} href="3.jsonld"/></entry>
<entry><link xml:base="c/" href="4"/><link ${metadata} href="4.jsonld"/></entry></feed>`);
    const places = outcomes.flatMap((each) =>
      each.kind === 'produced' ? [[each.value.url, each.value.found.describes]] : [],
    );
    expect(places).toEqual([
      ['https://e.org/a/1.jsonld', 'https://e.org/a/1'],
      ['https://e.org/a/b/2.jsonld', 'https://e.org/a/b/2'],
      ['https://e.org/a/b/c/3.jsonld', 'https://e.org/a/b/3'],
      ['https://e.org/a/4.jsonld', 'https://e.org/a/c/4'],
    ]);
  });

  it('has no base that is longer than URLs are', async () => {
    const base = `/${'x'.repeat(8000)}/`;
    const text = `<feed xml:base="https://e.org/"><entry xml:base="${base}"><link href="1"/></entry></feed>`;
    expect(inShort(await discoverText(text))).toEqual(['https://e.org/1']);
  });

  const id = '<id>https://e.org/1</id>';
  const content = '<content type="application/ld+json" src="/data/2.jsonld"/>';
  const via = '<link rel="via" href="https://e.org/3"/>';
  it.each([
    ['what describes it', '<id>urn:x</id><link rel="describedby" href="https://e.org/5"/>', '5'],
    ['its name, where that is a URL', `${id}<link rel="self" href="x"/>`, '1'],
    ['its content, where that is elsewhere', `${id}${content}`, 'data/2.jsonld'],
    ['another link', `${id}${content}<link rel="edit" href="x"/>${via}`, '3'],
    ['its alternate', `${id}${content}${via}<link href="https://e.org/4"/>`, '4'],
  ])('has an entry that leads to %s', async (_name, entry, path) => {
    const text = `<feed xml:base="https://e.org/"><entry>${entry}</entry></feed>`;
    expect(inShort(await discoverText(text))).toEqual([`https://e.org/${path}`]);
  });

  it('may declare the type of the content of an entry, and the base of its URL', async () => {
    const base = 'xml:base="https://e.org/data/"';
    const text = `<feed><entry>\n${content.replace(' src="/', ` ${base} src="`)}</entry></feed>`;
    const [outcome] = await discoverText(text);
    expect(outcome).toMatchObject({
      value: {
        url: 'https://e.org/data/data/2.jsonld',
        labels: [{ type: 'application/ld+json' }],
        found: { line: 2 },
      },
    });
  });

  it('has an entry without link reported', async () => {
    const text =
      '<feed><entry><id>tag:e.org,2026:1</id><link rel="self" href="x"/><content>y</content></entry></feed>';
    expect(problems(await discoverText(text))).toMatchObject([
      { kind: 'sitemap-entry-invalid', value: '', line: 1 },
    ]);
  });
});
