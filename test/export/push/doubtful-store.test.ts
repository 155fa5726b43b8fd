import { copyFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { pushCatalogue } from '../../../src/export/push/push-catalogue.ts';
import { StoreFault } from '../../../src/engine/store/store-fault.ts';
import { storeDialects } from '../../../src/engine/store/store-dialects.ts';
import { commit, newPath, openCatalogue, openStore, urlUpdate } from '../../catalogue/updates.ts';
import { exported } from '../pieces.ts';
import { MemoryStore } from './memory-store.ts';
import { openPushed } from './pushed-catalogue.ts';

const now = (): Date => new Date('2026-11-20T12:00:00.000Z');

/** Writes a catalogue into a directory and closes it. */
async function writeCatalogue(path: string, write: (catalogue: Catalogue) => void): Promise<void> {
  const catalogue = openCatalogue(path);
  write(catalogue);
  await catalogue.close();
}

/** Pushes the catalogue of a directory. @returns the statements that the store must have */
async function pushPath(path: string, store: MemoryStore): Promise<string[]> {
  const reader = openStore(path, 'read');
  await pushCatalogue(reader, store, { path, now });
  const text = await exported(reader, {});
  await reader.close();
  return [...new Set(text.split('\n').filter((line) => line !== ''))].toSorted();
}

function nameOf(name: string): string {
  return `<urn:a> <http://schema.org/name> "${name}" <https://repository.example/record/1> .\n`;
}

describe('a push to a store that has something else than the ledger could say', () => {
  it('sees a catalogue that replaced another one with equal facts and changes', async () => {
    const [path, other] = [newPath(), newPath()];
    await writeCatalogue(path, (catalogue) =>
      commit(catalogue, urlUpdate(1, { nquads: nameOf('before') })),
    );
    await writeCatalogue(other, (catalogue) =>
      commit(catalogue, urlUpdate(1, { nquads: nameOf('after it') })),
    );
    const store = new MemoryStore();
    await pushPath(path, store);
    const file = join(path, 'data.mdb');
    const { atime, mtime } = statSync(file);
    // Into the same file, with its time, as some programs restore a backup.
    copyFileSync(join(other, 'data.mdb'), file);
    utimesSync(file, atime, mtime);
    rmSync(join(path, 'lock.mdb'));
    const wanted = await pushPath(path, store);
    expect(wanted.join('\n')).toContain('after it');
    expect(store.content()).toEqual(wanted);
  });

  it('does not count as changed what another version of the program would send equally', async () => {
    const path = newPath();
    await writeCatalogue(path, (catalogue) => commit(catalogue, urlUpdate(1), urlUpdate(2)));
    const store = new MemoryStore();
    await pushPath(path, store);
    // What is sent depends on the dialect.
    const renamed = Object.assign(new MemoryStore(), {
      graphs: store.graphs,
      dialect: { ...storeDialects.standard, name: 'virtuoso' },
    });
    const reader = openStore(path, 'read');
    const report = await pushCatalogue(reader, renamed, { path, now });
    expect(report).toMatchObject({ writes: 0, records: { changed: 0, unchanged: 2 } });
  });

  it('does not take the state before for that of a push that was killed', async () => {
    const { catalogue, push, expected } = openPushed();
    commit(catalogue, urlUpdate(1));
    const store = new MemoryStore();
    await push(store);
    store.beforeWrite = ({ graph }) => {
      if (graph === 'urn:cdif-graph:views') throw new Error('killed');
      return undefined;
    };
    const part = { selection: { without: ['index', 'views'] } } as const;
    await expect(push(store, part)).rejects.toThrow('killed');
    store.beforeWrite = () => undefined;
    await push(store);
    expect(store.content()).toEqual(await expected());
  });

  it.each([
    ['before', true],
    ['after', true],
    ['before', false],
    ['after', false],
  ])(
    'replaces a graph again whose removal was killed %s it, updates: %s',
    async (at, canDelete) => {
      const { catalogue, push, expected } = openPushed();
      commit(catalogue, urlUpdate(1), urlUpdate(2));
      const store = new MemoryStore({ canDelete });
      await push(store);
      commit(catalogue, urlUpdate(1, { name: 'Changed' }));
      let isKilled = false;
      store.beforeWrite = (write) => {
        if (isKilled || write.kind !== 'drop') return undefined;
        isKilled = true;
        if (at === 'after') store.apply(write);
        throw new Error('killed');
      };
      const options = canDelete ? { selection: { without: ['views'] as const } } : {};
      await expect(push(store, options)).rejects.toThrow('killed');
      const dry = await push(store, { dryRun: true });
      const { writes: _, ms: __, ...done } = await push(store);
      expect(store.content()).toEqual(await expected());
      expect(dry.graphs.views).toEqual(done.graphs.views);
    },
  );

  it('ends with a fault where the store refuses to remove a graph', async () => {
    const { catalogue, push, expected } = openPushed();
    commit(catalogue, urlUpdate(1), urlUpdate(2));
    const store = new MemoryStore();
    await push(store);
    commit(catalogue, urlUpdate(1, { name: 'Changed' }));
    store.beforeWrite = ({ kind }) => (kind === 'drop' ? '500 deadlock' : undefined);
    await expect(push(store, { full: true })).rejects.toThrow(
      new StoreFault(
        'http://store.example/graphs refuses to remove urn:cdif-graph:push: 500 deadlock',
      ),
    );
    await expect(push(store, { selection: { without: ['views'] } })).rejects.toThrow(StoreFault);
    store.beforeWrite = () => undefined;
    await push(store);
    expect(store.content()).toEqual(await expected());
  });

  it('notices another catalogue that is pushed at the same time, and so does that', async () => {
    const [one, other] = [openPushed(), openPushed()];
    commit(one.catalogue, urlUpdate(1), urlUpdate(2));
    commit(other.catalogue, urlUpdate(2, { name: 'Other' }), urlUpdate(3));
    const store = new MemoryStore();
    let pushed: Promise<unknown> = Promise.resolve();
    const before = store.write.bind(store);
    store.write = async (writes) => {
      if (writes.some(({ kind, graph }) => kind === 'add' && graph === 'urn:cdif-graph:views')) {
        store.write = before;
        pushed = other.push(store, { full: true });
        await pushed;
      }
      return before(writes);
    };
    await expect(one.push(store)).rejects.toThrow(
      /was changed by others during the push: .*--graph-prefix/u,
    );
    await pushed;
    expect(await other.push(store)).toMatchObject({ full: 'no-marker' });
    expect(store.content()).toEqual(await other.expected());
    await expect(one.push(store)).rejects.toThrow(/push with --full/u);
    expect(await one.push(store, { full: true })).toMatchObject({ full: 'asked' });
    expect(store.content()).toEqual(await one.expected());
  });

  it('notices a store that was restored from a copy of the middle of a push', async () => {
    const { catalogue, push, expected } = openPushed();
    commit(catalogue, urlUpdate(1));
    const store = new MemoryStore();
    let copy = new Map(store.graphs);
    store.beforeWrite = ({ graph }) => {
      if (graph.endsWith(':views')) copy = new Map(store.graphs);
      return undefined;
    };
    await push(store);
    store.graphs.clear();
    for (const [graph, lines] of copy) store.graphs.set(graph, lines);
    expect(await push(store)).toMatchObject({ full: 'older-marker' });
    expect(store.content()).toEqual(await expected());
  });

  it('keeps a graph whose name the store does not take when the ledger was lost', async () => {
    const { path, catalogue, push } = openPushed();
    const long = `https://repository.example/${'ä'.repeat(1200)}`;
    commit(catalogue, urlUpdate(long), urlUpdate(2));
    const store = Object.assign(new MemoryStore(), { dialect: storeDialects.virtuoso });
    await push(store);
    const before = store.content();
    rmSync(join(path, 'pushes'), { recursive: true });
    await expect(push(store)).rejects.toThrow(/push with --full/u);
    expect(await push(store, { full: true })).toMatchObject({ full: 'asked' });
    expect(store.content()).toEqual(before);
  });
});
