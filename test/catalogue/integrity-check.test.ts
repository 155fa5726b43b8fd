import { asBinary, type Database } from 'lmdb';
import { describe, expect, it } from 'vitest';
import { describedRange } from '../../src/catalogue/keys.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { randomJobs } from './random-visits.ts';
import { edit, soundPath, tamper } from './tampering.ts';
import { commit, kept, urlUpdate, newPath, openCatalogue, openStore, url } from './updates.ts';

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
  it('has no findings in an intact one, and counts what it checked', async () => {
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
        contexts: 0,
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

  it.each([11, 12, 13])('has no findings after any sequence of updates (seed %i)', async (seed) => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    for (const job of randomJobs(seed, 100)) catalogue.commit([job]);
    await catalogue.close();
    expect(await damagesOf(openStore(path, 'read'))).toEqual([]);
  });

  it.each([
    [
      'an altered document',
      'documents',
      edit(`${url(1)} ${kept(1, '{"name":"Record 1"}').sha256}`, (text: string) =>
        text.replace('Record', 'record'),
      ),
      [`document-altered ${url(1)}`],
    ],
    [
      'a missing document',
      'documents',
      (database: Database<unknown, string>) =>
        database.removeSync(`${url(1)} ${kept(1, '{"name":"Record 1"}').sha256}`),
      [`document-missing ${url(1)}`],
    ],
    [
      'a statement in another graph',
      'nquads',
      edit(url(1), (text: string) => text.replace(`<${url(1)}> .`, `<${url(2)}> .`)),
      [`statements-wrong ${url(1)}`],
    ],
    [
      'a statement that does not parse',
      'nquads',
      edit(url(1), (text: string) => text.replace('"Somebody"', '"Somebody ')),
      [`statements-wrong ${url(1)}`],
    ],
    [
      'a missing statement, and its characters',
      'nquads',
      edit(url(1), (text: string) => text.slice(text.indexOf('\n') + 1)),
      [`statements-wrong ${url(1)}`, 'totals-wrong characters'],
    ],
    [
      'missing statements of a record',
      'nquads',
      (database: Database<unknown, string>) => database.removeSync(url(1)),
      [`statements-missing ${url(1)}`, 'totals-wrong characters'],
    ],
    [
      'missing search facts',
      'search',
      (database: Database<unknown, string>) => database.removeSync(url(1)),
      [`search-missing ${url(1)}`],
    ],
    [
      'search facts of fewer resources than the record describes',
      'search',
      (database: Database<unknown, string>) => database.putSync(url(2), '[]'),
      [`search-missing ${url(2)}`],
    ],
    [
      'search facts that are not a list',
      'search',
      (database: Database<unknown, string>) => database.putSync(url(2), '{}'),
      [`entry-unreadable search ${url(2)}`],
    ],
    [
      'an outcome with links of which no statement can be made',
      'outcomes',
      edit(url(1), (outcome: object) => ({ ...outcome, signposts: [{}] })),
      ['entry-unreadable derived graphs'],
    ],
    [
      'search facts that are not JSON',
      'search',
      (database: Database<unknown, string>) => database.putSync(url(2), '[{'),
      [`entry-unreadable search ${url(2)}`],
    ],
    [
      'statements without a record',
      'facts',
      (database: Database<unknown, string>) => database.removeSync(url(2)),
      [
        `facts-missing ${url(2)}`,
        `facts-missing ${url(2)}`,
        'name-leftover names',
        'totals-wrong graphs',
        'totals-wrong quads',
      ],
    ],
    [
      'a record that is not JSON, and all that depends on it',
      'facts',
      (database: Database<unknown, string>) =>
        database.putSync(url(1), asBinary(Buffer.from('{"graph'))),
      [
        `entry-unreadable facts ${url(1)}`,
        `entry-unreadable nquads ${url(1)}`,
        `entry-unreadable search ${url(1)}`,
        'name-leftover names',
        'totals-wrong graphs',
        'totals-wrong quads',
      ],
    ],
    [
      'problems of a record that does not exist',
      'problems',
      (database: Database<unknown, string>) =>
        database.putSync(`${url(7)}\tr`, problemsRow({ url: url(1), record: url(7) })),
      [`record-missing ${url(7)}`],
    ],
    [
      'problems under the key of another URL',
      'problems',
      (database: Database<unknown, string>) =>
        database.putSync(`${url(2)}\tu`, problemsRow({ url: url(1) })),
      [`entry-misplaced problems ${url(2)} u`],
    ],
    [
      'a missing name',
      'names',
      (database: Database<unknown, string>) => {
        for (const key of database.getKeys(describedRange(url('page')))) database.removeSync(key);
      },
      [`name-missing ${url(2)}`],
    ],
    [
      'a name of a record that does not exist',
      'names',
      (database: Database<unknown, string>) => database.putSync('nobody\tr0', url(7)),
      ['name-leftover names'],
    ],
    [
      'a record, a document and a visit without their URL',
      'outcomes',
      (database: Database<unknown, string>) => database.removeSync(url(1)),
      Array.from({ length: 3 }, () => `outcome-missing ${url(1)}`),
    ],
    [
      'totals that are not the sums',
      'meta',
      edit('totals', (totals: object) => ({ ...totals, graphs: 3, quads: 7 })),
      ['totals-wrong graphs', 'totals-wrong quads'],
    ],
    [
      'a change log that differs from the totals',
      'meta',
      edit('totals', (totals: object) => ({ ...totals, change: 4, memory: 9 })),
      ['changes-wrong memory', 'changes-wrong changes'],
    ],
  ])('finds %s', async (_, name, change, expected) => {
    const path = await soundPath();
    await tamper(path, name, change);
    const found = await damagesOf(openStore(path, 'read'));
    expect(found).toEqual(expected);
  });

  it('reports at most 20 findings of a kind, each shortened, and counts all', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const looks = Array.from({ length: 30 }, (_, index) =>
      urlUpdate(`${index}/${'x'.repeat(1500)}`),
    );
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
