import { describe, expect, it } from 'vitest';
import { discover, discoverText, inShort, notes, serveFiles, sitemapIndex } from './discovering.ts';

/** What a listing is said to be of which nothing but the newest or changed entries are to be expected. */
async function parts(text: string): Promise<unknown[]> {
  const outcomes = await discoverText(text);
  return notes(outcomes).flatMap((each) => (each.kind === 'listing-partial' ? [each.part] : []));
}

const history = 'http://purl.org/syndication/history/1.0';
const item = '<item><link>https://e.org/1</link></item>';
const entry = '<entry><link href="https://e.org/1"/></entry>';
const url = '<url><loc>https://e.org/1</loc></url>';
const md = (capability: string): string => `<rs:md capability="${capability}"/>`;

describe('a listing', () => {
  it.each([
    ['RSS', `<rss version="2.0"><channel>${item}</channel></rss>`],
    ['RSS 1.0', `<rdf:RDF><channel/>${item}</rdf:RDF>`],
    ['Atom', `<feed>${entry}</feed>`],
    ['Atom, with a page before it', `<feed><link rel="prev-archive" href="x"/>${entry}</feed>`],
  ])('in %s names what is new', async (_name, text) => {
    expect(await parts(text)).toEqual(['feed']);
  });

  it.each([
    ['Atom', `<feed xmlns:fh="${history}"><fh:complete/>${entry}</feed>`],
    [
      'Atom, behind its entries',
      `<feed xmlns:h="${history}">${entry}<h:complete></h:complete></feed>`,
    ],
    ['Atom, with its own namespace', `<feed><complete xmlns="${history}"/>${entry}</feed>`],
    ['RSS', `<rss xmlns:fh="${history}"><channel><fh:complete/>${item}</channel></rss>`],
  ])('in %s names all where it says so', async (_name, text) => {
    expect(await parts(text)).toEqual([]);
  });

  it.each([
    ['it has a next page', `<fh:complete/><link rel=" Next " href="x"/>`],
    ['it is of an archive', `<fh:complete/><fh:archive/>`],
    ['another namespace says so', `<complete/><x:complete xmlns:x="https://e.org/"/>`],
    ['the namespace is not bound', `<x:complete/>`],
    ['an entry says so', `<entry><fh:complete/><link href="https://e.org/2"/></entry>`],
    ['its author says so', `<author><fh:complete/></author>`],
  ])('in Atom does not where %s', async (_name, head) => {
    expect(await parts(`<feed xmlns:fh="${history}">${head}${entry}</feed>`)).toEqual(['feed']);
  });

  it.each([
    ['changelist', ['change-list']],
    ['changedump', ['change-list']],
    ['resourcelist', []],
    ['capabilitylist', []],
  ])('of ResourceSync is what it says it is: %s', async (capability, expected) => {
    expect(await parts(`<urlset>${md(capability)}${url}</urlset>`)).toEqual(expected);
  });

  it('that is an index of change lists is partial, too', async () => {
    const origin = await serveFiles((site) => ({
      '/changes.xml': `<sitemapindex>${md('changelist')}<sitemap><loc>${site}/1.xml</loc></sitemap></sitemapindex>`,
      '/1.xml': `<urlset>${url}</urlset>`,
    }));
    const outcomes = await discover({ kind: 'sitemap', sitemap: `${origin}/changes.xml` });
    expect(notes(outcomes)).toEqual([
      { kind: 'listing-partial', url: `${origin}/changes.xml`, part: 'change-list' },
    ]);
  });

  it('is reported beside complete listings', async () => {
    const origin = await serveFiles((site) => ({
      '/index.xml': sitemapIndex(`${site}/all.xml`, `${site}/new.rss`),
      '/all.xml': `<urlset>${url}</urlset>`,
      '/new.rss': `<rss><channel>${item}</channel></rss>`,
    }));
    const outcomes = await discover({ kind: 'sitemap', sitemap: `${origin}/index.xml` });
    expect(inShort(outcomes)).toEqual(['https://e.org/1', 'https://e.org/1']);
    expect(notes(outcomes)).toEqual([
      { kind: 'listing-partial', url: `${origin}/new.rss`, part: 'feed' },
    ]);
  });

  it('without entries is empty, unless it is a feed or change list', async () => {
    const outcomes = await discoverText('<feed/>');
    expect(inShort(outcomes)).toEqual([]);
    expect(notes(outcomes)).toMatchObject([{ kind: 'listing-partial' }]);
    const complete = await discoverText(`<feed xmlns:fh="${history}"><fh:complete/></feed>`);
    expect(inShort(complete).map((line) => line.split(' ')[1])).toEqual([
      'sitemap-empty',
      'source-empty',
    ]);
  });

  it('that breaks off keeps the entries that could be read', async () => {
    const text = `<feed xmlns:fh="${history}"><fh:complete/>${entry}`;
    const outcomes = await discoverText(text);
    expect(inShort(outcomes)[1]).toContain('sitemap-malformed');
    expect(notes(outcomes)).toEqual([]);
  });
});
