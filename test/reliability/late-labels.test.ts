import { describe, expect, it } from 'vitest';
import type { SourceLedger } from '../../src/report/ledger.ts';
import { serve } from '../http/loopback.ts';
import { harvestAgain } from './later-harvests.ts';

const scriptOf = (id: string): string => {
  const record = {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': 'http://fen.example/1',
    name: id,
  };
  return `<script id="${id}" type="application/ld+json">${JSON.stringify(record)}</script>`;
};

const namespaces =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
/** What it leads to is asked for once the page has been read. */
const list =
  '<link rel=describedby type="application/ld+json" profile="CDIF-list-1.0" href="/after">';
const profile = '<xhtml:link rel="profile" href="https://w3id.org/cdif/core/1.0"/>';

/**
 * A page of two scripts, one sitemap that lists it, and a further one that names the second script; it comes only when the
 * page has been read.
 */
async function lateSite() {
  const site = { isNamed: true, isListed: true, suffix: '' };
  let asked: string[] = [];
  let isRead: (() => void) | undefined;
  let read = Promise.resolve();
  const origin = await serve((request, response) => {
    const { url = '', headers } = request;
    const answer = (entries: string, element = 'urlset'): void => {
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(`<${element} ${namespaces}>${entries}</${element}>`);
    };
    if (url === '/sitemap.xml') {
      const maps = ['/1.xml', '/2.xml'].map(
        (path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`,
      );
      answer(maps.join(''), 'sitemapindex');
    } else if (url === '/1.xml') answer(`<url><loc>${origin}/p</loc></url>`);
    else if (url === '/2.xml') {
      const loc = `<loc>${origin}/p`;
      const entry = site.isNamed
        ? `<url>${loc}#two</loc>${profile}</url>`
        : `<url>${loc}</loc></url>`;
      void read.then(() => (site.isListed ? answer(entry) : response.writeHead(503).end()));
    } else if (url === '/p') {
      const etag = `"p${site.suffix}"`;
      const isKnown = headers['if-none-match'] === etag;
      asked.push(isKnown ? 'GET if' : 'GET');
      response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag });
      const scripts =
        list + scriptOf('one') + scriptOf(`two`).replace('"two"}', `"two${site.suffix}"}`);
      response.end(isKnown ? undefined : scripts);
    } else {
      if (url === '/after') isRead?.();
      response.writeHead(404).end();
    }
  });
  const again = harvestAgain({ sitemap: `${origin}/sitemap.xml` });
  return {
    site,
    harvest: async () => {
      asked = [];
      read = new Promise((resolve) => (isRead = resolve));
      let ledgers: readonly SourceLedger[] = [];
      const { records, urls, problems } = await again.harvest({
        onStart: ({ ledgers: all }) => {
          ledgers = all;
        },
      });
      return { records, urls, problems, asked, rechecks: ledgers[0]?.report().rechecks };
    },
  };
}

describe('a script that a sitemap names after its page was read', () => {
  it('has the page read twice, which is no look of another night and removes nothing', async () => {
    const { harvest } = await lateSite();
    expect(await harvest()).toEqual({
      asked: ['GET', 'GET'],
      urls: { loaded: 1, gone: 1 },
      records: { added: 1 },
      problems: { 'http-status': 1 },
      rechecks: { looks: 0, days: 0, changed: 0, announced: 0 },
    });
  });

  it('is known the next time, when the page is asked for once', async () => {
    const { harvest } = await lateSite();
    await harvest();
    for (let night = 1; night < 3; night += 1) {
      expect(await harvest()).toEqual({
        asked: ['GET if'],
        urls: { unchanged: 1, gone: 1 },
        records: { unchanged: 1 },
        problems: { 'http-status': 1 },
        rechecks: { looks: 2, days: 2, changed: 0, announced: 0 },
      });
    }
  });

  it('is known the next time also where the page is another one', async () => {
    const { site, harvest } = await lateSite();
    await harvest();
    site.suffix = ' anew';
    expect(await harvest()).toEqual({
      asked: ['GET'],
      urls: { loaded: 1, gone: 1 },
      records: { replaced: 1 },
      problems: { 'http-status': 1 },
      rechecks: { looks: 2, days: 2, changed: 1, announced: 0 },
    });
  });

  it('has the page read again where nobody names it any more', async () => {
    const { site, harvest } = await lateSite();
    await harvest();
    site.isNamed = false;
    expect(await harvest()).toEqual({
      asked: ['GET if', 'GET'],
      urls: { loaded: 1, gone: 1 },
      records: { added: 2, removed: 1 },
      problems: { 'http-status': 1, 'resource-shared': 2 },
      rechecks: { looks: 2, days: 2, changed: 0, announced: 0 },
    });
    const next = await harvest();
    expect([next.asked, next.records]).toEqual([['GET if'], { unchanged: 2 }]);
  });

  it('counts as named where the listing is not whole', async () => {
    const { site, harvest } = await lateSite();
    await harvest();
    for (const isListed of [false, true]) {
      site.isListed = isListed;
      const { asked, records } = await harvest();
      expect([asked, records]).toEqual([['GET if'], { unchanged: 1 }]);
    }
  });
});
