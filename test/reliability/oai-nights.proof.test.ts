import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumCounts } from '../../src/pipeline/report/source-ledger.ts';
import type { RepositoryBehaviour } from '../support/oai-repository.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { fill, harvestRepository, id, present, titlesIn } from './repositories.ts';

const change = fc.record({
  kind: fc.constantFrom('put', 'put', 'remove', 'forget'),
  of: fc.integer({ min: 1, max: 12 }),
});

const fault: fc.Arbitrary<Partial<RepositoryBehaviour>> = fc.constantFrom(
  {},
  {},
  { tokensExpireAfter: 1 },
  { failsAfterPage: 0 },
  { loops: true },
  { repeats: true },
  { hasResponseDate: false },
  { failing: new Set(['ListRecords']) },
  { failing: new Set(['ListIdentifiers']) },
  { refusing: new Set(['Identify']) },
  { refusing: new Set(['ListMetadataFormats']) },
);

const night = fc.record({
  changes: fc.array(change, { maxLength: 4 }),
  fault,
  hours: fc.constantFrom(0, 1, 30, 100),
  endsAfter: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 4, nil: undefined }),
  limit: fc.option(fc.constant(2), { freq: 6, nil: undefined }),
  full: fc.constantFrom(false, false, false, true),
});

const behaviour = fc.record({
  granularity: fc.constantFrom('day' as const, 'second' as const),
  deletedRecord: fc.constantFrom('persistent' as const, 'transient' as const, 'no' as const),
  order: fc.constantFrom('date' as const, 'identifier' as const, 'backwards' as const),
  pageSize: fc.constantFrom(3, 5, 100),
});

describe('harvests of changes', () => {
  it('give what a repository has, whatever happened in the nights before', async () => {
    const nights = fc.array(night, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(behaviour, nights, async (usual, all) => {
        const harvested = await harvestRepository(usual);
        const { repository, again } = harvested;
        fill(harvested, 6);
        for (const { changes, fault: faults, hours, endsAfter, ...options } of all) {
          again.time.pass(hours);
          for (const { kind, of } of changes) {
            if (kind === 'put') repository.put(id(of), `Turf ${again.time.now().getTime()}`);
            else if (kind === 'remove') repository.remove(id(of));
            else if (usual.deletedRecord !== 'persistent') repository.forgetDeletions();
          }
          Object.assign(repository.behaviour, faults);
          const { report } = await again.harvest({ ...options, ...stopAfter(endsAfter) });
          for (const { urls, records } of report.sources) {
            // Each URL has one record at most.
            expect(sumCounts(records)).toBeLessThanOrEqual(sumCounts(urls));
          }
          repository.behaviour = { ...repository.usual };
        }
        await again.harvest();
        expect(await titlesIn(again)).toEqual(present(repository));
      }),
      { numRuns: proofSize(1, 300), seed: proofSeed(28) },
    );
  }, 600_000);
});

/** Options of a run that is interrupted when so many URLs have their final state. */
function stopAfter(urls: number | undefined) {
  if (urls === undefined) return {};
  const stop = new AbortController();
  let settled = 0;
  const observer = {
    tell: ({ event }: { readonly event: string }): void => {
      if (event === 'url-settled') settled += 1;
      if (settled >= urls) stop.abort();
    },
    room: async () => undefined,
  };
  return { signal: stop.signal, observer };
}
