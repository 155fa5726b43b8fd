import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/model/fault.ts';
import type { JsonLdDocument } from '../../src/model/record.ts';
import { rebuild, type RebuildRequest } from '../../src/pipeline/rebuild.ts';
import {
  brokenDocument,
  catalogue,
  dataset,
  derive,
  document,
  graphsOf,
  piece,
  request,
} from './rebuilding.ts';

const place = 'https://one.example/page';
const none = { added: 0, replaced: 0, unchanged: 0, removed: 0, failed: 0, nonconforming: 0 };

describe('a rebuild', () => {
  it('leaves every graph as it is, to the byte, when the program is the same', async () => {
    const store = catalogue();
    await store.visit(place, [document(place, dataset('a')), document(place, dataset('b'))]);
    await store.visit('https://one.example/other', [
      document('https://one.example/other', dataset('c')),
    ]);
    const before = await graphsOf(store);
    const report = await rebuild(request(store));
    expect(report).toMatchObject({ urls: 2, left: 0, records: { ...none, unchanged: 3 } });
    expect(await graphsOf(store)).toEqual(before);
    expect(before).toHaveLength(3);
  });

  it('replaces a graph that is derived differently now', async () => {
    const store = catalogue();
    await store.visit(place, [document(place, dataset('a'))], {
      change: (graph) => ({ ...graph, nquads: '<urn:a> <urn:b> "old" .\n', quads: 1 }),
    });
    expect((await rebuild(request(store))).records).toEqual({ ...none, replaced: 1 });
    const [[, nquads] = []] = await graphsOf(store);
    expect(nquads).toContain('"Dataset a"');
    expect((await rebuild(request(store))).records).toEqual({ ...none, unchanged: 1 });
  });

  it('removes a graph that its document no longer gives', async () => {
    const store = catalogue();
    await store.visit(place, [document(place, dataset('a'))], {
      change: (graph) => ({ ...graph, graph: `${place}#former`, key: 'former' }),
    });
    expect((await rebuild(request(store))).records).toEqual({ ...none, added: 1, removed: 1 });
    expect((await graphsOf(store)).map(([graph]) => graph)).toEqual([place]);
  });

  it('adds the record of a document that could not be read before', async () => {
    const store = catalogue();
    const documents = [document(place, dataset('a'))];
    await store.visit(place, documents, { derive: derive({ jsonDepth: 1 }) });
    expect(await store.outcomeOf(place)).toMatchObject({
      state: 'metadata-failed',
      problems: [{ kind: 'json-too-complex' }],
    });
    expect((await rebuild(request(store))).records).toEqual({ ...none, added: 1 });
    expect(await store.outcomeOf(place)).toMatchObject({ state: 'harvested', problems: [] });
  });

  it('keeps the graph of a document that fails now, and reports why', async () => {
    const store = catalogue();
    await store.visit(place, [document(place, dataset('a'))]);
    const before = await graphsOf(store);
    const report = await rebuild(request(store, { derive: derive({ jsonDepth: 1 }) }));
    expect(report.records).toEqual({ ...none, failed: 1 });
    expect(report.problems).toEqual({ 'json-too-complex': 1 });
    expect(await graphsOf(store)).toEqual(before);
    expect((await store.outcomeOf(place))?.problems).toMatchObject([{ kind: 'json-too-complex' }]);
  });

  it('leaves out records that no source listing the URL wants', async () => {
    const store = catalogue();
    await store.visit(place, [document(place, { ...dataset('a'), '@type': 'Person' })]);
    const sources = [{ name: 'example', types: ['Dataset'] }];
    const report = await rebuild(request(store, { sources }));
    expect(report).toMatchObject({
      records: { ...none, removed: 1 },
      skipped: { 'type-not-wanted': 1 },
    });
    // The document is still there, so nothing is lost.
    const elsewhere = [{ name: 'another', types: ['Dataset'] }];
    const again = await rebuild(request(store, { sources: elsewhere }));
    expect(again.records).toEqual({ ...none, added: 1 });
  });

  it('reads documents without a context as the sources want that list the URL now', async () => {
    const store = catalogue();
    const { '@context': _, ...bare } = dataset('a');
    await store.visit(place, [document(place, bare)]);
    const reading = async (name: string) =>
      rebuild(request(store, { sources: [{ name, missingContext: 'schema.org' }] }));
    expect(await reading('example')).toMatchObject({
      records: { ...none, added: 1 },
      problems: { 'context-assumed': 1 },
    });
    expect(await reading('another')).toMatchObject({
      records: { ...none, failed: 1 },
      problems: { 'context-missing': 1 },
    });
  });

  it('gives the same graphs with several URLs in progress at once', async () => {
    const store = catalogue();
    const urls = Array.from({ length: 20 }, (_, index) => `https://one.example/${index}`);
    for (const url of urls) await store.visit(url, [document(url, dataset(url.slice(-1)))]);
    const before = await graphsOf(store);
    const report = await rebuild(request(store, { lanes: 3 }));
    expect(report).toMatchObject({ urls: 20, records: { ...none, unchanged: 20 } });
    expect(await graphsOf(store)).toEqual(before);
  });
});

