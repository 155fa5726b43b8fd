import { asBinary, type Database } from 'lmdb';
import { describe, expect, it } from 'vitest';
import { describedKey } from '../../src/store/record-names.ts';
import type { CatalogueStore } from '../../src/store/store.ts';
import { randomJobs } from './random-looks.ts';
import { edit, soundPath, tamper } from './tampering.ts';
import { commit, kept, look, newPath, openCatalogue, openStore, url } from './updates.ts';

/** Changes a database whose keys are numbers. */
function numbered(change: (database: Database<unknown, number>) => unknown) {
  return (database: Database<unknown, string>) =>
    change(database as unknown as Database<unknown, number>);
}

/** A row of problems of a record or URL. */
function problemsRow(place: { readonly url: string; readonly record?: string }): object {
  const problem = { kind: 'no-triples', ...place };
  return { ...place, problems: [{ problem, run: 'r', at: '2026-11-20T11:36:25Z' }] };
}

async function damagesOf(store: CatalogueStore): Promise<string[]> {
  const { whole, findings } = await store.verify();
  expect(whole).toBe(findings.length === 0);
  return findings.map(({ damage, where }) => `${damage} ${where}`);
}

describe('verifying a catalogue', () => {
  it('finds nothing wrong with a sound one, and says how much it compared', async () => {
    const store = openStore(await soundPath(), 'read');
    expect(await store.verify()).toEqual({
      whole: true,
      change: 2,
      entries: {
        facts: 2,
        nquads: 2,
        documents: 2,
        names: 4,
        outcomes: 2,
        problems: 0,
        visits: 2,
        leads: 0,
        leaving: 0,
        tombstones: 0,
        former: 0,
        formerSources: 0,
        listings: 0,
        listed: 0,
        robots: 0,
        places: 0,
        runs: 1,
        plans: 1,
        reports: 0,
        sourceReports: 0,
        search: 2,
        changes: 2,
        meta: 1,
      },
      quads: 6,
      engine: 'not-asked',
      counts: {},
      findings: [],
    });
  });

  it.each([11, 12, 13])(
    'finds nothing wrong after any sequence of looks (seed %i)',
    async (seed) => {
      const path = newPath();
      const catalogue = openCatalogue(path);
      for (const job of randomJobs(seed, 100)) catalogue.commit([job]);
      await catalogue.close();
      expect(await damagesOf(openStore(path, 'read'))).toEqual([]);
    },
  );

  it.each([
    [
      'an altered text of a document',
      'documents',
      edit(`${url(1)} ${kept(1, '{"name":"Record 1"}').sha256}`, (text: string) =>
        text.replace('Record', 'record'),
      ),
      [`document-altered ${url(1)}`],
    ],
    [
      'a document that is gone',
      'documents',
      (database: Database<unknown, string>) =>
        database.removeSync(`${url(1)} ${kept(1, '{"name":"Record 1"}').sha256}`),
      [`document-missing ${url(1)}`],
    ],
    [
      'a statement in the graph of another',
      'nquads',
      edit(url(1), (text: string) => text.replace(`<${url(1)}> .`, `<${url(2)}> .`)),
      [`statements-wrong ${url(1)}`],
    ],
    [
      'a statement that cannot be read',
      'nquads',
      edit(url(1), (text: string) => text.replace('"Somebody"', '"Somebody ')),
      [`statements-wrong ${url(1)}`],
    ],
    [
      'a statement less, and the characters it had',
      'nquads',
      edit(url(1), (text: string) => text.slice(text.indexOf('\n') + 1)),
      [`statements-wrong ${url(1)}`, 'totals-wrong characters'],
    ],
    [
      'statements that are gone',
      'nquads',
      (database: Database<unknown, string>) => database.removeSync(url(1)),
      [`statements-missing ${url(1)}`, 'totals-wrong characters'],
    ],
    [
      'nothing that a record can be searched by',
      'search',
      (database: Database<unknown, string>) => database.removeSync(url(1)),
      [`search-missing ${url(1)}`],
    ],
    [
      'what fewer resources can be searched by',
      'search',
      (database: Database<unknown, string>) => database.putSync(url(2), '[]'),
      [`search-missing ${url(2)}`],
    ],
    [
      'what can be searched by and is no list',
      'search',
      (database: Database<unknown, string>) => database.putSync(url(2), '{}'),
      [`entry-unreadable search ${url(2)}`],
    ],
    [
      'an outcome whose links are none, of which no statement can be made',
      'outcomes',
      edit(url(1), (outcome: object) => ({ ...outcome, signposts: [{}] })),
      ['entry-unreadable the graphs of our own'],
    ],
    [
      'what can be searched by and is no JSON',
      'search',
      (database: Database<unknown, string>) => database.putSync(url(2), '[{'),
      [`entry-unreadable search ${url(2)}`],
    ],
    [
      'a record without facts',
      'facts',
      (database: Database<unknown, string>) => database.removeSync(url(2)),
      [
        `facts-missing ${url(2)}`,
        `facts-missing ${url(2)}`,
        'name-leftover names http://repository.example/record/2#it sd710662a583f8518',
        'totals-wrong graphs',
        'totals-wrong quads',
      ],
    ],
    [
      'a run with the id of another',
      'runs',
      numbered((database) => database.putSync(2, database.get(1))),
      ['entry-misplaced runs 2'],
    ],
    [
      'the plan of a run that is not there',
      'plans',
      numbered((database) => database.putSync(7, {})),
      ['entry-misplaced plans 7'],
    ],
    [
      'the report of a run under the number of another, without what it says of a source',
      'reports',
      numbered((database) => database.putSync(1, { run: 'other', sources: ['example'] })),
      ['entry-misplaced reports 1', 'entry-misplaced reports 1'],
    ],
    [
      'a report about a source of a run that did not end',
      'source-reports',
      (database: Database<unknown, string>) =>
        database.putSync('example\t0000000000000001', { source: 'example' }),
      ['entry-misplaced sourceReports example 0000000000000001'],
    ],
    [
      'facts that are no longer JSON, and all behind them',
      'facts',
      (database: Database<unknown, string>) =>
        database.putSync(url(1), asBinary(Buffer.from('{"graph'))),
      [
        `entry-unreadable facts ${url(1)}`,
        `entry-unreadable nquads ${url(1)}`,
        `entry-unreadable search ${url(1)}`,
        'entry-unreadable names doi:10.1234/1 r3b48637bd3e3c560',
        'entry-unreadable names http://repository.example/record/1#it s3b48637bd3e3c560',
        'totals-wrong graphs',
        'totals-wrong quads',
      ],
    ],
    [
      'what is wrong with a record that is not there',
      'problems',
      (database: Database<unknown, string>) =>
        database.putSync(`${url(7)}\tr`, problemsRow({ url: url(1), record: url(7) })),
      [`record-missing ${url(7)}`],
    ],
    [
      'what is wrong with a URL under the key of another',
      'problems',
      (database: Database<unknown, string>) =>
        database.putSync(`${url(2)}\tu`, problemsRow({ url: url(1) })),
      [`entry-misplaced problems ${url(2)} u`],
    ],
    [
      'a name that is gone',
      'names',
      (database: Database<unknown, string>) =>
        database.removeSync(describedKey(url('page'), url(2))),
      [`name-missing ${url(2)}`],
    ],
    [
      'a name of nothing',
      'names',
      (database: Database<unknown, string>) => database.putSync('nobody\tr0', url(7)),
      ['name-leftover names nobody r0'],
    ],
    [
      'an outcome that is gone',
      'outcomes',
      (database: Database<unknown, string>) => database.removeSync(url(1)),
      Array.from({ length: 3 }, () => `outcome-missing ${url(1)}`),
    ],
    [
      'an outcome that is nobody’s',
      'outcomes',
      edit(url(1), (outcome: object) => ({ ...outcome, listings: [] })),
      [`listing-missing ${url(1)}`],
    ],
    [
      'totals that are not the sum',
      'meta',
      edit('totals', (totals: object) => ({ ...totals, graphs: 3, quads: 7 })),
      ['totals-wrong graphs', 'totals-wrong quads'],
    ],
    [
      'a latest change that nobody remembers',
      'meta',
      edit('totals', (totals: object) => ({ ...totals, change: 4, memory: 9 })),
      ['changes-wrong change 4', 'changes-wrong memory'],
    ],
  ])('finds %s', async (_, name, change, expected) => {
    const path = await soundPath();
    await tamper(path, name, change);
    const found = await damagesOf(openStore(path, 'read'));
    expect(found).toEqual(expected);
  });

  it('tells so many findings of a kind, and so much of each, and counts the others', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const looks = Array.from({ length: 30 }, (_, index) => look(`${index}/${'x'.repeat(1500)}`));
    commit(catalogue, ...looks);
    await catalogue.close();
    await tamper(path, 'documents', (database) => {
      const keys = Array.from(database.getKeys());
      for (const key of keys) database.removeSync(key);
    });
    const { counts, findings } = await openStore(path, 'read').verify();
    expect(counts).toEqual({ 'document-missing': 30 });
    expect(findings).toHaveLength(20);
    for (const { where, found } of findings) {
      expect(where.length).toBeLessThan(1010);
      expect(found.length).toBeLessThan(1010);
    }
  });
});
