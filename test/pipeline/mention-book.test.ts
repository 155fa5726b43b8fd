import { describe, expect, it } from 'vitest';
import type { Target } from '../../src/model/target.ts';
import { MentionBook } from '../../src/pipeline/mention-book.ts';
import type { Handler } from '../http/loopback.ts';
import { find, kindsOf, record, typed } from './finding.ts';
import { permutations } from './harvesting.ts';

const url = 'http://h/page';
const bare: Target = { url, source: 'a', found: { by: 'sitemap' }, depth: 0 };
const naming = (scriptId: string): Target => ({ ...bare, labels: [{ profiles: [], scriptId }] });

describe('MentionBook', () => {
  it('puts together what is said of a URL, the same in whatever order', () => {
    const mentions: readonly Target[] = [
      bare,
      naming('x'),
      { ...naming('y'), citeAs: ['https://doi.org/10.1234/b'] },
      { ...bare, citeAs: ['https://doi.org/10.1234/a', 'https://doi.org/10.1234/b'] },
      { ...bare, labels: [{ profiles: [] }] },
    ];
    for (const order of permutations(mentions)) {
      const book = new MentionBook();
      for (const target of order) expect(book.add(target)).toBe(false);
      expect(book.complete(bare)).toEqual({
        ...bare,
        labels: [
          { profiles: [], scriptId: 'x' },
          { profiles: [], scriptId: 'y' },
        ],
        citeAs: ['https://doi.org/10.1234/a', 'https://doi.org/10.1234/b'],
      });
    }
  });

  it('wants a page to be read again whose script is named too late', () => {
    const book = new MentionBook();
    book.add(naming('x'));
    book.isPage(url);
    expect(book.add(naming('x'))).toBe(false);
    expect(book.add({ ...bare, citeAs: ['https://doi.org/10.1234/a'] })).toBe(false);
    expect(book.add(naming('y'))).toBe(true);
    expect(book.add({ ...naming('y'), url: 'http://h/other' })).toBe(false);
  });

  it('remembers a bounded number of labels', () => {
    const book = new MentionBook();
    for (let index = 0; index < 1000; index += 1) book.add(naming(String(index)));
    expect(book.complete(bare).labels).toHaveLength(100);
  });
});

const script = (id: string, name: string): string =>
  `<script type="application/ld+json" id="${id}">${record('7').replace('"x"', `"${name}"`)}</script>`;
const scripts = ['x', 'y', 'z'].map((id) => script(id, `account ${id}`)).join('');
const entry = (fragment: string, path = '/page') =>
  `<url><loc>${path}${fragment}</loc><rs:ln rel="profile" href="https://w3id.org/cdif/core/1.1"/></url>`;
const sitemap =
  (...entries: readonly string[]): Handler =>
  ({ headers: { host = '' } }, response) => {
    const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      xmlns:rs="http://www.openarchives.org/rs/terms/">${entries.join('')}</urlset>`;
    const absolute = text.replaceAll('<loc>', `<loc>http://${host}`);
    response.writeHead(200, { 'content-type': 'application/xml' }).end(absolute);
  };
const verdicts = async (handler: Handler) => {
  const { outcomes } = await find(
    { '/s.xml': handler, '/page': typed('text/html', scripts) },
    { sitemap: '/s.xml' },
  );
  const offers = outcomes.get('/page')?.signposts?.offers ?? [];
  return offers.map(({ url: of, verdict }) => `${new URL(of).hash} ${verdict}`);
};

const index: Handler = ({ headers: { host = '' } }, response) => {
  const maps = ['a', 'b'].map((name) => `<sitemap><loc>http://${host}/${name}.xml</loc></sitemap>`);
  response.end(`<sitemapindex>${maps.join('')}</sitemapindex>`);
};

describe('entries of a sitemap that name scripts of one page', () => {
  it.each([
    ['each in an entry', [entry('#x'), entry('#y')]],
    ['after one that names none', ['<url><loc>/page</loc></url>', entry('#y'), entry('#x')]],
  ])('have all of them taken, %s', async (_name, entries) => {
    expect(await verdicts(sitemap(...entries))).toEqual(['#x taken', '#y taken', '#z outranked']);
  });

  it('have a page read again that was read before they were met', async () => {
    const list =
      '<link rel=describedby type="application/ld+json" profile="CDIF-list-1.0" href="/after">';
    let isRead: (() => void) | undefined;
    const read = new Promise<void>((resolve) => (isRead = resolve));
    const late: Handler = (request, response) =>
      void read.then(() => sitemap(entry('#y'))(request, response));
    const { outcomes, requests } = await find(
      {
        '/s.xml': index,
        '/a.xml': sitemap(entry('#x')),
        '/b.xml': late,
        // What it leads to is asked for once it has been read.
        '/page': typed('text/html', `${scripts}${list}`),
        '/after': (_request, response) => {
          isRead?.();
          response.writeHead(204).end();
        },
      },
      { sitemap: '/s.xml' },
    );
    expect(requests.filter((request) => request === 'GET /page')).toHaveLength(2);
    const offers = outcomes.get('/page')?.signposts?.offers ?? [];
    const ofScripts = offers.filter(({ via }) => via === 'script');
    expect(ofScripts.map(({ verdict }) => verdict)).toEqual(['taken', 'taken', 'outranked']);
  });

  it('are each told where the script is not there', async () => {
    const { outcomes } = await find(
      {
        '/s.xml': sitemap(entry('#p'), entry('#x'), entry('#q')),
        '/page': typed('text/html', scripts),
      },
      { sitemap: '/s.xml' },
    );
    expect(kindsOf(outcomes.get('/page'))).toEqual(['script-missing', 'script-missing']);
  });
});
