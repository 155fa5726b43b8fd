import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/config/schema.ts';
import type { Derived } from '../../src/model/record.ts';
import type { Response } from '../../src/model/response.ts';
import type { Stage } from '../../src/model/stage.ts';
import type { Target } from '../../src/model/target.ts';
import { MentionBook } from '../../src/pipeline/mention-book.ts';
import type { Handler } from '../http/loopback.ts';
import { find, kindsOf, record, typed } from './finding.ts';
import { permutations, run, source } from './harvesting.ts';

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
      for (const target of order) book.add(target);
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

  it('remembers a bounded number of labels', () => {
    const book = new MentionBook();
    for (let index = 0; index < 2000; index += 1) book.add(naming(String(index)));
    expect(book.complete(bare).labels).toHaveLength(1000);
  });

  it('takes labels of before for said, and knows which nobody has said', () => {
    const book = new MentionBook();
    const [x, y] = ['x', 'y'].map((scriptId) => ({ profiles: [], scriptId }));
    if (x === undefined || y === undefined) throw new Error('There are two.');
    expect(book.assume(bare, [x, y])).toEqual({ ...bare, labels: [x, y] });
    expect(book.unsaid).toEqual([url]);
    book.add(naming('y'));
    expect([book.complete(bare).labels, book.unsaid]).toEqual([[x, y], [url]]);
    book.add(naming('x'));
    expect([book.complete(bare).labels, book.unsaid]).toEqual([[x, y], []]);
  });

  it('assumes nothing again that it was told to forget', () => {
    const book = new MentionBook();
    const labels = [{ profiles: [], scriptId: 'x' }];
    book.assume(bare, labels);
    book.forget(url);
    expect([book.assume(bare, labels), book.unsaid]).toEqual([bare, []]);
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
  return offers
    .filter(({ via }) => via === 'script')
    .map(({ url: of, verdict }) => `${new URL(of).hash} ${verdict}`);
};

const index: Handler = ({ headers: { host = '' } }, response) => {
  const maps = ['a', 'b'].map((name) => `<sitemap><loc>http://${host}/${name}.xml</loc></sitemap>`);
  response.end(`<sitemapindex>${maps.join('')}</sitemapindex>`);
};

describe('entries of a sitemap that name scripts of one page', () => {
  it.each([
    ['each in an entry', [entry('#x'), entry('#y')]],
    [
      'together in one',
      [
        `<url><loc>/other</loc>${['x', 'y'].map((id) => `<rs:ln rel="describedby" type="text/html" profile="CDIF1.0" href="/page#${id}"/>`).join('')}</url>`,
      ],
    ],
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
    const { outcomes, requests, report } = await find(
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
    // It is one page all the same.
    expect(report.sources[0]).toMatchObject({
      urls: { loaded: 1, 'no-metadata': 1, 'not-tried': 0 },
      records: { 'would-load': 2 },
      skipped: { outranked: 1, 'already-listed': 1 },
    });
  });

  it('have a page read again where they are met while it is read', async () => {
    let begin: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let name: (() => void) | undefined;
    const named = new Promise<void>((resolve) => (name = resolve));
    const discover: Stage<Source, Target> = {
      name: 'discover',
      async *process() {
        yield { kind: 'produced', value: bare };
        await begun;
        yield { kind: 'produced', value: naming('x') };
        name?.();
      },
    };
    const seen: Target['labels'][] = [];
    const offer = { via: 'script', url: `${url}#x`, profiles: [], verdict: 'taken' } as const;
    const derive: Stage<Response, Derived> = {
      name: 'derive',
      async *process({ target }) {
        seen.push(target.labels);
        begin?.();
        await named;
        const signposts = { offers: [offer], links: [] };
        yield { kind: 'produced', value: { kind: 'signposts', signposts } };
      },
    };
    await run([source('a', [])], { stages: { discover, derive } });
    expect(seen).toEqual([undefined, [{ profiles: [], scriptId: 'x' }]]);
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
