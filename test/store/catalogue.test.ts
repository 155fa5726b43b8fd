import { describe, expect, it } from 'vitest';
import { rememberedChanges } from '../../src/store/catalogue-layout.ts';
import type { RecordEntry } from '../../src/model/receipt.ts';
import { contents, entry, newPath, openCatalogue, url } from './entries.ts';

const commit = (catalogue: ReturnType<typeof openCatalogue>, ...entries: RecordEntry[]) =>
  catalogue.commit({ entries, outcomes: [] });

describe('Catalogue', () => {
  it('gives a receipt for each entry and keeps what was given', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const entries = [entry(2), entry(1)];
    expect(commit(catalogue, ...entries)).toEqual([
      { graph: url(2), state: 'added', quads: 3 },
      { graph: url(1), state: 'added', quads: 3 },
    ]);
    const { change, graphs, text } = contents(path);
    expect(change).toBe(1);
    expect(graphs).toEqual([url(1), url(2)]);
    expect(text).toBe(entry(1).graph.nquads + entry(2).graph.nquads);
    expect(catalogue.documentOf(url(1))).toBe('{"name":"Record 1"}');
  });

  it('replaces one graph and leaves the others', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, entry(1), entry(2));
    const longer = entry(1, { nquads: `${entry(1).graph.nquads}<a:a> <a:b> "c" <${url(1)}> .\n` });
    expect(commit(catalogue, longer)).toEqual([{ graph: url(1), state: 'replaced', quads: 4 }]);
    expect(contents(path).text).toBe(longer.graph.nquads + entry(2).graph.nquads);
    const snapshot = catalogue.snapshot();
    expect(snapshot.totals()).toEqual({ change: 2, graphs: 2, quads: 7 });
    snapshot.end();
  });

  it('writes nothing for a record that is as it was, though it was looked at again', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, entry(1));
    const again = entry(1, { at: '2026-12-01T00:00:00.000Z', run: 'later', etag: '"new"' });
    expect(commit(catalogue, again)).toEqual([{ graph: url(1), state: 'unchanged', quads: 3 }]);
    const snapshot = catalogue.snapshot();
    expect(snapshot.totals().change).toBe(1);
    expect([...snapshot.facts()][0]?.run).toBe('20261120T113625Z');
    snapshot.end();
  });

  it('notes that the same statements now come from elsewhere or in another form', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, entry(1));
    const moved = entry(1, { source: 'other', json: '{ "name": "Record 1" }' });
    expect(commit(catalogue, moved)[0]?.state).toBe('unchanged');
    const snapshot = catalogue.snapshot();
    expect([...snapshot.facts()][0]?.target.source).toBe('other');
    expect(snapshot.totals()).toEqual({ change: 2, graphs: 1, quads: 3 });
    snapshot.end();
    expect(catalogue.documentOf(url(1))).toBe('{ "name": "Record 1" }');
  });

  it('takes the last of several entries for one graph in a batch', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const receipts = commit(catalogue, entry(1), entry(1, { name: 'Another' }), entry(1));
    expect(receipts.map(({ state }) => state)).toEqual(['added', 'replaced', 'replaced']);
    const snapshot = catalogue.snapshot();
    expect(snapshot.totals()).toEqual({ change: 1, graphs: 1, quads: 3 });
    expect([...(snapshot.touchedSince(0) ?? [])]).toEqual([url(1)]);
    snapshot.end();
  });

  it('leaves nothing behind of a batch in whose middle something is thrown', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, entry(1));
    const before = contents(path);
    const broken: RecordEntry = {
      ...entry(3),
      get retrieval(): never {
        throw new TypeError('broken');
      },
    };
    const batch = [entry(1, { name: 'Changed' }), entry(2), broken, entry(4)];
    expect(() => commit(catalogue, ...batch)).toThrow(TypeError);
    expect(contents(path)).toEqual(before);
    expect(commit(catalogue, entry(2))[0]?.state).toBe('added');
    expect(contents(path).change).toBe(before.change + 1);
  });

  it('keeps IRIs longer than a key may be, in an order that arrival does not decide', () => {
    const long = `x/${'é'.repeat(1500)}`;
    const names = [`${long}b`, 'a', `${long}a`, 'z'];
    const [path, other] = [newPath(), newPath()];
    commit(openCatalogue(path), ...names.map((name) => entry(name)));
    for (const name of names.toReversed()) {
      const catalogue = openCatalogue(other);
      expect(commit(catalogue, entry(name))[0]?.state).toBe('added');
      void catalogue.close();
    }
    const { graphs, text } = contents(path);
    expect(new Set(graphs)).toEqual(new Set(names.map(url)));
    expect([graphs[0], graphs[3]]).toEqual([url('a'), url('z')]);
    expect(contents(other)).toMatchObject({ graphs, text });
  });

  it('keeps the latest outcome of a URL', () => {
    const catalogue = openCatalogue(newPath());
    const first = { url: url(1), source: 's', at: 'then', run: 'r1', problems: [] } as const;
    const outcomes = [
      { ...first, state: 'fetch-failed' },
      { ...first, state: 'harvested', etag: '"1"' },
    ] as const;
    catalogue.commit({ entries: [], outcomes });
    expect(catalogue.outcomeOf(url(1))).toEqual(outcomes[1]);
    expect(catalogue.outcomeOf(url(2))).toBeUndefined();
  });

  it('gives each run an id of its own, also within a second', () => {
    const catalogue = openCatalogue(newPath());
    const start = new Date('2026-11-20T11:36:25.123Z');
    const ids = [start, start, start].map((time) => catalogue.beginRun(time));
    expect(ids).toEqual(['20261120T113625Z', '20261120T113625Z-2', '20261120T113625Z-3']);
  });

  it('tells which graphs were touched since a change, as far back as it remembers', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, entry(1));
    commit(catalogue, entry(2), entry(3));
    commit(catalogue, entry(2, { name: 'Changed' }));
    const touched = (since: number): string[] | undefined => {
      const snapshot = catalogue.snapshot();
      const graphs = snapshot.touchedSince(since);
      snapshot.end();
      return graphs === undefined ? undefined : [...graphs];
    };
    expect(touched(1)).toEqual([url(2), url(3)]);
    expect(touched(3)).toEqual([]);
    expect(touched(4)).toBeUndefined();
    const start = new Date(0);
    for (let count = 0; count < rememberedChanges; count += 1) catalogue.beginRun(start);
    expect(touched(2)).toBeUndefined();
    expect(touched(3)).toEqual([]);
  });

  it('is not written to when it was opened to read', () => {
    const path = newPath();
    commit(openCatalogue(path), entry(1));
    expect(() => commit(openCatalogue(path, 'read'), entry(2))).toThrow(TypeError);
  });

  it('says that it could not write, and keeps what was there', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, entry(1));
    const before = contents(path);
    // LMDB itself refuses so long a key, in the middle of the transaction.
    const report = { run: 'x'.repeat(5000), startedAt: '', endedAt: '', dryRun: false } as const;
    const keep = () =>
      catalogue.keepReport({ ...report, interrupted: false, sources: [], examples: [] });
    expect(keep).toThrow('larger than the maximum key size');
    expect(contents(path)).toEqual(before);
  });
});
