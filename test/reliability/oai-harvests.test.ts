import { describe, expect, it } from 'vitest';
import { fill, harvestRepository, id, present, titlesIn } from './repositories.ts';

describe('the harvest of a repository after the first', () => {
  it('asks for changes only, and removes what is listed as deleted', async () => {
    const harvested = await harvestRepository();
    const { repository, again } = harvested;
    fill(harvested, 12);
    again.time.pass(48);
    const first = await again.harvest();
    expect(first).toMatchObject({ records: { added: 12 }, listing: 'complete', problems: {} });
    repository.put(id(3), 'Turf');
    repository.put(id(99), 'Fen');
    repository.remove(id(4));
    repository.requests.length = 0;
    const { urls, records, listing, problems } = await again.harvest();
    expect(repository.requests).toHaveLength(3);
    expect(repository.requests[2]).toMatch(/^verb=ListRecords&.*&from=2026-01-/u);
    expect({ urls, records, listing, problems }).toEqual({
      urls: { loaded: 2, gone: 1, 'not-due': 10 },
      records: { replaced: 1, added: 1, removed: 1, 'not-due': 10 },
      listing: 'complete',
      problems: { 'listed-as-deleted': 1 },
    });
    expect(await titlesIn(again)).toEqual(present(repository));
    again.time.pass(48);
    // What changed within a day before the last list is listed once more.
    const quiet = await again.harvest();
    expect(quiet.urls).toEqual({ 'not-due': 10, unchanged: 2, gone: 1 });
    const empty = await again.harvest();
    expect(empty).toMatchObject({ urls: { 'not-due': 12 }, problems: {}, listing: 'complete' });
  });

  it('keeps the former format where the repository does not tell its formats', async () => {
    const dublinCore = ['oai_dc', 'http://www.openarchives.org/OAI/2.0/oai_dc/'] as const;
    const better = ['oai_datacite', 'http://schema.datacite.org/oai/oai-1.1/'] as const;
    const harvested = await harvestRepository({ formats: [dublinCore, better] });
    const { repository, again } = harvested;
    fill(harvested, 2);
    await again.harvest();
    repository.behaviour.refusing = new Set(['ListMetadataFormats']);
    const { urls, listing } = await again.harvest();
    expect({ urls, listing }).toEqual({ urls: { unchanged: 2 }, listing: 'complete' });
  });

  it('removes what a list of all identifiers no longer has', async () => {
    const harvested = await harvestRepository({ deletedRecord: 'no' }, { maxRemovedShare: 0.2 });
    const { repository, again } = harvested;
    fill(harvested, 12);
    again.time.pass(48);
    await again.harvest();
    repository.remove(id(4));
    repository.behaviour.failing = new Set(['ListIdentifiers']);
    const unknown = await again.harvest();
    expect(unknown).toMatchObject({ records: { 'not-due': 12 }, listing: 'incomplete' });
    repository.behaviour.failing = new Set();
    const known = await again.harvest();
    expect(known).toMatchObject({ records: { 'not-due': 11, removed: 1 }, listing: 'complete' });
    for (const number of [1, 2, 3, 5]) repository.remove(id(number));
    const held = await again.harvest();
    expect(held.problems).toEqual({ 'removals-held': 1 });
    expect(await titlesIn(again)).toHaveProperty('size', 11);
    const { records } = await again.harvest({ allowRemovals: true });
    expect(records).toEqual({ 'not-due': 7, removed: 4 });
  });

  it('keeps deletions that are held until they are allowed', async () => {
    const harvested = await harvestRepository({}, { maxRemovedShare: 0.2 });
    const { repository, again } = harvested;
    fill(harvested, 4);
    again.time.pass(48);
    await again.harvest();
    for (const number of [1, 2]) repository.remove(id(number));
    expect((await again.harvest()).problems).toMatchObject({ 'removals-held': 1 });
    // The deletions are too old for the list of changes by now.
    again.time.pass(96);
    await again.harvest();
    again.time.pass(96);
    const { records } = await again.harvest({ allowRemovals: true });
    expect(records).toEqual({ 'not-due': 2, removed: 2 });
  });

  it('lists everything with other settings, and asks for nothing twice', async () => {
    const harvested = await harvestRepository({ pageSize: 100 });
    const { repository, again } = harvested;
    fill(harvested, 5);
    await again.harvest();
    repository.requests.length = 0;
    await again.harvest({ source: { types: ['Dataset', 'Book'] } });
    expect(repository.requests.filter((each) => each.includes('from='))).toEqual([]);
    expect(repository.requests.filter((each) => each.includes('GetRecord'))).toEqual([]);
  });

  it('lacks nothing where the run before was interrupted, limited or failed', async () => {
    const harvested = await harvestRepository({ pageSize: 5 });
    const { repository, again } = harvested;
    fill(harvested, 12);
    again.time.pass(48);
    await again.harvest({ limit: 3 });
    await again.harvest();
    for (const number of [1, 2, 3, 4, 5, 6, 7]) repository.put(id(number), `Turf ${number}`);
    const stop = new AbortController();
    await again.harvest({
      signal: stop.signal,
      observer: {
        tell: ({ event }) => {
          if (event === 'url-settled') stop.abort();
        },
        room: async () => undefined,
      },
    });
    again.time.pass(72);
    repository.behaviour.failing = new Set(['ListRecords']);
    await again.harvest();
    repository.behaviour.failing = new Set();
    again.time.pass(72);
    await again.harvest();
    expect(await titlesIn(again)).toEqual(present(repository));
  });
});
