import { describe, expect, it } from 'vitest';
import { verifyEngine } from '../../src/engine/verify-engine.ts';
import type { Verification } from '../../src/model/verification.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { randomJobs } from '../catalogue/random-visits.ts';
import { edit, soundPath, tamper } from '../catalogue/tampering.ts';
import { commit, urlUpdate, newPath, openCatalogue, openStore, url } from '../catalogue/updates.ts';
import { threadOptions, type InThisThread } from '../support/engine-in-this-thread.ts';

async function verified(store: CatalogueStore, options: InThisThread = {}): Promise<Verification> {
  const found = await store.verify();
  return verifyEngine(store, found, threadOptions(options));
}

const differences = ({ findings }: Verification): string[] =>
  findings
    .filter(({ damage }) => damage === 'engine-differs')
    .map(({ where, found }) => `${where} ${found}`);

const skippedIn = ({ engine }: Verification): string =>
  typeof engine === 'object' ? engine.skipped : engine;

/** A statement of the first record. */
const sizeOf1 = (number: string): string =>
  `<${url(1)}#it> <a:size> "${number}"^^<http://www.w3.org/2001/XMLSchema#integer> <${url(1)}> .\n`;

describe('verifying the engine', () => {
  it('compares the loaded statements, and keeps earlier findings', async () => {
    const store = openStore(await soundPath(), 'read');
    const found = await store.verify();
    expect(await verified(store)).toEqual({ ...found, engine: 'compared' });
    expect(found).toMatchObject({ whole: true, engine: 'not-asked' });
  });

  it.each([21, 22])('finds no difference after any sequence of visits (seed %i)', async (seed) => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    for (const job of randomJobs(seed, 100)) catalogue.commit([job]);
    await catalogue.close();
    const result = await verified(openStore(path, 'read'));
    expect(result).toMatchObject({ whole: true, engine: 'compared', findings: [] });
  });

  it('finds a statement in the graph of another record', async () => {
    const path = await soundPath();
    await tamper(
      path,
      'nquads',
      edit(url(1), (text: string) => text.replace(`<${url(1)}> .`, `<${url(2)}> .`)),
    );
    const result = await verified(openStore(path, 'read'));
    expect(result).toMatchObject({ whole: false, engine: 'compared' });
    expect(result.counts['engine-differs']).toBe(2);
    expect(differences(result)).toEqual([
      `${url(1)} it has 2 of 3 statements`,
      `${url(2)} it has 4 of 3 statements`,
    ]);
  });

  it('accepts a record with one number in two spellings', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1, { nquads: sizeOf1('1') + sizeOf1('01') }), urlUpdate(2));
    await catalogue.close();
    const result = await verified(openStore(path, 'read'));
    expect(result).toMatchObject({ whole: true, engine: 'compared', findings: [] });
  });

  it('finds a graph of no record', async () => {
    const path = await soundPath();
    await tamper(
      path,
      'nquads',
      edit(url(1), (text: string) => text.replace(`<${url(1)}> .`, `<${url(7)}> .`)),
    );
    expect(differences(await verified(openStore(path, 'read')))).toEqual([
      `${url(1)} it has 2 of 3 statements`,
      `${url(7)} it has 1 statements of no record`,
    ]);
  });

  it('finds a record that the engine cannot read', async () => {
    const path = await soundPath();
    await tamper(
      path,
      'nquads',
      edit(url(1), (text: string) => text.replace('"Somebody"', '"Somebody ')),
    );
    const result = await verified(openStore(path, 'read'));
    expect(result).toMatchObject({ whole: false, engine: 'compared' });
    expect(differences(result)).toEqual([
      expect.stringContaining(`engine the statements of ${url(1)} cannot be read`),
    ]);
  });

  it('is skipped if the catalogue is unreadable or too large for the engine', async () => {
    const small = await verified(openStore(await soundPath(), 'read'), { capacityBytes: 1 });
    expect(small.whole).toBe(true);
    expect(skippedIn(small)).toContain('too large');
    const path = await soundPath();
    await tamper(
      path,
      'meta',
      edit('totals', (totals: object) => ({ ...totals, quads: 7 })),
    );
    const unreadable = await verified(openStore(path, 'read'));
    expect(unreadable.engine).toEqual({ skipped: 'part of the catalogue cannot be read' });
    expect(unreadable.counts).toEqual({ 'totals-wrong': 1 });
  });

  it('repeats the comparison after a write, and gives up after several', async () => {
    const store = openStore(newPath());
    await store.write(urlUpdate(1));
    const found = await store.verify();
    const writing = (times: number): InThisThread => {
      const { onTask } = writer(times);
      return { onTask };
    };
    const once = await verifyEngine(store, found, threadOptions(writing(1)));
    expect(once).toMatchObject({ whole: true, engine: 'compared' });
    const always = await verifyEngine(store, found, threadOptions(writing(Infinity)));
    expect(skippedIn(always)).toContain('being written to');

    /** Writes a new record before a query is answered, so many times. */
    function writer(times: number) {
      let left = times;
      const onTask = async ({ kind }: { readonly kind: string }): Promise<void> => {
        if (kind !== 'query' || left === 0) return;
        left -= 1;
        await store.write(urlUpdate(`new-${left === Infinity ? Math.random() : left}`));
      };
      return { onTask };
    }
  });

  it('can be aborted', async () => {
    const path = newPath();
    commit(openCatalogue(path), urlUpdate(1));
    const store = openStore(path, 'read');
    const abort = new AbortController();
    const reason = new Error('never mind');
    const options = threadOptions({ onTask: () => abort.abort(reason) });
    const found = await store.verify();
    await expect(verifyEngine(store, found, { ...options, signal: abort.signal })).rejects.toBe(
      reason,
    );
  });
});
