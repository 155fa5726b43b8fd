import { open } from 'lmdb';
import { describe, expect, it } from 'vitest';
import { noSourceCosts } from '../../src/model/run-costs.ts';
import {
  emptyRecordCounts,
  emptyUrlCounts,
  noRevisits,
  type SourceReport,
} from '../../src/model/run.ts';
import { compressionDictionary } from '../../src/catalogue/layout.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { completeRun, type RunBeforeFormat5 } from '../../src/catalogue/run-rows.ts';
import { writeFormat4 } from './format-4.ts';
import { emptyReport } from './runs.ts';
import { commit, look, newPath, openCatalogue, openStore } from './updates.ts';

const storedJson = {
  encoding: 'json',
  compression: { threshold: 200, dictionary: compressionDictionary },
} as const;

/** What a run kept in format 4. */
function former(day: string, facts: Partial<RunBeforeFormat5> = {}): RunBeforeFormat5 {
  return { run: `${day.replaceAll('-', '')}T020000Z`, startedAt: `${day}T02:00:00.000Z`, ...facts };
}

function aboutSource(source: string, quads = 0): SourceReport {
  return {
    ...noSourceCosts,
    source,
    listing: 'complete',
    skipped: {},
    urls: emptyUrlCounts(),
    records: emptyRecordCounts(),
    quads,
    rechecks: noRevisits,
    problems: {},
    listingProblems: [],
    seconds: 1,
  };
}

/** The same of a run that ended by a change. */
function ended(day: string, change: number, ...sources: readonly SourceReport[]): RunBeforeFormat5 {
  const { run, startedAt } = former(day);
  return former(day, {
    change,
    report: { ...emptyReport(run, new Date(startedAt)), sources },
    configured: ['a', 'b'],
  });
}

const ahead = ended('2027-01-01', 2, aboutSource('a', 1), aboutSource('b', 1));
const killedAhead = former('2027-02-01', { sources: ['a'] });
const later = ended('2026-01-02', 4, aboutSource('a', 2));
const rows = [
  ended('2026-01-01', 1, aboutSource('a')),
  ahead,
  later,
  former('2026-01-03'),
  { ...ended('2026-01-04', 6), continues: [killedAhead.run] },
  killedAhead,
];
const inOrder = [0, 1, 2, 3, 5, 4].map((index) => rows[index]?.run);

const idsOf = (catalogue: Catalogue) =>
  catalogue.read((snapshot) => Array.from(snapshot.runs().all(), ({ run }) => run));
const runsOf = (catalogue: Catalogue) =>
  catalogue.read((snapshot) => {
    const runs = snapshot.runs();
    return {
      all: Array.from(runs.all(), (head) => completeRun(runs, head)),
      latest: Array.from(runs.latest(2), ({ number }) => number),
      ofA: Array.from(runs.reportsOfSource('a'), ({ run, source }) => [run.run, source.quads]),
      ofOne: Array.from(
        runs.reportsOfSource('a', ({ number }) => number === 2),
        ({ run }) => run.run,
      ),
    };
  });

describe('the runs of a catalogue of format 4', () => {
  it('are in the order of the changes by which they ended, whatever their times were', async () => {
    const path = newPath();
    await writeFormat4(path, rows);
    const catalogue = openCatalogue(path);
    expect(idsOf(catalogue)).toEqual(inOrder);
    const { all, latest, ofA, ofOne } = runsOf(catalogue);
    expect(latest).toEqual([6, 5]);
    expect(ofA).toEqual([
      [later.run, 2],
      [ahead.run, 1],
      [rows[0]?.run, 0],
    ]);
    expect(ofOne).toEqual([ahead.run]);
    expect(all[1]).toMatchObject({ ...ahead, number: 2, sources: ['a', 'b'], interrupted: false });
    expect(all[4]).toEqual({ ...killedAhead, number: 5 });
    const next = catalogue.beginRun(new Date('2026-01-01T02:00:00Z'));
    expect(next.run).toBe('20260101T020000Z-2');
    expect(idsOf(catalogue).at(-1)).toBe(next.run);
  });

  it('are told to who only reads as to who writes', async () => {
    const path = newPath();
    await writeFormat4(path, rows);
    const reader = openCatalogue(path, 'read');
    const before = runsOf(reader);
    await reader.close();
    const catalogue = openCatalogue(path);
    expect(runsOf(catalogue)).toEqual(before);
    await catalogue.close();
    const store = openStore(path, 'read');
    expect(await store.verify()).toMatchObject({ whole: true, entries: { runs: 6, reports: 4 } });
    expect(await store.status()).toMatchObject({ formatVersion: 5 });
  });

  it('are as they were where bringing them to this format fails', async () => {
    const path = newPath();
    const broken = {
      ...ended('2026-01-05', 7),
      report: 'no report',
    } as unknown as RunBeforeFormat5;
    await writeFormat4(path, [...rows, broken]);
    expect(() => openCatalogue(path)).toThrow(TypeError);
    const environment = open({ path, noSubdir: false, maxDbs: 32 });
    const runs = environment.openDB<RunBeforeFormat5, string>({ name: 'runs', ...storedJson });
    expect([...runs.getKeys()]).toEqual([...rows, broken].map(({ run }) => run).toSorted());
    const meta = environment.openDB({ name: 'meta', encoding: 'json' });
    expect(meta.get('format')).toBe(4);
    await environment.close();
  });
});

describe('the runs of a catalogue', () => {
  it('are told without decoding any of their reports', async () => {
    const path = newPath();
    await writeFormat4(path, rows);
    const catalogue = openCatalogue(path);
    commit(catalogue, look(1));
    catalogue.change(({ reports, sourceReports }) => {
      const [numbers, keys] = [[...reports.getKeys()], [...sourceReports.getKeys()]];
      for (const number of numbers) reports.removeSync(number);
      for (const key of keys) sourceReports.removeSync(key);
    });
    expect(idsOf(catalogue)).toEqual(inOrder);
  });
});
