import { describe, expect, it } from 'vitest';
import { serve } from '../web/loopback.ts';
import { datasetPage } from '../support/faults/good-page.mjs';
import { harvestAgain } from './later-harvests.ts';

/** A site whose cache answers every conditional request with 304, whatever changed. */
async function stale() {
  const asked: string[] = [];
  const site = { version: 0, paths: ['/a'] };
  const origin = await serve((request, response) => {
    const { url: path = '', headers } = request;
    const isConditional = headers['if-none-match'] !== undefined;
    asked.push(isConditional ? `${path} if` : path);
    if (path === '/robots.txt') response.writeHead(404).end();
    else if (isConditional) response.writeHead(304).end();
    else if (path === '/sitemap.xml') {
      const entries = site.paths.map((each) => `<url><loc>${origin}${each}</loc></url>`);
      response.writeHead(200, { 'content-type': 'application/xml', etag: '"s"' });
      response.end(`<urlset xmlns="${sitemaps}">${entries.join('')}</urlset>`);
    } else {
      response.writeHead(200, { 'content-type': 'text/html', etag: '"p"' });
      response.end(datasetPage(origin + path, site.version));
    }
  });
  const again = harvestAgain({ sitemap: `${origin}/sitemap.xml` });
  return {
    site,
    time: again.time,
    /** @returns the changes of the records, and the requests */
    harvest: async () => {
      asked.length = 0;
      const { records } = await again.harvest();
      return { records, asked: asked.filter((path) => path !== '/robots.txt').toSorted() };
    },
  };
}

const sitemaps = 'http://www.sitemaps.org/schemas/sitemap/0.9';

describe('a server that says for ever that nothing is modified', () => {
  it('is believed for 30 days, and asked for the whole by 59', async () => {
    const { site, time, harvest } = await stale();
    await harvest();
    site.version = 1;
    site.paths.push('/b');
    for (const days of [0, 26]) {
      time.pass(24 * days);
      const { records, asked } = await harvest();
      expect(asked).toEqual(['/a if', '/sitemap.xml if']);
      expect(records).toEqual({ unchanged: 1 });
    }
    time.pass(24 * 31);
    const { records, asked } = await harvest();
    expect(asked).toEqual(['/a', '/b', '/sitemap.xml']);
    expect(records).toEqual({ added: 1, replaced: 1 });
    const next = await harvest();
    expect(next.asked).toEqual(['/a if', '/b if', '/sitemap.xml if']);
    expect(next.records).toEqual({ unchanged: 2 });
  });

  it('is asked for the whole no more often where nothing is new', async () => {
    const { time, harvest } = await stale();
    await harvest();
    await harvest();
    time.pass(24 * 58);
    expect(await harvest()).toEqual({ records: { unchanged: 1 }, asked: ['/a', '/sitemap.xml'] });
    expect((await harvest()).asked).toEqual(['/a if', '/sitemap.xml if']);
  });
});
