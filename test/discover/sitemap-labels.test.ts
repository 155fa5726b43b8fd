import { describe, expect, it } from 'vitest';
import type { Target } from '../../src/model/target.ts';
import { discover, discoverText, inShort, serveFiles } from './discovering.ts';

const loc = 'https://e.org/1';

async function targetsOf(entries: string): Promise<Target[]> {
  const outcomes = await discoverText(`<urlset>${entries}</urlset>`);
  return outcomes.flatMap((each) => (each.kind === 'produced' ? [each.value] : []));
}

describe('a sitemap with labelled links', () => {
  it.each([
    ['ResourceSync', 'rs:ln'],
    ['XHTML', 'xhtml:link'],
    ['no namespace', 'link'],
    ['an unknown one', 'x:ln'],
  ])('has them read under the elements of %s', async (_name, element) => {
    const [target] = await targetsOf(`<url>
      <${element} rel="describedby" href='https://e.org/1.jsonld?a&amp;b' type="application/ld+json" profile="CDIF1.0"/>
      <loc>${loc}</loc><lastmod>2026</lastmod></url>`);
    expect(target).toMatchObject({
      url: 'https://e.org/1.jsonld?a&b',
      labels: [{ type: 'application/ld+json', profiles: ['CDIF1.0'] }],
      links: [{ context: loc, rel: 'describedby', target: 'https://e.org/1.jsonld?a&b' }],
      found: { by: 'sitemap', lastmod: '2026', line: 3, describes: loc },
    });
  });

  it('has those of an image or of the whole not taken for the entry', async () => {
    const [target] = await targetsOf(`<rs:ln rel="describedby" href="https://e.org/all.jsonld"/>
      <url><loc>${loc}</loc><image:image><rs:ln rel="describedby" href="https://e.org/i"/></image:image></url>`);
    expect(target).toMatchObject({ url: loc });
    expect(target).not.toHaveProperty('links');
  });

  it('has links without relation or target left out, and never more of an entry than are of use', async () => {
    const many = '<rs:ln rel="item" href="https://e.org/i"/>'.repeat(10_000);
    const [target] = await targetsOf(
      `<url><loc>${loc}</loc><rs:ln href="x"/><rs:ln rel="item"/><link>y</link>${many}</url>`,
    );
    expect(target?.links).toHaveLength(197);
    const long = `<rs:ln rel="item" href="https://e.org/${'i'.repeat(7000)}"/>`.repeat(100);
    const [other] = await targetsOf(`<url><loc>${loc}</loc>${long}</url>`);
    expect(other?.links).toHaveLength(9);
  });

  it('has relative links resolved against the place it was found at', async () => {
    const origin = await serveFiles(() => ({
      '/sitemap.xml': (_request, response) => {
        response.writeHead(302, { location: '/maps/1.xml' }).end();
      },
      '/maps/1.xml': `<urlset><url><loc>${loc}</loc><rs:ln rel="describedby" href="md/1.jsonld"/></url></urlset>`,
    }));
    const outcomes = await discover({ kind: 'sitemap', sitemap: `${origin}/sitemap.xml` });
    expect(inShort(outcomes)).toEqual([`${origin}/maps/md/1.jsonld`]);
  });

  it('has its entries filtered by their own URLs', async () => {
    const text = `<urlset><url><loc>${loc}</loc><rs:ln rel="describedby" href="https://e.org/md/1"/></url>
      <url><loc>https://e.org/md/2</loc><rs:ln rel="describedby" href="https://e.org/2"/></url></urlset>`;
    expect(inShort(await discoverText(text, { exclude: ['/md/*'] }))).toEqual([
      'https://e.org/md/1',
      'excluded https://e.org/2',
    ]);
  });
});

describe('a document of ResourceSync', () => {
  it('labels its entries', async () => {
    const [target] = await targetsOf(
      `<rs:md capability="resourcelist"/><url><loc>${loc}</loc><rs:md type="application/ld+json" length="7"/></url>`,
    );
    expect(target).toMatchObject({
      url: loc,
      labels: [{ type: 'application/ld+json', profiles: [] }],
    });
    expect(target?.found).not.toHaveProperty('describes');
  });

  it('may list others, which are read', async () => {
    const origin = await serveFiles((o) => ({
      '/.well-known/resourcesync': `<urlset><rs:md capability="description"/>
        <url><loc>${o}/capabilities.xml</loc><rs:md capability="capabilitylist"/></url></urlset>`,
      '/capabilities.xml': `<urlset><rs:md capability="capabilitylist"/>
        <url><loc>${o}/resources.xml</loc><rs:md capability="resourcelist"/></url>
        <url><loc>${o}/changes.xml</loc><rs:md capability="changelist"/></url></urlset>`,
      '/resources.xml': `<urlset><rs:md capability="resourcelist"/><url><loc>${loc}</loc></url></urlset>`,
      '/changes.xml': `<urlset><rs:md capability="changelist"/>
        <url><loc>https://e.org/2</loc><rs:md change="created"/></url>
        <url><loc>https://e.org/3</loc><rs:md change="deleted"/></url></urlset>`,
    }));
    const place = { kind: 'sitemap', sitemap: `${origin}/.well-known/resourcesync` } as const;
    expect(inShort(await discover(place))).toEqual([loc, 'https://e.org/2']);
  });
});
