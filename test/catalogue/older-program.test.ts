import { open } from 'lmdb';
import { describe, expect, it } from 'vitest';
import { toGraphFacts } from '../../src/catalogue/rows.ts';
import { storageKey } from '../../src/catalogue/keys.ts';
import { inconsistencies } from './consistency.ts';
import { commit, look, newPath, openCatalogue, openStore, record, kept, url } from './updates.ts';

/** A catalogue as a program left it that did not keep what records said before. */
async function olderCatalogue(): Promise<string> {
  const path = newPath();
  const catalogue = openCatalogue(path);
  commit(catalogue, look(1, { name: 'a' }));
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

describe('a catalogue that an older program has written', () => {
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

  it('keeps from then on what its records said', async () => {
    const path = await olderCatalogue();
    const catalogue = openCatalogue(path);
    const { change } = catalogue.read((snapshot) => snapshot.totals());
    commit(catalogue, look(1, { name: 'b' }));
    catalogue.read((snapshot) => {
      expect(snapshot.previousVersion(url(1), change)?.nquads).toContain('"a"');
      expect(snapshot.previousVersion(url(1), change + 1)?.nquads).toContain('"b"');
    });
    expect(inconsistencies(catalogue)).toEqual([]);
  });
});
