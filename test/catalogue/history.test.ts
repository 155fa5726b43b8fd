import { describe, expect, it } from 'vitest';
import { pruneHistory } from '../../src/catalogue/changes-since.ts';
import { removeSource, renameSource } from '../../src/catalogue/source-changes.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { inconsistencies } from './consistency.ts';
import { random, randomJobs } from './random-visits.ts';
import { commit, urlUpdate, urlUpdateAt, newPath, openCatalogue, url } from './updates.ts';
import { endRun } from './runs.ts';
import type { CatalogueData } from '../../src/catalogue/layout.ts';
import { noTotals } from '../../src/catalogue/rows.ts';
import { logChange } from '../../src/catalogue/history.ts';

interface State {
  readonly change: number;
  readonly texts: ReadonlyMap<string, string>;
  readonly sources: ReadonlyMap<string, readonly string[]>;
}

function stateOf(catalogue: Catalogue): State {
  return catalogue.read((snapshot) => ({
    change: snapshot.totals().change,
    texts: new Map([...snapshot.graphs()].map(({ graph, nquads }) => [graph, nquads])),
    sources: new Map(
      [...snapshot.facts()].map(({ graph, documentUrl }) => [
        graph,
        snapshot.outcomeOf(documentUrl)?.listings.map(({ source }) => source) ?? [],
      ]),
    ),
  }));
}

/** A former state, from the history of the catalogue. */
function remembered(catalogue: Catalogue, { change }: State, graphs: Iterable<string>): State {
  const texts = new Map<string, string>();
  const sources = new Map<string, readonly string[]>();
  catalogue.read((snapshot) => {
    for (const graph of graphs) {
      const text = snapshot.previousVersion(graph, change);
      if (text === undefined) continue;
      texts.set(graph, text.nquads);
      sources.set(graph, snapshot.previousSources(text.documentUrl, change));
    }
  });
  return { change, texts, sources };
}

/** The states after each of many commits, the last of which remove a source. */
async function livedThrough(catalogue: Catalogue, seed: number): Promise<State[]> {
  const jobs = randomJobs(seed, 100);
  const next = random(seed + 100);
  const states = [stateOf(catalogue)];
  while (jobs.length > 0) {
    catalogue.commit(jobs.splice(0, 1 + Math.floor(next() * 5)));
    states.push(stateOf(catalogue));
  }
  await removeSource(catalogue, 'a');
  states.push(stateOf(catalogue));
  return states;
}

const graphsOf = (states: readonly State[]) =>
  new Set(states.flatMap(({ texts }) => [...texts.keys()]));

describe('the history', () => {
  it.each([1, 2, 3, 4])(
    'tells of each change what every record said then (seed %i)',
    async (seed) => {
      const catalogue = openCatalogue(newPath());
      const states = await livedThrough(catalogue, seed);
      const graphs = graphsOf(states);
      expect(graphs.size).toBeGreaterThan(10);
      for (const state of states) {
        expect(remembered(catalogue, state, graphs)).toEqual(state);
      }
      expect(inconsistencies(catalogue)).toEqual([]);
    },
  );

  it.each([5, 6])(
    'names the records that changed since and are not there (seed %i)',
    async (seed) => {
      const catalogue = openCatalogue(newPath());
      const states = await livedThrough(catalogue, seed);
      const now = stateOf(catalogue);
      for (const { change, texts } of states) {
        const gone = [...texts.keys()].filter((graph) => !now.texts.has(graph));
        const former = catalogue.read((snapshot) => [...snapshot.formerGraphs(change)]);
        expect(new Set(former).size).toBe(former.length);
        expect(former).toEqual(expect.arrayContaining(gone));
      }
    },
  );

  it('has no entries for new or unchanged records', () => {
    const catalogue = openCatalogue(newPath());
    for (const round of ['one', 'two']) {
      commit(catalogue, urlUpdate(1, { run: round }), urlUpdate(2, { run: round }));
    }
    catalogue.read((snapshot) => {
      expect([...snapshot.formerGraphs(0)]).toEqual([]);
      expect(snapshot.factsOf(url(1))?.changed).toBe(1);
    });
  });

  it('has no entries for states within one commit', () => {
    const catalogue = openCatalogue(newPath());
    commit(
      catalogue,
      urlUpdate(1, { name: 'a' }),
      urlUpdate(1, { name: 'b' }),
      urlUpdateAt(1, [], []),
    );
    catalogue.read((snapshot) => expect([...snapshot.formerGraphs(0)]).toEqual([]));
  });

  it('follows a renamed source', async () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1, { sources: ['old'] }));
    const { change } = stateOf(catalogue);
    commit(catalogue, urlUpdate(1, { sources: ['other'] }));
    await renameSource(catalogue, 'old', 'new');
    catalogue.read((snapshot) => {
      expect(snapshot.previousSources(url(1), change)).toEqual(['new']);
      expect(snapshot.previousSources(url(1), snapshot.totals().change)).toEqual(['new', 'other']);
    });
  });

  it('is pruned before the oldest kept run', async () => {
    const catalogue = openCatalogue(newPath());
    const ends: State[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      commit(catalogue, urlUpdate(1, { name }), urlUpdate(2, { name, sources: [name] }));
      endRun(catalogue);
      ends.push(stateOf(catalogue));
    }
    await pruneHistory(catalogue, 5);
    expect(catalogue.read((snapshot) => snapshot.historyFrom())).toBe(0);
    await pruneHistory(catalogue, 3);
    const [first, ...kept] = ends;
    expect(catalogue.read((snapshot) => snapshot.historyFrom())).toBe(kept[0]?.change);
    for (const state of kept) {
      expect(remembered(catalogue, state, state.texts.keys())).toEqual(state);
    }
    expect(
      remembered(catalogue, { ...kept[0], change: first?.change ?? 0 } as State, [url(1)]).texts
        .size,
    ).toBe(0);
    await pruneHistory(catalogue, 1);
    catalogue.read((snapshot) => expect([...snapshot.formerGraphs(0)]).toEqual([]));
  });
});

const limit = 10;

/** Logs changes that touch these numbers of graphs. @returns the changes in the log, and their weight */
function loggedChanges(...touched: number[]) {
  return openCatalogue(newPath()).change(({ changes }: CatalogueData) => {
    let totals = noTotals;
    for (const count of touched) {
      const graphs = Array.from({ length: count }, (_, index) => `g${index}`);
      totals = logChange({ changes }, totals, graphs, limit);
    }
    const keys = [...changes.getKeys()].filter((key) => key >= totals.oldestChange);
    expect([...changes.getKeys()]).toEqual(keys);
    return { keys, memory: totals.memory };
  });
}

describe('the change log', () => {
  it('has the latest changes up to its limit; one that touches nothing has a weight too', () => {
    expect(loggedChanges(1, 2, 3)).toEqual({ keys: [1, 2, 3], memory: 9 });
    expect(loggedChanges(1, 2, 3, 1)).toEqual({ keys: [2, 3, 4], memory: 9 });
    expect(loggedChanges(1, 2, 3, 1, 8)).toEqual({ keys: [5], memory: 9 });
    expect(loggedChanges(...Array.from({ length: 50 }, () => 0)).keys).toHaveLength(10);
  });

  it('always has the latest change', () => {
    expect(loggedChanges(5, 50)).toEqual({ keys: [2], memory: 51 });
    expect(loggedChanges(5, 50, 1)).toEqual({ keys: [3], memory: 2 });
  });
});
