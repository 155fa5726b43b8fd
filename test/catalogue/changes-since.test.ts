import { describe, expect, it } from 'vitest';
import { UsageFault } from '../../src/model/fault.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { changesSince, pruneHistory, type GraphChange } from '../../src/catalogue/changes-since.ts';
import { derivedGraphs } from '../../src/model/derived-graph.ts';
import type { Selection } from '../../src/catalogue/snapshot.ts';
import { putReport } from '../../src/catalogue/run-rows.ts';
import { emptyReport, endRun } from './runs.ts';
import { commit, urlUpdate, urlUpdateAt, newPath, openCatalogue, url } from './updates.ts';

const records = { without: derivedGraphs } as const satisfies Selection;

function since(catalogue: Catalogue, run: string, selection: Selection = records): GraphChange[] {
  return catalogue.read((snapshot) => [...changesSince(snapshot, run, selection)]);
}

const graphs = (changes: readonly GraphChange[]): string[] => changes.map(({ graph }) => graph);

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageFault) return error.message;
    throw error;
  }
  return 'nothing was thrown';
}

const day = (number: number): Date => new Date(Date.UTC(2026, 10, number));

/** Three runs, in each of which one more record is changed. */
function threeRuns(catalogue: Catalogue): string[] {
  return [1, 2, 3].map((number) => {
    commit(catalogue, urlUpdate(number, { name: 'a' }), urlUpdate(0, { name: `${number}` }));
    return endRun(catalogue, day(number));
  });
}

describe('the changes since a run', () => {
  it('are found by the id of the run, a unique prefix of it, or `last`', () => {
    const catalogue = openCatalogue(newPath());
    const [first = '', second = '', third = ''] = threeRuns(catalogue);
    expect(graphs(since(catalogue, first))).toEqual([url(0), url(2), url(3)]);
    expect(graphs(since(catalogue, second))).toEqual([url(0), url(3)]);
    expect(graphs(since(catalogue, '20261102'))).toEqual([url(0), url(3)]);
    expect(graphs(since(catalogue, 'last'))).toEqual([url(0), url(3)]);
    expect(since(catalogue, third)).toEqual([]);
  });

  it('have the former and the present statements of each graph', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1, { nquads: 'a\n' }), urlUpdate(2, { nquads: 'b\n' }));
    const run = endRun(catalogue);
    commit(
      catalogue,
      urlUpdate(1, { nquads: 'c\nd\n' }),
      urlUpdate(3, { nquads: 'e\n' }),
      urlUpdateAt(2, [], []),
    );
    expect(since(catalogue, run)).toEqual([
      { kind: 'record', graph: url(1), before: 'a\n', after: 'c\nd\n' },
      { kind: 'record', graph: url(3), before: '', after: 'e\n' },
      { kind: 'record', graph: url(2), before: 'b\n', after: '' },
    ]);
  });

  it('are empty for a graph that has its former statements again', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1, { name: 'a' }));
    const run = endRun(catalogue);
    for (const name of ['b', 'a']) commit(catalogue, urlUpdate(1, { name }));
    expect(since(catalogue, run)).toEqual([]);
  });

  it('have the derived graphs after the record graphs, unless nothing was changed', () => {
    const catalogue = openCatalogue(newPath());
    const [, second = '', third = ''] = threeRuns(catalogue);
    const own = [...new Set(graphs(since(catalogue, second, {})).slice(2))];
    expect(own).toEqual([
      'urn:cdif-graph:index',
      'urn:cdif-graph:views',
      'urn:cdif-graph:provenance',
      'urn:cdif-graph:problems',
    ]);
    expect(since(catalogue, third, {})).toEqual([]);
  });

  it('have the graphs that a source began or ceased to list', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1, { sources: ['a'] }), urlUpdate(2, { sources: ['b'] }));
    const run = endRun(catalogue);
    commit(catalogue, urlUpdate(1, { sources: ['a', 'b'] }), urlUpdate(2, { sources: ['a'] }));
    expect(graphs(since(catalogue, run))).toEqual([]);
    const [change, ...others] = since(catalogue, run, { ...records, sources: ['b'] });
    expect(others).toEqual([]);
    expect(change).toMatchObject({ graph: url(1), before: '' });
  });
});

describe('a run whose changes are not known', () => {
  it('is refused if no run or several have that name', () => {
    const catalogue = openCatalogue(newPath());
    const runs = threeRuns(catalogue);
    expect(messageOf(() => since(catalogue, '2025'))).toContain(
      'No run has an identifier that begins with "2025',
    );
    expect(messageOf(() => since(catalogue, ''))).toContain('No run is named');
    const message = messageOf(() => since(catalogue, '202611'));
    for (const run of runs) expect(message).toContain(run);
  });

  it('is refused if there is none before the latest', () => {
    const catalogue = openCatalogue(newPath());
    endRun(catalogue);
    expect(messageOf(() => since(catalogue, 'last'))).toContain('No run before the latest');
  });

  it('is refused if it has not ended', () => {
    const catalogue = openCatalogue(newPath());
    const ended = endRun(catalogue, day(1));
    const { run } = catalogue.beginRun(day(2));
    const message = messageOf(() => since(catalogue, run));
    expect(message).toContain(`${run} are not known: it is still running, or was killed.`);
    expect(message).toContain(`The oldest run that can be used is ${ended}.`);
  });

  it('is refused, naming the oldest usable run, if its history was pruned', async () => {
    const catalogue = openCatalogue(newPath());
    const [first = '', second = ''] = threeRuns(catalogue);
    await pruneHistory(catalogue, 2);
    const message = messageOf(() => since(catalogue, first));
    expect(message).toContain('store.keepRuns');
    expect(message).toContain(`The oldest run that can be used is ${second}.`);
    expect(message).toContain('full export');
    expect(graphs(since(catalogue, second))).toEqual([url(0), url(3)]);
  });

  it('is refused if an older program made it', () => {
    const catalogue = openCatalogue(newPath());
    const { run } = catalogue.beginRun(day(1));
    catalogue.change((data) => putReport(data, emptyReport(run, day(1)), undefined));
    expect(messageOf(() => since(catalogue, run))).toContain('No run can be used yet.');
  });
});
