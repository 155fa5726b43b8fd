import { describe, expect, it } from 'vitest';
import type { Selection } from '../../../src/catalogue/snapshot.ts';
import { commit, urlUpdate } from '../../catalogue/updates.ts';
import { MemoryStore } from './memory-store.ts';
import { openPushed } from './pushed-catalogue.ts';

describe('a push to a store', () => {
  it('brings it to the state of the catalogue, and then writes nothing', async () => {
    const { catalogue, push, expected } = openPushed();
    commit(catalogue, urlUpdate(1), urlUpdate(2));
    const store = new MemoryStore();
    const first = await push(store);
    expect(first).toMatchObject({ full: 'first', records: { added: 2, refused: 0 } });
    expect(store.content()).toEqual(await expected());
    store.written.length = 0;
    const again = await push(store);
    expect(again).toMatchObject({ writes: 0, statements: 0 });
    expect(again.full).toBeUndefined();
    expect(store.written).toEqual([]);
  });

  it('starts over with a store that was emptied, or restored from a backup', async () => {
    const { catalogue, push, expected } = openPushed();
    commit(catalogue, urlUpdate(1), urlUpdate(2));
    const store = new MemoryStore();
    await push(store);
    const backup = new Map(store.graphs);
    commit(catalogue, urlUpdate(1, { name: 'Changed' }));
    await push(store);
    store.graphs.clear();
    expect(await push(store)).toMatchObject({ full: 'no-marker' });
    expect(store.content()).toEqual(await expected());
    store.graphs.clear();
    for (const [graph, lines] of backup) store.graphs.set(graph, lines);
    expect(await push(store)).toMatchObject({ full: 'older-marker' });
    expect(store.content()).toEqual(await expected());
  });

  it('replaces what another catalogue pushed only when it is asked for, and nothing else', async () => {
    const [one, other] = [openPushed(), openPushed()];
    commit(one.catalogue, urlUpdate(1), urlUpdate(2));
    commit(other.catalogue, urlUpdate(2), urlUpdate(3));
    const store = new MemoryStore();
    store.graphs.set('https://else.example/', new Set(['<urn:a> <urn:b> "c" .']));
    await one.push(store);
    const before = store.content();
    await expect(other.push(store)).rejects.toThrow(/push with --full.*--graph-prefix/u);
    expect(store.content()).toEqual(before);
    await other.push(store, { full: true });
    const foreign = '<urn:a> <urn:b> "c" <https://else.example/> .';
    expect(store.content()).toEqual([...(await other.expected()), foreign].toSorted());
  });

  it('pushes a selection, and removes what is no longer selected', async () => {
    const { catalogue, push, expected } = openPushed();
    commit(catalogue, urlUpdate(1, { sources: ['a'] }), urlUpdate(2, { sources: ['b'] }));
    const store = new MemoryStore();
    for (const selection of [
      {},
      { without: ['views', 'problems'] },
      { sources: ['a'] },
      { sources: ['b'], without: ['index'] },
      {},
    ] satisfies Selection[]) {
      await push(store, { selection });
      expect(store.content()).toEqual(await expected(selection));
    }
  });

  it('names graphs with a prefix, so that several catalogues share a store', async () => {
    const [one, other] = [openPushed(), openPushed()];
    commit(one.catalogue, urlUpdate(1));
    commit(other.catalogue, urlUpdate(1, { name: 'Another' }));
    const store = new MemoryStore();
    await one.push(store, { graphPrefix: 'https://one.example/' });
    await other.push(store, { graphPrefix: 'https://other.example/' });
    expect(store.content()).toEqual(
      [
        ...named(await one.expected(), 'https://one.example/'),
        ...named(await other.expected(), 'https://other.example/'),
      ].toSorted(),
    );
  });

  it('counts in a dry run what it would do, and writes nothing', async () => {
    const { catalogue, push } = openPushed();
    commit(catalogue, urlUpdate(1), urlUpdate(2));
    const store = new MemoryStore();
    expect(await push(store, { dryRun: true })).toMatchObject({
      full: 'first',
      writes: 0,
      records: { added: 2, statements: 6 },
    });
    expect(store.written).toEqual([]);
    await push(store);
    store.written.length = 0;
    commit(catalogue, urlUpdate(1, { name: 'Changed' }));
    const dry = await push(store, { dryRun: true });
    expect(dry).toMatchObject({ records: { changed: 1, unchanged: 1 } });
    expect(store.written).toEqual([]);
    const { ms: _, writes: __, ...done } = await push(store);
    expect(done).toMatchObject({ records: dry.records });
  });

  it('refuses a store that accepts graphs and does not have them', async () => {
    const { catalogue, push } = openPushed();
    commit(catalogue, urlUpdate(1));
    const store = new MemoryStore();
    store.apply = () => undefined;
    await expect(push(store)).rejects.toThrow(/accepts graphs, but does not return them/u);
  });

  it('gives up on a store that refuses everything', async () => {
    const { catalogue, push } = openPushed();
    commit(catalogue, ...Array.from({ length: 30 }, (_, index) => urlUpdate(index)));
    const store = new MemoryStore();
    store.beforeWrite = ({ graph }) => (graph.startsWith('urn:') ? undefined : 'read-only');
    await expect(push(store)).rejects.toThrow(
      /refuses each of the first 20 record graphs, at last \S+: .*read-only/u,
    );
  });

  it('sends what it can to a store that has something, and refuses many', async () => {
    const { catalogue, push, expected } = openPushed();
    const many = Array.from({ length: 60 }, (_, index) => index);
    commit(catalogue, urlUpdate('z'));
    const store = new MemoryStore();
    await push(store);
    // The last in the order of their IRIs is not refused.
    commit(catalogue, ...[...many, 'z'].map((index) => urlUpdate(index, { name: 'Changed' })));
    store.beforeWrite = ({ graph }) => (/\d$/u.test(graph) ? 'no' : undefined);
    const report = await push(store);
    expect(report.records).toMatchObject({ changed: 1, refused: 60 });
    expect(report.refused).toHaveLength(20);
    store.beforeWrite = () => undefined;
    expect((await push(store)).refused).toEqual([]);
    expect(store.content()).toEqual(await expected());
  });

  it('sends the record graphs to a store that refuses a derived graph', async () => {
    const { catalogue, push } = openPushed();
    commit(catalogue, ...Array.from({ length: 60 }, (_, index) => urlUpdate(index)));
    const store = new MemoryStore();
    store.beforeWrite = ({ graph, kind }) =>
      graph === 'urn:cdif-graph:index' && kind === 'add' ? 'no' : undefined;
    await expect(push(store)).rejects.toThrow(
      /refuses each of the first 20 contributions to the index graph, at last record \S+: no/u,
    );
    expect(store.written.filter((write) => write.startsWith('replace http'))).toHaveLength(60);
  });

  it('forgets what was refused of a derived graph that is sent again', async () => {
    const { catalogue, push, expected } = openPushed();
    commit(catalogue, urlUpdate('z'));
    const store = new MemoryStore({ canDelete: false });
    await push(store);
    // The first batch is refused, and the second one has statements to remove.
    const many = Array.from({ length: 30 }, (_, index) => urlUpdate(index));
    commit(catalogue, ...many, urlUpdate('z', { name: 'Changed' }));
    let isFirst = true;
    store.beforeWrite = ({ graph, kind }) => {
      if (graph === 'urn:cdif-graph:provenance' && kind === 'drop') isFirst = false;
      return isFirst && graph === 'urn:cdif-graph:provenance' ? 'no' : undefined;
    };
    expect(await push(store)).toMatchObject({ refused: [] });
    expect(store.content()).toEqual(await expected());
  });
});

/** Statements in graphs whose names begin with a prefix. */
function named(lines: readonly string[], prefix: string): string[] {
  return lines.map((line) => line.replace(/<([^<>]*)> \.$/u, `<${prefix}$1> .`));
}
