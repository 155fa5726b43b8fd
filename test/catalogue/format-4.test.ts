import { open } from 'lmdb';
import { describe, expect, it } from 'vitest';
import { noSourceCosts } from '../../src/model/run-costs.ts';
import {
  emptyRecordCounts,
  emptyUrlCounts,
  noRevisits,
  type SourceReport,
} from '../../src/model/run.ts';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { format4Runs, type Format4Run } from '../../src/catalogue/format-4.ts';
import { storageKey } from '../../src/catalogue/keys.ts';
import { compressionDictionary } from '../../src/catalogue/layout.ts';
import { toGraphFacts } from '../../src/catalogue/rows.ts';
import { completeRun } from '../../src/catalogue/run-rows.ts';
import { inconsistencies } from './consistency.ts';
import { emptyReport } from './runs.ts';
import {
  commit,
  kept,
  urlUpdate,
  newPath,
  openCatalogue,
  openStore,
  record,
  url,
} from './updates.ts';

const storedJson = {
  encoding: 'json',
  compression: { threshold: 200, dictionary: compressionDictionary },
} as const;

/** Puts runs of format 4 into a catalogue without runs. */
async function writeFormat4(path: string, runs: readonly Format4Run[]): Promise<void> {
  const catalogue = openCatalogue(path);
  catalogue.change((data, tally) => {
    for (const run of runs) format4Runs(data).putSync(run.run, run);
    data.meta.putSync('format', 4);
    tally.changed = true;
  });
  await catalogue.close();
}

/** A run of format 4. */
function former(day: string, facts: Partial<Format4Run> = {}): Format4Run {
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

/** A run of format 4 that ended in a change. */
function ended(day: string, change: number, ...sources: readonly SourceReport[]): Format4Run {
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
  it('are in the order of the changes in which they ended, whatever their times were', async () => {
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

  it('are equal for a reader and for a writer', async () => {
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

  it('stay as they were if their migration fails', async () => {
    const path = newPath();
    const broken = {
      ...ended('2026-01-05', 7),
      report: 'no report',
    } as unknown as Format4Run;
    await writeFormat4(path, [...rows, broken]);
    expect(() => openCatalogue(path)).toThrow(TypeError);
    const environment = open({ path, noSubdir: false, maxDbs: 32 });
    const runs = environment.openDB<Format4Run, string>({ name: 'runs', ...storedJson });
    expect([...runs.getKeys()]).toEqual([...rows, broken].map(({ run }) => run).toSorted());
    const meta = environment.openDB({ name: 'meta', encoding: 'json' });
    expect(meta.get('format')).toBe(4);
    await environment.close();
  });
});

describe('the runs of a catalogue', () => {
  it('are listed without decoding any of their reports', async () => {
    const path = newPath();
    await writeFormat4(path, rows);
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1));
    catalogue.change(({ reports, sourceReports }) => {
      const [numbers, keys] = [[...reports.getKeys()], [...sourceReports.getKeys()]];
      for (const number of numbers) reports.removeSync(number);
      for (const key of keys) sourceReports.removeSync(key);
    });
    expect(idsOf(catalogue)).toEqual(inOrder);
  });
});

/** A catalogue of a program that kept no former versions of records. */
async function olderCatalogue(): Promise<string> {
  const path = newPath();
  const catalogue = openCatalogue(path);
  commit(catalogue, urlUpdate(1, { name: 'a' }));
  catalogue.change(({ facts }) => {
    const found = facts.get(storageKey(url(1)));
    facts.putSync(storageKey(url(1)), toGraphFacts(found ?? record(1, kept(1, '{}'))));
  });
  await catalogue.close();
  const environment = open({ path, noSubdir: false, maxDbs: 24 });
  for (const name of ['former', 'former-sources', 'tombstones', 'places', 'search']) {
    await environment.openDB({ name }).drop();
  }
  await environment.close();
  return path;
}

describe('a catalogue of an older program', () => {
  it('can be read before anything is written to it', async () => {
    const path = await olderCatalogue();
    const store = openStore(path, 'read');
    expect(await store.removed(url(1))).toEqual([]);
    expect(await store.sites.get('example')).toBeUndefined();
    expect(await store.status()).toMatchObject({ records: 1, unsearchedRecords: 1 });
    await store.close();
    openCatalogue(path, 'read').read((snapshot) => {
      expect([...snapshot.formerGraphs(0)]).toEqual([]);
      expect(snapshot.previousVersion(url(1), 0)?.nquads).toContain('"a"');
      expect(snapshot.previousSources(url(1), 0)).toEqual(['example']);
    });
  });

  it('keeps former versions of its records from then on', async () => {
    const path = await olderCatalogue();
    const catalogue = openCatalogue(path);
    const { change } = catalogue.read((snapshot) => snapshot.totals());
    commit(catalogue, urlUpdate(1, { name: 'b' }));
    catalogue.read((snapshot) => {
      expect(snapshot.previousVersion(url(1), change)?.nquads).toContain('"a"');
      expect(snapshot.previousVersion(url(1), change + 1)?.nquads).toContain('"b"');
    });
    expect(inconsistencies(catalogue)).toEqual([]);
  });
});

describe('a catalogue of a format before 4', () => {
  it('is refused by readers and writers, with a way out', async () => {
    const path = newPath();
    await writeFormat4(path, []);
    const environment = open({ path, noSubdir: false, maxDbs: 32 });
    await environment.openDB({ name: 'meta', encoding: 'json' }).put('format', 3);
    await environment.close();
    for (const access of ['read', 'write'] as const) {
      const opening = () => new Catalogue({ path, access });
      expect(opening).toThrow(
        expect.objectContaining({ name: 'CatalogueFault', trouble: 'older-format' }),
      );
      expect(opening).toThrow(/format 3, this one reads 4 and 5\); harvest into a new directory/u);
    }
  });
});
