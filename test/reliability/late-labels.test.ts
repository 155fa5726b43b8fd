import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { paths, serve, type Handler } from '../web/loopback.ts';
import { harvestAgain, type AgainOptions } from './later-harvests.ts';

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
/** Its targets are requested after the page has been processed. */
const list =
  '<link rel=describedby type="application/ld+json" profile="CDIF-list-1.0" href="/after">';
const entry = (loc: string, more = ''): string => `<url><loc>${loc}</loc>${more}</url>`;
const profile = '<xhtml:link rel="profile" href="https://w3id.org/cdif/core/1.0"/>';

const answer = (response: ServerResponse, entries: string, element = 'urlset'): void => {
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<${element} ${namespaces}>${entries}</${element}>`);
};

/**
 * A page of two scripts that a sitemap lists. A label names the second script: in a later sitemap, or
 * in a link of a further page, which answers only when the page has been read.
 */
async function lateSite(by: 'sitemap' | 'link') {
  const site = { isNamed: true, isWhole: true, suffix: '' };
  let asked: string[] = [];
  let isRead: (() => void) | undefined;
  let read = Promise.resolve();
  const pages: Record<string, Handler> = {
    '/sitemap.xml': (_, response) => {
      const maps = ['/1.xml', '/2.xml'].map(
        (path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`,
      );
      answer(response, maps.join(''), 'sitemapindex');
    },
    '/1.xml': (_, response) => {
      answer(response, entry(`${origin}/p`) + (by === 'link' ? entry(`${origin}/links`) : ''));
    },
    '/2.xml': (_, response) => {
      const isLabel = by === 'sitemap' && site.isNamed;
      const entries = isLabel ? entry(`${origin}/p#two`, profile) : entry(`${origin}/p`);
      if (site.isWhole) setTimeout(() => answer(response, entries), 50);
      else response.writeHead(503).end();
    },
    '/links': (_, response) => {
      const path = site.isNamed ? '/p#two' : '/nowhere';
      const link = `<link rel=describedby type="text/html" profile="CDIF1.0" href="${path}">`;
      const html = { 'content-type': 'text/html' };
      void read.then(() => response.writeHead(200, html).end(link));
    },
    '/p': ({ headers }, response) => {
      const etag = `"p${site.suffix}"`;
      const isKnown = headers['if-none-match'] === etag;
      asked.push(isKnown ? 'GET if' : 'GET');
      response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag });
      const two = scriptOf('two').replace('"two"}', `"two${site.suffix}"}`);
      response.end(isKnown ? undefined : list + scriptOf('one') + two);
    },
    '/after': (_, response) => {
      isRead?.();
      response.writeHead(404).end();
    },
  };
  const origin: string = await serve(paths(pages));
  const again = harvestAgain({ sitemap: `${origin}/sitemap.xml` });
  return {
    site,
    harvest: async (options: AgainOptions = {}) => {
      asked = [];
      read = new Promise((resolve) => (isRead = resolve));
      const { records } = await again.harvest(options);
      return [asked, records];
    },
  };
}

describe('a script that a later sitemap names', () => {
  it('is known when the page is visited, in each run', async () => {
    const { site, harvest } = await lateSite('sitemap');
    expect(await harvest()).toEqual([['GET'], { added: 1 }]);
    expect(await harvest()).toEqual([['GET if'], { unchanged: 1 }]);
    site.suffix = ' anew';
    expect(await harvest()).toEqual([['GET'], { replaced: 1 }]);
  });
});

describe('a script that a link names after its page was visited', () => {
  it('is known to the next run, and the page is visited once in each', async () => {
    const { site, harvest } = await lateSite('link');
    expect(await harvest()).toEqual([['GET'], { added: 2 }]);
    expect(await harvest({ allowRemovals: true })).toEqual([['GET'], { added: 1, removed: 2 }]);
    for (let night = 2; night < 4; night += 1) {
      expect(await harvest()).toEqual([['GET if'], { unchanged: 1 }]);
    }
    site.suffix = ' anew';
    expect(await harvest()).toEqual([['GET'], { replaced: 1 }]);
  });

  it('is forgotten by the next run where no link names it any more', async () => {
    const { site, harvest } = await lateSite('link');
    await harvest();
    await harvest({ allowRemovals: true });
    site.isNamed = false;
    expect(await harvest()).toEqual([['GET if'], { unchanged: 1 }]);
    expect(await harvest({ allowRemovals: true })).toEqual([['GET'], { added: 2, removed: 1 }]);
    expect(await harvest()).toEqual([['GET if'], { unchanged: 2 }]);
  });

  it('counts as named where the listing is not whole', async () => {
    const { site, harvest } = await lateSite('link');
    await harvest();
    await harvest({ allowRemovals: true });
    site.isNamed = false;
    site.isWhole = false;
    for (let night = 2; night < 4; night += 1) {
      expect(await harvest()).toEqual([['GET if'], { unchanged: 1 }]);
    }
  });
});