describe('a rebuild that is ended early', () => {
  it('keeps what is done, reports the interruption, and can be repeated', async () => {
    const store = catalogue();
    for (const name of ['a', 'b', 'c']) {
      const url = `https://one.example/${name}`;
      await store.visit(url, [document(url, dataset(name))], { derive: derive({ jsonDepth: 1 }) });
    }
    const end = new AbortController();
    const stage = derive();
    const interrupting = {
      ...stage,
      process: (
        documents: readonly JsonLdDocument[],
        context: Parameters<typeof stage.process>[1],
      ) => {
        if (documents[0]?.documentUrl.endsWith('/b') === true) end.abort();
        return stage.process(documents, context);
      },
    };
    const first = await rebuild(request(store, { derive: interrupting, signal: end.signal }));
    expect(first).toMatchObject({ interrupted: true, urls: 1, records: { ...none, added: 1 } });
    const second = await rebuild(request(store));
    expect(second).toMatchObject({
      interrupted: false,
      records: { ...none, added: 2, unchanged: 1 },
    });
  });

  it('ends with the fault of a store that cannot be written', async () => {
    class FullDisk extends Fault {}
    const store = catalogue();
    await store.visit(place, [document(place, dataset('a'))]);
    const rederive = async () => Promise.reject(new FullDisk('full'));
    await expect(rebuild(request({ ...methodsOf(store), rederive }))).rejects.toThrow(FullDisk);
  });

  it('throws a fault only when nothing is in progress any more', async () => {
    class Unreadable extends Fault {}
    const store = catalogue();
    const [one, other] = ['https://one.example/1', 'https://one.example/2'];
    for (const url of [one, other]) await store.visit(url, [document(url, dataset('a'))]);
    const seen: string[] = [];
    const slow: RebuildRequest['derive'] = {
      name: 'expand',
      async *process(...input) {
        seen.push('begun');
        for (let turn = 0; turn < 5; turn += 1) await setImmediate();
        seen.push('ended');
        yield* derive().process(...input);
      },
    };
    const outcomeOf = async (url: string) => {
      if (url !== other) return store.outcomeOf(url);
      while (seen.length === 0) await setImmediate();
      throw new Unreadable('broken');
    };
    const sources = [{ name: 'example', types: ['Dataset'] }];
    const faulty = request({ ...methodsOf(store), outcomeOf }, { derive: slow, sources, lanes: 2 });
    await expect(rebuild(faulty)).rejects.toThrow(Unreadable);
    expect(seen).toEqual(['begun', 'ended']);
  });
});

/** What a rebuild asks a store for, so that some of it can be replaced. */
function methodsOf(store: RebuildRequest['store']): RebuildRequest['store'] {
  return {
    conformingCopy: async (graph) => store.conformingCopy(graph),
    documents: () => store.documents(),
    find: async (name) => store.find(name),
    documentOf: async (graph) => store.documentOf(graph),
    outcomeOf: async (url) => store.outcomeOf(url),
    rederive: async (url, derived) => store.rederive(url, derived),
    recount: async () => store.recount(),
  };
}

/** A catalogue of an earlier version, which did not mark older documents. */
function withoutMarks(store: RebuildRequest['store']): RebuildRequest['store'] {
  return {
    ...methodsOf(store),
    documents: async function* () {
      for await (const { url, documents } of store.documents()) {
        const unmarked = Array.from(documents, (kept) => {
          const { isOlder: _, ...rest } = kept;
          return rest;
        });
        yield { url, documents: unmarked };
      }
    },
  };
}

