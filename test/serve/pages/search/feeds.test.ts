import { parseFeed } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageKey } from '../../../../src/serve/page-keys.ts';
import { url } from '../../../catalogue/updates.ts';
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
    expect(lines[0]).toMatch(/^title,type,.*,page,dataset$/u);
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
        {
          bbox: [1, 2, 3, 4],
          properties: {
            key: key(2),
            links: { page: expect.stringContaining('/dataset/') as string },
          },
        },
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

describe('the refusal of a condition', () => {
  it('repeats the text as it was written, and names other conditions as the page does', async () => {
    const { text } = await site.get('/search.csv?time=--keyword');
    expect(text).toMatch(/^period: "--keyword" is not one time or two/u);
    const age = await site.get('/search.csv?time=300Ma');
    expect(age.text).toMatch(/^period: "300Ma" is no calendar time; use age for/u);
  });
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
    'are well-formed XML with the elements that RFC 4287 requires: %s',
    async (path) => {
      const { text } = await site.get(path);
      const feed = treeOf(text);
      expect(feed.name).toBe('feed');
      const entries = feed.children.filter(({ name }) => name === 'entry');
      for (const each of [feed, ...entries]) expectAtom(each);
      const ids = entries.map((entry) => textIn(entry, 'id'));
      expect(new Set(ids).size).toBe(ids.length);
      // Of the feed for all entries that name none (RFC 4287, 4.1.1).
      expect(feed.children.filter(({ name }) => name === 'author')).not.toHaveLength(0);
      expect(text).toContain('<link rel="self" type="application/atom+xml"');
    },
  );
});

function linkTo(number: number): string {
  return `${base}dataset/${pageKey(key(number))}`;
}

interface AtomElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: AtomElement[];
  text: string;
}

/** @throws where the text is not well-formed, or has an element that is not of Atom */
function treeOf(text: string): AtomElement {
  const root: AtomElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ local, uri, attributes }) => {
    expect(uri).toBe('http://www.w3.org/2005/Atom');
    const pairs = Object.values(attributes).map(({ name, value }) => [name, value] as const);
    const element = { name: local, attributes: new Map(pairs), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  });
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  const [feed] = root.children;
  if (feed === undefined) throw new Error('nothing');
  return feed;
}

function textIn(element: AtomElement, wanted: string): string {
  return element.children.find(({ name }) => name === wanted)?.text ?? '';
}

/** What RFC 4287 demands of a feed and of an entry (4.1.1, 4.1.2), of dates (3.3) and persons (3.2). */
function expectAtom(element: AtomElement): void {
  const { children } = element;
  const many = new Set(['author', 'category', 'contributor', 'link', 'entry']);
  const single = children.map(({ name }) => name).filter((name) => !many.has(name));
  expect(new Set(single).size).toBe(single.length);
  expect(single).toEqual(expect.arrayContaining(['id', 'title', 'updated']));
  expect(textIn(element, 'id')).toMatch(/^[a-z][a-z\d+.-]*:\S+$/u);
  const dates = children.filter(({ name }) => name === 'updated' || name === 'published');
  for (const { text } of dates) {
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u);
  }
  const authors = children.filter(({ name }) => name === 'author');
  for (const author of authors) expect(textIn(author, 'name')).not.toBe('');
  const texts = children.filter(({ name }) => ['title', 'summary', 'rights'].includes(name));
  for (const { attributes, children: inside } of texts) {
    expect([attributes.get('type') ?? 'text', inside]).toEqual(['text', []]);
  }
  const links = children.filter(({ name }) => name === 'link');
  for (const { attributes } of links) expect(attributes.get('href')).toMatch(/^https?:\/\//u);
  const relations = links.map(({ attributes }) => attributes.get('rel') ?? 'alternate');
  expect(relations).toContain('alternate');
}
