import { describe, expect, it } from 'vitest';
import { usualStatementCharacters } from '../../src/catalogue/layout.ts';
import type { Totals } from '../../src/catalogue/rows.ts';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { inconsistencies } from './consistency.ts';
import {
  firstListing,
  firstRetrieval,
  writeFirstFormat,
  type FirstRecord,
} from './first-format.ts';
import {
  commit,
  contents,
  kept,
  look,
  lookAt,
  newPath,
  openCatalogue,
  openStore,
  record,
  url,
} from './updates.ts';

const json = JSON.stringify({ name: 'Ä'.repeat(300) });

function first(index: number, key?: string): FirstRecord {
  const { graph, nquads } = record(index, kept(index, json), key === undefined ? {} : { key });
  const hasOutcome = index !== 3;
  const keyed = key === undefined ? {} : { key };
  return { graph, documentUrl: url(index), ...keyed, json, nquads, source: 'a', hasOutcome };
}

const records = [first(1), first(2, 'x'), first(2, 'y'), first(3)];

describe('a catalogue of format 1', () => {
  it('is whole when it is brought to format 2, but for what a search needs, which rebuilding makes', async () => {
    const path = newPath();
    await writeFirstFormat(path, records);
    const store = openStore(path);
    expect(await store.status()).toMatchObject({ unsearchedRecords: records.length });
    await store.write(look(9));
    expect(await store.status()).toMatchObject({ unsearchedRecords: records.length });
    const { counts } = await store.verify();
    expect(counts).toEqual({ 'search-missing': records.length });
  });

  it('is brought to format 2 when it is opened to write, with all that it knew', async () => {
    const path = newPath();
    await writeFirstFormat(path, records);
    const catalogue = openCatalogue(path);
    expect(inconsistencies(catalogue)).toEqual([]);
    expect(contents(path)).toMatchObject({
      change: 3,
      graphs: records.map(({ graph }) => graph),
      text: records.map(({ nquads }) => nquads).join(''),
    });
    const { sha256 } = kept(1, json);
    catalogue.read((snapshot) => {
      expect(snapshot.factsOf(`${url(2)}#x`)).toEqual({
        graph: `${url(2)}#x`,
        documentUrl: url(2),
        key: 'x',
        document: sha256,
        quads: 3,
        describes: [],
        profiles: [],
        memberOf: [],
      });
      expect(snapshot.document(url(2), sha256)).toEqual(kept(2, json));
      expect(snapshot.documentFacts(url(3), sha256)).toMatchObject({
        run: 'r',
        retrieval: firstRetrieval,
      });
      expect([...snapshot.documentsBehind()]).toHaveLength(3);
      expect(snapshot.outcomeOf(url(1))?.listings).toEqual([firstListing('a')]);
      expect(snapshot.outcomeOf(url(3))).toMatchObject({
        state: 'harvested',
        listings: [firstListing('a')],
      });
      const failed = snapshot.outcomeOf('https://repository.example/failed');
      expect(failed).toMatchObject({ listings: [{ source: 'b' }], state: 'fetch-failed' });
      expect(failed).not.toHaveProperty('source');
      expect(snapshot.touchedSince(2)).toBeUndefined();
      expect(snapshot.touchedSince(3)).toEqual(new Set());
    });
  });

  it('is told of as any other, and learns the rest by the next look', async () => {
    const path = newPath();
    await writeFirstFormat(path, records);
    const store = openStore(path);
    const status = await store.status();
    expect(status).toMatchObject({ records: 4, formatVersion: 5, problems: {} });
    expect(status.runs[1]?.report?.sources[0]?.records.removed).toBe(0);
    await store.close();
    const catalogue = openCatalogue(path);
    const [receipt] = commit(catalogue, lookAt(1, [kept(1, json)], [record(1, kept(1, json))]));
    expect(receipt?.graphs[0]?.state).toBe('unchanged');
    const named = catalogue.read((snapshot) => [...snapshot.graphsNamed(`${url(1)}#it`)]);
    expect(named).toEqual([url(1)]);
    expect(inconsistencies(catalogue)).toEqual([]);
  });

  it('has its characters counted when it is opened to write, as one of format 2 without them', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, lookAt(1, [kept(1, json)], [record(1, kept(1, json), { name: 'Öd' })]));
    const counted = catalogue.read((snapshot) => snapshot.totals());
    catalogue.change(({ meta }) => {
      // What an early version wrote.
      meta.putSync('totals', { ...counted, characters: undefined } as unknown as Totals);
    });
    expect(catalogue.read((snapshot) => snapshot.totals().characters)).toBe(
      3 * usualStatementCharacters,
    );
    await catalogue.close();
    const again = openCatalogue(path);
    expect(again.read((snapshot) => snapshot.totals())).toEqual(counted);
    expect(inconsistencies(again)).toEqual([]);
  });

  it('is refused to who only reads, with what to do', async () => {
    const path = newPath();
    await writeFirstFormat(path, records);
    const read = () => new Catalogue({ path, access: 'read' });
    expect(read).toThrow(
      expect.objectContaining({ name: 'CatalogueFault', trouble: 'older-format' }),
    );
    expect(read).toThrow(/cdif-graph rebuild/u);
    await openCatalogue(path).close();
    await read().close();
  });
});
