import { describe, expect, it } from 'vitest';
import { serve } from '../web/loopback.ts';
import { discover, discoverText, inShort, problems } from './discovering.ts';

/** Each entity is ten of the one before; the last would be a thousand million characters. */
const laughs = Array.from({ length: 9 }, (_, level) => {
  return `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`;
}).join('');

const attacks = [
  ['a billion laughs', `<!DOCTYPE r [<!ENTITY l0 "https://e.org/">${laughs}]>`, '&l9;'],
  ['one long entity many times', `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(50_000)}">]>`, '&a;'],
  ['a file', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'],
  ['another server', '<!DOCTYPE r [<!ENTITY x SYSTEM "http://169.254.169.254/">]>', '&x;'],
  ['a public identifier', '<!DOCTYPE r [<!ENTITY x PUBLIC "a" "file:///etc/passwd">]>', '&x;'],
  [
    'parameter entities',
    '<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1/evil.dtd"> %p; <!ENTITY x "a">]>',
    '&x;',
  ],
] as const;

const dialects = [
  ['a sitemap', (value: string) => `<urlset><url><loc>${value}</loc></url></urlset>`],
  [
    'an index',
    (value: string) => `<sitemapindex><sitemap><loc>${value}</loc></sitemap></sitemapindex>`,
  ],
  ['RSS', (value: string) => `<rss><channel><item><link>${value}</link></item></channel></rss>`],
  [
    'Atom',
    (value: string) =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="${value}"/></entry></feed>`,
  ],
] as const;

const cases = attacks.flatMap(([attack, dtd, reference]) => {
  return dialects.map(([dialect, text]) => [attack, dialect, dtd + text(reference)] as const);
});

describe('an entity', () => {
  it.each(cases)('of %s is not expanded in %s', async (_attack, _dialect, text) => {
    const outcomes = await discoverText(text);
    expect(outcomes.filter(({ kind }) => kind === 'produced')).toEqual([]);
    expect(problems(outcomes)).toMatchObject([
      { kind: 'sitemap-malformed', detail: 'undefined entity.', entriesRead: 0 },
      { kind: 'source-empty' },
    ]);
  });

  it.each([
    ['a sitemap', '<urlset><url><loc>https://e.org/?a=1&amp;b=&#50;&apos;</loc></url></urlset>'],
    ['Atom', '<feed><entry><link href="https://e.org/?a=1&amp;b=&#x32;&apos;"/></entry></feed>'],
  ])('of XML itself, or a number, is read in %s', async (_name, text) => {
    const [url] = inShort(await discoverText(`<!DOCTYPE r [<!ENTITY amp "evil">]>${text}`));
    expect(url).toBe('https://e.org/?a=1&b=2%27');
  });

  it('fetches nothing that a DTD names', async () => {
    const asked: string[] = [];
    const origin = await serve(({ url = '' }, response) => {
      asked.push(url);
      const at = `http://${response.req.headers.host}`;
      const dtd = `<!DOCTYPE r SYSTEM "${at}/1.dtd" [<!ENTITY % p SYSTEM "${at}/2.dtd"> %p; <!ENTITY x SYSTEM "${at}/3">]>`;
      response.end(`${dtd}<urlset><url><loc>https://e.org/&x;</loc></url></urlset>`);
    });
    await discover({ kind: 'sitemap', sitemap: `${origin}/s.xml` });
    expect(asked).toEqual(['/robots.txt', '/s.xml']);
  });

  it('is declared a hundred thousand times without harm', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `<!ENTITY e${index} "a">`).join('');
    const text = `<!DOCTYPE r [${many}]><urlset><url><loc>https://e.org/1</loc></url></urlset>`;
    expect(inShort(await discoverText(text))).toEqual(['https://e.org/1']);
  });
});