describe('a rebuild of documents of several visits', () => {
  // When a document of a page fails, documents of earlier visits are kept.
  it('uses the documents that the graphs were made from', async () => {
    const store = catalogue();
    await store.visit(place, [document(place, dataset('a', 'first'))]);
    const second = [document(place, dataset('a', 'second')), brokenDocument(place)];
    await store.visit(place, second);
    const before = await graphsOf(store);
    const report = await rebuild(request(store));
    expect(report).toMatchObject({ left: 0, records: { ...none, unchanged: 1, failed: 1 } });
    expect(await graphsOf(store)).toEqual(before);
    expect(before.join('')).toContain('second');
    expect((await store.outcomeOf(place))?.problems).toMatchObject([
      { kind: 'context-unavailable' },
    ]);
  });

  it('derives each record from the document of the visit that gave it', async () => {
    const store = catalogue();
    await store.visit(place, [document(place, dataset('a')), document(place, dataset('b'))]);
    await store.visit(place, [document(place, dataset('a', 'second')), brokenDocument(place)]);
    const before = await graphsOf(store);
    expect(before).toHaveLength(2);
    const report = await rebuild(request(store));
    expect(report).toMatchObject({ left: 0, records: { ...none, unchanged: 2, failed: 1 } });
    expect(await graphsOf(store)).toEqual(before);
  });

  it('leaves a page unchanged whose documents together do not give its graphs', async () => {
    const store = catalogue();
    await store.visit(place, [document(place, dataset('a')), document(place, dataset('b'))]);
    await store.visit(place, [document(place, dataset('a', 'second')), brokenDocument(place)]);
    const before = await graphsOf(store);
    expect(before).toHaveLength(2);
    const report = await rebuild(request(withoutMarks(store)));
    expect(report).toMatchObject({ urls: 1, left: 1, records: none });
    expect(await graphsOf(store)).toEqual(before);
  });

  it('does not take the state of a URL from records that its latest answer did not give', async () => {
    const store = catalogue();
    await store.visit(place, [document(place, dataset('a'))]);
    await store.visit(place, [brokenDocument(place)]);
    const before = await store.known(place);
    expect(before).toMatchObject({ outcome: { state: 'metadata-failed' }, visit: { failures: 1 } });
    await rebuild(request(store));
    expect(await store.known(place)).toMatchObject({
      outcome: { state: 'metadata-failed' },
      visit: { failures: 1 },
      records: 1,
    });
  });

  it('reports documents that were given up before it is known what they give', async () => {
    const store = catalogue();
    await store.visit(place, [document(place, dataset('a', 'first'))]);
    await store.visit(place, [document(place, dataset('a', 'second')), brokenDocument(place)]);
    const before = await graphsOf(store);
    const problem = { kind: 'record-timed-out', url: place, timeoutMs: 1 } as const;
    const hanging: RebuildRequest['derive'] = {
      name: 'expand',
      async *process() {
        yield { kind: 'failed', problem };
      },
    };
    const report = await rebuild(request(store, { derive: hanging }));
    expect(report).toMatchObject({ left: 0, records: { ...none, failed: 1 }, examples: [problem] });
    expect(await graphsOf(store)).toEqual(before);
  });

  it('does not replace an item of a list by its older version', async () => {
    const store = catalogue();
    await store.visit(place, [piece(place, dataset('a', 'first')), piece(place, dataset('b'))]);
    await store.visit(place, [
      piece(place, dataset('a', 'second')),
      piece(place, dataset('b')),
      { ...brokenDocument(place), piece: { sharesName: false } },
    ]);
    const before = await graphsOf(store);
    const report = await rebuild(request(store));
    expect(report.records).toEqual({ ...none, unchanged: 2, failed: 1 });
    expect(await graphsOf(store)).toEqual(before);
  });
});

describe('a rebuild of a large list', () => {
  it('does not replace an item by another one with the same name', async () => {
    const store = catalogue();
    const items = ['first', 'second'].map((version) => piece(place, dataset('a', version)));
    await store.visit(place, items, { derive: derive({ jsonDepth: 1 }) });
    const report = await rebuild(request(store));
    expect(report).toMatchObject({
      records: { ...none, added: 1, failed: 1 },
      problems: { 'list-item-invalid': 1 },
    });
    const before = await graphsOf(store);
    expect((await rebuild(request(store))).records).toEqual({ ...none, unchanged: 1 });
    expect(await graphsOf(store)).toEqual(before);
  });

  it('derives its items one by one, and removes graphs that none of them gives', async () => {
    const store = catalogue();
    const items = ['a', 'b', 'c'].map((name) => piece(place, dataset(name)));
    await store.visit(place, items, {
      change: (graph) =>
        graph.key?.endsWith('/c') === true
          ? { ...graph, graph: `${place}#old`, key: 'old' }
          : graph,
    });
    const report = await rebuild(request(store));
    expect(report).toMatchObject({
      urls: 1,
      records: { ...none, added: 1, unchanged: 2, removed: 1 },
    });
    expect((await graphsOf(store)).map(([graph]) => graph)).toEqual(
      ['a', 'b', 'c'].map((name) => `${place}#${encodeURIComponent(`https://id.example/${name}`)}`),
    );
  });
});
