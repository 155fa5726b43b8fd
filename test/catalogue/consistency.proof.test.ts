import { describe, expect, it } from 'vitest';
import { openEmbeddedStore, type CatalogueStore } from '../../src/catalogue/store.ts';
import type { UrlJob } from '../../src/catalogue/url-writer.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { inconsistencies } from './consistency.ts';
import { random, randomJobs, shuffled } from './random-visits.ts';
import { newPath, openCatalogue } from './updates.ts';

async function textOf(store: CatalogueStore): Promise<string> {
  let text = '';
  for await (const { nquads } of store.statements()) text += nquads;
  return text;
}

/** Only updates are made here, and what they list. */
const urlOf = (job: UrlJob): string =>
  job.kind === 'update' ? job.update.url : 'url' in job ? job.url : '';

/** The jobs in another order, in which those of one URL follow each other as before. */
function reordered(jobs: readonly UrlJob[], seed: number): UrlJob[] {
  const queues = new Map<string, UrlJob[]>();
  for (const job of jobs) queues.set(urlOf(job), [...(queues.get(urlOf(job)) ?? []), job]);
  const turns = shuffled(jobs.map(urlOf), random(seed));
  return turns.flatMap((url) => queues.get(url)?.shift() ?? []);
}

const seeds = Array.from({ length: proofSize(2, 60) }, (_, index) => proofSeed(1) + index);

describe('a catalogue after any sequence of updates', () => {
  it.each(seeds)('contradicts itself in nothing (seed %i)', async (seed) => {
    const catalogue = openCatalogue(newPath());
    const jobs = randomJobs(seed, 120);
    const next = random(seed + 100);
    while (jobs.length > 0) {
      catalogue.commit(jobs.splice(0, 1 + Math.floor(next() * 5)));
      expect(inconsistencies(catalogue)).toEqual([]);
    }
    expect(catalogue.read((snapshot) => snapshot.totals().graphs)).toBeGreaterThan(0);
  });

  it('is the same in whatever order URLs were visited', async () => {
    const jobs = randomJobs(7, 150);
    const texts = [];
    for (const seed of [1, 2, 3]) {
      const path = newPath();
      const catalogue = openCatalogue(path);
      for (const job of reordered(jobs, seed)) catalogue.commit([job]);
      await catalogue.close();
      const store = openEmbeddedStore({ path, access: 'read' });
      texts.push(await textOf(store));
      await store.close();
    }
    expect(texts[0]?.length).toBeGreaterThan(1000);
    expect(new Set(texts).size).toBe(1);
  });

  it('is empty when all sources are removed', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    catalogue.commit(randomJobs(8, 150));
    await catalogue.close();
    const store = openEmbeddedStore({ path, access: 'write' });
    for (const source of 'abc') await store.removeSource(source);
    expect(await textOf(store)).toBe('');
    expect(await store.status()).toMatchObject({ records: 0, quads: 0, sources: [], problems: {} });
    await store.close();
    const after = openCatalogue(path);
    expect(after.read((snapshot) => [...snapshot.names(), ...snapshot.outcomes()])).toEqual([]);
    expect(inconsistencies(after)).toEqual([]);
  });
});
