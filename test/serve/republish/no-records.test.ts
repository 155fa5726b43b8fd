import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  serveNoCatalogue,
  serveNoRecord,
  type ServedWebCatalogue,
} from '../../support/web-catalogue.ts';

describe('without records', () => {
  let served: ServedWebCatalogue;

  beforeAll(async () => {
    served = await serveNoRecord();
    return async () => served.close();
  });

  it.each([
    ['sitemap.xml', /<urlset [^>]*>\n<\/urlset>\n$/u],
    ['cdif-list.json', /"numberOfItems":0.*"itemListElement":\[\s*\]\}\n$/su],
    ['changes/', /"type":"OrderedCollection","totalItems":0\}\n$/u],
    ['changes.atom', /<updated>1970-01-01T00:00:00Z<\/updated>/u],
    ['dump/files.json', /"records": 0/u],
  ])('%s is complete and empty', async (path, expected) => {
    const answer = await fetch(served.url + path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(expected);
  });
});

describe('without a catalogue', () => {
  let served: ServedWebCatalogue;

  beforeAll(async () => {
    served = await serveNoCatalogue();
  });
  afterAll(async () => served.close());

  it.each(['sitemap.xml', 'cdif-list.json', 'changes/', 'changes.atom', 'dump/files.json'])(
    '%s is not available yet',
    async (path) => {
      const answer = await fetch(served.url + path);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
    },
  );
});
