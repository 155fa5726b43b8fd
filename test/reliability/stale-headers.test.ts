import { describe, expect, it } from 'vitest';
import { serve } from '../web/loopback.ts';
import { datasetPage } from '../support/faults/good-page.mjs';
import { harvestAgain } from './later-harvests.ts';

/** A resource that is requested with HEAD first, and whose headers never change. */
async function stale(headers: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const site = { version: 0 };
  const origin = await serve((request, response) => {
    const { url: path = '', method = '' } = request;
    const isConditional = request.headers['if-none-match'] !== undefined;
    if (path === '/robots.txt') response.writeHead(404).end();
    else if (path === '/sitemap.xml') {
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(`<urlset><url><loc>${origin}/a.csv</loc></url></urlset>`);
    } else if (path === '/meta.jsonld') {
      response.writeHead(200, { 'content-type': 'application/ld+json' });
      response.end('{"@context":"https://schema.org","@type":"Dataset","name":"A"}');
    } else {
      asked.push(isConditional ? `${method} if` : method);
      response.writeHead(200, { etag: '"p"', ...headers });
      response.end(method === 'HEAD' ? undefined : datasetPage(origin + path, site.version));
    }
  });
  const again = harvestAgain({ sitemap: `${origin}/sitemap.xml` });
  return {
    site,
    time: again.time,
    /** @returns the changes of the records, the methods of the requests, and the saved requests */
    harvest: async () => {
      asked.length = 0;
      const { records, report } = await again.harvest();
      return { records, asked: [...asked], saved: report.sources[0]?.saved };
    },
  };
}

const page = { 'content-type': 'text/html' };
const link = '</meta.jsonld>; rel="describedby"; type="application/ld+json"';

describe('a server that says for ever by HEAD that nothing is modified', () => {
  it('is believed for 30 days, and asked for the whole by 59', async () => {
    const { site, time, harvest } = await stale(page);
    expect((await harvest()).asked).toEqual(['HEAD', 'GET']);
    site.version = 1;
    for (const days of [0, 26]) {
      time.pass(24 * days);
      expect(await harvest()).toEqual({
        records: { unchanged: 1 },
        asked: ['HEAD'],
        saved: { notModified: 1, sameContent: 0 },
      });
    }
    time.pass(24 * 31);
    const { records, asked } = await harvest();
    expect(asked).toEqual(['HEAD', 'GET']);
    expect(records).toEqual({ replaced: 1 });
    expect((await harvest()).asked).toEqual(['HEAD']);
  });

  it('is asked for the whole no more often where nothing is new', async () => {
    const { time, harvest } = await stale(page);
    await harvest();
    await harvest();
    time.pass(24 * 58);
    expect(await harvest()).toEqual({
      records: { unchanged: 1 },
      asked: ['HEAD', 'GET'],
      saved: { notModified: 0, sameContent: 1 },
    });
    expect((await harvest()).asked).toEqual(['HEAD']);
  });

  it('is never asked with GET for data whose headers alone are wanted', async () => {
    const { time, harvest } = await stale({ 'content-type': 'text/csv', link });
    await harvest();
    for (const days of [0, 58, 58]) {
      time.pass(24 * days);
      const { asked, saved } = await harvest();
      expect(asked).toEqual(['HEAD']);
      expect(saved).toEqual({ notModified: 0, sameContent: 2 });
    }
  });
});
