import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { InterruptibleReading } from '../../src/catalogue/interruptible-reading.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { searchIndexContent, streamSearchResults } from '../../src/search/search-index.ts';
import { pageKey } from '../../src/serve/page-keys.ts';
import { ServedCatalogue } from '../../src/serve/served-catalogue.ts';
import type { Snapshot } from '../../src/catalogue/snapshot.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { firstRun, urlUpdate, newPath, openStore, url } from '../catalogue/updates.ts';
import { keptSearch } from '../support/search-facts.ts';

async function serve(path: string, troubles: unknown[] = []): Promise<ServedCatalogue> {
  const served = await ServedCatalogue.open({
    path,
    pollMs: 5,
    stateMs: 0,
    onTrouble: (error) => troubles.push(error),
  });
  onTestFinished(async () => served.close());
  return served;
}

/** Waits until the state meets a condition. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}

function titlesOf({ state }: ServedCatalogue): readonly (string | undefined)[] {
  if (state === undefined) return [];
  const { found } = searchIndexContent(state.index, state.snapshot, { sort: 'title' });
  return found.map(({ result }) => result.title);
}

function named(index: number, title: string): UrlUpdate {
  return urlUpdate(index, { search: keptSearch({ texts: { titles: [{ text: title }] } }) });
}

async function removed(store: CatalogueStore, index: number): Promise<void> {
  const because = { reason: 'gone', at: '2026-11-20T12:00:00Z', run: firstRun } as const;
  await store.remove({ url: url(index), because, graphs: [url(index)] });
}

describe('a served catalogue', () => {
  it('is opened as soon as it exists', async () => {
    const path = newPath();
    const served = await serve(path);
    expect(served.state).toBeUndefined();
    const store = openStore(path);
    await store.write(named(1, 'Tides'));
    await until(() => titlesOf(served).length > 0);
    expect(titlesOf(served)).toEqual(['Tides']);
  });

  it('follows changes, index and snapshot together', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(named(1, 'Tides'));
    const served = await serve(path);
    const before = served.state;
    await store.write(named(2, 'Waves'));
    await until(() => served.state !== before);
    expect(titlesOf(served)).toEqual(['Tides', 'Waves']);
    expect(served.state?.change).toBe((before?.change ?? 0) + 1);
    expect(served.state?.snapshot.totals().graphs).toBe(2);
  });

  it('keeps a state as long as a reader holds it', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(named(1, 'Tides'));
    const served = await serve(path);
    const before = served.state;
    const release = before?.hold();
    await store.write(named(2, 'Waves'));
    await until(() => served.state !== before);
    expect(before?.snapshot.factsOf(url(2))).toBeUndefined();
    expect(before?.snapshot.factsOf(url(1))).toBeDefined();
    release?.();
  });

  it('continues a long response of a state after newer states', async () => {
    const path = newPath();
    const store = openStore(path);
    for (const [at, title] of ['Tides', 'Waves', 'Winds'].entries()) {
      await store.write(named(at + 1, title));
    }
    const served = await serve(path);
    const before = served.state;
    if (before === undefined) throw new Error('There is no state.');
    const release = before.hold();
    const { found } = streamSearchResults(before.index, before.snapshot, { sort: 'title' });
    const titles: (string | undefined)[] = [];
    for (const { result } of found) {
      titles.push(result.title);
      if (titles.length > 1) continue;
      await removed(store, 2);
      await store.write(named(3, 'Windows'));
      await until(() => titlesOf(served).join(',') === 'Tides,Windows');
    }
    expect(titles).toEqual(['Tides', 'Waves', 'Winds']);
    release();
  });

  it('keeps a settled state while surveys of it are in progress', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(named(1, 'Tides'));
    const served = await serve(path);
    const settled = served.settledState();
    expect(settled).toBe(served.state);
    const end = new AbortController();
    const survey = settled?.surveys.read(function* wait(): InterruptibleReading<number> {
      while (!end.signal.aborted) yield;
      return settled.snapshot.totals().graphs;
    });
    await store.write(named(2, 'Waves'));
    await until(() => served.state !== settled);
    expect(served.settledState()).toBe(settled);
    end.abort();
    expect(await survey).toBe(1);
  });

  it('answers with the surveys of the previous state until those of a newer one are read', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(named(1, 'Tides'));
    const served = await serve(path);
    const end = new AbortController();
    const begun: number[] = [];
    function* countRecords(snapshot: Snapshot): InterruptibleReading<number> {
      const { graphs } = snapshot.totals();
      begun.push(graphs);
      if (graphs > 1) while (!end.signal.aborted) yield;
      return graphs;
    }
    const first = served.settledState();
    expect(await first?.surveys.read(countRecords)).toBe(1);
    await store.write(named(2, 'Waves'));
    await until(() => begun.length === 2);
    expect(served.settledState()).toBe(first);
    // Of several changes in the meantime, only the latest counts.
    await store.write(named(3, 'Winds'));
    await store.write(named(4, 'Currents'));
    await until(() => titlesOf(served).length === 4);
    expect(begun).toEqual([1, 2]);
    expect(served.settledState()?.resources().total).toBe(1);
    expect(await first?.surveys.read(countRecords)).toBe(1);
    end.abort();
    await until(() => served.settledState() === served.state);
    expect(begun).toEqual([1, 2, 4]);
    expect(await served.settledState()?.surveys.read(countRecords)).toBe(4);
  });

  it('reads another file that takes the place of the catalogue', async () => {
    const path = newPath();
    const troubles: unknown[] = [];
    const first = openStore(path);
    await first.write(named(1, 'Tides'));
    await first.close();
    const served = await serve(path, troubles);
    renameSync(path, `${path}-former`);
    await until(() => served.state === undefined);
    const second = openStore(path);
    await second.write(named(3, 'Currents'));
    await until(() => titlesOf(served).includes('Currents'));
    expect(titlesOf(served)).toEqual(['Currents']);
    expect(troubles).toEqual([]);
  });

  it('is read again when the damaged state has no readers', async () => {
    const path = newPath();
    await openStore(path).write(named(1, 'Tides'));
    const served = await serve(path);
    const before = served.state;
    const release = before?.hold();
    const met = Object.assign(new Error('MDB_CORRUPTED'), { code: -30_796 });
    expect(served.recoverFrom(met)).toMatchObject({ trouble: 'damaged', path });
    expect(served.recoverFrom(met)).toMatchObject({ trouble: 'damaged', path });
    expect(served.state).toBeUndefined();
    expect(served.isUnreadable).toBe(true);
    release?.();
    await until(() => served.state !== undefined);
    expect(served.isUnreadable).toBe(false);
    expect(served.state?.snapshot).not.toBe(before?.snapshot);
    expect(titlesOf(served)).toEqual(['Tides']);
    const mistake = new Error('of the program');
    expect(served.recoverFrom(mistake)).toBe(mistake);
    expect(served.state).toBeDefined();
  });

  it('reports once that it cannot follow, and continues when it can', async () => {
    const path = newPath();
    const troubles: unknown[] = [];
    const served = await serve(path, troubles);
    mkdirSync(path);
    writeFileSync(join(path, 'data.mdb'), 'no catalogue '.repeat(1000));
    await until(() => troubles.length > 0);
    await sleep(50);
    expect(troubles).toHaveLength(1);
    expect(String(troubles[0])).toContain(path);
    rmSync(path, { recursive: true });
    await openStore(path).write(named(1, 'Tides'));
    await until(() => titlesOf(served).length > 0);
    expect(titlesOf(served)).toEqual(['Tides']);
  });
});

describe('the keys of pages', () => {
  it('find records and resources, also removed ones, and depend on the name alone', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(named(1, 'Tides'));
    await store.write(named(2, 'Waves'));
    const served = await serve(path);
    await removed(store, 2);
    await until(() => titlesOf(served).length === 1);
    await store.write(named(4, 'Winds'));
    await until(() => titlesOf(served).includes('Winds'));
    const { state } = served;
    if (state === undefined) throw new Error('There is no state.');
    const { keys, index, snapshot } = state;
    expect(keys.graphOf(pageKey(url(4)))).toBe(url(4));
    const [found] = searchIndexContent(index, snapshot, {}).found;
    const { key = '' } = found?.result ?? {};
    expect(pageKey(url(1))).toMatch(/^[\da-f]{20}$/u);
    expect(keys.graphOf(pageKey(url(1)))).toBe(url(1));
    expect(keys.graphOf(pageKey(url(2)))).toBe(url(2));
    expect(keys.graphOf(pageKey(url(3)))).toBeUndefined();
    expect(key).not.toBe('');
    expect(keys.resourceOf(pageKey(key))).toBe(key);
    expect(keys.resourceOf('nothing')).toBeUndefined();
  });
});
