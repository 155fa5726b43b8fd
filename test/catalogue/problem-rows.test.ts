import { describe, expect, it } from 'vitest';
import { countProblems } from '../../src/model/problem-tally.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { openEmbeddedStore } from '../../src/catalogue/store.ts';
import type { FoundProblem } from '../../src/catalogue/found-problems.ts';
import { inconsistencies } from './consistency.ts';
import {
  commit,
  kept,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openCatalogue,
  openStore,
  outcome,
  record,
  url,
} from './updates.ts';

const document = kept(1, '[]');
const graphIri = (key: string): string => `${url(1)}#${key}`;
const graphOf = (key: string) => record(1, document, { key });
const unusable = (key: string, value: string): Problem => ({
  kind: 'identifier-unusable',
  url: url(1),
  record: `${url(1)}#${key}`,
  value,
});

const mendedAt = (line: number): Problem => ({
  kind: 'json-mended',
  url: url(1),
  what: 'comment',
  line,
  column: 1,
});

/** A look at a list; what is wrong with each of its items, by their keys. */
function list(items: Readonly<Record<string, readonly string[]>>, at?: string): UrlUpdate {
  const graphs = Object.keys(items).map(graphOf);
  const recordProblems = Object.entries(items).flatMap(([key, values]) =>
    values.map((value) => unusable(key, value)),
  );
  const details = at === undefined ? {} : { at, run: at };
  return { ...urlUpdateAt(1, [document], graphs, details), recordProblems };
}

async function all(found: AsyncIterable<FoundProblem>): Promise<FoundProblem[]> {
  const problems: FoundProblem[] = [];
  for await (const each of found) problems.push(each);
  return problems;
}

/** What is wrong, by the place it belongs to. */
const rows = (catalogue: Catalogue) =>
  catalogue.read((snapshot) =>
    Array.from(snapshot.problems(), ({ url: of, record: graph = of, problems }) => [
      graph,
      problems.map(({ problem }) => ('value' in problem ? problem.value : problem.kind)),
    ]),
  );

describe('the problems of records', () => {
  it('are stored, replaced and removed with each record', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, list({ a: ['nan'], b: ['nil', 'x'], c: [] }));
    expect(rows(catalogue)).toEqual([
      [graphIri('a'), ['nan']],
      [graphIri('b'), ['nil', 'x']],
    ]);
    commit(catalogue, list({ a: [], b: ['nil'], c: ['new'] }));
    expect(rows(catalogue)).toEqual([
      [graphIri('b'), ['nil']],
      [graphIri('c'), ['new']],
    ]);
    const { change } = catalogue.read((snapshot) => snapshot.totals());
    commit(catalogue, list({ a: [], b: ['nil'], c: ['new'] }));
    expect(catalogue.read((snapshot) => snapshot.totals().change)).toBe(change);
    commit(catalogue, list({ a: [] }));
    expect(rows(catalogue)).toEqual([]);
    expect(inconsistencies(catalogue)).toEqual([]);
  });

  it('stay with a record that stays although a visit did not find it', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, list({ a: ['nan'] }));
    const failed = outcome(1, {
      state: 'fetch-failed',
      problems: [{ kind: 'no-triples', url: url(1) }],
    });
    commit(catalogue, {
      url: url(1),
      run: 'r',
      listings: [],
      documents: [],
      graphs: [],
      end: { outcome: failed },
    });
    expect(rows(catalogue)).toEqual([
      [url(1), ['no-triples']],
      [`${url(1)}#a`, ['nan']],
    ]);
  });

  it('keep their first visit, wherever they are in the document later', async () => {
    const store = openStore(newPath());
    const [first, second] = ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'];
    for (const [at, values, line] of [
      [first, ['nan'], 3],
      [second, ['nan', 'nil'], 9],
    ] as const) {
      const update = list({ a: values }, at);
      const end = update.end && {
        ...update.end,
        outcome: { ...update.end.outcome, problems: [mendedAt(line)] },
      };
      await store.write({ ...update, ...(end && { end }) });
    }
    const found = await all(store.problems());
    expect(found.map(({ problem, first: met }) => [problem.kind, met?.at])).toEqual([
      ['json-mended', first],
      ['identifier-unusable', first],
      ['identifier-unusable', second],
    ]);
    expect(found[0]?.problem).toMatchObject({ line: 9 });
  });

  it('are derived again with the graphs; extraction problems stay', async () => {
    const store = openStore(newPath());
    const mended: Problem = {
      kind: 'json-mended',
      url: url(1),
      what: 'comment',
      line: 1,
      column: 1,
    };
    const update = list({ a: ['nan'], b: ['nil'] });
    const end = update.end && {
      ...update.end,
      outcome: { ...update.end.outcome, problems: [mended] },
    };
    await store.write({ ...update, ...(end && { end }) });
    await store.rederive(url(1), {
      graphs: [graphOf('a')],
      recordProblems: [unusable('a', 'new')],
      problems: [],
    });
    const found = await all(store.problems());
    expect(found.map(({ problem }) => problem)).toEqual([
      mended,
      unusable('a', 'new'),
      unusable('b', 'nil'),
    ]);
  });
});

describe('the problems of a source', () => {
  it.each([[false], [true]])(
    'are cut alike whatever came first, and all counted: reversed %s',
    async (isReversed) => {
      const path = newPath();
      const store = openEmbeddedStore({ path, access: 'write', maxProblems: 10 });
      const updates = Array.from({ length: 9 }, (_, index) =>
        urlUpdate(index, {
          problems: [
            { kind: 'literal-repaired', url: url(index), value: 'a' },
            { kind: 'literal-repaired', url: url(index), value: 'b' },
            { kind: 'term-undefined', url: url(index), term: 'c' },
          ],
        }),
      );
      for (const update of isReversed ? updates.toReversed() : updates) await store.write(update);
      const { run } = await store.beginRun(new Date('2026-11-20T11:36:25.000Z'));
      const report = {
        run,
        startedAt: '2026-11-20T11:36:25.000Z',
        endedAt: '2026-11-20T11:36:25.000Z',
      };
      await store.keepReport({
        ...report,
        dryRun: false,
        interrupted: false,
        sources: [],
        examples: [],
        catalogue: { problems: [], counts: {} },
        phases: { listing: 0, waiting: 0, downloading: 0, deriving: 0, loading: 0 },
        requests: { GET: 0, HEAD: 0, notModified: 0, bytesReceived: 0, bytesDecoded: 0 },
        hosts: {
          states: { answering: 0, slow: 0, resting: 0, 'given-up': 0, 'out-of-time': 0 },
          slowest: [],
        },
      });
      const found = (await all(store.problems())).map(({ problem }) => problem);
      const told = found.filter(({ kind }) => kind !== 'problems-omitted');
      expect(told.filter(({ kind }) => kind === 'term-undefined')).toHaveLength(9);
      expect(told.filter(({ kind }) => kind === 'literal-repaired')).toEqual(
        [
          [0, 'a'],
          [0, 'b'],
          [1, 'a'],
        ].map(([index, value]) => {
          return { kind: 'literal-repaired', url: url(index as number), value };
        }),
      );
      expect(countProblems(found)).toEqual({ 'literal-repaired': 18, 'term-undefined': 9 });
      await store.close();
      expect(inconsistencies(openCatalogue(path))).toEqual([]);
    },
  );
});
