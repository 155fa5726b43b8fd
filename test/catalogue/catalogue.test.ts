import { describe, expect, it } from 'vitest';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { inconsistencies } from './consistency.ts';
import {
  commit,
  contents,
  kept,
  listing,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openCatalogue,
  outcome,
  outcomeAt,
  record,
  url,
} from './updates.ts';

const totalsOf = (catalogue: Catalogue) => catalogue.read((snapshot) => snapshot.totals());
const documentOf = (catalogue: Catalogue, graph: string) =>
  catalogue.read((snapshot) => {
    const facts = snapshot.factsOf(graph);
    return facts && snapshot.document(facts.documentUrl, facts.document);
  });

describe('Catalogue', () => {
  it('returns a receipt for each update, and stores it', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    expect(commit(catalogue, urlUpdate(2), urlUpdate(1))).toEqual([
      { graphs: [{ graph: url(2), state: 'added', quads: 3 }], removed: [], kept: 0, leaving: 0 },
      { graphs: [{ graph: url(1), state: 'added', quads: 3 }], removed: [], kept: 0, leaving: 0 },
    ]);
    const { change, graphs, text } = contents(path);
    expect(change).toBe(1);
    expect(graphs).toEqual([url(1), url(2)]);
    expect(text).toBe(
      [1, 2].flatMap((index) => urlUpdate(index).graphs.map((g) => g.nquads)).join(''),
    );
    expect(documentOf(catalogue, url(1))).toEqual(urlUpdate(1).documents[0]);
    expect(inconsistencies(catalogue)).toEqual([]);
  });

  it('replaces one graph and leaves the others', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1), urlUpdate(2));
    const nquads = `<a:a> <a:b> "c" <${url(1)}> .\n`;
    const [receipt] = commit(catalogue, urlUpdate(1, { nquads }));
    expect(receipt?.graphs).toEqual([{ graph: url(1), state: 'replaced', quads: 1 }]);
    expect(contents(path).text).toBe(nquads + urlUpdate(2).graphs[0]?.nquads);
    expect(totalsOf(catalogue)).toMatchObject({ change: 2, graphs: 2, quads: 4 });
  });

  it('keeps the first retrieval of a record that a later visit finds unchanged', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1));
    const again = urlUpdate(1, { at: '2026-12-01T00:00:00.000Z', run: 'later', etag: '"new"' });
    expect(commit(catalogue, again)[0]?.graphs[0]?.state).toBe('unchanged');
    const touched = catalogue.read((snapshot) => snapshot.touchedSince(1));
    expect(touched).toEqual(new Set());
    const { document = '' } = again.graphs[0] ?? {};
    expect(catalogue.read((snapshot) => snapshot.documentFacts(url(1), document))).toMatchObject({
      run: '20261120T113625Z',
      retrieval: { at: '2026-11-20T11:36:27.000Z' },
    });
    expect(outcomeAt(catalogue, url(1))).toMatchObject({ run: 'later', etag: '"new"' });
  });

  it('changes nothing for an equal update', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1));
    commit(catalogue, urlUpdate(1));
    expect(totalsOf(catalogue).change).toBe(1);
  });

  it('stores new facts or another document form of unchanged statements', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1));
    const facts = { recordIri: 'https://doi.org/10.1234/X', json: '{ "name": "Record 1" }' };
    const [receipt] = commit(catalogue, urlUpdate(1, { ...facts, route: 'direct', run: 'later' }));
    expect(receipt).toMatchObject({ graphs: [{ state: 'unchanged' }], removed: [] });
    expect(documentOf(catalogue, url(1))).toMatchObject({ json: facts.json, route: 'direct' });
    const named = catalogue.read((snapshot) => [...snapshot.graphsNamed('doi:10.1234/x')]);
    expect(named).toEqual([url(1)]);
    expect(catalogue.read((snapshot) => [...snapshot.documentsBehind()])).toHaveLength(1);
    expect(inconsistencies(catalogue)).toEqual([]);
  });

  it('stores the parts of a visit one by one, and removes missing graphs with the last', () => {
    const catalogue = openCatalogue(newPath());
    const document = kept(1, '[]');
    const part = (key: string) => record(1, document, { key });
    commit(catalogue, urlUpdateAt(1, [document], [part('a'), part('b'), part('c')]));
    const other = kept(1, '[1]');
    const begun: UrlUpdate = {
      ...urlUpdateAt(1, [other], [record(1, other, { key: 'b' }), record(1, other, { key: 'd' })]),
    };
    const { end: _, ...first } = begun;
    expect(commit(catalogue, first)[0]?.removed).toEqual([]);
    const content = {
      graphs: new Set([`${url(1)}#b`, `${url(1)}#d`]),
      documents: new Set([other.sha256]),
    };
    const end = { outcome: outcome(1), ...content };
    const last = { ...first, documents: [], graphs: [], end };
    const [receipt] = commit(catalogue, last);
    expect(receipt?.removed).toEqual([`${url(1)}#a`, `${url(1)}#c`]);
    expect(totalsOf(catalogue)).toMatchObject({ graphs: 2, quads: 6 });
    expect(inconsistencies(catalogue)).toEqual([]);
  });

  it('removes nothing after an incomplete visit', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1));
    const failed = outcome(1, { state: 'fetch-failed' });
    const update = {
      url: url(1),
      run: 'later',
      listings: [],
      documents: [],
      graphs: [],
      end: { outcome: failed },
    };
    expect(commit(catalogue, update)[0]).toEqual({ graphs: [], removed: [], kept: 1, leaving: 0 });
    expect(totalsOf(catalogue).graphs).toBe(1);
    expect(outcomeAt(catalogue, url(1))?.state).toBe('fetch-failed');
  });

  it('keeps only former documents that still have graphs', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1));
    const documents = () =>
      catalogue.read((snapshot) => [...snapshot.documentsBehind()].map(({ sha256 }) => sha256));
    const [first] = documents();
    for (const json of ['[1]', '[2]', '[3]']) {
      const document = kept(1, json);
      const { end: _, ...answered } = urlUpdateAt(1, [document], []);
      const end = { outcome: outcome(1), documents: new Set([document.sha256]) };
      expect(commit(catalogue, { ...answered, end })[0]?.removed).toEqual([]);
      expect(new Set(documents())).toEqual(new Set([first, document.sha256]));
      const unanswered = { outcome: outcome(1, { state: 'fetch-failed' }) };
      commit(catalogue, {
        url: url(1),
        run: 'r',
        listings: [],
        documents: [],
        graphs: [],
        end: unanswered,
      });
      expect(documents()).toHaveLength(2);
    }
    expect(totalsOf(catalogue).graphs).toBe(1);
    expect(inconsistencies(catalogue)).toEqual([]);
  });

  it('keeps the listings of other sources, sorted, and replaces that of the same source', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1, { sources: ['b'] }));
    commit(catalogue, urlUpdate(1, { sources: ['c'] }));
    const found = { by: 'sitemap', in: 'https://a.example/sitemap.xml' } as const;
    const list = (source: string) => ({ source, found, depth: 1 });
    catalogue.commit([
      { kind: 'list', url: url(1), listing: list('a') },
      { kind: 'list', url: url(1), listing: list('c') },
      { kind: 'list', url: url(2), listing: list('c') },
    ]);
    expect(outcomeAt(catalogue, url(1))?.listings).toEqual([list('a'), listing('b'), list('c')]);
    expect(outcomeAt(catalogue, url(2))).toBeUndefined();
  });

  it('refuses a graph without its document, with everything in the same commit', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1));
    const before = contents(path);
    const broken = { ...urlUpdate(3), documents: [] };
    const changed = urlUpdate(1, { name: 'Changed' });
    expect(() => commit(catalogue, changed, urlUpdate(2), broken, urlUpdate(4))).toThrow(TypeError);
    expect(contents(path)).toEqual(before);
    expect(inconsistencies(catalogue)).toEqual([]);
    expect(commit(catalogue, urlUpdate(2))[0]?.graphs[0]?.state).toBe('added');
    expect(contents(path).change).toBe(before.change + 1);
  });

  it('stores IRIs longer than a key, in an order independent of arrival', () => {
    const long = `x/${'é'.repeat(1500)}`;
    const names = [`${long}b`, 'a', `${long}a`, 'z'];
    const [path, other] = [newPath(), newPath()];
    const catalogue = openCatalogue(path);
    commit(catalogue, ...names.map((name) => urlUpdate(name)));
    const second = openCatalogue(other);
    for (const name of names.toReversed()) commit(second, urlUpdate(name));
    const { graphs, text } = contents(path);
    expect(new Set(graphs)).toEqual(new Set(names.map(url)));
    expect([graphs[0], graphs[3]]).toEqual([url('a'), url('z')]);
    expect(contents(other)).toMatchObject({ graphs, text });
    expect(inconsistencies(catalogue)).toEqual([]);
    const pieces = catalogue.read((snapshot) => [...snapshot.graphs()].map(({ graph }) => graph));
    expect(pieces).toEqual(graphs);
  });

  it.each([1700, 1795, 1850, 1895, 3000])(
    'removes the records of a URL of %i bytes, and no others',
    (length) => {
      const catalogue = openCatalogue(newPath());
      const long = `https://a.example/${'x'.repeat(length - 18)}`;
      const document = kept(long, '{}');
      const part = (key: string) => record(long, document, { key });
      commit(catalogue, urlUpdateAt(long, [document], [part('a'), part('b'.repeat(300))]));
      commit(catalogue, urlUpdate(`${long}x`), urlUpdate(long.slice(0, -1)));
      const [receipt] = commit(catalogue, urlUpdateAt(long, [], []));
      expect(receipt?.removed).toHaveLength(2);
      expect(totalsOf(catalogue)).toMatchObject({ graphs: 2, quads: 6 });
      expect(inconsistencies(catalogue)).toEqual([]);
    },
  );

  it('gives each run a unique id, also within a second', () => {
    const catalogue = openCatalogue(newPath());
    const start = new Date('2026-11-20T11:36:25.123Z');
    const ids = [start, start, start].map((time) => catalogue.beginRun(time).run);
    expect(ids).toEqual(['20261120T113625Z', '20261120T113625Z-2', '20261120T113625Z-3']);
  });

  it('lists the graphs that were touched since a change', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1));
    commit(catalogue, urlUpdate(2), urlUpdate(3));
    commit(catalogue, urlUpdate(2, { name: 'Changed' }));
    commit(catalogue, urlUpdateAt(3, [], []));
    const touched = (since: number) => catalogue.read((snapshot) => snapshot.touchedSince(since));
    expect(touched(1)).toEqual(new Set([url(2), url(3)]));
    expect(touched(3)).toEqual(new Set([url(3)]));
    expect(touched(4)).toEqual(new Set());
    expect(touched(5)).toBeUndefined();
  });

  it('is not written to when it was opened to read', () => {
    const path = newPath();
    commit(openCatalogue(path), urlUpdate(1));
    expect(() => commit(openCatalogue(path, 'read'), urlUpdate(2))).toThrow(TypeError);
  });

  it('reports a failed write, and keeps its state', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1));
    const before = contents(path);
    // LMDB itself refuses so long a key, in the middle of the transaction.
    const keep = () =>
      catalogue.change(({ places }) => places.putSync('x'.repeat(5000), { site: 'a' }));
    expect(keep).toThrow('larger than the maximum key size');
    expect(contents(path)).toEqual(before);
  });
});
