import { parseFeed } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageKey } from '../../../../src/serve/page-keys.ts';
import { url } from '../../../store/updates.ts';
import { base, said, serveRecords, type SearchedSite } from './searched-site.ts';

let site: SearchedSite;

beforeAll(async () => {
  site = await serveRecords([
    said(1, {
      title: '=HYPERLINK("http://x.example")',
      texts: { keywords: [{ text: 'tide' }], modified: '2019' },
    }),
    said(2, {
      title: 'A & B <i>\u{7}\u{D800}"',
      places: { boxes: [{ west: 1, south: 2, east: 3, north: 4 }] },
      texts: {
        titles: [{ text: 'A & B <i>\u{7}\u{D800}"', language: 'en' }],
        descriptions: [{ text: 'Tide of the <sea>', language: 'en' }],
        agents: [{ role: 'creator', names: [{ text: 'Ann Fen ann@fen.example' }], iris: [] }],
        licences: ['https://spdx.org/licenses/CC-BY-4.0'],
        issued: '2018-01-02',
        modified: '2020-05',
      },
    }),
    said(3, { title: 'Tide without dates' }),
    said(4, { title: 'Something else', texts: { modified: '2024' } }),
  ]);
});

const key = (number: number): string => `${url(number).replace('https', 'http')}#it`;

describe('all results as a file', () => {
  it('are CSV in the order of the search, without formulas', async () => {
    const { status, headers, text } = await site.get('/search.csv?q=tide&sort=modified');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^title,type,/u);
    expect(lines[1]).toMatch(/^"A & B <i>/u);
    expect(lines[2]).toMatch(/^"'=HYPERLINK/u);
    expect(lines[3]).toMatch(/^Tide without dates,/u);
  });

  it('are GeoJSON', async () => {
    const { headers, text } = await site.get('/search.geojson?q=tide&sort=modified');
    expect(headers.get('Content-Type')).toBe('application/geo+json');
    const collection: unknown = JSON.parse(text);
    expect(collection).toMatchObject({
      type: 'FeatureCollection',
      numberMatched: 3,
      features: [
        { bbox: [1, 2, 3, 4], properties: { key: key(2) } },
        { geometry: null, properties: { key: key(1) } },
        { properties: { key: key(3) } },
      ],
    });
    const none: unknown = JSON.parse((await site.get('/search.geojson?q=nothing')).text);
    expect(none).toEqual({ type: 'FeatureCollection', numberMatched: 0, features: [] });
  });

  it.each(['csv', 'geojson', 'atom'])(
    'are refused where a condition is wrong: %s',
    async (name) => {
      const { status, text } = await site.get(`/search.${name}?q=tide&bbox=1,2`);
      expect(status).toBe(400);
      expect(text).toMatch(/^box: "1,2" is not four numbers/u);
    },
  );
});

describe('the latest changed results', () => {
  it('are a feed', async () => {
    const { headers, text } = await site.get('/search.atom?q=tide&sort=title');
    expect(headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
    const feed = parseFeed(text);
    expect(feed).toMatchObject({
      type: 'atom',
      title: 'tide · Tides',
      link: `${base}?q=tide`,
      id: `${base}search.atom?q=tide`,
    });
    expect(
      feed?.items.map(({ id, title, link, description }) => [id, title, link, description]),
    ).toEqual([
      [key(2), 'A & B <i>\u{FFFD}\u{FFFD}"', linkTo(2), 'Tide of the <sea>'],
      [key(1), '=HYPERLINK("http://x.example")', linkTo(1), undefined],
      [key(3), 'Tide without dates', linkTo(3), undefined],
    ]);
    expect(text).toContain('<updated>2020-05-01T00:00:00Z</updated>');
    expect(text).toContain('<published>2018-01-02T00:00:00Z</published>');
    // Of one without dates the time at which it was harvested.
    expect(text).toContain('<updated>2026-11-20T11:36:27.000Z</updated>');
    expect(text).toContain('<author><name>Ann Fen</name></author>');
    expect(text).toContain('<rights>CC BY 4.0</rights>');
    expect(text).toContain('<title type="text" xml:lang="en">');
  });

  it.each(['/search.atom', '/search.atom?q=nothing', '/search.atom?q=a%26%3C%22%3E'])(
    'are well-formed XML, with what RFC 4287 demands: %s',
    async (path) => {
      const { text } = await site.get(path);
      const counts = elementsIn(text);
      expect(counts.get('feed')).toBe(1);
      const entries = counts.get('entry') ?? 0;
      for (const name of ['id', 'title', 'updated']) expect(counts.get(name)).toBe(entries + 1);
      expect(counts.get('author')).toBeGreaterThan(0);
      expect(text).toContain('<link rel="self" type="application/atom+xml"');
    },
  );
});

function linkTo(number: number): string {
  return `${base}dataset/${pageKey(key(number))}`;
}

/** How often each element is there. @throws where the text is not well-formed */
function elementsIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name }) => counts.set(name, (counts.get(name) ?? 0) + 1));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  return counts;
}
