import { describe, expect, it } from 'vitest';
import { noRunCosts } from '../../src/model/run-costs.ts';
import type { ResourceError } from '../../src/model/http.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { openEmbeddedStore } from '../../src/catalogue/store.ts';
import type { GraphPiece, Selection } from '../../src/catalogue/snapshot.ts';
import {
  contents,
  kept,
  listing,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openEngine,
  openStore,
  record,
  url,
} from './updates.ts';

const large = (index: number, word: string): UrlUpdate =>
  urlUpdate(index, {
    nquads: `<a:${word}> <a:p> "${'x'.repeat(70_000)}${index}" <${url(index)}> .\n`,
  });

async function piecesOf(statements: AsyncIterable<GraphPiece>): Promise<GraphPiece[]> {
  const pieces: GraphPiece[] = [];
  for await (const piece of statements) pieces.push(piece);
  return pieces;
}

const textOf = async (statements: AsyncIterable<GraphPiece>): Promise<string> =>
  (await piecesOf(statements)).map(({ nquads }) => nquads).join('');

const report = { dryRun: false, interrupted: true, sources: [], examples: [] } as const;

describe('EmbeddedStore', () => {
  it('lets concurrent callers share a commit', async () => {
    const path = newPath();
    const store = openStore(path);
    const indexes = Array.from({ length: 50 }, (_, index) => index);
    const receipts = await Promise.all(indexes.map(async (index) => store.write(urlUpdate(index))));
    expect(receipts.map(({ graphs }) => graphs[0]?.graph)).toEqual(indexes.map(url));
    expect(receipts.every(({ graphs }) => graphs[0]?.state === 'added')).toBe(true);
    await Promise.all(indexes.map(async (index) => store.list(url(index), listing('other'))));
    expect((await store.outcomeOf(url(49)))?.listings).toHaveLength(2);
    expect(contents(path)).toMatchObject({ change: 2 });
  });

  it('fails no other update for an error in one', async () => {
    const store = openStore(newPath());
    const broken = { ...urlUpdate(2), documents: [] };
    const results = await Promise.allSettled(
      [urlUpdate(1), broken, urlUpdate(3)].map(async (each) => store.write(each)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('has written all pending updates when it is closed', async () => {
    const path = newPath();
    const store = openStore(path);
    void store.write(urlUpdate(1));
    await store.close();
    expect(contents(path).graphs).toEqual([url(1)]);
  });

  it('refuses a text that is too long to be read again, with its whole update', async () => {
    const path = newPath();
    const store = openStore(path);
    const tooLarge = urlUpdate(2, { json: 'x'.repeat(2 ** 28 + 1) });
    const problem = await store
      .write({ ...urlUpdate(1), documents: [...urlUpdate(1).documents, ...tooLarge.documents] })
      .catch((error: unknown) => (error as ResourceError).problem);
    expect(problem).toEqual({ kind: 'graph-too-large', url: url(2), maxCharacters: 2 ** 28 });
    expect(contents(path).graphs).toEqual([]);
  });

  it('stores runs, with a report when they end', async () => {
    const store = openStore(newPath());
    const startedAt = new Date('2026-11-20T11:36:25Z');
    const { run } = await store.beginRun(startedAt);
    expect(await textOf(store.statements())).not.toContain('endedAtTime');
    await store.keepReport({
      ...noRunCosts,
      ...report,
      run,
      startedAt: startedAt.toISOString(),
      endedAt: '2026-11-20T11:40:00.000Z',
      catalogue: { problems: [], counts: {} },
    });
    const text = await textOf(store.statements());
    expect(text).toMatch(/run:20261120T113625Z> \S+endedAtTime> "2026-11-20T11:40:00.000Z"/u);
    expect(text).toMatch(/interrupted> "true"/u);
  });

  it('streams all statements of one state during writes', async () => {
    const store = openStore(newPath());
    await Promise.all([large(1, 'old'), large(2, 'old')].map(async (each) => store.write(each)));
    const reading = store.statements()[Symbol.asyncIterator]();
    const first = await reading.next();
    await Promise.all([1, 2, 3].map(async (index) => store.write(large(index, 'new'))));
    const rest = await piecesOf({ [Symbol.asyncIterator]: () => reading });
    const text = [first.value as GraphPiece, ...rest].map(({ nquads }) => nquads).join('');
    expect(text.match(/<a:(?:old|new)>/gu)).toEqual(['<a:old>', '<a:old>']);
    expect((await textOf(store.statements())).match(/<a:new>/gu)).toHaveLength(3);
  });

  it('streams pieces of one graph each, derived graphs last, each statement once', async () => {
    const store = openStore(newPath());
    const problems = [{ kind: 'no-triples', url: url(1) }] as const;
    await store.write(urlUpdate(2, { sources: ['a', 'b'] }));
    await store.write(urlUpdate(1, { problems: [...problems, ...problems] }));
    const pieces = await piecesOf(store.statements());
    const own = ['index', 'views', 'provenance', 'problems'].map(
      (name) => `urn:cdif-graph:${name}`,
    );
    expect(pieces.map(({ graph }) => graph)).toEqual([url(1), url(2), ...own]);
    for (const { graph, nquads } of pieces) {
      const lines = nquads.trimEnd().split('\n');
      expect(lines.every((line) => line.endsWith(` <${graph}> .`))).toBe(true);
      expect(new Set(lines).size).toBe(lines.length);
    }
  });

  it('selects records by source with their provenance, without unwanted graphs', async () => {
    const store = openStore(newPath());
    const problems = [{ kind: 'no-triples', url: url(1) }] as const;
    await store.write(urlUpdate(1, { sources: ['a'], problems }));
    await store.write(urlUpdate(2, { sources: ['a', 'b'] }));
    await store.write(
      urlUpdate(3, { sources: ['c'], problems: [{ kind: 'no-triples', url: url(3) }] }),
    );
    const graphs = async (selection: Selection) =>
      (await piecesOf(store.statements(selection))).map(({ graph }) => graph);
    const without = ['index', 'views', 'provenance', 'problems'] as const;
    expect(await graphs({ sources: ['b', 'c'], without })).toEqual([url(2), url(3)]);
    expect(await graphs({ sources: ['b'], without: ['index'] })).toEqual([
      url(2),
      'urn:cdif-graph:views',
      'urn:cdif-graph:provenance',
    ]);
    expect(
      await textOf(store.statements({ sources: ['b'], without: ['provenance'] })),
    ).not.toContain(url(1));
    expect(await graphs({ sources: ['nobody'] })).toEqual([]);
    const text = await textOf(store.statements({ sources: ['a'] }));
    expect(text).toContain(`focusNode> <${url(1)}>`);
    expect(text).not.toContain(url(3));
    expect(text).not.toContain('source:c>');
  });

  it('releases its snapshot if the consumer of statements stops', async () => {
    const store = openStore(newPath());
    await store.write(urlUpdate(1));
    for await (const piece of store.statements()) {
      expect(piece.graph).toBe(url(1));
      break;
    }
    expect((await store.write(urlUpdate(2))).graphs[0]?.state).toBe('added');
  });

  it('answers queries about what was just written, and removed', async () => {
    const store = openStore(newPath());
    const engine = openEngine(store);
    const ask = async () =>
      engine.query({
        text: 'SELECT (COUNT(*) AS ?n) { ?it <http://schema.org/creator> ?who }',
        reads: { union: true, records: false, own: [] },
        format: 'csv',
      });
    await store.write(urlUpdate(1));
    expect(await ask()).toBe('n\r\n1\r\n');
    await Promise.all([2, 3].map(async (index) => store.write(urlUpdate(index))));
    expect(await ask()).toBe('n\r\n3\r\n');
    await store.write(urlUpdateAt(2, [], []));
    expect(await ask()).toBe('n\r\n2\r\n');
  });

  it('has the document and the statements of each graph of a list', async () => {
    const store = openStore(newPath());
    const document = { ...kept(1, '[{},{}]'), piece: { sharesName: true } };
    const graphs = ['a', 'b'].map((key) => record(1, document, { key }));
    await store.write(urlUpdateAt(1, [document], graphs));
    expect(await store.documentOf(`${url(1)}#a`)).toEqual(document);
    expect(await store.documentOf(url(1))).toBeUndefined();
    expect(await store.graphOf(`${url(1)}#b`)).toBe(graphs[1]?.nquads);
    expect(await store.graphOf(url(1))).toBeUndefined();
  });

  it('is opened without starting an engine', async () => {
    const path = newPath();
    const store = openEmbeddedStore({ path, access: 'write' });
    await store.write(urlUpdate(1));
    await store.close();
    expect(contents(path).graphs).toEqual([url(1)]);
  });
});
