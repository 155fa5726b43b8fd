import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inconsistencies } from './consistency.ts';
import {
  commit,
  contents,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openCatalogue,
  openEngine,
  openStore,
  url,
} from './updates.ts';

const noise = (index: number): string => `"${String(Math.sqrt(index)).repeat(1000)}"`;

/** A catalogue with much free space in it. */
async function spacious(path: string): Promise<void> {
  const store = openStore(path);
  const indexes = Array.from({ length: 60 }, (_, index) => index);
  await Promise.all(
    indexes.map(async (index) => store.write(urlUpdate(index, { json: noise(index) }))),
  );
  await Promise.all(indexes.slice(3).map(async (index) => store.write(urlUpdateAt(index, [], []))));
  await store.close();
}

describe('compacting', () => {
  it('releases free space, and removes nothing but images of older versions', async () => {
    const path = newPath();
    await spacious(path);
    for (const image of ['records.image', 'all.image', 'own.image', 'all.image.1-2.part']) {
      writeFileSync(join(path, image), 'abc');
    }
    const before = contents(path);
    const store = openStore(path);
    const free = (await store.status()).sizes.free;
    expect(free).toBeGreaterThan(50_000);
    expect((await store.status()).sizes.formerImages).toBe(12);
    const { bytesBefore, bytesAfter } = await store.compact();
    expect(bytesAfter).toBeLessThan(bytesBefore - free / 2);
    expect(statSync(join(path, 'data.mdb')).size).toBe(bytesAfter);
    expect(contents(path)).toEqual(before);
    expect((await store.write(urlUpdate(99))).graphs[0]?.state).toBe('added');
    await store.close();
    expect(contents(path).graphs).toHaveLength(4);
    expect(readdirSync(path).toSorted()).toEqual(['data.mdb', 'lock.mdb']);
    expect(inconsistencies(openCatalogue(path))).toEqual([]);
  });

  it('is noticed by readers that have the former file open', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(urlUpdate(1));
    const reader = openStore(path, 'read');
    expect(await reader.ofOneState(async (snapshot) => snapshot.totals().graphs)).toBe(1);
    await store.compact();
    const reading = reader.ofOneState(async (snapshot) => snapshot.totals().graphs);
    await expect(reading).rejects.toMatchObject({ trouble: 'replaced' });
    await store.close();
  });

  it('can be repeated, with queries in between', async () => {
    const store = openStore(newPath());
    const engine = openEngine(store);
    const reads = { union: true, records: false, own: [] };
    const text = 'SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s <http://schema.org/creator> ?o }';
    for (let index = 1; index < 6; index += 1) {
      await store.write(urlUpdate(index));
      await store.compact();
      const answer = await engine.query({ text, reads, format: 'csv' });
      expect(answer).toBe(`n\r\n${index}\r\n`);
    }
  });

  it('keeps the writer lock', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const compacting = catalogue.compact();
    expect(() => openCatalogue(path)).toThrow(/has been writing to it/u);
    await compacting;
    expect(() => openCatalogue(path)).toThrow(/has been writing to it/u);
    await catalogue.close();
    await openCatalogue(path).close();
  });

  it('does not disturb readers, and is refused while this process writes or reads', async () => {
    const path = newPath();
    await spacious(path);
    const catalogue = openCatalogue(path);
    const snapshot = catalogue.snapshot();
    await expect(catalogue.compact()).rejects.toThrow('in use');
    snapshot.end();
    const compacting = catalogue.compact();
    expect(() => commit(catalogue, urlUpdate(1))).toThrow(TypeError);
    await compacting;
    commit(catalogue, urlUpdate(77));
    expect(contents(path).graphs).toContain(url(77));
  });

  it('removes the files that a killed compaction left behind', async () => {
    const path = newPath();
    await openCatalogue(path).close();
    mkdirSync(join(path, 'compacted'));
    writeFileSync(join(path, 'compacted', 'data.mdb'), 'half');
    await openCatalogue(path).close();
    expect(existsSync(join(path, 'compacted'))).toBe(false);
  });
});

describe('a backup', () => {
  it('is a catalogue of one state, which can be written to', async () => {
    const [path, other] = [newPath(), newPath()];
    const store = openStore(path);
    await store.write(urlUpdate(1));
    const file = join(dirname(path), 'backup.mdb');
    await store.backup(file);
    await store.write(urlUpdate(2));
    mkdirSync(other);
    copyFileSync(file, join(other, 'data.mdb'));
    expect(contents(other).graphs).toEqual([url(1)]);
    const copy = openCatalogue(other);
    commit(copy, urlUpdate(3));
    expect(inconsistencies(copy)).toEqual([]);
    expect(contents(path).graphs).toEqual([url(1), url(2)]);
    expect(readdirSync(dirname(path)).toSorted()).toEqual(['backup.mdb', 'catalogue']);
  });

  it('can be made by a reader, and overwrites nothing', async () => {
    const path = newPath();
    await spacious(path);
    const store = openStore(path, 'read');
    const file = join(dirname(path), 'backup.mdb');
    await store.backup(file);
    const { size } = statSync(file);
    await expect(store.backup(file)).rejects.toMatchObject({ name: 'UsageFault', exitCode: 3 });
    expect(statSync(file).size).toBe(size);
    await expect(store.backup(join(path, 'missing', 'backup'))).rejects.toMatchObject({
      name: 'CatalogueFault',
      trouble: 'backup-failed',
    });
  });
});

describe('sizes', () => {
  it('add up to the file', async () => {
    const path = newPath();
    await spacious(path);
    const store = openStore(path, 'read');
    const { total, free, graphs, documents, other } = (await store.status()).sizes;
    expect(free + graphs + documents + other).toBe(total);
    expect(total).toBe(statSync(join(path, 'data.mdb')).size);
    expect(Math.min(graphs, documents, other)).toBeGreaterThan(0);
  });
});
